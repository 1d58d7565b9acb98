"""Two programs that do different things never read the same in one place: the writer says who and what is meant.

Where a question puts it in words, two that read the same also let so many be chosen.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Effect, Scope
from nomic.effects.language.parser import read_effect
from nomic.effects.prose.describe import effect_in_words
from tests.effects.apart import law
from tests.effects.apart.crowd import deeds
from tests.effects.apart.neighbours import bound_in, neighbours, rotations
from tests.effects.apart.programs import Programs
from tests.support.example_counts import examples

STATES = 50
MAX_MOVED = 50  # programs that are looked at in which a node of another has moved


def _read(raw: Any, scope: Scope, moment: Moment) -> Effect | None:
    try:
        effect = read_effect(raw, scope)
    except EffectFlaw:
        return None
    return None if list(flaws_of(effect, law.KNOWN, moment)) else effect


def read_alike(place: str, chance: random.Random, depth: int) -> Iterator[tuple[Effect, Effect, Any]]:
    """A program with each that differs from it in one node and reads the same, and what to show of them."""
    moment, scope, called = law.PLACES[place]
    raw = Programs(chance, moment == "hall").effect(scope, depth)
    effect = _read(raw, scope, moment)
    if effect is None:
        return
    words = effect_in_words(effect, law.PLURALS, called)
    moved = list(rotations(raw))
    others = [*neighbours(raw, {*scope, "it", *bound_in(raw)}), *chance.sample(moved, min(MAX_MOVED, len(moved)))]
    for other in others:
        changed = _read(other, scope, moment)
        if changed is not None and effect_in_words(changed, law.PLURALS, called) == words:
            yield effect, changed, (words, raw, other)


@settings(max_examples=examples(450), deadline=None)
@given(st.sampled_from(sorted(law.PLACES)), st.integers(0, 2**32), st.sampled_from((1, 2, 2, 3)))
def test_what_reads_the_same_does_the_same(place: str, seed: int, depth: int) -> None:
    """Items, cards, values, questions, offers, pools, and what is kept for later: in random states, to the end."""
    scope = law.PLACES[place][1]
    for effect, changed, shown in read_alike(place, random.Random(seed), depth):
        for number in range(STATES):
            (one, asked), (two, asked_too) = (deeds(each, scope, seed + number) for each in (effect, changed))
            assert one == two, shown
            assert all(asked[question] == asked_too[question] for question in asked.keys() & asked_too), shown


WHO: dict[str, Any] = {"is": [{"stock": "Chip", "of": "$it"}, "more_than", 1]}
TRUE: dict[str, Any] = {"is": [2, "more_than", 1]}
RICH: dict[str, Any] = {"some": {"players": "active", "where": TRUE}}
MANY: dict[str, Any] = {"count": {"players": "active", "where": TRUE}}
HAND: dict[str, Any] = {"cards": "inventory", "of": "$me"}
CARD: dict[str, Any] = {"some": HAND}


def gained(n: Any) -> list[Any]:
    return [{"grant": "Coin", "to": "$me", "n": n}]


def only_if(condition: Any) -> list[Any]:
    return [{"if": condition, "then": gained(1)}]


def chosen(**more: Any) -> list[Any]:
    both = {"together": [HAND, {"cards": "cycle"}]}
    return [{"choose": "x", "from": both, **more}, {"move": "$x", "to": "inventory", "of": "$me"}]


def paid(who: Any) -> list[Any]:
    return [{"grant": "Coin", "to": who, "n": 1}]


# Found by chance, or looked for: of each pair one sentence said both.
PAIRS: dict[str, tuple[list[Any], list[Any]]] = {
    "what follows the greatest": (
        gained({"sum": [{"greatest": [3, "$n"]}, 1]}),
        gained({"greatest": [3, {"sum": ["$n", 1]}]}),
    ),
    "what follows the smallest": (
        gained({"sum": [{"smallest": [3, "$n"]}, 1]}),
        gained({"smallest": [3, {"sum": ["$n", 1]}]}),
    ),
    "what follows a sum over many": (
        gained({"sum": [{"sum_of": {"players": "players"}, "by": "$n"}, 1]}),
        gained({"sum_of": {"players": "players"}, "by": {"sum": ["$n", 1]}}),
    ),
    "what is without its sign": (
        gained({"sum": [-3, {"absolute": "$n"}]}),
        gained({"absolute": {"sum": [-3, "$n"]}}),
    ),
    "what is multiplied": (
        gained({"times": [{"minus": [7, "$n"]}, 2]}),
        gained({"minus": [7, {"times": ["$n", 2]}]}),
    ),
    "what follows those for whom something is true": (
        gained({"sum": [MANY, 1]}),
        gained({"count": {"players": "active", "where": {"is": [2, "more_than", {"sum": [1, 1]}]}}}),
    ),
    "how many names there are": (
        gained({"count": {"values": ["Owl", "Chip"]}}),
        gained({"values": [{"count": {"values": ["Owl"]}}, "Chip"]}),
    ),
    "of whom one of two is true": (
        only_if({"any": [RICH, CARD]}),
        only_if({"some": {"players": "active", "where": {"any": [TRUE, CARD]}}}),
    ),
    "what is not so": (
        only_if({"not": {"all": [{"has": HAND, "suit": "Stars"}, CARD]}}),
        only_if({"all": [{"not": {"has": HAND, "suit": "Stars"}}, CARD]}),
    ),
    "which of several are mixed": (
        [{"enter": {"mixed": {"values": ["Owl", "Coin"]}}, "in": "The Omens"}],
        [{"enter": {"values": ["Owl", {"mixed": {"values": ["Coin"]}}]}, "in": "The Omens"}],
    ),
    "who is left out": (
        paid({"players": "players", "except": {"together": ["$me", "$to"]}}),
        paid({"together": [{"players": "players", "except": "$me"}, "$to"]}),
    ),
    "whose backers": (
        paid({"players_in": "Backers", "of": {"together": ["$me", "$to"]}}),
        paid({"together": [{"players_in": "Backers", "of": "$me"}, "$to"]}),
    ),
    "who has the most and who the least": (
        paid({"extreme": {"players": "players"}, "by": {"stock": "Chip", "of": "$it"}}),
        paid({"extreme": {"players": "players"}, "by": {"stock": "Chip", "of": "$it"}, "least": True}),
    ),
    "who is first": (
        paid({"first": 1, "of": {"players": "players"}, "by": {"stock": "Chip", "of": "$it"}}),
        paid({"first": 1, "of": {"players": "players"}, "by": {"stock": "Chip", "of": "$it"}, "least": True}),
    ),
    "what can be destroyed": (chosen(), chosen(**{"for": "destroy"})),
    "what it is where there is none": (
        [{"choose": "x", "from": HAND, "n": "all"}, {"destroy": "$x"}],
        [{"choose": "x", "from": HAND, "n": "all", "else": "$card"}, {"destroy": "$x"}],
    ),
    "whose card it was before it changed hands": (
        [{"let": "x", "be": "$card.owner"}, {"move": "$card", "to": "inventory", "of": "$me"}, *paid("$x")],
        [{"let": "x", "be": "$card.owner"}, {"move": "$card", "to": "inventory", "of": "$me"}, *paid("$card.owner")],
    ),
}


@pytest.mark.parametrize("what", PAIRS)
def test_these_do_different_things_and_read_differently(what: str) -> None:
    moment, scope, called = law.PLACES["action"]
    one, other = (_read(raw, scope, moment) for raw in PAIRS[what])
    assert one is not None
    assert other is not None
    assert any(deeds(one, scope, seed)[0] != deeds(other, scope, seed)[0] for seed in range(200)), "no pair"
    assert effect_in_words(one, law.PLURALS, called) != effect_in_words(other, law.PLURALS, called)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$it", "$p"),
        ("$p", "$it"),
    ],
)
def test_whom_of_two_a_name_means_is_said(one: str, other: str) -> None:
    """The winner's things are not those of the one who is looked at."""
    _, scope, called = law.PLACES["winner"]

    def said(whose: str) -> list[str]:
        stocked = [{"stock": "Chip", "of": whose}, "equals", {"stock": "Chip", "of": "$it"}]
        those = {"players": "players", "as": "p", "where": {"is": stocked}}
        return effect_in_words(read_effect([{"grant": "Coin", "to": those}], scope), {}, called)

    assert said(one) != said(other)
