"""Databases for running sites and for processes that race, on whatever server the tests run on."""

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from nomic.launch.environment import ROOT
from tests.support.once import FOLDER, made_once


def sqlite_with_tables(file: Path) -> str:
    """The DATABASE_URL of a new SQLite file in which all tables are made.

    They are made once for a run, which takes many seconds, and copied. Whoever has no such run gets an empty file's
    address, in which the first `migrate` makes them.
    """
    if FOLDER in os.environ:
        shutil.copyfile(made_once("tables.sqlite3", _make_tables), file)
    return f"sqlite:///{file}"


def _make_tables(file: Path) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(file.parent / "var")}
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)


@contextlib.contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """The DATABASE_URL of a database of its own: an empty one on the PostgreSQL server of DATABASE_URL, else a file."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield sqlite_with_tables(folder / "nomic.sqlite3")
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
