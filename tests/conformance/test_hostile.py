"""Moves that nobody means, in every game: refused in words, or one of the moves that there are; never anything else."""

import functools
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from nomic.matches.contract.game import BadAnswer, IllegalMove
from nomic.matches.contract.moves import Move, move_data, read_move
from nomic.matches.contract.tagged_unions import kind_of
from tests.conformance.hosting import Hosted
from tests.support.example_counts import examples

MAX_SAID = 500  # characters of a refusal, whatever was sent
LONG = "x" * 10**6
ODD = (None, True, False, 0, -1, 10**30, 1.0, 1.5, float("nan"), float("inf"), "", "\ud800", {})
VALUES = st.recursive(
    st.sampled_from(ODD) | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


@functools.cache
def deep() -> list[Any]:
    """Nested more deeply than anything can be that goes through it by calling itself."""
    value: list[Any] = []
    for _ in range(10**5):
        value = [value]
    return value


def refusal(hosted: Hosted, sent: dict[str, Any]) -> str:
    """What is said to whoever sends that; nothing, where it is a move that can be made."""
    match = hosted.begin(hosted.numbers[0], "a" * 64)
    try:
        move = read_move(hosted.game, sent)
        assert move_data(move).items() <= sent.items()  # all that it says, but what is so anyway
        match.play(hosted.game.seats(match.state)[0].player, move)
    except (IllegalMove, BadAnswer) as refused:
        return str(refused) or "nothing at all"
    return ""


def kinds(hosted: Hosted) -> list[type[Move]]:
    return list(hosted.game.moves)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_sent_is_a_move_or_is_refused_in_words(hosted: Hosted, data: Any) -> None:
    """Of every kind, with fields that it has and has not, missing and odd."""
    struct = data.draw(st.sampled_from(kinds(hosted)))
    known = [field.encode_name for field in fields(struct)]
    sent = data.draw(st.dictionaries(st.sampled_from([*known, "kind", ""]), VALUES))
    if data.draw(st.booleans()):
        sent["kind"] = kind_of(struct)
    assert len(refusal(hosted, sent)) <= MAX_SAID


def test_what_is_nested_deeply_or_very_long_is_refused_in_words(hosted: Hosted) -> None:
    """As a kind, as a field, and as the name of one."""
    for struct in kinds(hosted):
        kind = kind_of(struct)
        moves = [{"kind": LONG}, {"kind": deep()}, {"kind": kind, LONG: 1}]
        for field in fields(struct):
            moves += [{"kind": kind, field.encode_name: value} for value in (LONG, deep(), {LONG: deep()})]
        assert all(0 < len(refusal(hosted, move)) <= MAX_SAID for move in moves), kind
