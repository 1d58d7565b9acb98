"""A local HTTP server that receives webhooks, well-behaved or faulty."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Behaviour = Callable[[BaseHTTPRequestHandler], None]


def answering(status: int, body: bytes = b"", **headers: str) -> Behaviour:
    """Answer so."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


def saying(words: bytes) -> Behaviour:
    """Send these bytes, and close the connection."""

    def say(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(words)

    return say


def silent(request: BaseHTTPRequestHandler) -> None:
    """Accept the request and never answer."""
    request.rfile.read()


def dripping(request: BaseHTTPRequestHandler) -> None:
    """Send one header after the other, without end."""
    request.wfile.write(b"HTTP/1.1 204 No Content\r\n")
    while True:
        request.wfile.write(b"X: y\r\nX")
        request.wfile.flush()
        time.sleep(0.05)


def endless(request: BaseHTTPRequestHandler) -> None:
    """Send an answer whose body never ends."""
    request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    while True:
        request.wfile.write(b"x" * 65536)


class Receiver:
    """The receiving server. `behave` sets a behaviour for each of the next requests. The last one then remains."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self._behaviours: list[Behaviour] = [answering(204)]
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.paths.append(self.path)
                receiver.headers.append(dict(self.headers))
                receiver.bodies.append(body)
                kept = receiver._behaviours
                behave = kept.pop(0) if len(kept) > 1 else kept[0]
                with contextlib.suppress(OSError):  # the other side has hung up, as it should
                    behave(self)
                self.close_connection = True

            do_GET = do_PUT = do_POST

            def log_message(self, format: str, *args: Any) -> None:
                """Log nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hooks/Secret-1234"
        self._thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def behave(self, *behaviours: Behaviour) -> None:
        """Set a behaviour for each of the next requests. Later requests get the last one."""
        self._behaviours = list(behaviours)

    @property
    def received(self) -> list[dict[str, Any]]:
        """The received bodies, parsed as JSON."""
        return [json.loads(body) for body in self.bodies]

    @property
    def contents(self) -> list[str]:
        """The texts of the received messages."""
        return [body["content"] for body in self.received]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A webhook on this machine, which may receive notices."""
    settings.WEBHOOKS_ON_LOOPBACK = True
    found = Receiver()
    yield found
    found.close()


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
