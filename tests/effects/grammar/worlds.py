"""Every moment, with a small world in which a piece of the law is run, and what it refuses.

A moment that is not in `RUN` is one at which no law has anything yet.
"""

from collections.abc import Callable, Mapping
from typing import Any

from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.vocabulary import OutcomeWork, Vocabulary
from tests.effects.grammar import dice, halls, tables
from tests.support.hall import OpenCycle, cycle_16

Pieces = Mapping[str, Any]
CONDITIONS = ("legality", "condition")
SCOPES: dict[Moment, Scope] = {
    **dict.fromkeys(("cost", "play", "end"), scopes.PLAYED_MODIFIER),
    "legality": scopes.PLAYED,
    "opening": scopes.EVERYBODY,
    "rewards": scopes.REWARDS,
    "card": scopes.HELD,
    "hall": {**scopes.HALL, "card": "cards", "paid": "amounts"},
    "die": scopes.DIE,
    "prize": scopes.REWARDS,
    "condition": {**scopes.WHO_ACTS, "paid": "amounts"},
}  # type: ignore[assignment]


def _at_the_table(moment: Moment) -> Callable[[Pieces, OpenCycle], dict[str, Any]]:
    return lambda pieces, open_cycle: {name: tables.came_of(raw, moment) for name, raw in pieces.items()}


RUN: dict[Moment, Callable[[Pieces, OpenCycle], dict[str, Any]]] = {
    **{moment: _at_the_table(moment) for moment in ("cost", "play", "end", "opening", "rewards", "card")},
    "legality": lambda pieces, open_cycle: {name: tables.lets_play(raw) for name, raw in pieces.items()},
    "die": lambda pieces, open_cycle: {name: dice.rolled(raw) for name, raw in pieces.items()},
    "prize": lambda pieces, open_cycle: {name: dice.won(raw) for name, raw in pieces.items()},
    "hall": halls.done,
    "condition": halls.asked_by_rule,
}  # type: ignore[dict-item, misc]


def _vocabulary() -> Vocabulary:
    law = cycle_16()
    return Vocabulary(
        species=frozenset(law["cards"]),
        modifiers=frozenset(law["modifiers"]),
        collections={**{name: tuple(held["elements"]) for name, held in law["collections"].items()}, "Cursed": ()},
        items=frozenset(law["items"]),
        suits=frozenset(law["card_traits"]["suits"]),
        colours=frozenset(law["card_traits"]["colours"]),
        types=frozenset({*law["card_traits"]["types"], "Odd"}),
        flags=frozenset({"indestructible", "off_turn", "not_in_first_hand"}),
        values_of_cycle=frozenset({"The Well"}),
        offices=frozenset({"Judge"}),
        keepings_of_players=frozenset({"Bank"}),
        values_of_players=frozenset({"Lamps", "Guess", "Visits"}),
        names_of_players=frozenset({"Marks"}),
        players_of_cycle=frozenset({"The Guild"}),
        by_names=frozenset({"Visits"}),
        proposals_of_cycle=frozenset({"The Motion"}),
        classes=frozenset({"standard"}),
        rules=frozenset({"chips"}),
        lists=frozenset({"The Guild", "Marks"}),
        secrets=frozenset({"Guess"}),
        pools={"exploration": OutcomeWork()},
        rolled_for=2,
        there_are=frozenset({"cards", "random cards", "amendments"}),
    )


KNOWN = _vocabulary()


def refused(raw: Any, moment: Moment) -> list[str]:
    """What is wrong with a piece at this moment, each with its place; nothing where it can be law."""
    try:
        read = read_condition if moment in CONDITIONS else read_effect
        piece = read(raw, SCOPES[moment])
    except EffectFlaw as flaw:
        return [str(flaw)]
    return [str(flaw) for flaw in flaws_of(piece, KNOWN, moment)]
