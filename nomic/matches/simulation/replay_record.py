"""Replay of a match from its record alone: the same acts, reads of the environment, and draws. Plain Python."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from nomic.chance.draw_scheme import Drawn
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Game, Step
from nomic.matches.simulation.unhosted_match import RecordedStep, call_engine

R = TypeVar("R")
S = TypeVar("S")


class OffRecord(Exception):
    """Raised if a replayed match deviates from its record."""


class RecordedChance:
    """Chance that returns recorded draws. Any other draw raises OffRecord."""

    def __init__(self, drawn: Iterable[Drawn]) -> None:
        self._left = list(drawn)

    def below(self, sides: int, label: str, purpose: str) -> int:
        if not self._left or (self._left[0].sides, self._left[0].label) != (sides, label):
            raise OffRecord(f"{label!r} of {sides} was not drawn here: {self._left[:1]}")
        return self._left.pop(0).value

    def check_used_up(self) -> None:
        """Raise OffRecord if recorded draws are left over."""
        if self._left:
            raise OffRecord(f"not drawn any more: {self._left}")


class GivenEnvironment:
    """An environment that returns recorded reads. Any other read raises OffRecord."""

    def __init__(self, reads: Iterable[tuple[tuple[str, ...], Json]]) -> None:
        self._left = list(reads)

    def read(self, *question: str) -> Json:
        if not self._left or self._left[0][0] != question:
            raise OffRecord(f"{question} was not read here: {self._left[:1]}")
        return self._left.pop(0)[1]


def replay_to_end(game: Game[R, S], laws: Mapping[int, R], state: S, record: Iterable[RecordedStep]) -> S:
    """Repeat all steps of a record from `state` on, and return the final state.

    `laws` holds the rules by revision number. Raises OffRecord at the first step with a different result.
    """
    for number, made in enumerate(record):
        chance = RecordedChance(made.drawn)
        again = call_engine(game, laws[made.law], state, made.act, chance, GivenEnvironment(made.reads))
        chance.check_used_up()
        if not isinstance(again, Step) or game.encode(again.state) != made.state:
            raise OffRecord(f"step {number}, {made.act}, leads to a different state")
        state = again.state
    return state
