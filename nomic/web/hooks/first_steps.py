"""First steps that a game suggests to a new player of a cycle, such as buying a pack."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.actions.context import ReadContext


@dataclass(frozen=True, slots=True)
class OwnAct:
    """An act of the visitor in the journal: the action and its public arguments."""

    action: str
    args: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A first step: what to do, on which page, and whether the visitor has done it."""

    title: str
    text: str
    link: str
    is_done: bool


# Gets the visitor's acts, the first one first, and returns the steps that make sense now or are done.
MakeSteps = Callable[[ReadContext, Sequence[OwnAct]], Sequence[FirstStep]]

_makers: list[MakeSteps] = []


def add_first_steps(make: MakeSteps) -> None:
    """Register a game's first steps."""
    if make not in _makers:
        _makers.append(make)


def first_steps_of_games(ctx: ReadContext, acts: Sequence[OwnAct]) -> list[FirstStep]:
    """Return the first steps that games suggest under the law in force."""
    return [step for make in _makers for step in make(ctx, acts)]
