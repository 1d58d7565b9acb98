"""Temporary databases for benchmarks. The configured database is never used."""

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from nomic.devtools.servers import postgres


@contextlib.contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Yield the DATABASE_URL of an empty database that is removed afterwards.

    For PostgreSQL, the database is created on the server of DATABASE_URL if that is a PostgreSQL server. Otherwise a
    new server is started for it, with the durability of a production server.
    """
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'bench.sqlite3'}"
        return
    configured = os.environ.get("DATABASE_URL", "")
    if configured.startswith("postgres"):
        with _beside(configured) as url:
            yield url
    else:
        with postgres(durable=True) as url:
            yield url


@contextlib.contextmanager
def _beside(configured: str) -> Iterator[str]:
    """Create a new database on the configured server, if the server permits it."""
    name = f"bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(configured.replace("psql://", "postgres://"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(configured)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
