"""Questions while people act, answer, leave, join and vote and the clock goes on, in any order."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.clauses.handlers.resume_after_questions import question_now
from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal, Unanswered
from nomic.cycles.models import Deadline, Entry, Unsealing
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import Clauses, other_clauses, with_clauses
from tests.support.example_counts import examples
from tests.support.hall import START, Clock, Hall, cycle_16

NAMES = ("ada", "bob", "eve", "zoe")
ALL = {"players": "players"}
ROLL = {"let": "luck", "be": {"roll": "1d6"}}
PICK = {"choose": "them", "from": {"players": "players", "except": "$me"}, "hours": 30}
GIVE = {"transfer": "Vertebra", "from": "$them", "to": "$me", "n": 2}
OFFER = {
    "offer": "Pay?",
    "who": "$them",
    "options": [
        {"say": "All", "needs": {"is": [{"stock": "Vertebra", "of": "$them"}, "at_least", 22]}, "do": [GIVE, GIVE]},
        {"say": "Two", "do": [GIVE, {"choose": "k", "from": [1, 2], "by": "$them"}, {"raise": "Well", "by": "$k"}]},
    ],
    "else": [{"raise": "Well", "by": 1}],
    "hours": 5,
}
SECRET = {"everybody": "one", "in": ALL, "chooses": "vote", "from": ALL, "n": [0, 1], "sealed": True, "hours": 40}
PAID = {"each": "one", "in": ALL, "do": [{"grant": "Vertebra", "to": {"answer": "$vote", "of": "$one"}}]}
TURNS = {
    "each": "one",
    "in": ALL,
    "do": [{"choose": "n", "from": [1, 2, 3], "by": "$one"}, {"grant": "Vertebra", "to": "$one", "n": "$n"}],
}
LATER = {"when": "question-lapsed", "do": [{"raise": "Well", "by": 1}]}
STEPS = st.sampled_from([[ROLL], [PICK, OFFER], [SECRET, PAID], [TURNS], [ROLL, PICK, GIVE]])


@st.composite
def laws(draw: st.DrawFn) -> Clauses:
    """Two actions that ask, and what happens when a question lapses."""
    clauses: Clauses = {"well": {"value": "Well", "of": "cycle"}, "later": LATER}
    for number in range(2):
        clauses[f"act-{number}"] = {"action": f"Act {number}", "do": [*draw(STEPS), {"raise": "Well", "by": 1}]}
    return clauses


DEEDS = ("act-0", "act-1", "answer", "answer", "wrong", "leave", "join", "hours", "phase", "amend", "outage")
deeds = st.lists(st.tuples(st.sampled_from(DEEDS), st.sampled_from(NAMES), st.integers(0, 9)), max_size=25)


@pytest.mark.django_db
@settings(max_examples=examples(24), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(laws(), deeds)
def test_questions_in_any_order(clauses: Clauses, week: list[tuple[str, str, int]]) -> None:
    """Nothing but refusals comes of it; nothing is stuck, nobody asked twice, and no answer seen too early."""
    document = with_clauses(cycle_16(), clauses)
    assert not flaws_of(document)
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(document, starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        for name in NAMES[:3]:
            hall.join(name)
        for deed, name, number in week:
            _do(hall, clauses, deed, name, number)
            _sound_questions(hall)
        hall.to(hall.clock.now + timedelta(days=20))
        while PendingQuestion.objects.filter(cycle=hall.pk).exists():  # one may follow from another
            hall.to(hall.clock.now + timedelta(days=2))
        hall.is_sound()
        transaction.set_rollback(True)


def _do(hall: Hall, clauses: Clauses, deed: str, name: str, number: int) -> None:
    with suppress(Refusal), transaction.atomic():
        if deed.startswith("act"):
            _act(hall, f"tolls_{deed}", name, number)
        elif deed in ("answer", "wrong"):
            _answer(hall, name, number, wrong=deed == "wrong")
        elif deed in ("leave", "join"):
            hall.do(name, deed)
        elif deed == "hours":
            hall.to(hall.clock.now + timedelta(hours=number))
        elif deed == "phase":
            hall.to(hall.cycle.phase_ends_at)
        elif deed == "outage":
            hall.do("keeper", "record-outage", hours=number, reason="Dark.")
        else:
            kept = {"well": clauses["well"]} if number % 2 else {}
            code = hall.propose(name, other_clauses(kept))
            hall.vote(code, **dict.fromkeys(NAMES[:3], "for"))


def _act(hall: Hall, action: str, name: str, number: int) -> None:
    answers: list[list[Any]] = []
    for _ in range(4):
        try:
            with transaction.atomic():
                hall.do(name, action, answers=answers) if answers else hall.do(name, action)
            return
        except Unanswered as asked:
            options = asked.question["options"]
            answers.append([options[number % len(options)]["value"]] if options else [])


def _answer(hall: Hall, name: str, number: int, *, wrong: bool) -> None:
    mine = list(PendingQuestion.objects.filter(cycle=hall.pk, asked__player=name))
    if not mine:
        return
    row = mine[number % len(mine)]
    question = question_now(hall.read_context(name), row, name)
    values = [option.value for option in question.options] if question is not None else []
    chosen = ["nobody"] if wrong else [values[number % len(values)]] if values else []
    hall.do(name, "answer", question=row.code, answer=chosen)


def _sound_questions(hall: Hall) -> None:
    """Each question has its deadline, whoever is asked plays, and of what is sealed nothing is public."""
    rows = list(PendingQuestion.objects.filter(cycle=hall.pk))
    labels = set(Deadline.objects.filter(cycle=hall.pk, action="go-on").values_list("label", flat=True))
    assert labels == {f"question {row.code}" for row in rows}
    for asked in AskedPlayer.objects.filter(question__cycle=hall.pk).select_related("question", "entry"):
        assert hall.player(asked.player).left_at is None
        if asked.question.sealed:
            assert asked.answer is None
            assert asked.entry is None or not Unsealing.objects.filter(entry=asked.entry).exists()
    for entry in Entry.objects.filter(cycle=hall.pk, action="answer").filter(sealed__isnull=False):
        assert set(entry.args["answer"]) == {"commitment"}
