"""Databases for running sites and for processes that race, on whatever server the tests run on."""

import contextlib
import fcntl
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from nomic.launch.environment import ROOT

FOLDER = "NOMIC_TESTS_FOLDER"  # the environment's name of the folder that all processes of a run share


def sqlite_with_tables(file: Path) -> str:
    """The DATABASE_URL of a new SQLite file in which all tables are made.

    They are made once for a run, which takes many seconds, and copied. Whoever has no such run gets an empty file's
    address, in which the first `migrate` makes them.
    """
    if FOLDER in os.environ:
        shutil.copyfile(_pattern(Path(os.environ[FOLDER])), file)
    return f"sqlite:///{file}"


def _pattern(folder: Path) -> Path:
    made = folder / "tables.sqlite3"
    with (folder / "tables.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            unfinished = folder / "unfinished.sqlite3"
            unfinished.unlink(missing_ok=True)
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            env = {**os.environ, "DATABASE_URL": f"sqlite:///{unfinished}", "VAR_DIR": str(folder / "var")}
            subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
            unfinished.rename(made)
    return made


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
