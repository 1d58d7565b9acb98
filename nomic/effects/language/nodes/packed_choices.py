"""Choices of several players as one flat tuple, because a name cannot hold any other structure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.world import Members

# The kind of the choices of several players, by the kind of the options.
CHOICES_OF: Mapping[Kind, Kind] = {
    "names": "names by player",
    "players": "players by player",
    "cards": "cards by player",
    "proposals": "proposals by player",
}
CHOSEN_IN: Mapping[Kind, Kind] = {choices: chosen for chosen, choices in CHOICES_OF.items()}


class PlayersChoice(NamedTuple):
    """A player's choice. `answered` is False if it is the default for an unanswered question."""

    player: str
    answered: bool
    chosen: Members


def packed(choices: Iterable[PlayersChoice]) -> Members:
    """Return these choices as one tuple, which a name can hold.

    For each choice, it contains the player, 1 or 0 for whether they answered, the number of members, and the members.
    """
    found: list[int | str] = []
    for each in choices:
        found += [each.player, int(each.answered), len(each.chosen), *each.chosen]
    return tuple(found)


def unpacked(members: Members) -> Sequence[PlayersChoice]:
    """Return the choices from which `packed` made this tuple."""
    found, place = [], 0
    while place < len(members):
        player, answered, count = members[place : place + 3]
        place += 3
        found.append(PlayersChoice(str(player), bool(answered), members[place : place + int(count)]))
        place += int(count)
    return found
