"""A correction that nobody has adopted opens nothing: of what is sealed its difference tells what everybody knows."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from nomic.clauses.models import PendingQuestion
from nomic.corrections.models import Correction
from tests.clauses.conftest import with_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_everybody import SEALED
from tests.clauses.test_value_kinds import act
from tests.corrections.conftest import adopt, rows_of, tell
from tests.support.hall import ADMIN, Hall, OpenCycle, cycle_16

MARK = "Xyzzyplugh"
WON = {"is": [{"value_of": "Depth"}, "equals", "$n"]}
CLAUSES: dict[str, Any] = {
    "guess": {"value": "Guess", "is": "name", "of": "player", "seen": "owner"},
    "depth": {"value": "Depth", "seen": "nobody"},
    "throw": act(SEALED, {"grant": "Gem Key", "n": 5, "to": {"who_chose": "$throw", "is": "paper"}}),
    "say": act({"set": "Guess", "to": "$what", "of": "$me"}, **says(what={"is": "text", "sealed": True})),
    "dig": act({"set": "Depth", "to": {"sum": ["$n", 0]}}, **says(n={"is": "number", "sealed": True})),
    "open": act({"reveal": "Guess"}),
    # With a sentence of its own, since the law tells everybody what there is to win.
    "try": act(
        {"if": WON, "then": [{"grant": "Gem Key", "n": 7, "to": "$me"}]},
        says="Try your luck.",
        **says(n={"is": "number"}),
    ),
}


@pytest.fixture
def sealed(open_cycle: OpenCycle) -> Hall:
    """A question that ada and bob have answered under seal and eve has not, and two secrets."""
    hall = open_cycle(with_clauses(cycle_16(), CLAUSES))
    hall.join("ada", "bob", "eve")
    hall.do("ada", "tolls_throw")
    code = PendingQuestion.objects.get(cycle=hall.pk).code
    for name in ("ada", "bob"):
        hall.do(name, "answer", question=code, answer=["paper"])
    hall.do("ada", "tolls_say", what=MARK)
    hall.do("ada", "tolls_dig", n=41)
    return hall


def inserted(hall: Hall, actor: str, action: str, **args: Any) -> Correction:
    """A correction that was told in which somebody did something besides."""
    at = hall.clock.now.isoformat()
    edit = {"do": "insert", "actor": actor, "action": action, "args": args, "at": at}
    hall.clock.wait(hours=1)
    hall.do(ADMIN, "open-correction", edits=[edit], reason="it was wrong")
    return tell(hall)


def told_of(hall: Hall, row: Correction) -> Iterator[str]:
    """Whatever anybody reads of a correction."""
    yield json.dumps([row.difference, row.impossible])
    for place in (f"/c/hall/corrections/{row.code}/", f"/api/v1/cycles/hall/corrections/{row.code}/"):
        answer = Client().get(place)
        assert answer.status_code == 200
        yield answer.content.decode()


@pytest.mark.parametrize(
    ("actor", "action", "args", "secret"),
    [
        ("eve", "leave", {}, "paper"),
        ("eve", "tolls_open", {}, MARK),
        ("eve", "tolls_try", {"n": 41}, "Gem Key"),
    ],
)
def test_what_is_sealed_stays_sealed(sealed: Hall, actor: str, action: str, args: Any, secret: str) -> None:
    """An answer under seal, a secret, and what a rule does because of one; nor is anything shown that follows."""
    row = inserted(sealed, actor, action, **args)
    assert not any(secret in text for text in told_of(sealed, row))
    assert row.difference[0]["title"] == "What is sealed"
    assert "once it is adopted" in row.difference[0]["rows"][0]["after"]
    sealed.do(ADMIN, "drop-correction", correction=row.code, reason="No.")
    assert not any(secret in text for text in told_of(sealed, row))
    assert sealed.cycle.seq == sealed.entries()[-1].seq


def test_a_guess_tells_nothing_whether_it_is_right_or_wrong(sealed: Hall) -> None:
    """The difference is the same: nobody finds a secret by opening corrections and dropping them."""
    told = []
    for guess in (41, 42):
        row = inserted(sealed, "eve", "tolls_try", n=guess)
        told.append([[group["title"], len(group["rows"])] for group in row.difference])
        sealed.do(ADMIN, "drop-correction", correction=row.code, reason="No.")
    assert told[0] == told[1]


def test_why_a_later_act_is_not_possible_is_not_told(sealed: Hall) -> None:
    """It may be so because of what was opened."""
    sealed.clock.wait(hours=2)
    edit = {"do": "insert", "actor": "eve", "action": "leave", "args": {}, "at": sealed.clock.now.isoformat()}
    sealed.clock.wait(hours=1)
    sealed.do("eve", "tolls_dig", n=3)
    sealed.do(ADMIN, "open-correction", edits=[edit], reason="it was wrong")
    row = tell(sealed)
    assert [each["action"] for each in row.impossible] == ["tolls_dig"]
    assert row.impossible[0]["detail"].startswith("The reason is not shown")


def test_what_has_nothing_to_do_with_it_is_shown(sealed: Hall) -> None:
    row = inserted(sealed, "eve", "buy", offer="Handy Pack")
    assert "Items" in [group["title"] for group in row.difference]
    assert rows_of(row, "What is sealed") == {}


def test_adopted_it_opens_what_it_opens(sealed: Hall) -> None:
    row = inserted(sealed, "eve", "leave")
    adopt(sealed, row)
    assert any("paper" in line for entry in sealed.entries("go-on") for line in entry.words)
    sealed.is_sound()
