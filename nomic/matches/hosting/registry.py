"""Registry of hosted games: the engine, and its bindings to a cycle. Each game's package registers its own.

The host itself handles three kinds of events of every game. "begun" ends the gathering of players, "turn" begins a turn
(R110), and "unsealed" with the fact `player` reveals that player's sealed values in the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.law.document.sections import Law
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Event, Game, Result
from nomic.matches.games_in_force import register_condition
from nomic.matches.models import Match

Reader = Callable[..., Json]
CarryOut = Callable[[ActionContext, Match, Sequence[Event]], None]
Ended = Callable[[ActionContext, Match, Result], None]


def _nothing_to_carry_out(act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Do nothing: the game's events do not affect items."""


def _always(law: Law) -> bool:
    """Return True: the law cannot switch the game off."""
    return True


def _nothing_follows(act: ActionContext, match: Match, result: Result) -> None:
    """Do nothing: the end of a match has no consequences."""


@dataclass(frozen=True)
class HostedGame:
    """A game's engine with its bindings to a cycle."""

    engine: Game[Any, Any]
    title: str
    channel: str
    # The section of the law that the game needs to be in force.
    section: str
    # What the engine can read of the cycle by `Environment.read`. The first word of a question names the reader, which
    # is called with the context and the other words and returns a JSON value.
    readers: Mapping[str, Reader] = field(default_factory=dict)
    # Applies events to people's items, through the ledger, in the act of the step.
    carry_out: CarryOut = _nothing_to_carry_out
    # Applies the consequences of a match's end, after the events.
    ended: Ended = _nothing_follows
    # The sections that the engine reads, for the export of a match; None means the whole law.
    law_sections: tuple[str, ...] | None = None
    # Whether a law that has the section also has the game in force; a vote can change this switch.
    in_force_if: Callable[[Law], bool] = _always

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def takes_orders(self) -> bool:
        """True if the game has standing orders."""
        return bool(self.engine.orders)

    def read(self, ctx: ReadContext, question: Sequence[str]) -> Json:
        """Return the result of a query of the environment. Raises KeyError for a query that no reader handles."""
        return self.readers[question[0]](ctx, *question[1:])

    def in_force(self, law: Law) -> bool:
        """Return whether the game is in force under this law."""
        return law.has(self.section) and self.in_force_if(law)

    def rules(self, law: Law) -> Any:
        """Return the game's rules, parsed from the law. The result is cached per law."""
        known = _rules.setdefault(law, {})
        if self.name not in known:
            known[self.name] = self.engine.rules(dict(law.document), law.number)
        return known[self.name]


# The key is the law itself, not its number, so a rolled back revision leaves nothing behind in the cache.
_rules: WeakKeyDictionary[Law, dict[str, Any]] = WeakKeyDictionary()
_hosted: dict[str, HostedGame] = {}


def register(hosted: HostedGame) -> None:
    """Register a game. Raises ValueError if another game has the same name."""
    known = _hosted.get(hosted.name)
    if known is not None and known is not hosted:
        raise ValueError(f"the game {hosted.name!r} is hosted already")
    _hosted[hosted.name] = hosted
    register_condition(hosted.name, hosted.in_force)


def game_named(name: str) -> HostedGame:
    """Return the game with that name. Raises KeyError if there is none."""
    return _hosted[name]


def all_games() -> list[HostedGame]:
    """Return every game, sorted by name."""
    return [_hosted[name] for name in sorted(_hosted)]
