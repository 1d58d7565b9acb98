"""What each of several players has chosen, as one value: packed into a flat set, as names stand for no other kind."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.world import Members

# What stands for the choices of several, by what they chose among.
CHOICES_OF: Mapping[Kind, Kind] = {
    "names": "names by player",
    "players": "players by player",
    "cards": "cards by player",
}
CHOSEN_IN: Mapping[Kind, Kind] = {choices: chosen for chosen, choices in CHOICES_OF.items()}


class PlayersChoice(NamedTuple):
    """What a player chose, and whether they answered themselves: else it is what became of it without them."""

    player: str
    answered: bool
    chosen: Members


def packed(choices: Iterable[PlayersChoice]) -> Members:
    """The choices as one value: of each the player, 1 or 0, how many follow, and these."""
    found: list[int | str] = []
    for each in choices:
        found += [each.player, int(each.answered), len(each.chosen), *each.chosen]
    return tuple(found)


def unpacked(members: Members) -> Sequence[PlayersChoice]:
    """The choices that a value stands for."""
    found, place = [], 0
    while place < len(members):
        player, answered, count = members[place : place + 3]
        place += 3
        found.append(PlayersChoice(str(player), bool(answered), members[place : place + int(count)]))
        place += int(count)
    return found
