"""Two programs that do different things never read the same in one place: the writer says who and what is meant."""

import random
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.effects.checking.flaws import flaws_of
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes import Effect, Scope
from nomic.effects.language.reading import read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.running.run import Run
from nomic.effects.words.context import THEY, Meant
from nomic.effects.words.english import effect_in_words
from nomic.effects.words.grammar import definite
from tests.support.examples import examples
from tests.support.toy_world import ToyWorld

PLAYERS = ("ada", "bob", "eve", "zoe")
ITEMS = ("Chip", "Coin")
KNOWN = Vocabulary(items=frozenset(ITEMS))
# What stands for names where a rule asks something, acts at an event, or does what somebody chose.
PLACES: Mapping[str, tuple[Scope, Mapping[str, Meant]]] = {
    "action": (
        {"me": "players", "to": "players", "n": "number"},
        {
            "to": Meant("player", noun=definite("the player said")),
            "n": Meant("number", noun=definite("the number said")),
        },
    ),
    "event": (
        {"who": "players", "player": "players", "number": "number"},
        {
            "who": Meant("player", noun=definite("whoever acted")),
            "player": Meant("player", noun=definite("that player")),
            "number": Meant("number", noun=definite("its number")),
        },
    ),
    "winner": ({"it": "players"}, {"it": Meant("player", noun=THEY, apart=definite("the winner"))}),
}
STATES = 50


class Grammar:
    """Programs drawn from the language; `names` are those that hold where one stands."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._fresh = iter(range(100))

    def one_of(self, *options: Any) -> Any:
        return self._chance.choice(options)

    def players(self, names: Mapping[str, str], depth: int) -> Any:
        known = [f"${name}" for name, kind in names.items() if kind == "players"]
        kind = self.one_of("name", "name", "who") if depth else "name"
        if kind == "name" and known:
            return self.one_of(*known)
        found: dict[str, Any] = {"players": self.one_of("players", "active")}
        called = self.one_of("it", "it", f"p{next(self._fresh)}")
        if depth:
            found["where"] = self.condition({**names, called: "players"}, depth - 1)
            if called != "it":
                found["as"] = called
        return found

    def number(self, names: Mapping[str, str], depth: int) -> Any:
        known = [f"${name}" for name, kind in names.items() if kind == "number"]
        kind = self.one_of("stock", "stock", "int", "count", "sum", "name") if depth else self.one_of("int", "name")
        if kind == "name" and known:
            return self.one_of(*known)
        if kind == "stock":
            return {"stock": self.one_of(*ITEMS), "of": self.players(names, depth - 1)}
        if kind == "count":
            return {"count": self.players(names, depth - 1)}
        if kind == "sum":
            return {self.one_of("sum", "minus", "times"): [self.number(names, depth - 1) for _ in range(2)]}
        return self._chance.randrange(5)

    def condition(self, names: Mapping[str, str], depth: int) -> Any:
        kind = self.one_of("is", "is", "same", "some", "member", "not", "all", "any")
        if kind in ("not", "all", "any") and depth:
            parts = [self.condition(names, depth - 1) for _ in range(1 if kind == "not" else 2)]
            return {kind: parts[0] if kind == "not" else parts}
        if kind == "same":
            return {"is": [self.players(names, 0), "equals", self.players(names, depth)]}
        if kind == "some":
            return {"some": self.players(names, depth)}
        if kind == "member":
            return {"member": self.players(names, 0), "of": self.players(names, max(depth, 1))}
        relation = self.one_of("equals", "at_least", "more_than")
        return {"is": [self.number(names, max(depth, 1)), relation, self.number(names, depth)]}

    def effect(self, names: Mapping[str, str], depth: int) -> list[Any]:
        return [self.step(names, depth) for _ in range(self.one_of(1, 1, 2))]

    def step(self, names: Mapping[str, str], depth: int) -> Any:
        kind = self.one_of("grant", "revoke", "if", "each") if depth else "grant"
        if kind == "if":
            return {"if": self.condition(names, depth - 1), "then": self.effect(names, depth - 1)}
        if kind == "each":
            called = f"e{next(self._fresh)}"
            do = self.effect({**names, called: "players"}, depth - 1)
            return {"each": called, "in": self.players(names, depth), "do": do}
        who = "from" if kind == "revoke" else "to"
        item, n = self.one_of(*ITEMS), self.number(names, depth - 1 if depth else 0)
        return {kind: item, who: self.players(names, depth), "n": n}


def _places(raw: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, raw
    for key, value in raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ():
        yield from _places(value, (*path, key))


def neighbours(raw: list[Any], names: set[str]) -> Iterator[list[Any]]:
    """Programs that differ from one in a single node."""
    for path, value in _places(raw):
        for other in _others(path, value, names):
            changed = deepcopy(raw)
            holder: Any = changed
            for part in path[:-1]:
                holder = holder[part]
            holder[path[-1]] = other
            yield changed


def _others(path: tuple[Any, ...], value: Any, names: set[str]) -> Iterator[Any]:
    if not path:
        return
    if isinstance(value, str) and value.startswith("$"):
        yield from (f"${name}" for name in sorted(names) if f"${name}" != value)
    elif isinstance(value, int):
        yield value + 1
    elif value in ("equals", "at_least", "more_than"):
        yield from {"equals", "at_least", "more_than"} - {value}
    elif value in ITEMS:
        yield from set(ITEMS) - {value}
    elif value in ("players", "active"):
        yield from {"players", "active"} - {value}
    elif isinstance(value, dict) and value.keys() & {"is", "some", "member", "not", "all", "any"}:
        yield value.get("not", {"not": value})
        for one, other in (("all", "any"), ("any", "all")):
            if one in value:
                yield {other: value[one]}
                yield from value[one]
    elif isinstance(value, dict) and value.keys() & {"sum", "minus", "times"}:
        (word,) = value
        yield from ({other: value[word]} for other in ("sum", "minus", "times") if other != word)
    elif isinstance(value, list) and len(path) and path[-1] in ("is", "minus"):
        yield value[::-1]


class _Crowd(ToyWorld):
    """Players who have items; some of them are active."""

    awake: tuple[str, ...] = ()

    def players(self, which: str) -> tuple[str, ...]:
        return PLAYERS if which == "players" else self.awake


def _deeds(effect: Effect, scope: Scope, chance: random.Random) -> Any:
    world = _Crowd(
        {player: [] for player in PLAYERS},
        stock={(item, player): chance.randrange(4) for item in ITEMS for player in PLAYERS},
    )
    world.awake = tuple(player for player in PLAYERS if chance.random() < 0.6)
    names: dict[str, Any] = {
        name: (chance.choice(PLAYERS),) if kind == "players" else chance.randrange(4) for name, kind in scope.items()
    }
    Run(world, str(names["me"][0]) if "me" in names else "", "A rule").perform(effect, names)
    return sorted(_by_player(world.done).items())


def _by_player(done: list[Any]) -> dict[Any, int]:
    """What everybody has in the end more than before, and less: the order of it is nothing to see."""
    found: dict[Any, int] = {}
    for deed, item, count, player in done:
        found[deed, item, player] = found.get((deed, item, player), 0) + count
    return found


def _read(raw: Any, scope: Scope) -> Effect | None:
    try:
        effect = read_effect(raw, scope)
    except EffectFlaw:
        return None
    return None if list(flaws_of(effect, KNOWN, "hall")) else effect


@settings(max_examples=examples(240), deadline=None)
@given(st.sampled_from(sorted(PLACES)), st.integers(0, 2**32))
def test_what_reads_the_same_does_the_same(place: str, seed: int) -> None:
    """A program and all that differ from it in one node."""
    scope, called = PLACES[place]
    raw = Grammar(random.Random(seed)).effect(dict(scope), 3)
    effect = _read(raw, scope)
    if effect is None:
        return
    words = effect_in_words(effect, {}, called)
    bound = {value for path, value in _places(raw) if path and path[-1] in ("each", "as")}
    for other in neighbours(raw, {*scope, "it", *bound}):
        changed = _read(other, scope)
        if changed is None or effect_in_words(changed, {}, called) != words:
            continue
        for number in range(STATES):
            one, two = (_deeds(each, scope, random.Random(seed + number)) for each in (effect, changed))
            assert one == two, (words, raw, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$it", "$p"),
        ("$p", "$it"),
    ],
)
def test_whom_of_two_a_name_means_is_said(one: str, other: str) -> None:
    """The winner's things are not those of the one who is looked at."""
    scope, called = PLACES["winner"]

    def said(whose: str) -> list[str]:
        stocked = [{"stock": "Chip", "of": whose}, "equals", {"stock": "Chip", "of": "$it"}]
        those = {"players": "players", "as": "p", "where": {"is": stocked}}
        return effect_in_words(read_effect([{"grant": "Coin", "to": those}], scope), {}, called)

    assert said(one) != said(other)
