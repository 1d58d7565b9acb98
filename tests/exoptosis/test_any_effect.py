"""Whatever the checks of the law let through can be played: it ends, and the engine never fails."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Hooks, Rules
from exoptosis.engine.state import State
from exoptosis.simulation import law_trials
from nomic.effects.asking.begun_moves import Attempt, Begun
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.parser import read_effect
from nomic.law.document import sections
from nomic.law.document.sections import Law
from tests.effects.test_anything import EVERYTHING
from tests.support.example_counts import examples
from tests.support.hall import cycle_16
from tests.support.random_effects import effects

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
        assert law_trials._trial(_rules(raw), "cards", CARD, f"game {number}") == ""


HOOKS: dict[str, Moment] = {"cost": "cost", "when_played": "play", "at_end": "end", "when_gained": "card"}


@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(HOOKS)), st.data(), st.integers(0, 5))
def test_whatever_is_done_at_any_moment_no_card_is_lost_or_doubled(hook: str, data: Any, number: int) -> None:
    """In a random game with random answers, of a modifier: each card lies in one place, and it comes to the same again.

    A card that is destroyed, or whose player is out, lies nowhere.
    """
    scope = scopes.HELD if hook == "when_gained" else scopes.PLAYED_MODIFIER
    raw = data.draw(effects(scope))
    effect = read_effect(raw, scope)
    if list(flaws_of(effect, EVERYTHING, HOOKS[hook])):
        return
    torn = replace(RULES.modifiers["Torn"], hooks=replace(Hooks(), **{hook: effect}))
    rules = replace(RULES, modifiers={**RULES.modifiers, "Torn": torn})
    one, other = (_left_by(rules, number) for _ in range(2))
    assert one == other
    lying = [card for seat in one.seats for card in (*seat.hand, *seat.deck)]
    lying += [played.card for played in one.pile]
    assert len(lying) == len(set(lying))
    assert set(lying) <= one.cards.keys()
    assert one.cards.keys() == set(range(1, one.next_card))


def _left_by(rules: Rules, number: int) -> State:
    """A random game in which a torn card was played, and another one got torn."""
    state, environment = law_trials._table(rules, "modifiers", "Torn", random.Random(number))
    attempt = Attempt(Begun("", {}, 0), (), law_trials.Chance(str(number)), environment, late=True)
    draft = MutableState(rules, state, attempt)
    law_trials._play_all(draft)
    return draft.freeze()


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(scopes.PLAYED))
def test_any_proposed_effect_is_taken_or_refused(raw: Any) -> None:
    """Never anything else: what the law's check takes is tried out, what it refuses it refuses with a place."""
    old, document = Law(cycle_16()), cycle_16()
    document["cards"][CARD]["hooks"] = {"when_played": raw}
    found = sections.flaws_of(document)
    assert all(flaw.path.startswith(f"/cards/{CARD}/hooks/when_played") for flaw in found)
    assert found or list(law_trials.try_out(old, Law(document))) == []


JUNK: list[Any] = [None, 1, "x", [1], [[]], [{"": 1}], [{"take": {"take": 1}}], {"a": []}, [{"x" * 70: 1}]]


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused_with_its_place(junk: Any) -> None:
    """Whatever stands where an effect should."""
    document = cycle_16()
    document["cards"][CARD]["hooks"] = {"when_played": junk}
    found = sections.flaws_of(document)
    assert found
    assert all(flaw.path.startswith(f"/cards/{CARD}/hooks/when_played") for flaw in found)
