"""Command `manage.py new_seeds`, which makes new seeds for every open phase (R142).

Run it after an older database was restored.
"""

from typing import Any

from django.core.management.base import BaseCommand

from nomic.cycles.history.reseed import renew_seeds
from nomic.cycles.models import Cycle


class Command(BaseCommand):
    help = (
        "Give the open phases of every cycle new seeds. `restore` does so by itself. Run this if you restored an "
        "older database by other means, before you start the servers."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in Cycle.objects.filter(fork_of=None).order_by("slug").values_list("slug", flat=True):
            self.stdout.write(f"{slug}: new seeds by entry {renew_seeds(slug).seq}")
