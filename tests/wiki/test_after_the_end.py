"""What the pages here and on the wiki say once a game has ended: nothing is open, and nothing is to come."""

import pytest
from django.test import Client

from nomic.proposals.models import Proposal
from nomic.recaps.recap import NEEDS_HAND, recap_of
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from tests.support.hall import ADMIN, Hall, OpenCycle, cast, clock, hall, open_cycle
from tests.web.test_carrying_out_by_hand import passed

__all__ = ["cast", "clock", "hall", "open_cycle"]


def texts(hall: Hall) -> dict[str, str]:
    """The wikitext of every page of the cycle, by title."""
    return {page.title: str(render_page(page)) for page in WikiPage.objects.filter(cycle=hall.pk)}


@pytest.fixture
def ended(open_cycle: OpenCycle) -> Hall:
    """A game that an admin has ended while a vote and a request were open."""
    cast = open_cycle(published=True, joined=("ada", "bob"))
    cast.propose("ada")
    cast.do("bob", "file-request", kind="statement", title="One may pass.")
    cast.do(ADMIN, "stop-cycle", winners=["ada"], reason="it is late")
    return cast


def test_pages_of_the_game_say_that_nothing_is_counted_any_more(ended: Hall) -> None:
    """Neither the list nor the proposal has a time at which it is counted."""
    (proposal,) = Proposal.objects.filter(cycle=ended.pk)
    browser = Client()
    listed = browser.get(f"/c/{ended.slug}/proposals/").content.decode()
    assert "<h2>Not counted</h2>" in listed
    assert "The game ended before the votes on these were counted." in listed
    assert "<h2>Open</h2>" not in listed
    page = browser.get(f"/c/{ended.slug}/proposals/{proposal.number}/").content.decode()
    assert "not counted, the game ended" in page
    assert "The game ended before they were counted." in page
    assert "What it would have changed" in page
    court = browser.get(f"/c/{ended.slug}/court/").content.decode()
    assert "<h2>Never answered</h2>" in court


def test_pages_on_the_wiki_speak_of_the_past(ended: Hall) -> None:
    """Who won, and not who leads or how to join; every page that named open things is published again."""
    pages = texts(ended)
    everything = "\n".join(pages.values())
    for gone in (
        "Who leads",
        "nobody leads yet",
        "How to play now",
        "1 open,",
        "is played at",
        "play now",
        "Open for votes",
    ):
        assert gone not in everything, gone
    assert "== How it was played ==" in everything
    assert "1 not counted, 1 altogether" in everything
    assert "<b>Not counted</b>: the game ended before." in everything
    assert "the template cycle-16" not in everything
    assert not WikiPage.objects.filter(cycle=ended.pk, stale_since=None).exists()


def test_a_recap_says_what_has_been_carried_out_since(cast: Hall) -> None:
    """The phase's own record is of a proposal that waited; by now it is done."""
    row = passed(cast, "Everybody gets a hat.")
    phase = next(entry.phase for entry in cast.entries() if any(e["kind"] == NEEDS_HAND for e in entry.events))
    (before,) = recap_of(cast.read_context(ADMIN), phase).decided
    assert before.words.startswith("won its vote and has to be carried out by hand")
    cast.do(ADMIN, "enact-by-hand", proposal=row.code, amendments=[], reason="done")
    (after,) = recap_of(cast.read_context(ADMIN), phase).decided
    assert after.words.startswith("won its vote and was carried out by hand")
