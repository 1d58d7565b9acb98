"""Whether the database is still there is heard, not asked: a server that went away has closed the connection.

Django's own check asks a question of the server with each request; here that costs as much as an act's own statements.
"""

import select
from typing import Any

from django.db import connections


def watch_connections() -> None:
    """Have Django not ask those servers that have closed nothing; what has said something unasked is asked."""
    known: Any = connections.all(initialized_only=True)  # their types leave out the checks
    for connection in known:
        if connection.health_check_enabled and not connection.health_check_done and is_silent(connection.connection):
            connection.health_check_done = True


def is_silent(connection: object) -> bool:
    """Whether nothing waits to be read of a PostgreSQL server: neither its farewell nor the end of the connection."""
    pgconn = getattr(connection, "pgconn", None)
    if pgconn is None or pgconn.socket < 0:
        return False
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN)
    return not poll.poll(0)
