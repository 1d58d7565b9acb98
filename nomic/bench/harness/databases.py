"""Databases to measure in: never the one that people play in."""

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
    """The DATABASE_URL of an empty database that is gone afterwards.

    PostgreSQL: a database of its own on the server of DATABASE_URL where that is PostgreSQL, else on a server
    started for this, which keeps its promise to survive a power cut as a real one does.
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
    """A new database on a server on which one may be made."""
    name = f"bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(configured.replace("psql://", "postgres://"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(configured)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
