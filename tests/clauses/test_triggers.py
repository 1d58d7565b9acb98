"""What rules do by themselves."""

from typing import Any

import pytest

from nomic.clauses.handlers import triggers
from nomic.clauses.models import Failures
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.clauses.vocabulary.event_scopes import event_kind_named
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import TOLLS, Clauses, OpenWith, acts_of_rules, enact, other_clauses, with_clauses
from tests.support.hall import Hall, cycle_16

COUNT = {"count": {"value": "Count", "of": "cycle", "is": "number"}}


def when(event: str, *do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"when": event, "do": list(do), **more}


def test_it_runs_as_an_entry_of_its_own_after_the_one_that_made_the_event(tolls: Hall) -> None:
    """And says by which rule, and what came of it."""
    tolls.do("ada", "tolls_walk")
    before, has = tolls.cycle.seq, tolls.has("ada", "Vertebra")
    tolls.to(tolls.cycle.phase_ends_at)
    assert tolls.actions(before)[:2] == ["begin-phase", "act-by-rule"]
    entry = tolls.entries("act-by-rule")[-1]
    assert entry.words == ["By the rule “Tolls”:", "ada gains 1 Vertebra."]
    assert tolls.has("ada", "Vertebra") == has + 1
    tolls.is_sound()


def test_it_knows_what_the_event_says(open_with: OpenWith) -> None:
    """Who acted, and the names that the event gives."""
    clauses = {
        "welcome": when("joined", {"grant": "Vertebra", "to": "$player", "n": 5}),
        "fine": when("law-changed", {"grant": "Vertebra", "to": {"players": "players"}, "n": "$revision"}),
    }
    hall = open_with(clauses)
    ada = hall.has("ada", "Vertebra")
    hall.join("zoe")
    assert hall.has("zoe", "Vertebra") - 5 in (0, 20)
    enact(hall, other_clauses(clauses | COUNT))
    assert hall.has("ada", "Vertebra") == ada + 1
    hall.is_sound()


def test_a_condition_is_looked_at_when_its_turn_comes(open_with: OpenWith) -> None:
    """The second of two clauses sees what the first has done, in the order of their places."""
    first = when("joined", {"raise": "Count", "by": 1}, place=1)
    second = when("joined", {"raise": "Count", "by": 10}, place=2) | {
        "if": {"is": [{"value_of": "Count"}, "equals", 1]}
    }
    hall = open_with(COUNT | {"z": first, "a": second}, "ada")
    assert hall.read_context("ada").law is not None
    words = [entry.words for entry in acts_of_rules(hall)]
    assert words == [
        ["By the rule “Tolls”:", "Count is now 1."],
        ["By the rule “Tolls”:", "Count is now 11."],
    ]


def test_a_chain_that_feeds_itself_ends(open_with: OpenWith) -> None:
    """After so many entries; the phase rolls over all the same."""
    loop: Clauses = COUNT | {
        "start": when("phase-began", {"raise": "Count", "by": 1}),
        "again": when("value-changed", {"raise": "Count", "by": 1}),
        "twice": when("value-changed", {"raise": "Count", "by": 1}, place=1),
    }
    hall = open_with(loop)
    phase, before = hall.cycle.phase, hall.cycle.seq
    hall.to(hall.cycle.phase_ends_at)
    assert hall.cycle.phase == phase + 1
    assert before + 8 < hall.cycle.seq <= before + 2 * triggers.MAX_FOLLOWING + 10
    assert any("one event has already triggered too much" in " ".join(entry.words) for entry in acts_of_rules(hall))
    hall.is_sound()


def test_what_fails_changes_nothing_and_rests_after_three_times(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time it stands in the journal with its reason; the phase rolls over."""
    hall = open_with(COUNT | {"grow": when("phase-began", {"raise": "Count", "by": 1})})
    monkeypatch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
    for _ in range(5):
        hall.to(hall.cycle.phase_ends_at)
    failed = acts_of_rules(hall)
    assert [entry.failure is not None for entry in failed] == [True] * 3
    assert "is suspended until it is amended" in failed[-1].words[-1]
    assert hall.cycle.phase == 5
    assert Failures.objects.get(cycle=hall.pk).times == 3
    monkeypatch.undo()
    hall.to(hall.cycle.phase_ends_at)
    assert len(acts_of_rules(hall)) == 3
    hall.is_sound()


def test_an_amended_clause_starts_afresh(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been mended."""
    grow = when("phase-began", {"raise": "Count", "by": 1})
    hall = open_with(COUNT | {"grow": grow})
    with monkeypatch.context() as patch:
        patch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
        for _ in range(3):
            hall.to(hall.cycle.phase_ends_at)
    enact(hall, other_clauses(COUNT | {"grow": when("phase-began", {"raise": "Count", "by": 2})}))
    assert acts_of_rules(hall)[-1].words[-1] == "Count is now 2."
    hall.is_sound()


def test_without_clauses_nobody_listens(open_with: OpenWith) -> None:
    """No query, no entry: the law has nothing to say."""
    hall = open_with({"well": TOLLS["well"]})
    before = hall.cycle.seq
    hall.to(hall.cycle.phase_ends_at)
    assert "act-by-rule" not in hall.actions(before)


def test_a_yes_or_no_of_an_event_is_a_condition(open_with: OpenWith) -> None:
    """Whether somebody became reputable for the first time (R7), say."""
    by_first = when("became-reputable", {"raise": "Count", "by": 1}) | {"if": "$first"}
    by_again = when("became-reputable", {"raise": "Count", "by": 10}) | {"if": {"not": "$first"}}
    hall = open_with(COUNT | {"a": by_first, "b": by_again}, "ada")
    assert acts_of_rules(hall)[0].words == ["By the rule “Tolls”:", "Count is now 1."]
    occasion = event_kind_named("became-reputable")
    assert occasion is not None
    assert occasion.scope["first"] == "truth"
    assert explain_clause_kind(WhenClause.model_validate(by_again), hall.cycle.law)[0] == (
        "Whenever a player becomes reputable, if this is not the first time, Count increases by 10."
    )
    hall.is_sound()


def test_what_is_neither_true_nor_false_is_no_condition() -> None:
    """Refused with its place."""
    clause = when("became-reputable", {"raise": "Count", "by": 1}) | {"if": "$player"}
    (flaw,) = flaws_of(with_clauses(cycle_16(), COUNT | {"a": clause}))
    assert flaw.path == "/rules/tolls/clauses/a/if"
    assert "neither true nor false" in flaw.detail
