"""The bots of a season over HTTP: what they send, and what becomes of a connection that the server has closed."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from nomic.playtest.client.transports import OverHttp, Reply

keys: list[str | None] = []


class Echo(BaseHTTPRequestHandler):
    """Says what was asked, and closes the connection without saying so."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(200)

    def do_POST(self) -> None:
        self._answer(201)

    def _answer(self, status: int) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        said = f"{self.path} {self.headers['Authorization']} {self.headers['Content-Type']} ".encode() + body
        keys.append(self.headers["Idempotency-Key"])
        self.send_response(status)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)
        self.close_connection = True

    def log_message(self, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_requests_go_over_http_and_survive_a_closed_connection(port: int) -> None:
    """Each act has a key of its own, so that it is done once though it be sent twice."""
    door, headers = OverHttp(port), {"Authorization": "Bearer x"}
    acted = door.send("POST", "/act/", '{"a": 1}', headers)
    assert acted == Reply(201, b'/act/ Bearer x application/json {"a": 1}')
    for address in ("/list/?a=b", "https://games.example/list/?a=b"):
        assert door.send("GET", address, "", headers) == Reply(200, b"/list/?a=b Bearer x None ")
    assert door.send("POST", "/act/", "{}", headers).status == 201
    door.close()
    first, *reads, last = keys
    assert set(reads) == {None}
    assert first is not None is not last != first
