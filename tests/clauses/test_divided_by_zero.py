"""R140: a quotient by zero is 0, and the entry says so where it mattered."""

from typing import Any

import pytest

from nomic.clauses.runtime.world.read_only_world import BY_ZERO
from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith
from tests.clauses.test_triggers import COUNT, when
from tests.support.hall import Hall

COUNTED = {"value_of": "Count"}
SHARE = {"quotient": [12, COUNTED]}


def act(*do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"action": "Act", "do": list(do), **more}


@pytest.mark.parametrize("word", ["quotient", "remainder"])
def test_R140_an_act_that_divides_by_zero_says_so(open_with: OpenWith, word: str) -> None:
    """Once, however often it did; and not where it did not."""
    gain = {"grant": "Vertebra", "n": {word: [12, COUNTED]}, "to": "$me"}
    hall = open_with(COUNT | {"a": act(gain, gain, {"raise": "Count", "by": 5})})
    has = hall.has("ada", "Vertebra")
    first = hall.do("ada", "tolls_a")
    assert hall.has("ada", "Vertebra") == has
    assert first.words.count(BY_ZERO) == 1
    second = hall.do("ada", "tolls_a")
    assert hall.has("ada", "Vertebra") == has + 4
    assert BY_ZERO not in second.words
    hall.is_sound()


def test_R140_a_rule_that_divides_by_zero_says_so(open_with: OpenWith) -> None:
    """In what it does, and in its condition where that is met."""
    few = {"is": [5, "more_than", SHARE]}
    clauses = COUNT | {
        "does": when("phase-began", {"grant": "Vertebra", "n": SHARE, "to": {"players": "players"}}),
        "asks": when("phase-began", {"announce": "Few."}, place=5) | {"if": few},
    }
    hall = open_with(clauses)
    hall.to(hall.cycle.phase_ends_at)
    said = [entry.words for entry in hall.entries("act-by-rule")][-2:]
    assert [words.count(BY_ZERO) for words in said] == [1, 1]
    assert "Few." in said[1]
    hall.is_sound()


def test_R140_votes_that_are_divided_by_zero_say_so(open_with: OpenWith) -> None:
    """Nobody voted against, and that is what was divided by: 0 is not enough."""
    many = {
        "class": "Many",
        "lasts": {"hours": 5},
        "passes": {"is": [{"quotient": ["$for", "$against"]}, "at_least", 2]},
    }
    hall = open_with({"many": many})
    title = {"op": "replace", "path": "/cycle/title", "value": "A hall"}
    code = hall.propose("ada", title, **{"class": "many"})
    hall.vote(code, ada="for", bob="for")
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    assert Proposal.objects.get(cycle=hall.pk, code=code).status == "failed"
    assert BY_ZERO in hall.entries("close-voting")[-1].words
    hall.is_sound()


def test_R140_of_a_secret_that_is_zero_nothing_is_told(open_with: OpenWith) -> None:
    """That something was divided by 0 would tell what the secret is."""
    secret = {"depth": {"value": "Depth", "of": "cycle", "seen": "nobody"}}
    hall = open_with(
        secret | {"a": act({"grant": "Vertebra", "n": {"quotient": [1, {"value_of": "Depth"}]}, "to": "$me"})}
    )
    entry = hall.do("ada", "tolls_a")
    assert BY_ZERO not in entry.words
    hall.is_sound()


def test_R140_looking_whether_one_may_act_says_nothing(open_with: OpenWith) -> None:
    """A condition of who may act brings no entry by itself."""
    who = {"is": [SHARE, "at_least", 0]}
    hall: Hall = open_with(COUNT | {"a": act({"announce": "Done."}, who=who)})
    assert hall.can("ada")["tolls_a"].available
    assert BY_ZERO not in hall.do("ada", "tolls_a").words
