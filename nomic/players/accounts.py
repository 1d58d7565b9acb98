"""Whose players are: a replay knows them by their names alone, and the accounts of people are no part of a history."""

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.players.models import Player


def give_accounts(cycle: Cycle) -> None:
    """Give every player of a history that was just adopted the account of that name, where there is one."""
    players = list(Player.objects.filter(cycle=cycle, person=None))
    found = dict(Person.objects.filter(username__in=[player.name for player in players]).values_list("username", "pk"))
    for player in players:
        player.person_id = found.get(player.name)
    Player.objects.bulk_update(players, ["person"])
