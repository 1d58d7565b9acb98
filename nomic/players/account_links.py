"""Links between players and accounts.

A replay knows players only by name, because accounts are not part of a cycle's history.
"""

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.players.models import Player


def give_accounts(cycle: Cycle) -> None:
    """Link the players of a fork that was promoted to the accounts with the same names, if there are any."""
    players = list(Player.objects.filter(cycle=cycle, person=None))
    found = dict(Person.objects.filter(username__in=[player.name for player in players]).values_list("username", "pk"))
    for player in players:
        player.person_id = found.get(player.name)
    Player.objects.bulk_update(players, ["person"])
