"""The message queue in a folder, for a machine without a broker: kombu's, with writes and claims that are whole.

kombu opens a file, locks it and then writes: whoever lists the folder in between takes half a message, and fails for
good on it. Here a file gets its name once it is complete, and a message is taken by renaming its file, which only one
taker can do. A message that cannot be read all the same is dropped: all of them are wake-ups, and beat sends more.
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

UNFINISHED = ".part"  # ends the name of a file that is being written: nobody looks for one


def use() -> None:
    """Let broker addresses that begin with `filesystem://` mean this queue."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"


class Channel(filesystem.Channel):
    """Messages and tables of exchanges as files that are whole or not there."""

    def _put(  # type: ignore[override] # its two parents name the argument differently
        self, queue: str, payload: Any, **kwargs: Any
    ) -> None:
        name = f"{round(monotonic() * 1000):015}_{uuid.uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str, timeout: Any = None) -> Any:
        """The oldest message of a queue. Raises Empty."""
        incoming = Path(self.data_folder_in)
        for name in sorted(os.listdir(incoming)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = Path(self.processed_folder) / name
            try:
                (incoming / name).rename(taken)
            except FileNotFoundError:  # somebody else was quicker
                continue
            try:
                return loads(taken.read_text())
            except ValueError:
                logger.warning("message_unreadable", file=name)
            finally:
                taken.unlink(missing_ok=True)
        raise Empty

    def get_table(self, exchange: str) -> list[filesystem.exchange_queue_t]:
        """The queues that are bound to an exchange."""
        try:
            table = loads(self._exchange_file(exchange).read_text())
        except (FileNotFoundError, ValueError):  # the latter is bound again by whoever starts next
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
        """Alone among all processes while a table is changed."""
        self.control_folder.mkdir(parents=True, exist_ok=True)
        with (self.control_folder / "lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """kombu's transport with the channel above."""

    Channel = Channel


def _write(file: Path, text: str) -> None:
    """Write a file that appears under its name once it is complete."""
    unfinished = file.with_name(f"{uuid.uuid4()}{UNFINISHED}")
    try:
        unfinished.write_text(text)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
