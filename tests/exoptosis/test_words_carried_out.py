"""Cycles from before the host carried out trades and the court: one revision brings both (R14 to R16, R21, R117)."""

from typing import Any

import pytest
from django.db import transaction
from jsonpatch import apply_patch

from exoptosis.older.trading import EXOPTWOSIS, HALL, LEAVING
from nomic.court import older as court
from nomic.court.office import judge_of
from nomic.cycles import deadlines
from nomic.cycles.deadlines import Rank
from nomic.cycles.journal import lock, save
from nomic.cycles.told_in_clauses import CARRY_OUT, TELL, UNSAID
from nomic.law.older import carried_out, told_in_clauses
from nomic.law.sections import check, flaws_of
from nomic.law.templates import document_of
from tests.support.hall import ADMIN, DAY, HOUR, START, WEEK, Hall, OpenCycle
from tests.support.older_laws import older as in_sections
from tests.trades.table import consent, lots, offer

pytestmark = pytest.mark.django_db
TRADING = {"cycle-16": HALL, "exoptwosis": EXOPTWOSIS}
STATEMENT = {"kind": "statement", "title": "Chips are food"}


def in_words(template: str = "cycle-16", law: dict[str, Any] | None = None) -> dict[str, Any]:
    """The law of a template as it was, with trades and the court in words alone."""
    law = document_of(template) if law is None else law
    law["rules"]["judgement"]["body"] = court._older()["said"]
    del law["rules"]["judgement"]["clauses"], law["court"], law["belongs"]["/court"]
    if template in TRADING:
        said = TRADING[template]
        law["rules"][said.rule]["body"] = said.said
        del law["trades"], law["belongs"]["/trades"]
    return law


def carried_out_in(template: str) -> dict[str, Any]:
    """The law of a template with trades and the court; that admins correct what was wrong its rules do not say yet."""
    law = document_of(template)
    lines = law["rules"]["judgement"]["body"].split("\n")
    law["rules"]["judgement"]["body"] = "\n".join(line for line in lines if "'''Corrections.'''" not in line)
    return law


def carry_out(hall: Hall, *actions: str, after: Any = HOUR) -> None:
    """It is due a while from now, as a migration makes it due."""
    with transaction.atomic():
        cycle = lock(hall.slug)
        for order, action in enumerate(actions or (CARRY_OUT,)):
            at = hall.clock.now + after
            args = {"places": [*UNSAID[TELL], "/starting_grant"]} if action == TELL else {}
            deadlines.schedule(cycle, action, at=at, rank=Rank.AT_ONCE, action=action, args=args, order=order)
        save(cycle)
    hall.to(hall.clock.now + after)


@pytest.mark.parametrize("template", ["cycle-16", "exoptwosis", "tetromic", "dungeon"])
def test_it_becomes_what_the_template_says_now(template: str) -> None:
    """Sections, clauses, words and what belongs to which rule; once."""
    before = in_words(template)
    check(before)
    after, what = carried_out(before)
    assert what == (["the court", "trades"] if template in TRADING else ["the court"])
    assert after == carried_out_in(template)
    assert carried_out(after, only=UNSAID[CARRY_OUT]) == (after, [])
    assert told_in_clauses(before) == before


def test_whoever_leaves_has_open_trades_now() -> None:
    """R5: the rule on players says so where it did not."""
    law = in_words("exoptwosis")
    players = law["rules"]["players"]
    players["body"] = players["body"].replace(LEAVING[1], LEAVING[0])
    assert "open trades" not in players["body"]
    assert carried_out(law)[0]["rules"]["players"]["body"].count("open trades") == 1


def test_a_running_cycle_gets_trades_and_the_court(open_cycle: OpenCycle) -> None:
    """Its journal, half of it from before, replays to the same; the Judge whom an admin named stays."""
    hall = open_cycle(in_words())
    hall.join("ada", "bob", "eve")
    hall.grant("ada", "Chip", 2)
    hall.do(ADMIN, "appoint-judge", player="ada", reason="elected in words")
    assert not {"file-request", "stand-for-judge", "offer-trade"} & hall.can("bob").keys()
    hall.clock.wait(hours=1)
    with transaction.atomic():
        cycle = lock(hall.slug)
        deadlines.schedule(cycle, CARRY_OUT, at=START + 2 * HOUR, rank=Rank.AT_ONCE, action=CARRY_OUT, order=1)
        save(cycle)
    hall.is_sound()  # a replay makes it due, too
    hall.to(START + 2 * HOUR)
    (entry,) = hall.entries(CARRY_OUT)
    assert entry.words == ["What rules say of the court and trades is carried out from now on: it is now revision 1."]
    assert hall.cycle.law.document == carried_out_in("cycle-16")
    assert judge_of(hall.cycle) == "ada"
    consent(hall, "bob", offer(hall, "ada", "bob", gives=lots(Chip=1)))
    hall.do("bob", "file-request", **STATEMENT)
    hall.do("ada", "rule", request="1", verdict="false", reasoning="No.")
    hall.do("bob", "stand-for-judge")
    hall.do("eve", "vote-on-candidacy", candidate="bob", vote="for")
    hall.to(WEEK)
    assert (judge_of(hall.cycle), hall.has("bob", "Chip")) == ("bob", 1)
    hall.is_sound()


def test_after_the_law_was_told_in_clauses(open_cycle: OpenCycle) -> None:
    """In one go, or a day later: two entries, which a replay makes again in their order."""
    for after in (None, DAY):
        hall = open_cycle(in_words(law=in_sections()), slug=f"hall-{after and after.days}")
        hall.clock.to(START)
        hall.join("ada", "bob")
        if after is None:
            carry_out(hall, TELL, CARRY_OUT)
        else:
            carry_out(hall, TELL)
            carry_out(hall, CARRY_OUT, after=DAY)
        assert [entry.action for entry in hall.entries() if entry.action in (TELL, CARRY_OUT)] == [TELL, CARRY_OUT]
        assert hall.cycle.law.document == carried_out_in("cycle-16")
        hall.is_sound()


def test_telling_it_twice_replays_too(open_cycle: OpenCycle) -> None:
    """The second time there is nothing to tell, in the history and in its replay."""
    hall = open_cycle(in_words(law=in_sections()))
    hall.join("ada", "bob")
    carry_out(hall, TELL, CARRY_OUT)
    carry_out(hall, TELL, CARRY_OUT)
    assert [len(hall.entries(action)) for action in (TELL, CARRY_OUT)] == [2, 2]
    assert hall.cycle.revision == 2
    hall.is_sound()


@pytest.mark.parametrize(
    ("amendment", "what"),
    [
        ({"op": "remove", "path": "/rules/trading"}, ["the court"]),
        ({"op": "replace", "path": "/rules/trading/body", "value": "Nobody trades."}, ["the court"]),
        ({"op": "replace", "path": "/rules/judgement/body", "value": "Ada judges."}, ["trades"]),
        ({"op": "add", "path": "/rules/judgement/clauses", "value": {"v": {"value": "V", "of": "cycle"}}}, ["trades"]),
        ({"op": "add", "path": "/trades", "value": {"within_hours": 1}}, ["the court"]),
        ({"op": "add", "path": "/court", "value": {"open_requests": 1}}, ["trades"]),
        ({"op": "replace", "path": "/rules/luck/body", "value": "Luck is luck."}, ["the court", "trades"]),
    ],
)
def test_where_players_voted_otherwise_it_stays_with_them(amendment: dict[str, Any], what: list[str]) -> None:
    """A rule that was repealed or amended keeps what they made of it; the other one is carried out."""
    before = apply_patch(in_words(), [amendment])
    after, found = carried_out(before)
    assert found == what
    for section, name, rule in (("trades", "trades", "trading"), ("court", "the court", "judgement")):
        if name not in what:
            assert after.get(section) == before.get(section)
            assert after["rules"].get(rule) == before["rules"].get(rule)


def test_what_could_not_be_law_stays_with_the_players(open_cycle: OpenCycle) -> None:
    """Another rule keeps a value of the same name: trades come, the court does not."""
    law = in_words()
    law["rules"]["luck"]["clauses"] = {"mine": {"value": "Backers", "of": "player"}}
    assert flaws_of(law) == []
    hall = open_cycle(law)
    hall.join("ada")
    carry_out(hall)
    assert ("court" in hall.cycle.law.document, "trades" in hall.cycle.law.document) == (False, True)
    hall.is_sound()


def test_it_may_be_said_in_words_again(open_cycle: OpenCycle) -> None:
    """A vote takes trading back into the players' hands."""
    hall = open_cycle()
    hall.join("ada", "bob")
    back = [
        {"op": "replace", "path": "/rules/trading/body", "value": HALL.said},
        {"op": "remove", "path": "/belongs/~1trades"},
        {"op": "remove", "path": "/trades"},
    ]
    code = hall.propose("ada", *back, **{"class": "urgent"})
    hall.vote(code, ada="for", bob="for")
    hall.to(START + 48 * HOUR)
    assert "trades" not in hall.cycle.law.document
    hall.is_sound()
