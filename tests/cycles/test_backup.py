"""`manage.py backup` and `restore`: the whole database in one file, and proof that it came back whole."""

import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command

from nomic.cycles.backups.archive import BadBackup, unpacked_backup, write_backup
from nomic.cycles.backups.backends import Contents
from nomic.devtools.virtualenv import ROOT
from tests.support.databases import sqlite_with_tables

CONTENTS = Contents([("cycle-16", 12, 3)], [("cycles", "0001_initial")])

# What somebody does at a terminal, in one process to save the starts: each line of `said` is what a step told.
FIRST = """
import json, sys, django
django.setup()
from django.core.management import call_command
from nomic.accounts.models import Person
from nomic.cycles.domain.actor import Actor
from nomic.cycles.commands.perform import perform
call_command("migrate", interactive=False, verbosity=0)
call_command("create_cycle", "cycle-16")
ada = Actor.person(Person.objects.create_user("ada"))
perform("cycle-16", ada, "join", {})
perform("cycle-16", ada, "offer-trade", {"gives": {"Vertebra": 2}})
perform("cycle-16", ada, "file-request", {"kind": "statement", "title": "Chips are food", "about": ["chips"]})
call_command("backup", sys.argv[1])
ben = Actor.person(Person.objects.create_user("ben"))
perform("cycle-16", ben, "join", {})
perform("cycle-16", ben, "consent-trade", {"trade": "1", "version": 1})
"""
THEN = """
import json, sys, django
django.setup()
from django.core.management import CommandError, call_command
from nomic.cycles.models import Cycle
from nomic.court.models import Request
from nomic.players.models import Player
from nomic.office.health.heartbeats import BACKUP, job_runs
from nomic.trades.models import Trade
told = {}
try:
    call_command("restore", sys.argv[1])
except CommandError as error:
    told["refused"] = str(error)
told["before"] = sorted(Player.objects.values_list("name", flat=True))
call_command("restore", sys.argv[1], replace=True, stdout=open(sys.argv[2], "w"))
told["after"] = sorted(Player.objects.values_list("name", flat=True))
told["offers"] = list(Trade.objects.values_list("maker", "other", "status"))
told["requests"] = list(Request.objects.values_list("title", flat=True))
told["backup"] = str(job_runs()[BACKUP].last)
told["forks"] = Cycle.objects.exclude(fork_of=None).count()
print(json.dumps(told))
"""

REFUSED = """
import sys, django
django.setup()
from django.core.management import CommandError, call_command
from nomic.players.models import Player
try:
    call_command("restore", sys.argv[1], replace=True)
except CommandError as error:
    print(error)
print(Player.objects.count(), "players")
"""
IN_USE = "Nothing was restored: another uses the database. Stop the web servers and the workers first."


def run(script: str, url: str, folder: Path, *words: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": url,
            "VAR_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "nomic.config.settings",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def backed_up_and_restored(url: str, folder: Path) -> None:
    file, said = folder / "backups" / "monday.zip", folder / "said"
    out = run(FIRST, url, folder, file)
    assert re.search(r"^cycle-16: \d+ entries, revision 0 of its law$", out, re.MULTILINE)
    assert file.stat().st_mode & 0o077 == 0  # secret seeds and hashes of passwords are in it
    told = json.loads(run(THEN, url, folder, file, said).splitlines()[-1])
    assert told["refused"].startswith("The database holds cycles.")
    assert told["before"] == ["ada", "ben"]
    assert told["after"] == ["ada"]
    assert told["offers"] == [["ada", "", "open"]]
    assert told["requests"] == ["Chips are food"]
    assert told["forks"] == 0
    with zipfile.ZipFile(file) as archive:
        made_at = datetime.fromisoformat(json.loads(archive.read("manifest.json"))["made_at"])
    assert datetime.fromisoformat(told["backup"]) == made_at  # the office knows it afterwards, too
    assert "the replay matches it" in said.read_text()


def test_a_backup_comes_back_on_sqlite(tmp_path: Path) -> None:
    """What was there at the backup is there again, nothing that came later is, and the journal still gives the state.

    Without --replace a database that holds cycles is left alone.
    """
    backed_up_and_restored(sqlite_with_tables(tmp_path / "nomic.sqlite3"), tmp_path)


@pytest.mark.postgres
def test_a_backup_comes_back_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    """The same by PostgreSQL's own programs. Nothing is restored beneath another session."""
    backed_up_and_restored(postgres_url, tmp_path)
    with psycopg.connect(postgres_url):
        said = run(REFUSED, postgres_url, tmp_path, tmp_path / "backups" / "monday.zip")
    assert said.startswith(IN_USE)
    assert said.endswith("1 players\n")


def test_nothing_is_restored_beneath_a_server_on_sqlite(tmp_path: Path) -> None:
    """A process that has the file open would go on with what it remembers of it. Here there are two: this one, too."""
    url, file = sqlite_with_tables(tmp_path / "nomic.sqlite3"), tmp_path / "monday.zip"
    run(FIRST, url, tmp_path, file)
    with (tmp_path / "nomic.sqlite3").open() as opened, subprocess.Popen(["sleep", "300"], stdin=opened) as server:
        said = run(REFUSED, url, tmp_path, file)
        server.kill()
    assert said.startswith(IN_USE.replace("another uses", "2 others use"))
    assert said.endswith("2 players\n")


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A small file of the right form; its database is no database."""
    (tmp_path / "database").write_bytes(b"rows " * 5000)
    write_backup(tmp_path / "monday.zip", tmp_path / "database", "sqlite", CONTENTS)
    return tmp_path / "monday.zip"


def test_what_was_packed_is_unpacked(backup: Path) -> None:
    with unpacked_backup(backup) as (manifest, database):
        assert database.read_bytes() == b"rows " * 5000
        assert (manifest.vendor, manifest.cycles[0].slug, manifest.cycles[0].seq) == ("sqlite", "cycle-16", 12)
    assert not database.exists()


def test_a_backup_never_replaces_another(backup: Path) -> None:
    """Neither by the command nor below it, and nothing half-written stays behind."""
    before = backup.read_bytes()
    with pytest.raises(FileExistsError):
        write_backup(backup, backup.parent / "database", "sqlite", CONTENTS)
    with pytest.raises(CommandError, match="never replaces another"):
        call_command("backup", str(backup))
    assert backup.read_bytes() == before
    assert sorted(path.name for path in backup.parent.iterdir()) == ["database", "monday.zip"]


def rewritten(backup: Path, change: Any) -> Path:
    """The same backup with its parts changed by `change(name, data)`; None leaves a part out."""
    changed = backup.with_name("changed.zip")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = change(name, old.read(name))
            if data is not None:
                new.writestr(name, data)
    return changed


CHANGES = {
    "its database changed": lambda name, data: data if name == "manifest.json" else b"other " + data[6:],
    "its database cut": lambda name, data: data if name == "manifest.json" else data[:-1],
    "no database": lambda name, data: data if name == "manifest.json" else None,
    "no manifest": lambda name, data: None if name == "manifest.json" else data,
    "another format": lambda name, data: data.replace(b"nomic-backup-1", b"nomic-backup-9"),
    "a manifest that is none": lambda name, data: b"{}" if name == "manifest.json" else data,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_damaged_backup_is_told(backup: Path, change: Any) -> None:
    with pytest.raises(BadBackup), unpacked_backup(rewritten(backup, change)):
        pass


def test_what_is_no_backup_is_told(tmp_path: Path) -> None:
    (tmp_path / "photo.zip").write_bytes(b"GIF89a")
    for name in ("photo.zip", "missing.zip"):
        with pytest.raises(BadBackup), unpacked_backup(tmp_path / name):
            pass


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("vendor", "migrations", "told"),
    [
        ("oracle", [], "its database is oracle"),
        (None, [("cycles", "9999_from_the_future")], "another version of this program"),
    ],
)
def test_a_backup_that_does_not_fit_here_is_refused(
    tmp_path: Path, vendor: str | None, migrations: list[tuple[str, str]], told: str
) -> None:
    """Of another kind of database, or of a version with migrations that this one does not have; nothing is touched."""
    from django.db import connection

    (tmp_path / "database").write_bytes(b"")
    write_backup(tmp_path / "b.zip", tmp_path / "database", vendor or connection.vendor, Contents([], migrations))
    with pytest.raises(CommandError, match=f"Nothing was restored: .*{told}"):
        call_command("restore", str(tmp_path / "b.zip"))
