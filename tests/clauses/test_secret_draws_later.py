"""Secret draws where an effect goes on later: they are committed to, and what is opened tells no other secret."""

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nomic.clauses.models import PendingQuestion
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.history.reseed import renew_seeds
from nomic.cycles.models import Entry
from tests.clauses.conftest import Clauses, OpenWith, open_with
from tests.clauses.test_everybody import THROW
from tests.clauses.test_opened_draws import SHOW, checked, commitments, corrected, openings
from tests.corrections.conftest import adopt
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, Hall, clock, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle", "open_with"]

DEAL = SHOW["deal"]["do"]
IF_ODD = {
    "if": {"is": [{"value_of": "Odd"}, "at_least", 1]},
    "then": [{"set": "Role", "to": "Villager", "of": "$me"}],
}
LATER = {"hours": 5}
ODD: Clauses = {
    "odd": {"value": "Odd", "of": "cycle", "seen": "nobody"},
    "hide": {
        "action": "Hide a number",
        "with": {"n": {"is": "number", "least": 0, "most": 9, "sealed": True}},
        "do": [{"set": "Odd", "to": "$n"}],
    },
    "turn": {"action": "Turn", "do": [IF_ODD]},
    "turn-later": {"action": "Turn later", "do": [{"after": LATER, "do": [IF_ODD]}]},
    "turn-asked": {"action": "Turn after a question", "do": [THROW, IF_ODD]},
    "hunt": {"action": "Hunt", "do": [{"set": "Role", "to": "Wolf", "of": "$me", "until": LATER}]},
    "tame": {
        "action": "Tame",
        "do": [{"if": IF_ODD["if"], "then": [{"set": "Role", "to": "Villager", "of": {"players": "players"}}]}],
    },
    "deal-later": {"action": "Deal later", "do": [{"after": LATER, "do": DEAL}]},
    "deal-asked": {"action": "Deal after a question", "do": [THROW, *DEAL]},
}


def answer(hall: Hall) -> None:
    """Everybody answers everything."""
    for row in PendingQuestion.objects.filter(cycle=hall.pk).order_by("seq"):
        for name in ("ada", "bob", "eve"):
            hall.do(name, "answer", question=row.code, answer=["rock"])


@pytest.mark.parametrize("way", ["later", "asked"])
def test_what_is_drawn_later_is_committed_to_and_opened(open_with: OpenWith, way: str) -> None:
    """By the entry in which it is drawn, which nobody has chosen; the entry before draws nothing."""
    hall = open_with(SHOW | ODD)
    first = hall.do("ada", f"tolls_deal-{way}")
    answer(hall)
    hall.to(hall.clock.now.replace(hour=23))
    (drawn,) = [entry for entry in hall.entries() if commitments(entry)]
    assert drawn.seq > first.seq
    assert (checked(hall).failures, checked(hall).hidden) == ([], 1)
    hall.do("bob", "tolls_show")
    (opened,) = openings(hall)
    assert (opened["entry"], [draw["sides"] for draw in opened["draws"]]) == (drawn.key, [3])
    report = checked(hall)
    assert (report.failures, report.secrets, report.hidden) == ([], 1, 0)
    hall.is_sound()


def test_what_a_name_from_before_decides_is_never_opened(open_with: OpenWith) -> None:
    """The sides of a later die would tell a number that was drawn in secret, whatever is revealed."""
    later: list[Any] = [{"set": "Depth", "to": {"sample": 1, "from": {"values": {"from": 0, "to": "$x"}}}}]
    dig = [{"let": "x", "be": {"roll": "1d9"}}, {"set": "Odd", "to": "$x"}, {"after": LATER, "do": later}]
    more: Clauses = {
        "depth": {"value": "Depth", "of": "cycle", "seen": "nobody"},
        "dig": {"action": "Dig", "do": dig},
        "reveal": {"action": "Reveal the depth", "do": [{"reveal": "Depth"}]},
    }
    hall = open_with(ODD | SHOW | more)
    hall.do("ada", "tolls_dig")
    hall.wait(hours=6)
    hall.do("ada", "tolls_reveal")
    assert sum(len(commitments(entry)) for entry in hall.entries()) == 1
    assert openings(hall) == []
    assert (checked(hall).failures, checked(hall).hidden) == ([], 1)
    hall.is_sound()


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("between", ["turn", "turn-later", "turn-asked", "hunt"])
def test_a_later_part_that_may_change_a_secret_closes_its_draws(open_with: OpenWith, between: str, number: int) -> None:
    """Whether it has changed it depends on another secret, which the opening would tell."""
    hall = open_with(SHOW | ODD)
    hall.do("ada", "tolls_hide", n=number)
    hall.do("ada", f"tolls_{between}") if between != "turn" else None
    hall.do("ada", "tolls_deal")
    answer(hall)
    hall.wait(hours=6)
    if between == "turn":
        hall.do("ada", "tolls_turn")
    hall.do("bob", "tolls_show")
    assert openings(hall) == []
    hall.is_sound()


ACTS = (
    "deal",
    "deal-later",
    "deal-asked",
    "turn",
    "turn-later",
    "turn-asked",
    "hunt",
    "tame",
    "show",
    "wait",
    "answer",
)


def told(hall: Hall, acts: list[str], number: int) -> list[Any]:
    """Which entries there are, and what each opens and commits to, but not the results."""
    before = hall.clock.now
    with transaction.atomic():
        hall.do("ada", "tolls_hide", n=number)
        for act in [*acts, "answer", "wait", "show"]:
            if act == "answer":
                answer(hall)
            elif act == "wait":
                hall.wait(hours=6)
            else:
                try:
                    hall.do("ada", f"tolls_{act}")
                except Refusal:  # everything is revealed already
                    assert act == "show"
        assert checked(hall).failures == []
        hall.is_sound()
        found = [
            (entry.action, [event["kind"] for event in entry.events if "draws" in event["kind"]])
            for entry in hall.entries()
        ]
        transaction.set_rollback(True)
    hall.clock.to(before)
    return found


@pytest.mark.django_db
@settings(
    max_examples=examples(10),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(acts=st.lists(st.sampled_from(ACTS), min_size=1, max_size=6))
def test_whether_draws_are_opened_tells_no_other_secret(open_with: OpenWith, acts: list[str]) -> None:
    """In any order of deals and of effects that may change a role now, later, after a question, or until a time."""
    with transaction.atomic():
        hall = open_with(SHOW | ODD)
        assert told(hall, acts, 0) == told(hall, acts, 1)
        transaction.set_rollback(True)


PUBLIC: Clauses = {
    "score": {"value": "Score", "of": "player", "is": "number"},
    "throw": {"action": "Throw", "do": [{"raise": "Score", "by": {"roll": "3d1000"}, "of": "$me"}]},
    "again": {"action": "Throw again", "with": {"act": {"is": "act", "says": "which"}}, "do": [{"reroll": "$act"}]},
    "walk": {"action": "Walk", "do": [{"announce": "$me walks."}]},
}
REWRITES = ("outage", "reroll", "void", "insert", "restore")


def rewrite(hall: Hall, way: str) -> None:
    """Change the past before the secret draws, by one of the ways there are."""
    hall.clock.wait(minutes=1)
    thrown, walked = (newest(hall, f"tolls_{name}") for name in ("throw", "walk"))
    at = hall.clock.now.isoformat()
    if way == "outage":
        hall.do(ADMIN, "record-outage", began=thrown.at.isoformat(), ended=at, reason="x")
    elif way == "reroll":
        with suppress(Refused):  # its seed is public by now
            hall.do("bob", "tolls_again", act=thrown.key)
    elif way == "restore":
        renew_seeds(hall.slug)
    elif way == "void":
        adopt(hall, corrected(hall, {"do": "void", "entry": walked.key}))
        hall.do("eve", "tolls_walk")
    else:
        edit = {"do": "insert", "actor": "eve", "action": "tolls_walk", "args": {}, "at": thrown.at.isoformat()}
        adopt(hall, corrected(hall, edit))


def newest(hall: Hall, action: str) -> Entry:
    return hall.entries(action)[-1]


@pytest.mark.django_db
@settings(
    max_examples=examples(9),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(acts=st.lists(st.sampled_from([*ACTS, *REWRITES, *REWRITES]), min_size=3, max_size=7))
def test_a_rewrite_keeps_commitments_and_opens_nothing(open_with: OpenWith, acts: list[str]) -> None:
    """An outage, a reroll, a correction or a restored backup, before, between and after what is drawn later."""
    with transaction.atomic():
        hall = open_with(SHOW | ODD | PUBLIC)
        hall.do("ada", "tolls_hide", n=1)
        for name, act in (("bob", "throw"), ("eve", "walk")):
            hall.clock.wait(minutes=1)
            hall.do(name, f"tolls_{act}")
        for act in [*acts, "answer", "wait", "show"]:
            before = openings(hall)
            if act == "answer":
                answer(hall)
            elif act == "wait":
                hall.wait(hours=6)
            elif act in REWRITES:
                rewrite(hall, act)
                assert all(opened in before for opened in openings(hall))
            else:
                with suppress(Refusal):  # everything is revealed already
                    hall.do("ada", f"tolls_{act}")
            assert checked(hall).failures == []
        hall.is_sound()
        transaction.set_rollback(True)
