"""R57 and R112: who plays whom, from the intentions that stand at the phase's end."""

import itertools
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knucklebones.pairing import Pair, Willing, pairs_of

NAMES = ("ada", "bob", "eve", "flo", "gus")


def each(player: str, *named: str) -> Willing:
    return Willing(player, frozenset(named))


def one(player: str, *named: str) -> Willing:
    return Willing(player, frozenset(named), only_one=True)


@pytest.mark.parametrize(
    ("declared", "pairs"),
    [
        pytest.param([each("ada", "bob"), each("bob", "ada")], [("ada", "bob")], id="two name each other"),
        pytest.param([each("ada", "bob"), each("bob", "eve")], [], id="only one names the other"),
        pytest.param([each("ada", "bob")], [], id="who is named has declared nothing"),
        pytest.param([each("ada", "bob"), each("bob")], [("ada", "bob")], id="naming nobody meets who names them"),
        pytest.param([each("ada"), each("bob")], [("ada", "bob")], id="naming nobody meets naming nobody"),
        pytest.param([each("ada"), each("bob", "eve")], [], id="naming nobody forces nobody"),
        pytest.param([each("ada")], [], id="nobody plays alone"),
        pytest.param([each("ada", "ada")], [], id="nobody plays themselves"),
        pytest.param(
            [each("ada", "bob", "eve"), each("eve", "ada"), each("bob", "ada")],
            [("ada", "eve"), ("ada", "bob")],
            id="each of: in the order of becoming mutual, not of naming",
        ),
        pytest.param(
            [one("ada", "bob", "eve"), each("eve", "ada"), each("bob", "ada")],
            [("ada", "eve")],
            id="one of: used up by the first pair",
        ),
        pytest.param(
            [each("bob", "ada"), each("eve", "ada"), one("ada", "bob", "eve")],
            [("bob", "ada")],
            id="one of, declared last: with whoever has wanted it for longest",
        ),
        pytest.param(
            [one("ada", "bob", "eve"), one("bob", "eve", "ada"), one("eve", "ada", "bob")],
            [("ada", "bob")],
            id="three with one of: the first two find each other, the third is left",
        ),
        pytest.param(
            [one("ada", "bob"), one("eve", "flo", "bob"), one("bob", "ada", "eve"), one("flo", "eve")],
            [("ada", "bob"), ("eve", "flo")],
            id="a one of that goes elsewhere is free for a later pair",
        ),
        pytest.param(
            [one("ada", "bob"), one("bob", "ada", "eve"), each("eve")],
            [("ada", "bob")],
            id="a used-up one of plays nobody who names nobody either",
        ),
        pytest.param(
            [each("ada"), one("bob", "ada", "eve"), each("eve"), each("flo")],
            [("ada", "bob"), ("ada", "eve"), ("ada", "flo"), ("eve", "flo")],
            id="who names nobody plays all who are willing",
        ),
    ],
)
def test_R57_R112_pairs(declared: list[Willing], pairs: list[Pair]) -> None:
    """Pairs form in the order in which they become mutual, each once; a *one of* is used up by its first."""
    assert pairs_of(declared) == pairs


# ── any intentions


@st.composite
def declarations(draw: st.DrawFn) -> list[Willing]:
    """Up to five players with any intentions that can be declared, in any order."""
    players = draw(st.lists(st.sampled_from(NAMES), unique=True))
    made = []
    for player in players:
        others = [name for name in NAMES if name != player]
        named = draw(st.frozensets(st.sampled_from(others)))
        made.append(Willing(player, named, only_one=bool(named) and draw(st.booleans())))
    return made


def mutual(one: Willing, other: Willing) -> bool:
    """R57, R112, case by case."""
    if one.named and other.named:
        return one.player in other.named and other.player in one.named
    if one.named:
        return other.player in one.named
    if other.named:
        return one.player in other.named
    return True


def as_they_come(declared: Sequence[Willing]) -> Iterator[frozenset[str]]:
    """Pairs by another way: everybody stands in a hall and speaks in turn; pairs go off as they can."""
    free: dict[str, Willing] = {}
    for speaker in declared:
        for listener in list(free.values()):
            if mutual(listener, speaker) and listener.player in free:
                yield frozenset({listener.player, speaker.player})
                if listener.only_one:
                    del free[listener.player]
                if speaker.only_one:
                    break
        else:
            free[speaker.player] = speaker


@given(declarations())
def test_R57_the_pairs_are_those_that_form_as_people_speak(declared: list[Willing]) -> None:
    """Forming them all at the end, in the order of becoming mutual, is as if each had formed at once."""
    assert [frozenset(pair) for pair in pairs_of(declared)] == list(as_they_come(declared))


@given(declarations())
def test_R57_what_holds_of_all_pairs(declared: list[Willing]) -> None:
    """Both want it; nobody is with themselves; no pair twice; a *one of* is in one pair at most; none is left out
    in vain.
    """
    stated = {each.player: each for each in declared}
    pairs = pairs_of(declared)
    assert all(mutual(stated[one], stated[other]) and one != other for one, other in pairs)
    formed = [frozenset(pair) for pair in pairs]
    assert len(set(formed)) == len(formed)
    busy = {each.player for each in declared if each.only_one and any(each.player in pair for pair in formed)}
    assert all(sum(player in pair for pair in formed) == 1 for player in busy)
    for one, other in itertools.combinations(declared, 2):
        if mutual(one, other) and frozenset({one.player, other.player}) not in formed:
            assert busy & {one.player, other.player}


@given(declarations().flatmap(lambda made: st.tuples(st.just(made), st.permutations(made))))
def test_R57_without_one_of_the_order_decides_the_order_of_games_only(
    both: tuple[list[Willing], list[Willing]],
) -> None:
    """Where all want to play each of those they name, the same pairs form, whoever spoke first."""
    declared, shuffled = ([Willing(each.player, each.named) for each in order] for order in both)
    assert {frozenset(pair) for pair in pairs_of(declared)} == {frozenset(pair) for pair in pairs_of(shuffled)}


@given(declarations(), st.permutations(NAMES))
def test_R57_names_mean_nothing(declared: list[Willing], others: list[str]) -> None:
    """Were everybody called something else, the same people would play each other."""
    called = dict(zip(NAMES, others, strict=True))
    renamed = [
        Willing(called[each.player], frozenset(called[name] for name in each.named), each.only_one) for each in declared
    ]
    assert pairs_of(renamed) == [(called[one], called[other]) for one, other in pairs_of(declared)]


@given(declarations())
def test_R57_what_comes_later_takes_no_pair_away(declared: list[Willing]) -> None:
    """The pairs of the first few declarations are the first pairs of all."""
    pairs = pairs_of(declared)
    for count in range(len(declared)):
        some = pairs_of(declared[:count])
        assert pairs[: len(some)] == some
