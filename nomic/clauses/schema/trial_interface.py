"""The interface of the sandbox in which a kind of clause runs its clauses on trial, and the results of an example.

`nomic/clauses/trial_run.py` and `nomic/clauses/worked_examples.py` implement it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from nomic.clauses.arguments import Argument
from nomic.clauses.schema.placed_clause import AnyPlaced, Origin
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.actor import SYSTEM, Actor
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language.nodes.base import Effect, Kind, Scope
from nomic.effects.language.world import Members, Names, Players, Value
from nomic.law.document.sections import Law

Runs: TypeAlias = Iterator[Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Case:
    """The effect that a clause would have for the player `who`, or in general if `who` is empty.

    `alike` lists other players with the same result.
    """

    who: str
    sentences: tuple[str, ...]
    is_refused: bool = False
    alike: str = ""


Cases: TypeAlias = tuple[tuple[Case, ...], tuple[str, ...]]  # cases with remarks


class Trial(ABC):
    """A sandbox of a cycle in which a proposed law is in force and clauses are run.

    `players` are the players for whom clauses are tried. Exceptions of the runs are not caught here.
    """

    law: Law
    players: Players

    @abstractmethod
    def act(self, action: Action | None = None, actor: Actor = SYSTEM) -> ActionContext:
        """Return a new act in the sandbox, with seeds of its own. By default it is an act performed by a rule."""

    @abstractmethod
    def for_each_player(self, run: Callable[[str], object]) -> Runs:
        """Yield one run for each of the sample players."""

    @abstractmethod
    def ask(
        self,
        act: ActionContext,
        placed: AnyPlaced,
        raw: TruthJson | None,
        scope: Scope,
        names: Names,
        player: str = "",
        part: str = "",
    ) -> None:
        """Evaluate a clause's condition `raw`, unless it is None, and discard the result.

        `part` distinguishes several conditions of one clause.
        """

    @abstractmethod
    def perform(
        self,
        act: ActionContext,
        placed: AnyPlaced,
        raw: list[dict[str, Any]],
        scope: Scope,
        names: Names,
        player: str = "",
    ) -> None:
        """Run the effect `raw` of a clause for `player`, with `names` as values of the names in `scope`."""

    @abstractmethod
    def perform_action(self, action: Action, placed: AnyPlaced, names: Names, player: str) -> None:
        """Evaluate an action's price and limit, and run its effect."""

    @abstractmethod
    def of_effect(self, origin: Origin, effect: Effect, names: Names, me: str) -> None:
        """Run an effect that belongs to no clause, with this origin, for the player `me`."""

    @abstractmethod
    def possible(self, kind: Kind, *, is_other: bool = False) -> Value:
        """Return a sample value of this kind, for a field of an event or an argument of an act.

        If `is_other` is set, a sample player differs from the one returned without it, if possible.
        """

    @abstractmethod
    def proposals(self) -> Members:
        """Return the code of one proposal as a sample, undecided if possible. Empty if the cycle has no proposals."""

    @abstractmethod
    def entered(self, argument: Argument, player: str) -> Value:
        """Return an example of an allowed input for an argument."""
