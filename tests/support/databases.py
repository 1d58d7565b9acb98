"""Databases for tests with running sites or concurrent processes, on the server that the tests use."""

import contextlib
import hashlib
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import django
from django.apps import apps

from nomic.devtools.virtualenv import ROOT
from tests.support.once_per_run_files import FOLDER, made_once

KEPT_TABLES = ROOT / "var" / "test-tables"  # one SQLite file with all tables, for the next test run
TEMPLATE = "nomic_tables"  # the database on a PostgreSQL server that others are copies of


def sqlite_with_tables(file: Path) -> str:
    """Return the DATABASE_URL of a new SQLite file that has all tables.

    The tables are created once in a test run, because this takes many seconds, and are copied. Outside a test run, the
    file is empty, and the first `migrate` creates the tables.
    """
    if FOLDER in os.environ:
        shutil.copyfile(tables_in_a_file(), file)
    return f"sqlite:///{file}"


def tables_in_a_file() -> Path:
    """Return the test run's SQLite file that has all tables and no rows."""
    return made_once("tables.sqlite3", _make_tables)


def lay_tables(empty: sqlite3.Connection) -> None:
    """Create all tables in an empty database."""
    with contextlib.closing(sqlite3.connect(tables_in_a_file())) as made:
        made.backup(empty)


def database_with_tables(server: str, name: str = "") -> str:
    """Return the DATABASE_URL of a new PostgreSQL database, copied from a template that has all tables.

    Without `name`, the database gets a unique name, because a module's fixtures may be created twice in a run.
    """
    import psycopg

    name = name or f"copy_{secrets.token_hex(4)}"
    made_once(f"tables.{urlsplit(server).port}", partial(_make_tables_on, server))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return urlsplit(server)._replace(path=f"/{name}").geturl()


def _make_tables_on(server: str, made: Path) -> None:
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    _migrate(urlsplit(server)._replace(path=f"/{TEMPLATE}").geturl(), made.parent)
    made.touch()


def _make_tables(file: Path) -> None:
    """Copy the tables that an earlier run kept for the same migrations, or create them (15 s of work) and keep them."""
    kept = KEPT_TABLES / f"{_digest_of_migrations()}.sqlite3"
    with contextlib.suppress(FileNotFoundError):  # none is kept, or another run has just replaced it
        shutil.copyfile(kept, file)
        return
    _migrate(f"sqlite:///{file}", file.parent)
    KEPT_TABLES.mkdir(parents=True, exist_ok=True)
    for older in KEPT_TABLES.glob("*.sqlite3"):
        older.unlink(missing_ok=True)
    partial_copy = kept.with_suffix(f".{os.getpid()}")
    shutil.copyfile(file, partial_copy)
    partial_copy.rename(kept)  # so another run never reads half a file


def _digest_of_migrations() -> str:
    """Return a name for what `migrate` would create: the texts of all apps' migrations and Django's version."""
    digest = hashlib.sha256(django.get_version().encode())
    for app in apps.get_app_configs():
        for migration in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(f"{app.label} {migration.name}\n".encode() + migration.read_bytes())
    return digest.hexdigest()[:16]


def _migrate(url: str, folder: Path) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    env = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(folder / "var")}
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)


@contextlib.contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """Yield the DATABASE_URL of a new database: on DATABASE_URL's PostgreSQL server, without tables, else in SQLite."""
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
