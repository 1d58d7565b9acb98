"""Command `manage.py restore FILE`, which restores a backup.

Afterwards it migrates the database, makes new seeds, and compares a replay with the restored state.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from nomic.cycles.backups import backup_made
from nomic.cycles.backups.archive import BadBackup, Manifest, unpacked_backup
from nomic.cycles.backups.backends import CannotCopy, copier
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle

IN_USE = "{} the database. Stop the web servers and the workers first. If they do not matter, add --anyway."


class Command(BaseCommand):
    help = (
        "Restore a backup into an empty database, give every open phase a new seed, replay every cycle, and compare. "
        "Stop all servers first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` wrote")
        parser.add_argument("--replace", action="store_true", help="delete the current contents of the database")
        parser.add_argument("--anyway", action="store_true", help="restore even if others are using the database")
        parser.add_argument("--no-replay", action="store_true", help="do not replay and compare afterwards")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["replace"] and _holds_cycles():
            raise CommandError("The database holds cycles. Back them up, then use --replace to delete them.")
        try:
            with unpacked_backup(options["file"]) as (manifest, database):
                copying = copier()
                _check(manifest, copying.vendor)
                if not options["anyway"] and (others := copying.others()):
                    raise CannotCopy(IN_USE.format("another uses" if others == 1 else f"{others} others use"))
                copying.copy_in(database)
        except (BadBackup, CannotCopy) as error:
            raise CommandError(f"Nothing was restored: {error}") from None
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"Restored as of {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC.")
        # The file was written before its own sign was, so the restored database does not know of it.
        backup_made.send(sender=self.__class__, at=manifest.made_at)
        failures = _differences(manifest)
        call_command("new_seeds", stdout=self.stdout)
        if not options["no_replay"]:
            failures += self._replays()
        if failures:
            raise CommandError("\n".join(failures))
        self.stdout.write("Now start the servers and repair the wiki: publish --all, then publish --take-over")

    def _replays(self) -> list[str]:
        """Replay the journal of each cycle, and return a message for each difference."""
        failures = []
        for cycle in Cycle.objects.filter(fork_of=None).order_by("slug"):
            replayed = replay_journal(cycle)
            discard_fork(replayed.fork)
            said = "the replay matches it" if replayed.same else f"THE REPLAY DIFFERS: {replayed.difference}"
            self.stdout.write(f"{cycle.slug}: {replayed.entries} entries, {said}")
            if not replayed.same:
                failures.append(f"{cycle.slug}: the replay differs: {replayed.difference}")
        return failures


def _holds_cycles() -> bool:
    return Cycle._meta.db_table in connection.introspection.table_names() and Cycle.objects.exists()


def _check(manifest: Manifest, vendor: str) -> None:
    """Raise BadBackup if this installation cannot restore the backup: another database vendor, or a newer version."""
    if manifest.vendor != vendor:
        raise BadBackup(f"its database is {manifest.vendor}, and this one is {vendor}")
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations.keys()
    if newer := [f"{app} {name}" for app, name in manifest.migrations if (app, name) not in known]:
        raise BadBackup(f"it was made by another version of this program, which has: {', '.join(newer[:5])}")


def _differences(manifest: Manifest) -> list[str]:
    """Return a message for each difference between the manifest and the restored database."""
    there = dict(Cycle.objects.filter(fork_of=None).values_list("slug", "seq"))
    expected = {cycle.slug: cycle.seq for cycle in manifest.cycles}
    return [
        f"{slug}: {expected.get(slug, 'no')} entries in the backup's manifest, {there.get(slug, 'no')} in its database"
        for slug in sorted(there.keys() | expected.keys())
        if there.get(slug) != expected.get(slug)
    ]
