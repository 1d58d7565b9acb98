"""Health checks of database connections by polling their sockets instead of sending a query.

A server that goes away closes the connection, and the closed socket is readable. Django's own health check sends a
query with each request, which costs as much as the statements of an act.
"""

import select
from typing import Any

from django.db import connections


def watch_connections() -> None:
    """Skip Django's health check for connections that have no unread input and so are still open."""
    known: Any = connections.all(initialized_only=True)  # The type stubs lack the attributes of health checks.
    for connection in known:
        if connection.health_check_enabled and not connection.health_check_done and is_silent(connection.connection):
            connection.health_check_done = True


def is_silent(connection: object) -> bool:
    """Return whether a PostgreSQL connection is open and has no unread input, that is, no message and no end of file.

    Returns False for other databases, for None, and for a connection that was closed here.
    """
    pgconn = getattr(connection, "pgconn", None)
    if pgconn is None or pgconn.socket < 0:
        return False
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN)
    return not poll.poll(0)
