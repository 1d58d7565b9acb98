"""Numbers that are reckoned, and some of a set: what they come to, what bounds them, how they are said."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.effects.checking.cost import cost, draws
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.parser import read_effect
from nomic.effects.prose.describe import effect_in_words
from nomic.effects.running.interpreter import Run
from tests.effects.test_checking import KNOWN
from tests.support.example_counts import examples
from tests.support.toy_world import SCOPE, ToyWorld

PLURALS = {"Chip": "Chips"}
EVERYBODY: Any = {"players": "players"}
CHIPS = {"stock": "Chip", "of": "$it"}
STOCK = {("Chip", "ann"): 3, ("Chip", "bob"): 7, ("Chip", "cid"): 3, ("Chip", "dan"): 1}


def world(*dice: int) -> ToyWorld:
    """Four players, who have 3, 7, 3 and 1 Chips."""
    return ToyWorld({"ann": [], "bob": [], "cid": [], "dan": []}, stock=STOCK, dice=dice)


def worth(raw: Any, *dice: int) -> Any:
    """The value of an expression among them."""
    (let,) = read_effect([{"let": "k", "be": raw}], SCOPE)
    names: dict[str, Any] = {"me": ("ann",)}
    Run(world(*dice), "ann", "A rule").perform([let], names)
    return names["k"]


def bounds(raw: Any) -> tuple[int, int]:
    """The least and the most that it can be, by the check."""
    (let,) = read_effect([{"let": "k", "be": raw}], SCOPE)
    node: Any = dict(let.parts())["/be"]
    return tuple(node.bounds({}))


def flaws(raw: Any) -> list[tuple[str, str]]:
    effect = read_effect([{"grant": "Chip", "n": raw, "to": "$me"}], SCOPE)
    return [(flaw.path, flaw.detail) for flaw in flaws_of(effect, KNOWN, "hall")]


def said(raw: Any) -> str:
    """How a set or a number is told."""
    (let,) = read_effect([{"let": "k", "be": raw}], SCOPE)
    is_players = dict(let.parts())["/be"].kind == "players"  # type: ignore[union-attr]
    step = {"grant": "Chip", "to": raw} if is_players else {"grant": "Chip", "n": raw, "to": "$me"}
    return effect_in_words(read_effect([step], SCOPE), PLURALS)[0]


@pytest.mark.parametrize(
    ("raw", "comes_to"),
    [
        ({"minus": [10, 3, 4]}, 3),
        ({"minus": [3, 10]}, -7),
        ({"minus": [-1_000_000_000, 1_000_000_000]}, -MAX_NUMBER),
        ({"quotient": [7, 2]}, 3),
        ({"quotient": [-7, 2]}, -4),
        ({"quotient": [7, {"minus": [1, 1]}]}, 0),
        ({"remainder": [7, 3]}, 1),
        ({"remainder": [-7, 3]}, 2),
        ({"remainder": [7, -3]}, 1),
        ({"remainder": [7, {"minus": [1, 1]}]}, 0),
        ({"smallest": [4, 2, 9]}, 2),
        ({"smallest": [{"values": {"from": 5, "to": 1}}]}, 0),
        ({"greatest": [4, {"values": [2, 11]}, 9]}, 11),
        ({"absolute": -5}, 5),
        ({"sum_of": EVERYBODY, "by": CHIPS}, 14),
        ({"sum_of": [2, 3], "by": {"times": ["$n", "$n"]}, "as": "n"}, 13),
        ({"sum_of": {"values": {"from": 1, "to": 100}}, "by": 100_000_000}, MAX_NUMBER),
    ],
)
def test_numbers_are_reckoned(raw: Any, comes_to: int) -> None:
    """Rounded down, stopping at a thousand million; parted by nothing they are nothing."""
    assert worth(raw) == comes_to


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ({"minus": [1]}, "/0/n/minus"),
        ({"quotient": [1, 0]}, "/0/n/quotient/1"),
        ({"remainder": [1, 0]}, "/0/n/remainder/1"),
        ({"smallest": []}, "/0/n/smallest"),
        ({"greatest": []}, "/0/n/greatest"),
        ({"dice": 101, "sides": 6}, "/0/n/dice"),
        ({"dice": 0, "sides": 6}, "/0/n/dice"),
        ({"dice": 1, "sides": 0}, "/0/n/sides"),
        ({"count": {"sample": 0, "from": EVERYBODY}}, "/0/n/count/sample"),
        ({"count": {"sample": 101, "from": EVERYBODY, "repeats": True}}, "/0/n/count/sample"),
        ({"count": {"first": 0, "of": EVERYBODY, "by": 1}}, "/0/n/count/first"),
    ],
)
def test_what_is_written_and_can_be_nothing_is_refused(raw: Any, place: str) -> None:
    """With its place."""
    assert [path for path, _ in flaws(raw)] == [place]


def test_R17_computed_dice_fall_as_many_as_there_are() -> None:
    """With a target those count that reach it; of none and of dice without sides nothing is drawn."""
    assert worth({"dice": {"count": EVERYBODY}, "sides": 6}, 0, 5, 2, 1) == 1 + 6 + 3 + 2
    assert worth({"dice": {"count": EVERYBODY}, "sides": 6, "target": {"sum": [1, 2]}}, 0, 5, 2, 1) == 2
    assert worth({"dice": {"minus": [1, 4]}, "sides": 6}) == 0
    assert worth({"dice": 3, "sides": {"minus": [1, 1]}}) == 0


def test_dice_that_nothing_bounds_are_a_hundred_at_most() -> None:
    """Such an effect costs and draws as many, and no more."""
    raw = [{"grant": "Chip", "n": {"dice": {"stock": "Chip", "of": "$me"}, "sides": 6}, "to": "$me"}]
    effect = read_effect(raw, SCOPE)
    assert draws(effect, 0) == 100
    assert cost(effect) <= 110
    drawn = ToyWorld({"ann": []}, stock={("Chip", "ann"): 10**6}, dice=[0] * 100)
    Run(drawn, "ann", "A rule").perform(effect, {"me": ("ann",)})
    assert drawn.done == [("grant", "Chip", 100, "ann")]


RICH = {"of": EVERYBODY, "by": CHIPS}


@pytest.mark.parametrize(
    ("raw", "who", "dice"),
    [
        ({"those": EVERYBODY, "where": {"is": [CHIPS, "equals", 3]}}, "ann cid", ()),
        ({"first": 1, **RICH}, "bob", ()),
        ({"first": 2, **RICH}, "bob ann cid", ()),
        ({"first": 2, **RICH, "ties": "none"}, "bob", ()),
        ({"first": 2, **RICH, "ties": "lot"}, "bob cid", (1,)),
        ({"first": 2, **RICH, "ties": "chance"}, "bob cid", (1,)),  # as laws wrote it before
        ({"first": 3, **RICH, "ties": "lot"}, "bob ann cid", ()),
        ({"extreme": EVERYBODY, "by": {"remainder": [CHIPS, 3]}, "ties": "all"}, "bob dan", ()),
        ({"extreme": EVERYBODY, "by": {"remainder": [CHIPS, 3]}, "ties": "none"}, "", ()),
        ({"extreme": EVERYBODY, "by": {"remainder": [CHIPS, 3]}, "ties": "lot"}, "dan", (1,)),
        ({"extreme": EVERYBODY, "by": CHIPS, "ties": "none"}, "bob", ()),
        ({"first": 1, **RICH, "least": True}, "dan", ()),
        ({"first": 9, **RICH}, "bob ann cid dan", ()),
        ({"first": {"minus": [1, 1]}, **RICH}, "", ()),
        ({"sample": 2, "from": EVERYBODY}, "dan ann", (3, 0)),
        ({"sample": 9, "from": EVERYBODY}, "ann bob cid dan", (0, 0, 0, 0)),
        ({"sample": 3, "from": EVERYBODY, "repeats": True}, "bob bob ann", (1, 1, 0)),
        ({"sample": 3, "from": {"those": EVERYBODY, "where": {"any": []}}, "repeats": True}, "", ()),
        ({"mixed": EVERYBODY}, "dan cid bob ann", (3, 2, 1, 0)),
    ],
)
def test_some_of_a_set(raw: Any, who: str, dice: tuple[int, ...]) -> None:
    """In order, ties as it says, by chance only where chance is asked."""
    assert worth(raw, *dice) == tuple(who.split())


@pytest.mark.parametrize(
    ("members", "of", "holds"),
    [
        ("$me", EVERYBODY, True),
        ("$me", {"players": "players", "except": "$me"}, False),
        ({"first": 2, **RICH}, EVERYBODY, True),
        ({"those": EVERYBODY, "where": {"any": []}}, EVERYBODY, False),
        (3, [1, 2, 3], True),
        (4, [1, 2, 3], False),
        ("Chip", ["Chip", "Coin"], True),
    ],
)
def test_being_a_member(members: Any, of: Any, holds: bool) -> None:
    """Nobody is a member of nothing."""
    assert worth({"member": members, "of": of}) is holds


def test_what_can_be_no_member_is_refused() -> None:
    """Of players no name is one."""
    raw = [{"if": {"member": "Chip", "of": EVERYBODY}, "then": [{"grant": "Chip", "to": "$me"}]}]
    (flaw,) = flaws_of(read_effect(raw, SCOPE), KNOWN, "hall")
    assert (flaw.path, flaw.detail) == ("/0/if/of", "players have no names among them")


# ── bounds

numbers = st.one_of(
    st.integers(-9, 9),
    st.integers(-MAX_NUMBER, MAX_NUMBER),
    st.just(CHIPS | {"of": "$me"}),
    st.just({"count": EVERYBODY}),
    st.just({"values": [4, -2]}),
    st.just({"values": {"from": 5, "to": 1}}),
    st.just({"those": [5, 6], "where": {"any": []}}),
    st.just({"sample": 1, "from": [-5, -6]}),
    st.just({"extreme": {"values": {"from": 7, "to": 3}}, "by": "$it"}),
    st.just({"dice": {"count": EVERYBODY}, "sides": 3}),
)


def _reckoned(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    listed = st.lists(parts, max_size=3)
    return st.one_of(
        *(st.builds(lambda some, word=word: {word: some}, listed) for word in ("sum", "times", "minus")),
        *(st.builds(lambda some, word=word: {word: some}, listed) for word in ("smallest", "greatest")),
        *(
            st.builds(lambda one, other, word=word: {word: [one, other]}, parts, parts)
            for word in ("quotient", "remainder")
        ),
        st.builds(lambda part: {"absolute": part}, parts),
        st.builds(lambda part: {"sum_of": EVERYBODY, "by": part}, st.one_of(parts, st.just(CHIPS))),
    )


@settings(max_examples=examples(400), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.recursive(numbers, _reckoned, max_leaves=8))
def test_whatever_is_reckoned_stays_within_what_the_check_says(raw: Any) -> None:
    """And within a thousand million, up or down; it is said in words, and never fails."""
    low, high = bounds(raw)
    number = as_number(worth(raw, *([1] * 100)))
    assert -MAX_NUMBER <= number <= MAX_NUMBER
    assert low <= number <= high
    assert said(raw)


# ── what is worked out once


class Counting(ToyWorld):
    """A world that counts how often somebody's stock is looked at."""

    looks = 0

    def stock(self, item: str, holder: str) -> int:
        self.looks += 1
        return super().stock(item, holder)


@pytest.mark.parametrize(
    "group",
    [
        {"extreme": EVERYBODY, "by": CHIPS},
        {"first": 1, **RICH},
        {"first": 1, "of": {"those": EVERYBODY, "where": {"is": [CHIPS, "at_least", 0]}}, "by": CHIPS},
    ],
)
def test_what_does_not_depend_on_the_candidate_is_worked_out_once(group: Any) -> None:
    """The richest of a thousand players are found by looking at each, not at each for each."""
    found = {"those": EVERYBODY, "where": {"is": ["$it", "equals", group]}}
    effect = read_effect([{"grant": "Chip", "to": found}], SCOPE)
    everybody = [f"p{number}" for number in range(1000)]
    among = Counting({player: [] for player in everybody}, stock={("Chip", "p7"): 1})
    Run(among, "p0", "A rule").perform(effect, {"me": ("p0",)})
    assert among.done == [("grant", "Chip", 1, "p7")]
    assert among.looks <= 2000


def test_what_depends_on_the_candidate_or_on_chance_is_worked_out_anew() -> None:
    """Whoever has as many as others of them; everybody a die of their own."""
    same: Any = {"players": "players", "as": "other", "where": {"is": [{**CHIPS, "of": "$other"}, "equals", CHIPS]}}
    twins = {"those": EVERYBODY, "where": {"is": [{"count": same}, "more_than", 1]}}
    assert worth(twins) == ("ann", "cid")
    lucky = {"those": EVERYBODY, "where": {"is": [{"roll": "1d6"}, "equals", 6]}}
    assert worth(lucky, 5, 0, 5, 0) == ("ann", "cid")


def test_between_two_steps_what_was_worked_out_is_forgotten() -> None:
    """The second step sees what the first did."""

    class Keeping(ToyWorld):
        def grant(self, item: str, count: int, to: str, run: Any) -> None:
            super().grant(item, count, to, run)
            self._stock[item, to] = self.stock(item, to) + count

    richest = {"those": EVERYBODY, "where": {"is": ["$it", "equals", {"extreme": EVERYBODY, "by": CHIPS}]}}
    world = Keeping({"ann": [], "bob": []}, stock={("Chip", "bob"): 1})
    effect = read_effect(
        [{"grant": "Chip", "n": 5, "to": "$me"}, {"grant": "Chip", "to": richest}] * 2,
        SCOPE,
    )
    Run(world, "ann", "A rule").perform(effect, {"me": ("ann",)})
    assert [deed[3] for deed in world.done] == ["ann"] * 4


# ── words


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"minus": [10, CHIPS | {"of": "$me"}]}, "Gain Chips equal to 10 minus the number of Chips you have."),
        ({"minus": [10, {"sum": [1, 2]}]}, "Gain Chips equal to 10 minus (1 plus 2)."),
        (
            {"quotient": [CHIPS | {"of": "$me"}, 3]},
            "Gain 1 Chip for every 3 Chips you have.",
        ),
        (
            {"remainder": [CHIPS | {"of": "$me"}, 3]},
            "Gain Chips equal to the remainder when the number of Chips you have is divided by 3.",
        ),
        ({"smallest": [1, 2, 3]}, "Gain Chips equal to the smallest of 1, 2 and 3."),
        ({"greatest": [1, {"roll": "1d6"}]}, "Gain Chips equal to 1d6 (at least 1)."),
        ({"absolute": -3}, "Gain Chips equal to the absolute value of −3."),
        (
            {"sum_of": EVERYBODY, "by": CHIPS},
            "Gain Chips equal to the sum, over all players, of the number of Chips they have.",
        ),
        (
            {"dice": {"count": EVERYBODY}, "sides": 6},
            "Gain Chips equal to the total of (the number of players) dice with 6 sides.",
        ),
        (
            {"dice": 3, "sides": 6, "target": 5},
            "Gain Chips equal to the number of dice that reach 5 among 3 dice with 6 sides.",
        ),
        (
            {"those": EVERYBODY, "where": {"is": [CHIPS, "at_least", 3]}},
            "Each player with at least 3 Chips gains 1 Chip.",
        ),
        (
            {"first": 1, **RICH},
            "The players with the most Chips each gain 1 Chip.",
        ),
        (
            {"first": 3, **RICH, "least": True, "ties": "lot"},
            "The 3 players with the fewest Chips (ties broken by lot) each gain 1 Chip.",
        ),
        (
            {"first": 1, **RICH, "ties": "earliest"},
            "The player with the most Chips (if tied, the one who joined first) gains 1 Chip.",
        ),
        (
            {"extreme": EVERYBODY, "by": CHIPS, "ties": "lot"},
            "The player with the most Chips (ties broken by lot) gains 1 Chip.",
        ),
        ({"sample": 2, "from": EVERYBODY}, "2 random players each gain 1 Chip."),
        (
            {"sample": 2, "from": EVERYBODY, "repeats": True},
            "2 of all players at random, each time from all of them gain 1 Chip.",
        ),
        ({"mixed": EVERYBODY}, "All players in random order each gain 1 Chip."),
    ],
)
def test_they_are_said_in_plain_words(raw: Any, sentence: str) -> None:
    """By the same writer as cards."""
    assert said(raw) == sentence


def test_a_number_by_a_condition_is_one_of_two() -> None:
    """Only the one that counts is worked out; its bounds are those of both, and its cost that of the dearer."""
    rich = {"is": [CHIPS | {"of": "$me"}, "at_least", 3]}
    assert worth({"worth": 5, "if": rich, "else": 2}) == 5
    assert worth({"worth": 5, "if": {"not": rich}, "else": 2}) == 2
    assert worth({"worth": 0, "if": rich, "else": {"roll": "1d6"}}) == 0
    assert bounds({"worth": 5, "if": rich, "else": {"roll": "2d6"}}) == (2, 12)
    either = [{"grant": "Chip", "n": {"worth": {"roll": "3d6"}, "if": rich, "else": {"roll": "2d6"}}, "to": "$me"}]
    assert draws(read_effect(either, SCOPE), 0) == 3
    assert said({"worth": 5, "if": rich, "else": 2}) == (
        "Gain Chips equal to (5 if you have at least 3 Chips, otherwise 2)."
    )


def test_sets_together_have_each_member_once() -> None:
    """In their order; sets of different kinds are refused at the one that does not fit."""
    me_and_all = {"together": ["$me", EVERYBODY]}
    assert worth(me_and_all) == ("ann", "bob", "cid", "dan")
    assert worth({"together": [[3, 1], [1, 2]]}) == (3, 1, 2)
    assert flaws({"count": {"together": [EVERYBODY, ["Red"]]}}) == [
        ("/0/n/count/together/1", "players needed here, as in the first")
    ]
    assert flaws({"count": {"together": [EVERYBODY]}}) == [("/0/n/count/together", "at least two sets")]
    assert said(me_and_all) == "You and each player gain 1 Chip."
