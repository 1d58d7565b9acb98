"""A cycle whose law includes Knucklebones, and helpers with which its players play."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.cycles.models import Entry
from nomic.matches.hosting.lifecycle import find_match
from nomic.matches.hosting.loaded_match import LoadedMatch, loaded_match
from nomic.matches.models import Match
from tests.support.hall import Document, Hall, OpenCycle, cycle_16

Json = Any


def law_with_bones(**changes: Json) -> Document:
    """Cycle 16's law with the switch on; `changes` are values of the section."""
    law = cycle_16()
    law["knucklebones"] |= {"in_force": True, **changes}
    return law


class Bones:
    """A hall in which Knucklebones is played."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def want(self, player: str, *opponents: str, how: str = "each") -> Entry:
        """Somebody declares whom they want to play."""
        return self.hall.do(player, "intend-knucklebones", opponents=list(opponents), how=how)

    @property
    def matches(self) -> list[Match]:
        """All games, in the order in which they were opened."""
        return list(Match.objects.filter(cycle=self.hall.pk, game="knucklebones").order_by("opened_seq", "place"))

    @property
    def pairs(self) -> list[tuple[str, ...]]:
        """Who plays whom, as the pairs were formed."""
        return [tuple(match.options["players"]) for match in self.matches]

    def table(self, place: int = 0) -> LoadedMatch:
        """A game as it stands."""
        ctx = self.hall.read_context("ada")
        return loaded_match(ctx, find_match(ctx, self.matches[place].code))

    def state(self, place: int = 0) -> Any:
        """The engine's state of a game."""
        return self.table(place).state

    def move(self, player: str, kind: str, *answers: list[Json], place: int = 0, **fields: Json) -> Entry:
        """Somebody makes a move in a game."""
        args: dict[str, Json] = {"match": self.matches[place].code, "move": {"kind": kind, **fields}}
        return self.hall.do(player, "move", **args, answers=list(answers))

    def play_on(self, place: int = 0) -> tuple[str, ...]:
        """Both put each die into the first column that has room, until the game is over; the winners."""
        while (result := self.matches[place].result) is None:
            state = self.state(place)
            mover = state.mover
            if state.die is None:
                self.move(mover.player, "roll", place=place)
            column = next(at for at, dice in enumerate(mover.field, 1) if len(dice) < state.rows)
            self.move(mover.player, "place", place=place, column=column)
        return tuple(result["winners"])


OpenBones = Callable[..., Bones]


@pytest.fixture
def open_bones(open_cycle: OpenCycle) -> OpenBones:
    """Begin a cycle in which these people play: `open_bones("ada", "bob", columns=2)`; values are the section's."""

    def begin(*players: str, **changes: Json) -> Bones:
        hall = open_cycle(law_with_bones(**changes))
        hall.join(*players)
        return Bones(hall)

    return begin


@pytest.fixture
def bones(open_bones: OpenBones) -> Bones:
    """A hall with the game in force in which Ada, Bob, Eve and Flo play, in its first rest phase."""
    return open_bones("ada", "bob", "eve", "flo")
