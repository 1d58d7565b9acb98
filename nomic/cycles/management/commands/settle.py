"""Command `manage.py settle`, which settles everything due in every cycle, like the periodic Celery task."""

from typing import Any

from django.core.management.base import BaseCommand

from nomic.cycles.schedule.settle import settle_all


class Command(BaseCommand):
    help = "Perform everything that is due, in every cycle."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{settle_all()} entries")
