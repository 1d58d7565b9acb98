"""Leaving every game before an account is closed (R143)."""

from django.db.models import QuerySet

from nomic.accounts.lifecycle.account_deletion import NotClosed
from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Status
from nomic.players.models import Player


def games_of(person: Person) -> list[str]:
    """Return the titles of the running cycles in which a person plays."""
    return [player.cycle.title for player in _playing(person)]


def leave_everything(person: Person) -> None:
    """Leave every running cycle before an account is deleted (R143). Raises NotClosed if a cycle refuses."""
    for player in _playing(person):
        try:
            perform(player.cycle.slug, Actor.person(person), "leave", {})
        except Refusal as refusal:
            raise NotClosed(f"{player.name} cannot leave {player.cycle.title} now: {refusal.detail}") from None


def _playing(person: Person) -> QuerySet[Player]:
    mine = Player.objects.filter(person=person, left_at=None, cycle__status=Status.RUNNING, cycle__fork_of=None)
    return mine.select_related("cycle").order_by("cycle__slug")
