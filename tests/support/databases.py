"""A database for one running site, on whatever server the tests run on."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit


@contextlib.contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """The DATABASE_URL of an empty database: one of its own on the PostgreSQL server of DATABASE_URL, else a file."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield f"sqlite:///{folder / 'nomic.sqlite3'}"
        return
    import psycopg

    name = f"site_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
