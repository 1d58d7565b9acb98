"""Chains of entries that follow from each other by rules, and how they are bounded."""

from dataclasses import dataclass

from nomic.clauses.vocabulary.event_scopes import Occasion
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Departed, Members, Names
from nomic.players.lookup import player_or_none, who_play_of

MAX_DEPTH = 8  # entries that follow from each other
MAX_FOLLOWING = 200  # entries that follow from one
JUDGING_STEPS = 100_000  # to find out who has won after an act
JUDGING_FOLLOWING = 25_000  # after all entries that are equally deep in what follows from one
MAX_FROM_CLOCK = 20  # entries that follow from what a rule said that it would do by now

_CHAIN = "chain of rules"


@dataclass(frozen=True, slots=True)
class Chain:
    """How an act came about: through so many entries of rules, and how many may still follow from it."""

    who: str
    depth: int
    left: int

    @property
    def room(self) -> int:
        """How many entries may follow from the act."""
        return self.left if self.depth < MAX_DEPTH else 0


def judging_steps(act: Act) -> int:
    """How many steps it may take to find out who has won after an act: of entries that follow, all have few together.

    It follows from what the journal says of the entry alone, so that a replay gives up where this did.
    """
    chain: Chain | None = act.known(_CHAIN)
    if chain is None or not chain.depth:
        return JUDGING_STEPS
    return JUDGING_FOLLOWING * (chain.left + 1) // MAX_FOLLOWING


def chain_of(act: Act) -> Chain:
    """The chain that an act stands in; of most, one that it begins."""
    known: Chain | None = act.known(_CHAIN)
    return known or Chain(_who(act), 0, MAX_FOLLOWING)


def continue_chain(act: Act, chain: Chain) -> None:
    """Have what follows from this act be part of a chain."""
    act.recall(_CHAIN, lambda: chain)


def have_follow(act: Act, label: str, action: str, chain: Chain, *, place: int, left: int, **which: str) -> None:
    """Have an action of a rule be performed next, because of what an act told at a place; labels settle the order."""
    deadlines.schedule(
        act.cycle,
        f"rule {act.cycle.seq + 1}, {label}"[:120],
        at=act.at,
        rank=Rank.AT_ONCE,
        action=action,
        args={"entry": act.key, "place": place, "who": chain.who, "depth": chain.depth + 1, "left": left, **which},
    )


def _who(act: Act) -> str:
    player = None if act.actor.is_system else player_or_none(act)
    return "" if player is None else player.name


def those_who_play(moment: Moment, occasion: Occasion, names: Names) -> Names:
    """R5: what an event says of somebody who has left gives and takes nothing; a text names them."""
    players = {name: as_members(value) for name, value in names.items() if occasion.scope[name] == "players"}
    named = {str(player) for value in players.values() for player in value}
    if not named:
        return names
    playing = who_play_of(moment, named)
    return {**names, **{name: _who_play(value, playing) for name, value in players.items()}}


def _who_play(named: Members, playing: set[str]) -> Members:
    """Those who play, and in texts all of them."""
    staying = tuple(each for each in named if each in playing)
    return staying if len(staying) == len(named) else Departed(staying, tuple(str(each) for each in named))
