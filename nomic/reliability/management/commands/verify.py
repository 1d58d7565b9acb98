"""`manage.py verify [CYCLE…]`: run the integrity checks; for operators, or for cron."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomic.cycles.models import Cycle
from nomic.reliability.integrity import GRACE, Finding, findings_of_the_house, integrity_violations


class Command(BaseCommand):
    help = "Check ledger, journal, draws, due work, notifications and wiki. Print findings; exit 1 if there is any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cycles", nargs="*", metavar="CYCLE", help="slugs (all cycles, and checks across them)")
        parser.add_argument("--quick", action="store_true", help="leave out the replay of each journal")
        parser.add_argument("--json", action="store_true", help="print the findings as a JSON list")
        parser.add_argument(
            "--grace",
            type=float,
            default=GRACE.total_seconds(),
            help="seconds that due work may be late (%(default)g)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["grace"] <= timedelta(days=365).total_seconds():
            raise CommandError("--grace is a number of seconds, at most a year of them")
        cycles = _chosen(options["cycles"])
        found = []
        for finding in _all(cycles, options):
            found.append(finding)
            if not options["json"]:
                self.stdout.write(str(finding))
        if options["json"]:
            self.stdout.write(json.dumps([asdict(each) for each in found], indent=1))
        elif not found:
            self.stdout.write(f"Nothing is wrong in {len(cycles)} cycle{'s' * (len(cycles) != 1)}.")
        if found:
            sys.exit(1)


def _chosen(slugs: list[str]) -> list[Cycle]:
    """Return the cycles with these slugs, or all cycles."""
    there = {cycle.slug: cycle for cycle in Cycle.objects.filter(fork_of=None).order_by("slug")}
    unknown = [slug for slug in slugs if slug not in there]
    if unknown:
        raise CommandError(f"there is no cycle {', '.join(map(repr, unknown))}")
    return [there[slug] for slug in dict.fromkeys(slugs)] if slugs else list(there.values())


def _all(cycles: list[Cycle], options: dict[str, Any]) -> Iterator[Finding]:
    grace = timedelta(seconds=options["grace"])
    for cycle in cycles:
        yield from integrity_violations(cycle, quick=options["quick"], grace=grace)
    if not options["cycles"]:
        yield from findings_of_the_house(grace)
