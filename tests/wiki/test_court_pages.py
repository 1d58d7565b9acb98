"""The page of the court: the Judge, votes of confidence, and the archive of requests and rulings."""

import itertools
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.court.models import Reference, Request, Ruling
from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout import snippets
from nomic.wiki.pages.layout.pagination import A_PAGE
from nomic.wiki.pages.render import render_page
from nomic.wiki.pages.ruleset import MAX_RULINGS, without_facts
from nomic.wikitext.escape import inline
from tests.wiki.conftest import Someone
from tests.wiki.test_pages import HOSTILE, actor, change_law, page_of, read
from tests.wiki.test_stale import freshen, stale_titles

_keys = itertools.count()


def do(name: str, action: str, **args: Any) -> None:
    perform("hall", actor(name, admin=name == "Keeper"), action, args)


@pytest.fixture
def court(hall: Cycle) -> Cycle:
    """Ada is the Judge; Ben's statement has a ruling, and Guest's question waits."""
    for name in ("Ada", "Ben"):
        do(name, "join")
    do("Keeper", "appoint-judge", player="Ada", reason="for the test")
    do("Ben", "file-request", kind="statement", title="Chips are food", text="See [[#Chips]].", about=["chips", "#1"])
    do("Ada", "rule", request="1", verdict="false", reasoning="''Nobody'' eats them.", about=["chips"])
    do("Guest", "file-request", kind="question", title=HOSTILE, text=HOSTILE)
    return hall


def page_text(cycle: Cycle) -> str:
    return render_page(page_of(cycle, PageKind.COURT))


@pytest.mark.wiki
def test_the_archive_says_what_was_asked_and_ruled(court: Cycle, reader: Someone) -> None:
    """Question, ruling, reasons, confidence, and what has changed since; hostile words are words."""
    do("Ben", "open-confidence-vote", ruling="1")
    do("Ben", "vote-on-ruling", ruling="1", vote="overturn")
    parsed, words = read(reader, page_text(court))
    first, _, last = (section["line"] for section in parsed["sections"])
    assert (first, last) == ("Votes of confidence", "Request 1: Chips are food")
    assert "Ada is the Judge, since" in words
    assert "1 of 2 requests wait for a ruling." in words
    assert "On ruling 1, request 1, until" in words
    assert "0 to affirm, 1 to overturn" in words
    assert "A statement by Ben" in words
    assert "Refers to: Chips, entry 1" in words
    assert "Ruling 1: false, by Ada" in words
    assert "Stands." in words
    assert "Nobody eats them." in words
    assert "Hall/Ruleset" in {each["title"] for each in parsed["links"]}
    with time_machine.travel(court.starts_at + timedelta(days=30), tick=False):
        words = read(reader, page_text(court))[1]
        assert "Overturned by a vote of confidence" in words
        assert "Vote of confidence: overturned, 0 to affirm, 1 to overturn" in words
        do("Ada", "rule", request="1", verdict="true", reasoning="They are.", about=["chips"])
        court.refresh_from_db()
        change_law(court, lambda law: law["rules"]["chips"].update(body="Chips are items."))
        words = read(reader, page_text(court))[1]
        assert "Chips (changed since)" in words
        assert words.index("Ruling 2: true") < words.index("Ruling 1: false")
        do("Ada", "resign-judge")
        assert "There is no Judge now." in read(reader, page_text(court))[1]


def test_what_happens_at_court_makes_its_page_stale(court: Cycle) -> None:
    """Requests, rulings, votes, the Judge, the law, and who plays while there is a vote; nothing else does."""
    for act, is_stale in (
        (("Ben", "propose"), False),
        (("Cleo", "join"), False),
        (("Ben", "open-confidence-vote"), True),
        (("Ben", "vote-on-ruling"), True),
        (("Dan", "join"), True),
        (("Ada", "resign-judge"), True),
        (("Ben", "file-request"), True),
    ):
        freshen()
        name, action = act
        args: dict[str, Any] = {
            "open-confidence-vote": {"ruling": "1"},
            "vote-on-ruling": {"ruling": "1", "vote": "affirm"},
            "file-request": {"kind": "statement", "title": "A"},
        }.get(action, {})
        if action == "propose":
            perform("hall", actor(name), "submit-proposal", {"title": "A", "text": "B"})
        else:
            do(name, action, **args)
        assert ("Hall/Court" in stale_titles()) is is_stale, act
        assert "Hall/Gamestate" in stale_titles()


def rulings_at(cycle: Cycle, rule: str) -> str:
    """What the ruleset's page says of the rulings on a rule."""
    return "".join(re.findall(rf"Rule {rule}, unchanged since the beginning\.(.*)</div>", ruleset(cycle)))


def ruleset(cycle: Cycle) -> str:
    return str(render_page(page_of(cycle, PageKind.RULESET)))


def test_a_rule_says_on_the_wiki_what_was_ruled_about_it(court: Cycle) -> None:
    """With each ruling the page is to be published again; a text of the title stays within its line."""
    assert rulings_at(court, "chips") == " [[Hall/Court|Ruling 1]] on “Chips are food”: false."
    assert rulings_at(court, "luck") == ""
    freshen()
    do("Ada", "rule", request="2", answer="Yes.", reasoning="Because.", about=["luck"])
    assert "Hall/Ruleset" in stale_titles()
    without, lines = without_facts(ruleset(court))
    assert "Ruling" not in without
    assert f"Ruling 2]] on {inline(f'“{HOSTILE}”')}." in "".join(lines)
    do("Ben", "open-confidence-vote", ruling="1")
    do("Ben", "vote-on-ruling", ruling="1", vote="overturn")
    freshen()
    with time_machine.travel(court.starts_at + timedelta(days=30), tick=False):
        do("Ada", "rule", request="1", verdict="true", reasoning="They are.", about=["chips"])
        assert "Hall/Ruleset" in stale_titles()
        assert [each.partition("]]")[0] for each in rulings_at(court, "chips").split("|")[1:]] == [
            "Ruling 3",
            "Ruling 1",
        ]
        assert rulings_at(court, "chips").endswith("false (overturned).")
        court.refresh_from_db()
        change_law(court, lambda law: law["rules"]["chips"].update(body="Chips are items."))
        assert "“Chips are food”: true (the rule has changed since)." in ruleset(court)


def test_of_very_many_rulings_on_a_rule_the_newest_are_named(court: Cycle) -> None:
    """The others are on the court's page."""
    for number in range(2, 2 + MAX_RULINGS):
        request = {"kind": "question", "title": f"T{number}"}
        do("Ben", "file-request", **request)
        do("Ada", "rule", request=str(number + 1), answer="Yes.", reasoning="Why.", about=["chips"])
    line = rulings_at(court, "chips")
    assert line.count("|Ruling ") == MAX_RULINGS
    assert "|Ruling 1]]" not in line
    assert line.endswith("[[Hall/Court|More rulings]] refer to it.")


def test_a_law_without_a_court_has_a_page_that_says_so(hall: Cycle) -> None:
    """Its Judge is named by an admin."""
    change_law(hall, lambda law: (law.pop("court"), law["belongs"].pop("/court")))
    text = page_text(hall)
    assert "The law has no court: no Judge rules on what it means." in text
    assert "no Judge now" not in text
    assert "Nothing has been asked" not in text


def archive(cycle: Cycle, count: int, words: str = "Why.", rulings: int = 1) -> None:
    """So many requests, each with rulings."""
    first = Request.objects.filter(cycle=cycle).count()
    at = cycle.phase_started_at
    for number in range(first + 1, first + count + 1):
        request = Request.objects.create(
            cycle=cycle, code=f"r{number}", number=number, author="Ben", kind="question", title="T", filed_at=at
        )
        for _ in range(rulings):
            key = next(_keys)
            ruling = Ruling.objects.create(
                request=request,
                cycle=cycle,
                code=f"x{key}",
                number=1000 + key,
                judge="Ada",
                reasoning=words,
                answer=words,
                ruled_at=at,
                status="overturned",
                ended_at=at,
            )
            Reference.objects.create(
                cycle=cycle,
                request=request,
                ruling=ruling,
                place=0,
                kind="law",
                target="/rules/chips",
                then="x",
                revision=0,
            )


def test_a_long_archive_stands_on_parts(hall: Cycle) -> None:
    """A hundred to each, the newest on the first page; asked for as often however many there are."""
    archive(hall, 1)
    page = page_of(hall, PageKind.COURT)
    render_page(page)
    with CaptureQueriesContext(connection) as few:
        render_page(page)
    archive(hall, A_PAGE + 1)
    make_pages(hall)
    with CaptureQueriesContext(connection) as many:
        text = render_page(page)
    assert len(few) == len(many) <= 14
    part = WikiPage.objects.get(cycle=hall, kind=PageKind.COURT, subject="1")
    assert part.title == "Hall/Court 1-100"
    assert f"[[{part.title}|" in text
    assert text.count("== Request ") == A_PAGE
    assert "== Request 2:" not in text
    assert render_page(part).count("== Request ") == A_PAGE
    assert "== Request 101:" not in render_page(part)
    Request.objects.filter(cycle=hall, number__gt=5).delete()
    assert "There is nothing here any more" in render_page(part)


def test_what_is_too_long_is_cut_and_says_so(hall: Cycle) -> None:
    """First texts; and of many rulings on one request the newest five stand there."""
    archive(hall, 1, "x" * 5000, rulings=7)
    text = page_text(hall)
    assert text.count("all of it]") == 10
    assert "Older rulings on it, 2 of them, are on" in text
    archive(hall, A_PAGE - 1, "{{" * 10_000)
    text = page_text(hall)
    assert snippets.size(text) < snippets.MAX_BYTES
    assert "all of it]" in text
