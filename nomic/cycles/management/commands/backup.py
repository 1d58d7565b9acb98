"""Command `manage.py backup FILE`, which writes the whole database to a file while the site is running."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomic.cycles.backups import backup_made
from nomic.cycles.backups.archive import write_backup
from nomic.cycles.backups.backends import CannotCopy, copier


class Command(BaseCommand):
    help = "Write the whole database into one file. It holds secret seeds and password hashes: keep it safe."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="the file to write, such as backups/2024-05-01.zip; it must not exist yet"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["file"].resolve()
        if target.exists():
            raise CommandError(f"{target} already exists; a backup never replaces another.")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
                copying = copier()
                database = Path(folder) / "database"
                contents = copying.copy_out(database)
                manifest = write_backup(target, database, copying.vendor, contents)
        except (CannotCopy, OSError) as error:
            raise CommandError(f"No backup was made: {error}") from None
        backup_made.send(sender=self.__class__, at=manifest.made_at)
        for cycle in manifest.cycles:
            self.stdout.write(f"{cycle.slug}: {cycle.seq} entries, revision {cycle.revision} of its law")
        self.stdout.write(f"{target}, {target.stat().st_size / 1e6:.1f} MB. Keep it safe: it holds what is secret.")
