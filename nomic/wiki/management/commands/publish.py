"""`manage.py publish`: publishes all stale pages at once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nomic.cycles.models import Cycle
from nomic.wiki.models import Publisher, Resolution, WikiPage
from nomic.wiki.publishing.outcomes import How, unpark
from nomic.wiki.publishing.publisher import publish_each


class Command(BaseCommand):
    help = "Publish every outdated page now, and print the result of each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("cycle", nargs="?", help="the slug of a cycle; all, if not given")
        parser.add_argument(
            "--all",
            action="store_true",
            help="all pages, not only the changed ones: each is read on the wiki, and saved if it differs",
        )
        parser.add_argument(
            "--take-over",
            action="store_true",
            help="publish pages that were set aside too; text outside the markers stays",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["cycle"]
        if slug is not None and not Cycle.objects.filter(slug=slug, fork_of=None).exists():
            raise CommandError(f"There is no cycle {slug!r}.")
        pages = WikiPage.objects.filter(cycle__slug=slug) if slug else WikiPage.objects.all()
        if options["all"]:
            from django.utils import timezone

            pages.filter(stale_since=None).update(stale_since=timezone.now())
        if options["take_over"]:
            for page in pages.filter(parked_at__isnull=False):
                unpark(page, Resolution.OURS)
        outcomes = []
        for outcome in publish_each(by_hand=True, cycle_slug=slug):
            self.stdout.write(f"{outcome.title}: {outcome.how}" + (f" ({outcome.detail})" if outcome.detail else ""))
            outcomes.append(outcome)
        if not outcomes:
            self.stdout.write("Nothing to publish.")
        elif outcomes[-1].how is How.STOPPED:
            raise CommandError(f"Publishing stopped: {Publisher.objects.get(pk=1).reason}")
        if failed := [outcome for outcome in outcomes if outcome.how is How.LATER]:
            raise CommandError(
                f"{len(failed)} of {len(outcomes)} pages could not be published. The worker retries them."
            )
