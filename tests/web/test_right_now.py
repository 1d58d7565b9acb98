"""What happens right now, on the front page of a stranger."""

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.cycles.models import Cycle
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.devtools.texts.html import texts_of_html
from tests.support.hall import DAY, START, Clock, Hall, OpenCycle, bare_law, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]
CHANGE = {"op": "replace", "path": "/calendar/phases/0/title", "value": "Sleep"}


def front() -> tuple[str, str]:
    """The page's words on one line, and its HTML."""
    html = Client().get("/").content.decode()
    return " ".join("\n".join(texts_of_html(html)).split()), html


def test_who_leads_what_changed_and_which_vote_ends(cast: Hall, clock: Clock) -> None:
    cache.clear()
    cast.do("Zoe", "join")
    cast.do("Nova", "join")
    assert "nobody leads yet" in front()[0]
    cast.grant("Zoe", "Chip", 3)
    first = cast.propose("Zoe", CHANGE, title="More sleep")
    words, html = front()
    assert "Goal: 10 Chips, Zoe leads with 3." in words
    assert "Open vote: More sleep" in words
    cast.vote(first, Zoe="for", Nova="for")
    clock.to(START + 8 * DAY)
    settled_cycle("hall")
    cast.propose("Zoe", title="Tea")
    cast.propose("Nova", title="Cake")
    words, html = front()
    assert "Last proposal that passed: More sleep" in words
    assert "Open vote: Tea" in words
    assert "(and 1 more)" in words
    assert 'href="/c/hall/proposals/1/"' in html


def test_practice_and_ended_cycles_are_left_out(cast: Hall, clock: Clock) -> None:
    cast.do("Zoe", "join")
    open_practice_cycle("the-commons", cast.actor("Zoe"), "key")
    cast.grant("Zoe", "Chip", 11)
    clock.to(START + 8 * DAY)
    settled_cycle("hall")
    words, _ = front()
    assert "Commons, practice" not in words
    assert "Goal: 10 Chips" not in words


def test_how_anybody_voted_is_not_there(cast: Hall) -> None:
    """Neither who nor how many, so that nothing of a sealed vote is told."""
    cache.clear()
    for name in ("Zoe", "Nova"):
        cast.do(name, "join")
    code = cast.propose("Zoe", CHANGE, title="More sleep")
    before = front()[0]
    cast.vote(code, Nova="against")
    assert front()[0] == before


def test_it_reads_as_little_as_before_once_it_is_made(cast: Hall, open_cycle: OpenCycle) -> None:
    """Whatever the number of cycles; another entry makes one of them anew."""
    cache.clear()
    front()
    with CaptureQueriesContext(connection) as one:
        front()
    for number in range(3):
        open_cycle(bare_law(), template="bare", slug=f"bare-{number}")
    front()
    with CaptureQueriesContext(connection) as many:
        front()
    assert Cycle.objects.count() == 4
    assert len(many) <= len(one)
    assert not any("proposals_proposal" in query["sql"] for query in many)
