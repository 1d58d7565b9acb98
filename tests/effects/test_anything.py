"""Whatever the reader and the checks let through runs to its end, and never fails."""

import random
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.effects.asking.questions import Question
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language.parser import read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Face
from nomic.effects.running.interpreter import Run
from tests.support.example_counts import examples
from tests.support.random_effects import WORDS, effects
from tests.support.toy_world import SCOPE, ToyWorld

NAMES = frozenset({*WORDS, "Torn", "Red"})
EVERYTHING = Vocabulary(
    species=NAMES,
    modifiers=NAMES,
    collections=dict.fromkeys((*NAMES, "Common"), ("Torn",)),
    items=NAMES,
    suits=NAMES,
    colours=NAMES,
    types=NAMES,
    flags=NAMES,
)
FACES: dict[Any, Face] = {1: Face("Ace", frozenset({1})), 2: Face("8", values_from=0), 3: Face("Ace")}
asked: Counter[str] = Counter()


class AnyWorld(ToyWorld):
    """A world in which every question is answered, and everything drawn, at random."""

    def __init__(self, seed: int) -> None:
        super().__init__({"ann": [1, 2], "bob": [3, 4, 5], "cy": []}, FACES, absent=["cy"])
        self._random = random.Random(seed)

    def ask(self, question: Question) -> tuple[int | str, ...]:
        asked[question.kind] += 1
        assert 0 <= question.least <= question.most <= len(question.options)
        assert question.most > 0
        assert len({option.value for option in question.options}) == len(question.options)
        assert question.prompt
        count = self._random.randint(question.least, question.most)
        return tuple(option.value for option in self._random.sample(question.options, count))

    def below(self, sides: int, label: str, purpose: str) -> int:
        assert sides >= 1
        assert label
        return self._random.randrange(sides)


def _run(raw: Any, seed: int) -> list[Any]:
    world = AnyWorld(seed)
    names: dict[str, Any] = {"me": ("ann",), "this": (1,), "beneath": (2,), "mod": ("Torn",)}
    Run(world, "ann", "A card").perform(read_effect(raw, SCOPE), names)
    for _, rest in world.owed:  # what is owed is done later, in the same words
        Run(world, "ann", "A card").go_on(rest)
    for waiting in world.waiting:
        run = Run(world, "ann", "A card")
        run.go_on(waiting.rest, run.event("bob", (3,), None))
    return world.done


@settings(max_examples=examples(400), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(SCOPE), st.integers(0, 3))
def test_what_has_no_flaws_runs_to_its_end(raw: Any, seed: int) -> None:
    """With any answers and any draws; twice the same comes to the same."""
    if not list(flaws_of(read_effect(raw, SCOPE), EVERYTHING, "play")):
        assert _run(raw, seed) == _run(raw, seed)
