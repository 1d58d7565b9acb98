"""A clause that fails live: who is told, and what stands on the rule's page."""

import pytest

from nomic.accounts.models import Person
from nomic.clauses.views.failures import failing_in
from nomic.notices.models import Notice
from tests.clauses.conftest import OpenWith
from tests.clauses.test_later import LOAN
from tests.clauses.test_shown import html
from tests.clauses.test_triggers import COUNT, when
from tests.support.hall import ADMIN, DAY, START, Hall


def told(hall: Hall, name: str) -> list[str]:
    person = Person.objects.get(username=name)
    return list(Notice.objects.filter(person=person, kind="rule-failed").order_by("pk").values_list("text", flat=True))


def test_the_judge_and_the_admins_are_told_of_each_failure_until_it_rests(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody else; a replay tells nobody."""
    hall = open_with(COUNT | {"grow": when("phase-began", {"raise": "Count", "by": 1})})
    hall.do(ADMIN, "appoint-judge", player="bob", reason="elected")
    with monkeypatch.context() as patch:
        patch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
        for _ in range(5):
            hall.to(hall.cycle.phase_ends_at)
    for name in ("bob", ADMIN):
        texts = told(hall, name)
        assert len(texts) == 3
        assert "the rule “Tolls” has failed" in texts[0]
        assert "is suspended until it is amended" in texts[2]
    assert told(hall, "ada") == []
    hall.is_sound()
    assert len(told(hall, "bob")) == 3


def test_the_page_of_the_rules_says_what_fails_and_why(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """And how it is waked."""
    hall = open_with(COUNT | {"grow": when("phase-began", {"raise": "Count", "by": 1})})
    assert failing_in(hall.cycle) == []
    with monkeypatch.context() as patch:
        patch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
        hall.to(hall.cycle.phase_ends_at)
        assert "has failed: " in html(hall, "ruleset/")
        hall.to(hall.cycle.phase_ends_at)
        hall.to(hall.cycle.phase_ends_at)
    (failing,) = failing_in(hall.cycle)
    assert failing.rests
    assert "would take too long" in failing.reason
    assert failing.words in html(hall, "ruleset/")
    assert "until a vote amends it or an admin resumes it" in failing.words


def test_of_what_fails_when_it_is_due_they_are_told_too(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not tried again."""
    hall = open_with({"loan": LOAN})
    hall.actor(ADMIN)
    hall.do("ada", "tolls_loan")
    monkeypatch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
    hall.to(START + 3 * DAY)
    assert hall.entries("act-when-due")[0].failure is not None
    assert len(told(hall, ADMIN)) == 1
    assert hall.cycle.awaited == []
    monkeypatch.undo()
    hall.is_sound()
