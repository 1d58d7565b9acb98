"""A message queue in a folder, for machines without a broker: kombu's transport with atomic writes and claims.

kombu's own transport opens a file, locks it and then writes, so a consumer can take a partial message and lose it. Here
a file gets its final name once it is complete. A message is claimed by renaming its file, which only one consumer can
do. An unreadable message is dropped, because messages are only wake-ups, and beat sends more.
"""

import contextlib
import fcntl
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

import structlog
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

logger = structlog.get_logger(__name__)

UNFINISHED = ".part"  # Suffix of a file that is still being written. Consumers ignore it.


def use() -> None:
    """Register this transport for broker URLs that begin with `filesystem://`."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"


class Channel(filesystem.Channel):
    """Channel that stores messages and exchange tables as atomically written files."""

    def _put(  # type: ignore[override] # its two parents name the argument differently
        self, queue: str, payload: Any, **kwargs: Any
    ) -> None:
        name = f"{round(monotonic() * 1000):015}_{uuid.uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str, timeout: Any = None) -> Any:
        """Remove and return the oldest message of a queue. Raises Empty if there is none."""
        incoming = Path(self.data_folder_in)
        for name in sorted(os.listdir(incoming)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = Path(self.processed_folder) / name
            try:
                (incoming / name).rename(taken)
            except FileNotFoundError:  # another consumer was quicker
                continue
            try:
                return loads(taken.read_text())
            except ValueError:
                logger.warning("message_unreadable", file=name)
            finally:
                taken.unlink(missing_ok=True)
        raise Empty

    def get_table(self, exchange: str) -> list[filesystem.exchange_queue_t]:
        """Return the queues that are bound to an exchange, or an empty list if its table is missing or unreadable."""
        try:
            table = loads(self._exchange_file(exchange).read_text())
        except (FileNotFoundError, ValueError):  # An unreadable table is bound again when the next process starts.
            return []
        return [filesystem.exchange_queue_t(*row) for row in table]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with self._locked():
            table = self.get_table(exchange)
            if bound not in table:
                _write(self._exchange_file(exchange), dumps([bound, *table]))

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **kwargs: Any) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._purge(queue)
        with self._locked():
            table = self.get_table(exchange)
            if bound in table:
                _write(self._exchange_file(exchange), dumps([row for row in table if row != bound]))

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold an exclusive lock across all processes while a table is changed."""
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / "lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """kombu's filesystem transport, using this module's `Channel`."""

    Channel = Channel


def _write(file: Path, text: str) -> None:
    """Write a file atomically: it appears under its name once it is complete."""
    unfinished = file.with_name(f"{uuid.uuid4()}{UNFINISHED}")
    try:
        unfinished.write_text(text)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
