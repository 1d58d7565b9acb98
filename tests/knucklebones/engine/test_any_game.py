"""Games in which everything is random: what always holds of the dice, whatever a vote brings."""

import functools
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.player_field import column_score, score, with_die, without
from knucklebones.simulation.invariants import KnucklebonesInvariants, with_dice
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.matches.contract.game import Step
from nomic.matches.simulation.random_play import Closeness, Failed, check_random_match
from nomic.matches.simulation.run import Played, Simulation, match_seed, play_match
from tests.support.example_counts import examples
from tests.support.knucklebones_engine import DOCUMENT, GAME, Held, act, begun, rules
from tests.support.random_effects import KNOWN_WORDS, cardless_effects

COLUMNS = st.lists(st.integers(1, 9), max_size=4).map(tuple)
FIELDS = st.lists(COLUMNS, min_size=1, max_size=4).map(tuple)
WITH_DICE = with_dice(dict(DOCUMENT))
SEED = "b0" * 32


class AnyChance:
    """Dice that Hypothesis lays."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self._data.draw(st.integers(0, sides - 1), label=label)


@given(FIELDS, st.integers(0, 3), st.integers(1, 9))
def test_a_die_more_is_worth_more_and_destroyed_dice_are_worth_nothing(field: Any, at: int, value: int) -> None:
    """One of k equal dice adds v·(2k + 1); without them the column is worth what the others are."""
    at %= len(field)
    count = field[at].count(value)
    assert score(with_die(field, at, value)) == score(field) + value * (2 * count + 1)
    left = without(field, at, value)
    assert score(field) - score(left) == value * count * count
    assert len(field[at]) - len(left[at]) == count
    assert value not in left[at]
    assert [column for place, column in enumerate(left) if place != at] == [
        column for place, column in enumerate(field) if place != at
    ]


@given(COLUMNS, st.randoms(use_true_random=False))
def test_R57_the_row_of_a_die_has_no_relevance(column: Any, random: Any) -> None:
    """In any order the same dice score the same."""
    shuffled = list(column)
    random.shuffle(shuffled)
    assert column_score(tuple(shuffled)) == column_score(column)


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.integers(1, 4), st.integers(1, 3))
def test_what_always_holds(data: Any, columns: int, rows: int) -> None:
    """However dice fall and wherever they go: one die more on one field with each move, and never too many."""
    law, environment, chance = rules(columns=columns, rows=rows), Held(), AnyChance(data)
    state = begun(law, chance, environment).state
    for number in range(1, 30):
        seen = GAME.view(law, state, None)
        assert (state.turn, seen["rolled"]["by"]) == (number, seen["players"][(number - 1) % 2])
        choice = data.draw(st.sampled_from(seen["choices"]), label="column")
        player = seen["turn"]["player"]
        step = act(law, state, player, {"kind": "place", "column": choice["column"]}, chance, environment)
        after = GAME.view(law, step.state, None)
        dice = [sum(map(len, matrix)) for matrix in after["matrices"].values()]
        before = sum(len(column) for matrix in seen["matrices"].values() for column in matrix)
        assert sum(dice) == before + 1 - choice["destroys"]
        assert max(len(column) for matrix in after["matrices"].values() for column in matrix) <= rows
        assert (step.state.outcome is not None) == (columns * rows in dice)
        if step.state.outcome is not None:
            totals = {name: after["scores"][name]["total"] for name in seen["players"]}
            best = [name for name in totals if totals[name] == max(totals.values())]
            assert after["winner"] == (best[0] if len(best) == 1 else None)
            return
        state = step.state


# ── simulated and examined


@functools.cache
def _played(number: int) -> Played:
    """A match of a random and a greedy bot."""
    playground = KnucklebonesInvariants()
    law = playground.game.rules(WITH_DICE, 1)
    return play_match(playground, law, WITH_DICE, Simulation("", (2,), 1, SEED, ("random", "greedy"), 500), number)


def test_the_greedy_bot_wins_more_often_than_the_random_one() -> None:
    """By far: it takes what it can get."""
    winners = [_played(number) for number in range(40)]
    won = [match.bots[match.winners[0]] for match in winners if match.winners]
    assert won.count("greedy") > 2 * won.count("random")


def test_every_sort_of_dice_is_used_in_simulations() -> None:
    """By bots of both kinds."""
    used = {
        (match.bots[use.player], use.piece) for match in (_played(number) for number in range(40)) for use in match.uses
    }
    assert used == {(bot, name) for bot in ("random", "greedy") for name in WITH_DICE["knucklebones"]["dice"]}


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(cardless_effects(scopes.DIE), cardless_effects(scopes.REWARDS), st.sampled_from(["before", "after"]))
def test_R60_whatever_dice_and_rewards_a_vote_brings(effect: Any, rewards: Any, when: str) -> None:
    """If the law's check has nothing against them, games with them hold what every game holds."""
    flaws = [*flaws_of(read_effect(effect, scopes.DIE), KNOWN_WORDS, "die")]
    flaws += flaws_of(read_effect(rewards, scopes.REWARDS), KNOWN_WORDS, "prize")
    assume(not flaws)
    dice = {name: {"when": when, "effect": effect} for name in ("One Die", "Another Die")}
    section = {**DOCUMENT["knucklebones"], "dice": dice, "rewards": rewards}
    document = {**DOCUMENT, "knucklebones": section}
    playground = KnucklebonesInvariants()
    closeness = Closeness(happening=20, clock=40, thorough=3, most_steps=60)
    for number in range(2):
        check_random_match(
            playground, playground.game.rules(document, 1), document, 2, match_seed(SEED, number), closeness
        )


class Spares(Knucklebones):
    """It destroys nothing."""

    def play(self, rules: Any, state: Any, *rest: Any) -> Any:
        step = super().play(rules, state, *rest)
        if isinstance(step, Step) and step.state.last != state.last:
            sides = [*step.state.sides]
            sides[1 - state.at] = state.sides[1 - state.at]
            return Step(replace(step.state, sides=tuple(sides)), step.events)
        return step


def test_an_examination_finds_a_game_that_destroys_nothing() -> None:
    """It says what should be where."""
    playground = KnucklebonesInvariants()
    playground.game = Spares()
    with pytest.raises(Failed, match=r"the fields are .* and should be"):
        _examine_sixty(playground)


def _examine_sixty(playground: KnucklebonesInvariants) -> None:
    """So many games, one after the other."""
    law = playground.game.rules(WITH_DICE, 1)
    for number in range(60):
        check_random_match(playground, law, WITH_DICE, 2, match_seed(SEED, number), Closeness())
