"""Command `manage.py replay CYCLE`, which replays a journal in a fork and compares digests."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle


class Command(BaseCommand):
    help = "Replay a cycle's journal into an empty fork and compare the two."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cycle", help="the cycle's slug")
        parser.add_argument("--keep", action="store_true", help="keep the replayed copy")

    def handle(self, *args: Any, **options: Any) -> None:
        cycle = Cycle.objects.filter(slug=options["cycle"]).first()
        if cycle is None:
            raise CommandError(f"there is no cycle {options['cycle']!r}")
        began = time.perf_counter()
        replayed = replay_journal(cycle)
        seconds = time.perf_counter() - began
        self.stdout.write(f"original {replayed.original_digest}")
        self.stdout.write(f"fork     {replayed.digest}")
        self.stdout.write(f"{replayed.entries} entries in {seconds:.2f} s, {replayed.entries / seconds:.0f} a second")
        if not options["keep"]:
            discard_fork(replayed.fork)
        if not replayed.same:
            raise CommandError(f"the replay differs: {replayed.difference}")
        self.stdout.write("The replay matches the original.")
