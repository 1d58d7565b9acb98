"""How long a question waits may be worked out when it is asked."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.models import PendingQuestion
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import Hall, cycle_16

RANK: Clauses = {
    "rank": {"value": "Rank", "of": "player"},
    "rise": {"action": "Rise", "with": {"by": {"is": "number"}}, "do": [{"raise": "Rank", "by": "$by", "of": "$me"}]},
}
MINE = {"value_of": "Rank", "of": "$me"}
TO_THEM = {"grant": "Vertebra", "to": "$them"}


def question(word: str, hours: Any) -> list[dict[str, Any]]:
    """A question to another player than the actor, by each of the operations that ask."""
    if word == "choose":
        return [{"choose": "them", "from": {"players": "players"}, "by": "$whom", "hours": hours}, TO_THEM]
    if word == "offer":
        options = [{"say": "Yes", "do": [{"grant": "Vertebra", "to": "$whom"}]}]
        return [{"offer": "A Vertebra?", "options": options, "who": "$whom", "hours": hours}]
    asked = {"everybody": "they", "in": "$whom", "chooses": "guess", "from": [1, 2], "hours": hours}
    return [asked, {"grant": "Vertebra", "to": {"answered": "$guess"}}]


def ask(*steps: dict[str, Any]) -> Clauses:
    return RANK | {"ask": {"action": "Ask", "with": {"whom": {"is": "player", "or_self": True}}, "do": list(steps)}}


def waits(hall: Hall) -> list[timedelta]:
    """How long each question waits from when it was asked."""
    rows = PendingQuestion.objects.filter(cycle=hall.pk).order_by("pk")
    return [row.due_at - row.asked_at for row in rows]


WORDS = ("choose", "offer", "everybody")


@pytest.mark.parametrize("word", WORDS)
def test_hours_are_those_when_it_is_asked(open_with: OpenWith, word: str) -> None:
    """Later changes do not move the end; the next question has the hours of then."""
    hall = open_with(ask(*question(word, {"sum": [2, MINE]})))
    hall.do("ada", "tolls_rise", by=5)
    hall.do("ada", "tolls_ask", whom="bob")
    hall.do("ada", "tolls_rise", by=3)
    hall.do("ada", "tolls_ask", whom="bob")
    hall.do("bob", "tolls_ask", whom="eve")
    assert waits(hall) == [timedelta(hours=7), timedelta(hours=10), timedelta(hours=2)]
    first = PendingQuestion.objects.filter(cycle=hall.pk).earliest("pk")
    hall.to(first.due_at - timedelta(minutes=1))
    assert PendingQuestion.objects.filter(pk=first.pk).exists()
    hall.to(first.due_at)
    assert not PendingQuestion.objects.filter(pk=first.pk).exists()
    hall.is_sound()


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(("rank", "hours"), [(-50, 1), (0, 1), (7, 7), (10**8, 24 * 28)])
def test_hours_stay_within_their_bounds(open_with: OpenWith, word: str, rank: int, hours: int) -> None:
    """The nearest number counts."""
    hall = open_with(ask(*question(word, MINE)))
    hall.do("ada", "tolls_rise", by=rank + 1)
    hall.do("ada", "tolls_rise", by=-1)
    hall.do("ada", "tolls_ask", whom="bob")
    assert waits(hall) == [timedelta(hours=hours)]


def test_hours_know_the_names_and_changes_before_the_question(open_with: OpenWith) -> None:
    """Of the same effect, within loops, before dice and after an answer."""
    inner = [
        {"raise": "Rank", "by": 4, "of": "$each"},
        {"choose": "them", "from": {"players": "players"}, "by": "$each", "hours": {"value_of": "Rank", "of": "$each"}},
        TO_THEM,
    ]
    loop = {"each": "each", "in": {"players": "players", "except": "$me"}, "do": inner}
    hall = open_with(ask({"let": "n", "be": {"roll": "1d1"}}, loop, *question("choose", {"sum": ["$n", 1]})))
    hall.do("bob", "tolls_rise", by=20)
    hall.do("ada", "tolls_ask", whom="eve")
    found = []
    while row := PendingQuestion.objects.filter(cycle=hall.pk).first():
        found.append((row.asked.get().player, row.due_at - row.asked_at))
        hall.do(found[-1][0], "answer", question=row.code, answer=["ada"])
    assert found == [("bob", timedelta(hours=24)), ("eve", timedelta(hours=4)), ("eve", timedelta(hours=2))]
    hall.is_sound()


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("choose", "within as many hours as 2 plus your Rank"),
        ("offer", "within as many hours as 2 plus your Rank"),
        ("everybody", "Within as many hours as 2 plus your Rank"),
    ],
)
def test_it_is_said(open_with: OpenWith, word: str, sentence: str) -> None:
    hall = open_with(ask(*question(word, {"sum": [2, MINE]})))
    assert sentence in " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))


@pytest.mark.parametrize("word", WORDS)
def test_a_secret_does_not_decide_how_long_everybody_sees_a_question_wait(word: str) -> None:
    """Neither by itself nor by a name for it."""
    secret = RANK | {"role": {"value": "Role", "of": "player", "seen": "owner"}}
    secretly = {"value_of": "Role", "of": "$me"}
    begun: list[dict[str, Any]] = [{"let": "n", "be": {"sum": [secretly, 1]}}, {"announce": "Go."}]
    for hours, steps in ((secretly, []), ("$n", begun)):
        law = with_clauses(cycle_16(), secret | ask(*steps, *question(word, hours)))
        (flaw,) = (each for each in flaws_of(law) if "time limit" in each.detail)
        assert flaw.path == f"/rules/tolls/clauses/ask/do/{len(steps)}/hours"


@pytest.mark.parametrize("word", WORDS)
def test_hours_that_take_too_long_are_refused(open_with: OpenWith, word: str) -> None:
    """Their steps are counted with those of the effect, before it is law."""
    everyone = {"players": "players"}
    found: dict[str, Any] = everyone
    for _ in range(4):
        found = everyone | {"where": {"some": found}}
    hours = {"count": found}
    (flaw,) = flaws_of(with_clauses(cycle_16(), ask(*question(word, hours))))
    assert flaw.path == "/rules/tolls/clauses/ask/do"
    assert "steps" in flaw.detail
