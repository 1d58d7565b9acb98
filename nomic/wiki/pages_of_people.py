"""Marks the wiki pages of a person as stale when they change how they look."""

from django.db import transaction

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.players.models import Player
from nomic.wiki.mark_stale import mark_stale
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.player_links import MAX_PLAYER_PAGES


def after_change(person: Person) -> None:
    """Mark the register and the person's page in each cycle with wiki pages. Each cycle is locked for itself."""
    mirrored = WikiPage.objects.filter(kind=PageKind.PLAYERS).values("cycle")
    for player in Player.objects.filter(person=person, cycle__in=mirrored).order_by("cycle"):
        number = Player.objects.filter(cycle=player.cycle_id, pk__lte=player.pk).count()
        subjects = {f"{number}"} if number <= MAX_PLAYER_PAGES else set()
        with transaction.atomic():
            Cycle.objects.select_for_update(no_key=True).get(pk=player.cycle_id)
            mark_stale(
                player.cycle_id,
                [PageKind.PLAYERS],
                lambda kind, own=subjects: own if kind == PageKind.PLAYER else (),  # type: ignore[misc]
            )
