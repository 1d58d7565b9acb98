"""A connection whose server has closed nothing is used without being asked; one that has ended is found out."""

import socket
from typing import Any

import pytest
from django.db import connections

from nomic.db.connection_health import is_silent, watch_connections


class Server:
    """The two ends of a connection, and what Django knows of ours."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.connection: Any = type("Connection", (), {"pgconn": type("Pg", (), {"socket": self.ours.fileno()})()})()
        self.health_check_enabled, self.health_check_done = True, False


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    server = Server()
    monkeypatch.setattr(connections, "all", lambda initialized_only: [server])
    yield server
    server.ours.close()
    server.theirs.close()


def test_a_silent_server_is_not_asked(server: Server) -> None:
    watch_connections()
    assert server.health_check_done


@pytest.mark.parametrize("farewell", [b"", b"I am shut down"])
def test_a_server_that_went_away_is_asked(server: Server, farewell: bytes) -> None:
    """With or without a word: Django then finds it gone, and connects anew."""
    server.theirs.sendall(farewell)
    if not farewell:
        server.theirs.close()
    watch_connections()
    assert not server.health_check_done


def test_what_is_no_connection_to_a_server_is_not_taken_for_silent(server: Server) -> None:
    """SQLite, no connection yet, one that was closed here."""
    assert is_silent(server.connection)
    server.connection.pgconn.socket = -1
    assert [is_silent(each) for each in (server.connection, object(), None)] == [False, False, False]
    watch_connections()
    assert not server.health_check_done
