"""Effects in games without cards: what a die and a prize can do."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.effects.asking.questions import Question
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.parser import read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Names, Players, Which
from nomic.effects.prose.describe import effect_in_words
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import CardlessWorld
from nomic.effects.running.interpreter import Run
from tests.support.example_counts import examples
from tests.support.random_effects import KNOWN_WORDS, cardless_effects

CHIPS = Vocabulary(items=frozenset({"Chip"}))


class Table(EnglishPrompts, CardlessWorld):
    """Two people with a Chip each, where everything asked and drawn is random."""

    def __init__(self, seed: int) -> None:
        self.done: list[tuple[str, str, int, str]] = []
        self._random = random.Random(seed)

    def players(self, which: Which) -> Players:
        return ("ann", "bob")

    def following(self, player: str) -> Players:
        return ("bob",) if player == "ann" else ("ann",)

    def stock(self, item: str, holder: str) -> int:
        return 1

    def ask(self, question: Question) -> tuple[int | str, ...]:
        assert question.who == "ann"
        count = self._random.randint(question.least, question.most)
        return tuple(option.value for option in self._random.sample(question.options, count))

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self._random.randrange(sides)

    def grant(self, item: str, count: int, to: str, run: Run) -> None:
        self.done.append(("grant", item, count, to))

    def revoke(self, item: str, count: int, player: str, run: Run) -> None:
        self.done.append(("revoke", item, count, player))


def _flaws(raw: Any, moment: Moment = "die") -> list[tuple[str, str]]:
    scope = scopes.DIE if moment == "die" else scopes.REWARDS
    return [(flaw.path, flaw.detail) for flaw in flaws_of(read_effect(raw, scope), CHIPS, moment)]


@pytest.mark.parametrize(
    ("raw", "path", "head"),
    [
        ([{"destroy": {"cards": "hand", "of": "$me"}}], "/0/destroy", "cards"),
        ([{"add": {"card": "Ace"}, "to": "inventory", "of": "$me"}], "/0", "add"),
        ([{"take": 1, "who": "$me"}], "/0", "take"),
        ([{"grant": "Chip", "to": "$me", "n": {"tally": "drawn", "of": "$me", "during": "turn"}}], "/0/n", "tally"),
        ([{"turn": "reverse"}], "/0", "turn"),
        ([{"finish": "win", "who": "$me"}], "/0", "finish"),
        ([{"act_as": "Torn"}], "/0", "act_as"),
        ([{"wait": "played", "do": []}], "/0", "wait"),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_die_and_a_prize_know_neither_cards_nor_turns(raw: Any, path: str, head: str) -> None:
    """Where a game has none there is nothing that they could mean."""
    assert (path, f"{head!r} cannot be used in a die") in _flaws(raw)
    assert (path, f"{head!r} cannot be used at the end of a game without cards") in _flaws(raw, "prize")


def test_only_whoever_rolls_is_asked_in_a_die() -> None:
    """And chance; nobody else is there to be asked."""
    only = "only the player who rolls the die can be asked"
    assert _flaws([{"choose": "one", "from": [1, 2], "by": "$next"}]) == [("/0/by", only)]
    assert _flaws([{"offer": "Well?", "options": [], "who": "$others"}]) == [("/0/who", only)]
    for by in ({}, {"by": "$me"}, {"by": "chance"}):
        assert not _flaws([{"choose": "one", "from": [1, 2], **by}, {"let": "rolled", "be": "$one"}])
    assert not _flaws([{"offer": "Well?", "options": [], "who": "$me"}, {"let": "rolled", "be": 1}])


def test_nobody_is_asked_for_a_prize() -> None:
    """Only chance chooses, and nothing is offered."""
    where = "at the end of a game without cards"
    raw = [{"choose": "lucky", "from": "$all"}, {"grant": "Chip", "to": "$lucky"}]
    assert _flaws(raw, "prize") == [("/0", f"nobody can be asked {where}: only chance can choose")]
    assert not _flaws([{**raw[0], "by": "chance"}, raw[1]], "prize")
    assert _flaws([{"offer": "Well?", "options": []}], "prize") == [("/0", f"'offer' cannot be used {where}")]


def test_a_die_in_words() -> None:
    """What is rolled is the number rolled, and the faces are the die's."""
    raw = [
        {"choose": "again", "from": "$faces", "by": "chance"},
        {"let": "rolled", "be": {"sum": ["$rolled", "$again", -1]}},
    ]
    assert effect_in_words(read_effect(raw, scopes.DIE)) == [
        "Randomly pick one of the die's faces.",
        "The number rolled becomes the number rolled plus what was chosen minus 1.",
    ]


def _run(raw: Any, seed: int) -> tuple[list[Any], Names]:
    names: Names = {"me": ("ann",), "rolled": 4, "faces": (1, 2, 3, 4, 5, 6)}
    world = Table(seed)
    Run(world, "ann", "A die").perform(read_effect(raw, scopes.DIE), names)
    return world.done, names


@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(cardless_effects(scopes.DIE), st.integers(0, 3))
def test_what_has_no_flaws_runs_to_its_end(raw: Any, seed: int) -> None:
    """With any answers and any draws; twice the same comes to the same, and there always is a number rolled."""
    if not list(flaws_of(read_effect(raw, scopes.DIE), KNOWN_WORDS, "die")):
        done, names = _run(raw, seed)
        assert (done, names) == _run(raw, seed)
        assert "rolled" in names
