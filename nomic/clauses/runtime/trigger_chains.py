"""Chains of entries: entries that rules trigger one after another, and their limits."""

from dataclasses import dataclass

from nomic.clauses.vocabulary.event_scopes import EventKind
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Departed, Members, Names
from nomic.players.lookup import current_players_among, player_or_none

MAX_DEPTH = 8  # length of a chain of entries
MAX_FOLLOWING = 200  # number of entries that one act may trigger
JUDGING_STEPS = 100_000  # for finding the winner after an act
JUDGING_FOLLOWING = 25_000  # for all entries at the same depth of a chain together
MAX_FROM_CLOCK = 20  # number of entries that a deferred effect due by time may trigger

_CHAIN = "chain of rules"
_AMENDED = "law amended by a rule"


@dataclass(frozen=True, slots=True)
class Chain:
    """The position of an act in a chain: the number of entries before it, and how many entries may still follow.

    `amended` is true if a rule has changed the law in one of the entries before it.
    """

    who: str
    depth: int
    left: int
    amended: bool = False

    @property
    def room(self) -> int:
        """The number of entries that may still follow the act."""
        return self.left if self.depth < MAX_DEPTH else 0


def judging_steps(act: ActionContext) -> int:
    """Return the step limit for checking the ways to win after an act.

    The entries of a chain share a small number of steps. The limit depends only on data in the journal, so that a
    replay gives up at the same point.
    """
    chain: Chain | None = act.known(_CHAIN)
    if chain is None or not chain.depth:
        return JUDGING_STEPS
    return JUDGING_FOLLOWING * (chain.left + 1) // MAX_FOLLOWING


def chain_of(act: ActionContext) -> Chain:
    """Return the chain of an act. An act that no rule triggered starts a new chain."""
    known: Chain | None = act.known(_CHAIN)
    return known or Chain(_who(act), 0, MAX_FOLLOWING)


def continue_chain(act: ActionContext, chain: Chain) -> None:
    """Make this act part of a chain, so that its consequences count towards the chain's limits."""
    act.recall(_CHAIN, lambda: chain)


def note_amended(act: ActionContext) -> None:
    """Record that a rule has changed the law in this act, so that no later rule in the chain does."""
    act.recall(_AMENDED, lambda: True)


def schedule_next(
    act: ActionContext, label: str, action: str, chain: Chain, *, place: int, left: int, **which: str
) -> None:
    """Schedule a rule's action as the next entry, triggered by the event with index `place` of this act.

    `left` is the number of entries that may still follow. `which` holds the action's other arguments. Entries at the
    same instant are ordered by their labels.
    """
    if chain.amended or act.known(_AMENDED):
        which["amended"] = "yes"
    deadlines.schedule(
        act.cycle,
        f"rule {act.cycle.seq + 1}, {label}"[:120],
        at=act.at,
        rank=Rank.AT_ONCE,
        action=action,
        args={"entry": act.key, "place": place, "who": chain.who, "depth": chain.depth + 1, "left": left, **which},
    )


def _who(act: ActionContext) -> str:
    player = None if act.actor.is_system else player_or_none(act)
    return "" if player is None else player.name


def without_departed(ctx: ReadContext, occasion: EventKind, names: Names) -> Names:
    """Return an event's names with players who have left removed, so that effects ignore them (R5).

    Texts still name these players.
    """
    players = {name: as_members(value) for name, value in names.items() if occasion.scope[name] == "players"}
    named = {str(player) for value in players.values() for player in value}
    if not named:
        return names
    playing = current_players_among(ctx, named)
    return {**names, **{name: _who_play(value, playing) for name, value in players.items()}}


def _who_play(named: Members, playing: set[str]) -> Members:
    """Return those of the named players who still play. Texts that use the value still name all of them."""
    staying = tuple(each for each in named if each in playing)
    return staying if len(staying) == len(named) else Departed(staying, tuple(str(each) for each in named))
