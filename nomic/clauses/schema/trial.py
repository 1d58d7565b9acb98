"""What a kind of clause can do in a trial run of its clauses, and the results of a worked example.

`nomic/clauses/trial_run.py` and `nomic/clauses/examples.py` implement it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from nomic.clauses.arguments import Argument
from nomic.clauses.schema.placed import AnyPlaced, Origin
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.actor import SYSTEM, Actor
from nomic.effects.checking.in_law import TruthJson
from nomic.effects.language.nodes.base import Effect, Kind, Scope
from nomic.effects.language.world import Members, Names, Players, Value
from nomic.law.document.sections import Law

Runs: TypeAlias = Iterator[Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Case:
    """What a clause would do for one player, or in general if `who` is empty.

    `alike` lists the players for whom the same would happen.
    """

    who: str
    says: tuple[str, ...]
    is_refused: bool = False
    alike: str = ""


Cases: TypeAlias = tuple[tuple[Case, ...], tuple[str, ...]]  # cases with remarks


class Trial(ABC):
    """A sandbox of a cycle in which a proposed law is in force, in which a kind of clause tries its clauses.

    `players` are the players for whom clauses are tried. Exceptions of what runs are not caught here.
    """

    law: Law
    players: Players

    @abstractmethod
    def act(self, action: Action | None = None, actor: Actor = SYSTEM) -> ActionContext:
        """Return a new act in the sandbox, of the given action, by default the action of rules, with its own seeds."""

    @abstractmethod
    def for_each_player(self, run: Callable[[str], object]) -> Runs:
        """Yield a run for each player for whom clauses are tried."""

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
        """Evaluate a clause's condition if it has one."""

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
        """Run a clause's effect."""

    @abstractmethod
    def perform_action(self, action: Action, placed: AnyPlaced, names: Names, player: str) -> None:
        """Evaluate an action's price and limit, and run its effect."""

    @abstractmethod
    def of_effect(self, origin: Origin, effect: Effect, names: Names, me: str) -> None:
        """Run an effect that belongs to no clause, with the given origin."""

    @abstractmethod
    def possible(self, kind: Kind) -> Value:
        """Return a possible value of an event's field or of an act's argument."""

    @abstractmethod
    def proposals(self) -> Members:
        """Return a sample proposal, undecided if possible, or an empty set if there is none."""

    @abstractmethod
    def entered(self, argument: Argument, player: str) -> Value:
        """Return an example of an allowed input for an argument."""
