"""Marks the wiki pages of a person as stale when they change how they look."""

from django.db import transaction

from nomic.accounts.models import Person
from nomic.cycles.journal.append import lock_cycle
from nomic.players.models import Player
from nomic.wiki.mark_stale import Subjects, mark_stale
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.player_links import has_page


def after_change(person: Person) -> None:
    """Mark the register of players and the person's page as stale in every cycle that has wiki pages.

    Each cycle is locked and committed separately.
    """
    mirrored = WikiPage.objects.filter(kind=PageKind.PLAYERS).values("cycle")
    for player in Player.objects.filter(person=person, cycle__in=mirrored).select_related("cycle").order_by("cycle"):
        number = Player.objects.filter(cycle=player.cycle_id, pk__lte=player.pk).count()
        with transaction.atomic():
            lock_cycle(player.cycle.slug)
            mark_stale(player.cycle_id, [PageKind.PLAYERS], _page_of(number))


def _page_of(number: int) -> Subjects:
    """Return the subjects of the pages about the player with this number of joining.

    Empty beyond `MAX_PLAYER_PAGES`.
    """
    subjects = [f"{number}"] if has_page(number) else []
    return lambda kind: subjects if kind == PageKind.PLAYER else ()
