"""The schema and the reader take the same pieces, as far as a schema can say."""

import copy
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.effects.language import scopes
from nomic.effects.language.description.schema import language
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.parser import read_effect
from tests.support.example_counts import examples
from tests.support.random_effects import effects

SCOPE = scopes.PLAYED_MODIFIER
VALIDATOR = jsonschema.Draft202012Validator(language())
# What no schema can say: names and their kinds, how much there is, which number is the smaller one.
BEYOND_A_SCHEMA = (
    "needed here, not",
    "nothing is called",
    "no event called",
    "neither true nor false",
    "is already used for something else",
    "has no .",
    "say which part",
    "there is no event",
    "parts",
    "nested",
    "from the smaller",
)
FOREIGN: list[Any] = [None, True, 7, "word", "$me", [], {}, {"loud": 1}, "x" * 300, -(10**12)]


def _places(raw: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a piece, as the keys that lead there."""
    keys = list(raw) if isinstance(raw, dict) else range(len(raw)) if isinstance(raw, list) else []
    return [path] + [place for key in keys for place in _places(raw[key], (*path, key))]


def _put(raw: Any, place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    changed = copy.deepcopy(raw)
    within = changed
    for key in place[:-1]:
        within = within[key]
    within[place[-1]] = value
    return changed


def _refusal(raw: Any) -> str:
    try:
        read_effect(raw, SCOPE)
    except EffectFlaw as flaw:
        return flaw.detail
    return ""


@settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(SCOPE))
def test_what_reads_well_fits_the_schema(raw: Any) -> None:
    """Random pieces that the reader takes are valid."""
    read_effect(raw, SCOPE)
    VALIDATOR.validate(raw)


@settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(SCOPE), st.data())
def test_what_is_broken_is_refused_by_both(raw: Any, data: Any) -> None:
    """With something foreign at a random place, the schema refuses what the reader refuses for how it is built."""
    place = data.draw(st.sampled_from(_places(raw)))
    broken = _put(raw, place, data.draw(st.sampled_from(FOREIGN)))
    refusal = _refusal(broken)
    if VALIDATOR.is_valid(broken):
        assert not refusal or any(words in refusal for words in BEYOND_A_SCHEMA), refusal
    else:
        assert refusal


@settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(SCOPE), st.data())
def test_an_unknown_word_is_refused_by_both(raw: Any, data: Any) -> None:
    """A node has the words of its kind and no others."""
    nodes = [place for place in _places(raw) if isinstance(_at(raw, place), dict)]
    if nodes:
        broken = _put(raw, (*data.draw(st.sampled_from(nodes)), "loudly"), 1)
        assert not VALIDATOR.is_valid(broken)
        assert _refusal(broken)


def _at(raw: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        raw = raw[key]
    return raw


@pytest.mark.parametrize(
    "raw",
    [
        {},
        "draw",
        [None],
        [{}],
        [{"take": 1}],
        [{"take": 1, "who": "$me", "loudly": True}],
        [{"take": True, "who": "$me"}],
        [{"take": 1.5, "who": "$me"}],
        [{"steal": 1}],
        [{"each": "one", "do": []}],
        [{"some": "$all"}],
        [{"choose": "Them", "from": "$all"}],
        [{"choose": "event", "from": "$all"}],
        [{"choose": "them", "from": "$all", "n": [1]}],
        [{"choose": "them", "from": "$all", "late": "never"}],
        [{"table": {"roll": "1d0"}, "rows": []}],
        [{"table": {"roll": "101d6"}, "rows": []}],
        [{"table": {"roll": "1d6"}, "rows": [[1, 2]]}],
        [{"turn": {"skip": "$me", "again": "$me"}}],
        [{"offer": "", "options": []}],
        [{"offer": "x", "options": [{"say": "y"}]}],
        [{"add": {"card": "random", "collections": [["Rare", 101]]}, "to": "hand", "of": "$me"}],
        [{"change": "$this", "gain": {"values": ["1"]}}],
        [{"take": 10**10, "who": "$me"}],
        [{"turn": "reverse"}] * 101,
    ],
    ids=lambda raw: str(raw)[:60],
)
def test_what_is_built_wrongly_is_refused_by_both(raw: Any) -> None:
    """Missing and unknown words, values of the wrong shape, and what is out of bounds."""
    assert not VALIDATOR.is_valid(raw)
    assert _refusal(raw)
