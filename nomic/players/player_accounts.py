"""Accounts of players.

A replay knows players only by name, because accounts are not part of a cycle's history.
"""

from django.db.models import QuerySet

from nomic.accounts.lifecycle.account_deletion import NotClosed
from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle, Status
from nomic.players.models import Player


def give_accounts(cycle: Cycle) -> None:
    """Link the players of a fork that was promoted to the accounts with the same names, if there are any."""
    players = list(Player.objects.filter(cycle=cycle, person=None))
    found = dict(Person.objects.filter(username__in=[player.name for player in players]).values_list("username", "pk"))
    for player in players:
        player.person_id = found.get(player.name)
    Player.objects.bulk_update(players, ["person"])


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
