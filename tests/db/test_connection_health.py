"""A silent connection is used without a health check, and a closed one is detected."""

import socket
from typing import Any

import pytest
from django.db import connections

from nomic.db.connection_health import is_silent, watch_connections


class Server:
    """Both ends of a connection, with the attributes of Django's wrapper."""

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


def test_a_silent_connection_is_not_checked(server: Server) -> None:
    watch_connections()
    assert server.health_check_done


@pytest.mark.parametrize("farewell", [b"", b"I am shut down"])
def test_a_connection_with_unread_input_is_checked(server: Server, farewell: bytes) -> None:
    """With or without a last message from the server. Django then reconnects."""
    server.theirs.sendall(farewell)
    if not farewell:
        server.theirs.close()
    watch_connections()
    assert not server.health_check_done


def test_only_open_connections_to_a_server_are_silent(server: Server) -> None:
    """Not SQLite, a missing connection, or one that was closed here."""
    assert is_silent(server.connection)
    server.connection.pgconn.socket = -1
    assert [is_silent(each) for each in (server.connection, object(), None)] == [False, False, False]
    watch_connections()
    assert not server.health_check_done
