"""Copies a whole database with its own backup tools: SQLite's online backup, or PostgreSQL's programs."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient

# Read in the same snapshot as the copy: the cycles with their positions, and the migrations.
CYCLES = "SELECT slug, seq, revision FROM cycles_cycle WHERE fork_of_id IS NULL ORDER BY slug"
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"
OTHER_SESSIONS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
SECONDS_FOR_LOCKS = 10  # timeout for other sessions to release the tables that a restore replaces


class CannotCopy(Exception):
    """Raised if a database cannot be exported or restored. The message is for the terminal."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a copy: (slug, seq, revision) of each cycle, and (app, name) of each migration."""

    cycles: list[tuple[str, int, int]]
    migrations: list[tuple[str, str]]


class Copier(Protocol):
    """Exports and restores one kind of database."""

    vendor: str

    def copy_out(self, file: Path) -> Contents:
        """Write the database into a new file without blocking others. Raises CannotCopy if that fails."""

    def copy_in(self, file: Path) -> None:
        """Replace the database with the contents of the file in a single transaction.

        Raises CannotCopy if that fails.
        """

    def others(self) -> int:
        """Return the number of other users of the database: processes that have its file open, or sessions."""


class Sqlite:
    """Copies a database by SQLite's online backup."""

    vendor = "sqlite"

    def copy_out(self, file: Path) -> Contents:
        with _opened(_path()) as source, _opened(file) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # Write a single file, without a WAL beside it.
            if (found := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise CannotCopy(f"the copy is damaged: {found}")
            return Contents(copy.execute(CYCLES).fetchall(), copy.execute(MIGRATIONS).fetchall())

    def copy_in(self, file: Path) -> None:
        connection.close()
        try:
            with _opened(file) as copy, _opened(_path()) as target:
                if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                    raise CannotCopy("the database in the backup is damaged")
                copy.backup(target)
        except sqlite3.Error as error:
            raise CannotCopy(f"SQLite: {error}") from None

    def others(self) -> int:
        here, ours = str(_path().resolve()), str(os.getpid())
        found = set()
        for opened in Path("/proc").glob("[0-9]*/fd/*"):
            with contextlib.suppress(OSError):  # it has been closed, or is another user's
                if str(opened.readlink()) == here:
                    found.add(opened.parts[2])
        return len(found - {ours})


class Postgresql:
    """Exports a database by pg_dump, and restores it by pg_restore and psql."""

    vendor = "postgresql"

    def copy_out(self, file: Path) -> Contents:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                cursor.execute("SELECT pg_export_snapshot()")
                [snapshot] = cursor.fetchone()
                cursor.execute(CYCLES)
                cycles = cursor.fetchall()
                cursor.execute(MIGRATIONS)
                migrations = cursor.fetchall()
                words = ["--format=custom", "--no-owner", "--no-privileges", "--schema=public"]
                _run("pg_dump", *words, f"--snapshot={snapshot}", f"--file={file}", database=True)
            finally:
                cursor.execute("ROLLBACK")
        return Contents(cycles, migrations)

    def copy_in(self, file: Path) -> None:
        connection.close()
        script = file.with_suffix(".sql")
        _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file))
        text = script.read_text()
        # The dump creates the schema. The command below has already created it in the same transaction.
        script.write_text("\n".join(line for line in text.splitlines() if line != "CREATE SCHEMA public;"))
        _run(
            "psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1",
            "--command=DROP SCHEMA public CASCADE", "--command=CREATE SCHEMA public", f"--file={script}",
            database=True, PGOPTIONS=f"-c lock_timeout={SECONDS_FOR_LOCKS}s -c client_min_messages=warning",
        )  # fmt: skip

    def others(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute(OTHER_SESSIONS)
            [count] = cursor.fetchone()
        return int(count)


def copier() -> Copier:
    """Return the copier for the configured database. Raises CannotCopy if it is not supported."""
    found: dict[str, Copier] = {each.vendor: each for each in (Sqlite(), Postgresql())}
    if connection.vendor not in found:
        raise CannotCopy(f"there is no way to copy a database of {connection.vendor}")
    return found[connection.vendor]


def _path() -> Path:
    """Return the path of the SQLite database. Raises CannotCopy if it is in memory."""
    if connection.is_in_memory_db():  # type: ignore[attr-defined]  # only SQLite has it
        raise CannotCopy("a database in memory is gone with its process: there is nothing to copy")
    return Path(connection.settings_dict["NAME"])


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, timeout=SECONDS_FOR_LOCKS)) as opened:
        yield opened


def _run(program: str, *words: str, database: bool = False, **more: str) -> None:
    """Run a PostgreSQL program, with the configured database if `database` is set.

    Raises CannotCopy if the program is missing or fails.
    """
    if shutil.which(program) is None:
        raise CannotCopy(f"{program} is missing; on Debian and Ubuntu: apt-get install postgresql-client")
    arguments: list[str] = []
    environ: Mapping[str, str] = {}
    if database:
        arguments, environ = _where(program)
    done = subprocess.run(  # noqa: S603 - the program's name is ours, and no shell parses the arguments
        [program, *words, *arguments], env={**os.environ, **environ, **more}, capture_output=True, text=True
    )
    if done.returncode:
        raise CannotCopy(f"{program} failed:\n{done.stderr.strip()}")


def _where(program: str) -> tuple[list[str], Mapping[str, str]]:
    """Return command-line arguments for the configured database, and an environment that contains the password."""
    settings: dict[str, Any] = {**connection.settings_dict, "OPTIONS": {}}
    words, environ = DatabaseClient.settings_to_cmd_args_env(settings, [])
    return [word for word in words if word != "psql"], environ or {}
