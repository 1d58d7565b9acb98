"""Whatever the checks of the law let through can be played: it ends, and the engine never fails."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exoptosis import trials
from exoptosis.engine.compiling import compile_rules
from exoptosis.engine.rules import Rules
from nomic.effects.checking.flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.reading import read_effect
from nomic.law import sections
from nomic.law.sections import Law
from tests.effects.test_anything import EVERYTHING
from tests.support.examples import examples
from tests.support.hall import cycle_16
from tests.support.pieces import effects

RULES = compile_rules(cycle_16(), 0)
CARD = "Ace"


def _rules(raw: Any) -> Rules:
    """The law in which playing a card does this."""
    played = read_effect(raw, scopes.PLAYED)
    known = RULES.species[CARD]
    return replace(
        RULES, species={**RULES.species, CARD: replace(known, hooks=replace(known.hooks, when_played=played))}
    )


@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(scopes.PLAYED), st.integers(0, 5))
def test_a_random_effect_can_be_played(raw: Any, number: int) -> None:
    """In a random game, with random answers."""
    if not list(flaws_of(read_effect(raw, scopes.PLAYED), EVERYTHING, "play")):
        assert trials._trial(_rules(raw), "cards", CARD, f"game {number}") == ""


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(scopes.PLAYED))
def test_any_proposed_effect_is_taken_or_refused(raw: Any) -> None:
    """Never anything else: what the law's check takes is tried out, what it refuses it refuses with a place."""
    old, document = Law(cycle_16()), cycle_16()
    document["cards"][CARD]["hooks"] = {"when_played": raw}
    found = sections.flaws_of(document)
    assert all(flaw.path.startswith(f"/cards/{CARD}/hooks/when_played") for flaw in found)
    assert found or list(trials.try_out(old, Law(document))) == []


JUNK: list[Any] = [None, 1, "x", [1], [[]], [{"": 1}], [{"take": {"take": 1}}], {"a": []}, [{"x" * 70: 1}]]


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused_with_its_place(junk: Any) -> None:
    """Whatever stands where an effect should."""
    document = cycle_16()
    document["cards"][CARD]["hooks"] = {"when_played": junk}
    found = sections.flaws_of(document)
    assert found
    assert all(flaw.path.startswith(f"/cards/{CARD}/hooks/when_played") for flaw in found)
