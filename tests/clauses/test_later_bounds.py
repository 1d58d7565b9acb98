"""What rules keep for later is checked where it is written, and bounded where it runs."""

from functools import cache
from typing import Any

import pytest

from nomic.clauses.models import DeferredEffect
from nomic.clauses.runtime import trigger_chains
from nomic.clauses.store import deferred_effects
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.clauses.test_later import act
from tests.clauses.test_triggers import COUNT, when
from tests.support.executed_lines import calls_of
from tests.support.hall import DAY, START, cycle_16

GAIN = {"grant": "Vertebra", "to": "$me"}
EACH_OF_MANY = {"values": {"from": 1, "to": 100}}
ALL = {"players": "players"}


def _within(steps: list[Any], *loops: str) -> list[Any]:
    for name in loops:
        steps = [{"each": name, "in": ALL, "do": steps}]
    return steps


BAD: dict[str, tuple[Any, str, str]] = {
    "no time at all": ({"after": {"hours": 0}, "do": [GAIN]}, "/after/hours", "from 1 to 8784"),
    "for ever": ({"after": {"days": 10**6}, "do": [GAIN]}, "/after/days", "from 1 to 366"),
    "a unit that there is not": ({"after": {"moons": 1}, "do": [GAIN]}, "/after", "hours"),
    "two times": ({"after": {"hours": 1, "days": 1}, "do": [GAIN]}, "/after", "hours"),
    "nothing to do": ({"after": {"hours": 1}, "do": []}, "/do", "does nothing"),
    "an event that there is not": ({"at": "doomsday", "do": [GAIN]}, "/at", "there is no event called"),
    "what nobody hears": ({"at": "act-failed", "do": [GAIN]}, "/at", "there is no event called"),
    "an end that there is not": ({**GAIN, "until": "doomsday"}, "/until", "there is no event called"),
    "an end before the beginning": ({**GAIN, "until": {"phases": -1}}, "/until/phases", "from 1 to 100"),
    "a name that the event does not give": (
        {"at": "joined", "do": [{"grant": "Vertebra", "to": "$winner"}]}, "/do/0/to", "nothing is called $winner",
    ),
    "an item that there is not": (
        {"after": {"hours": 1}, "do": [{**GAIN, "grant": "Pebble"}]}, "/do/0/grant", "no item",
    ),
    "very many timers": (
        _within([{"after": {"hours": 1}, "do": [{"grant": "Vertebra", "to": "$a"}]}], "a", "b")[0],
        "",
        "may keep 400 things for later",
    ),
}  # fmt: skip


@cache
def calls_of_a_sound_law() -> int:
    document = with_clauses(cycle_16(), {"a": act(GAIN)})
    assert flaws_of(document) == []
    return calls_of(lambda: flaws_of(document))


@pytest.mark.parametrize("what", BAD)
def test_it_is_refused_with_its_place(what: str) -> None:
    """In words, and at once."""
    step, place, words = BAD[what]
    document = with_clauses(cycle_16(), {"a": act(step)})
    flaws = flaws_of(document)  # the first refusal also builds the lists of what there is
    assert calls_of(lambda: flaws_of(document)) < 2 * calls_of_a_sound_law()
    assert [flaw.path for flaw in flaws] == [f"/rules/tolls/clauses/a/do{'/0' if place else ''}{place}"]
    assert words in flaws[0].detail


def test_a_clause_cannot_keep_more_than_a_cycle_bears(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """The act that would is refused, and changes nothing."""
    monkeypatch.setattr(deferred_effects, "MAX_ONE", 5)
    monkeypatch.setattr(deferred_effects, "MAX_KEPT", 8)
    for_all = _within([{"after": {"hours": 1}, "do": [{"grant": "Vertebra", "to": "$a"}]}], "a")
    hall = open_with({"a": act(*for_all), "b": act(*for_all), "c": act(*for_all)})
    hall.do("ada", "tolls_a")
    hall.refused("ada", "tolls_a", "too-much-later", "Tolls")
    hall.do("ada", "tolls_b")
    hall.refused("ada", "tolls_c", "too-much-later", "Tolls")
    assert DeferredEffect.objects.filter(cycle=hall.pk).count() == 6
    hall.to(START + DAY)
    hall.do("ada", "tolls_a")
    hall.is_sound()


def test_one_end_for_everybody_is_one_piece(open_with: OpenWith) -> None:
    """However many they are."""
    hall = open_with({"a": act({"grant": "Vertebra", "to": ALL, "until": {"hours": 1}})})
    hall.do("ada", "tolls_a")
    (row,) = DeferredEffect.objects.filter(cycle=hall.pk)
    assert row.names == {"those": ["ada", "bob", "eve"]}


def test_too_many_names_are_not_kept(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row has an end, too."""
    monkeypatch.setattr(deferred_effects, "MAX_BYTES", 20)
    hall = open_with({"a": act({"grant": "Vertebra", "to": ALL, "until": {"hours": 1}})})
    hall.refused("ada", "tolls_a", "too-much-later", "Tolls")


def test_what_keeps_itself_again_waits_for_the_next_event(open_with: OpenWith) -> None:
    """Not for its own: nothing goes round."""
    again: dict[str, Any] = {"raise": "Count", "by": 1}
    for _ in range(9):
        again = {"at": "value-changed", "do": [{"raise": "Count", "by": 1}, again]}
    hall = open_with(COUNT | {"a": act(again), "b": act({"raise": "Count", "by": 1})})
    hall.do("ada", "tolls_a")
    for times in (1, 2, 3):
        hall.do("ada", "tolls_b")
        assert len(hall.entries("act-as-awaited")) == times
    hall.is_sound()


def test_no_more_follows_from_an_event_than_may_and_the_rest_waits_on(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost: it is done at the next."""
    monkeypatch.setattr(trigger_chains, "MAX_FOLLOWING", 2)
    hall = open_with(COUNT | {"a": act({"at": "joined", "do": [{"raise": "Count", "by": 1}]})})
    for name in ("ada", "bob", "eve"):
        hall.do(name, "tolls_a")
    hall.join("zoe")
    assert len(hall.entries("act-as-awaited")) == 2
    assert "keep waiting" in hall.entries("join")[-1].words[-1]
    assert hall.cycle.awaited == ["joined"]
    hall.join("yan")
    assert len(hall.entries("act-as-awaited")) == 3
    hall.is_sound()


def test_what_waits_for_an_event_comes_after_the_rules_that_listen(open_with: OpenWith) -> None:
    """And of both together no more follows than of rules alone."""
    clauses: Clauses = COUNT | {
        "listens": when("joined", {"raise": "Count", "by": 1}),
        "waits": act({"at": "joined", "do": [{"raise": "Count", "by": 10}]}),
    }
    hall = open_with(clauses)
    hall.do("ada", "tolls_waits")
    before = hall.cycle.seq
    hall.join("zoe")
    acted = [name for name in hall.actions(before) if name.startswith("act-")]
    assert acted == ["act-by-rule", "act-as-awaited", "act-by-rule"]  # the last is the first grant
    hall.is_sound()
