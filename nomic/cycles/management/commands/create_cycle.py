"""Command `manage.py create_cycle TEMPLATE`, which creates a cycle under the law of a template."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.schedule.phase_names import phase_name
from nomic.cycles.schedule.settle import settled_cycle
from nomic.law.document.sections import LawInvalid
from nomic.law.document.templates import NoSuchTemplate, law_templates


class Command(BaseCommand):
    help = "Create a cycle from a law template of an installed app."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("template", help=f"one of: {', '.join(sorted(law_templates()))}")
        parser.add_argument("--slug", default="", help="its name in URLs (default: the template's)")
        parser.add_argument("--title", default="")
        parser.add_argument("--practice", action="store_true", help="a practice cycle, with a clock of its own")
        parser.add_argument("--owner", default="", help="the person who may advance a practice cycle's clock")
        parser.add_argument(
            "--starts-at", type=datetime.fromisoformat, help="an instant, in UTC unless it has an offset"
        )
        parser.add_argument("--published", action="store_true", help="publish a practice cycle's pages too")

    def handle(self, *args: Any, **options: Any) -> None:
        starts_at = options["starts_at"]
        if starts_at is not None and starts_at.tzinfo is None:
            starts_at = starts_at.replace(tzinfo=UTC)
        try:
            cycle = create_cycle(
                options["template"],
                slug=options["slug"],
                title=options["title"],
                starts_at=starts_at,
                practice=options["practice"],
                owner_name=options["owner"],
                published=True if options["published"] else None,
            )
            cycle = settled_cycle(cycle.slug)  # It may already have begun, if it starts in the past.
        except (NoSuchTemplate, LawInvalid, Refusal, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{cycle.title} begins as {cycle.slug}: {phase_name(cycle)}.")
