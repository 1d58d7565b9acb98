"""What the check of the law lets an operation do to cards, a game does; what it refuses would come to nothing there.

And whatever is done, no card lies in two places: `Scenario` looks after every step.
"""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exoptosis.engine.mutable_state import MutableState
from exoptosis.simulation import law_trials
from nomic.effects.asking.begun_moves import Attempt, Begun
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.effects.running.interpreter import TooLong
from tests.effects.test_reaching import ALLOWED, AT_A_TABLE, OPERATIONS
from tests.exoptosis.test_any_effect import CARD, RULES
from tests.support.example_counts import examples
from tests.support.exoptosis_scenario import Scenario, table
from tests.support.random_effects import effects
from tests.support.rigged_chance import First

HOOKS = {"cost": "cost", "play": "when_played", "end": "at_end"}
ELSEWHERE = {"owner": "max", "species": "9", "modifiers": ["Torn"], "colours": ["Red"], "values": [9]}


def played(hook: str, effect: Any) -> Scenario:
    """A 5 is played upon a 4; its player has cards everywhere, and chance takes the first of what there is."""
    ada = "5; Red; Bound by bob; Fragile 1, King; Red; Fragile 1 | Queen; Red; Fragile 1, 2; Red; Fragile 1"
    game = table(ada=ada, bob="7; Red", pile="3; Red; Fragile 1, 4; Red; Fragile 1")
    game.environment.lists["inventory", "ada"] = [ELSEWHERE | {"ref": "@1", "original": "1", "owner": "ada"}]
    game.environment.lists["cycle-cards",] = [ELSEWHERE | {"ref": "@1", "original": "1"}]
    game.environment.lists["copies", "ada's 5"] = [ELSEWHERE | {"ref": "@9/1", "original": "ada's 5", "species": "5"}]
    game.chance = First()  # type: ignore[assignment]

    def change(law: dict[str, Any]) -> None:
        law["cards"]["5"]["hooks"] = {hook: effect}
        law["collections"]["Cursed"] = {"elements": ["Adamantine"], "chance": 100, "place": 999}

    game.votes(change)
    game.play("ada", "5")
    return game


def came_of(game: Scenario) -> tuple[Any, ...]:
    """What can be seen of a step afterwards, and what the host does."""
    state = game.state
    cards = dict(state.cards)
    environment = [event for event in game.events if event.kind in ("original-destroyed", "destroyed-elsewhere")]
    return [(seat.hand, seat.deck) for seat in state.seats], cards, state.pile, environment  # type: ignore[return-value]


@pytest.mark.parametrize("moment", HOOKS)
@pytest.mark.parametrize("name", [name for name in OPERATIONS if name not in ("move home", "play")])
def test_a_game_does_what_may_be_law_and_nothing_else(moment: Any, name: str) -> None:
    """Each operation on a card in each place, in a play, its cost and its end."""
    nothing = came_of(played(HOOKS[moment], []))
    for place, cards in AT_A_TABLE.items():
        operation = OPERATIONS[name]("$one")
        if name == "move":
            operation = {**operation, "of": "$next"}
        elif name == "swap":
            other = {"cards": "hand", "of": "$next"}
            operation = {"swap": ["$one", other]}
        elif name == "roll":
            operation = {"change": "$one", "collections": [["Cursed", 100]]}
        game = played(HOOKS[moment], [{"choose": "one", "from": cards, "n": "all"}, operation])
        if place in ALLOWED[moment].get(name, ()):  # some operations are of the hall alone
            assert came_of(game) != nothing, place
        elif name != "strip" and place not in ("cycle", "copies"):  # of those, cards of this game are reached
            assert came_of(game) == nothing, place


@pytest.mark.parametrize("moment", HOOKS)
def test_a_card_of_the_pile_changes_places_with_none_whatever_the_law_says(moment: str) -> None:
    """It would lie in a hand and on the pile. A law from before this was checked may say so."""
    for cards in ("$this", "$beneath", {"cards": "pile"}):
        game = played(HOOKS[moment], [{"swap": [{"cards": "hand", "of": "$others"}, cards]}])
        assert (game.hand("bob"), game.pile()[-1]) == (["7"], "5")


def test_what_a_play_costs_cannot_be_the_card_that_is_played() -> None:
    """It is out of the hand by then: the other card is the only one that can be discarded."""
    discard = [{"choose": "one", "from": {"cards": "hand", "of": "$me"}, "for": "destroy"}, {"destroy": "$one"}]
    game = played("cost", discard)
    assert (game.hand("ada"), game.pile(), game.destroyed_on_pile()) == ([], ["3", "4", "5"], [])


@settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(scopes.PLAYED), st.sampled_from(tuple(HOOKS.values())), st.integers(0, 5))
def test_no_effect_whatever_puts_a_card_into_two_places(raw: Any, hook: str, number: int) -> None:
    """Not even one that the law's check refuses, as it may stand in a law that is older than the check."""
    known = RULES.species[CARD]
    acting = replace(known, hooks=replace(known.hooks, **{hook: read_effect(raw, scopes.PLAYED)}))
    rules = replace(RULES, species={**RULES.species, CARD: acting})
    state, environment = law_trials._table(rules, "cards", CARD, random.Random(number))
    draft = MutableState(
        rules, state, Attempt(Begun("", {}, 0), (), law_trials.Chance(str(number)), environment, late=True)
    )
    with contextlib.suppress(TooLong, LookupError):  # a name that no law has, as the check would have said
        law_trials._play_all(draft)
    lying = [card for seat in draft.seats.values() for card in (*seat.hand, *seat.deck)]
    lying += [played.card for played in draft.pile]
    assert len(lying) == len(set(lying))
