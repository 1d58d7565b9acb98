"""HTTP requests with a total deadline, because time-outs alone do not limit slow answers."""

import socket
import threading
from collections.abc import Callable
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from nomic.outbox.socket_deadline import cut_after

MAX_BYTES = 20_000_000  # of an answer; MediaWiki takes 2 MiB a page, and JSON may write six bytes for one

# `.connection`: this thread's current connection. `.line`: its socket once everything was sent, because the connection
# drops its socket if the answer ends with it.
_asking = threading.local()


class InTime(HTTPAdapter):
    """HTTP adapter with a deadline in seconds from the first byte sent to the last received.

    It holds the answer in memory. Raises ReadTimeout of requests at the deadline, and ConnectionError if the answer is
    too long.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__()

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        super().init_poolmanager(*args, **more)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def send(self, request: requests.PreparedRequest, *args: Any, **more: Any) -> requests.Response:
        _asking.connection = _asking.line = None
        more["stream"] = True
        with cut_after(self.seconds, _line_of_this_thread()) as was_cut:
            try:
                response = super().send(request, *args, **more)
                body = _read(response)
            except requests.RequestException:
                if was_cut.is_set():
                    raise requests.ReadTimeout(f"no answer within {self.seconds} seconds") from None
                raise
        if was_cut.is_set():  # the part received until then would read like the whole answer
            raise requests.ReadTimeout(f"no answer within {self.seconds} seconds")
        response._content = body
        response._content_consumed = True
        return response


def _read(response: requests.Response) -> bytes:
    body = bytearray()
    for piece in response.iter_content(65_536):
        body += piece
        if len(body) > MAX_BYTES:
            response.close()
            raise requests.ConnectionError(f"an answer of more than {MAX_BYTES} bytes")
    return bytes(body)


def _line_of_this_thread() -> Callable[[], socket.socket | None]:
    """Return a function that returns the socket of this thread's current request, or None."""
    asking = _asking.__dict__
    return lambda: asking.get("line") or getattr(asking.get("connection"), "sock", None)


class _Connection(HTTPConnection):
    def request(self, *args: Any, **more: Any) -> None:
        _asking.connection = self
        super().request(*args, **more)
        _asking.line = self.sock


class _SecureConnection(HTTPSConnection):
    def request(self, *args: Any, **more: Any) -> None:
        _asking.connection = self
        super().request(*args, **more)
        _asking.line = self.sock


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection
