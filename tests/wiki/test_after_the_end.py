"""What the pages here and on the wiki say once a game has ended: nothing is open, and nothing is to come."""

import pytest
from django.test import Client

from nomic.proposals.models import Proposal
from nomic.recaps.recap import NEEDS_HAND, recap_of
from nomic.web.recaps.story import story_of
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.snippets import instant
from nomic.wiki.pages.layout.titles import base_of
from nomic.wiki.pages.render import render_page
from nomic.wikitext.escape import inline
from tests.support.hall import ADMIN, Hall, OpenCycle, cast, clock, hall, open_cycle
from tests.web.test_carrying_out_by_hand import passed
from tests.wiki.test_pages import page_of

__all__ = ["cast", "clock", "hall", "open_cycle"]


def texts(hall: Hall) -> dict[str, str]:
    """The wikitext of every page of the cycle, by title."""
    return {page.title: str(render_page(page)) for page in WikiPage.objects.filter(cycle=hall.pk)}


def main_page(hall: Hall) -> str:
    """The wikitext of the main page of the cycle."""
    return str(render_page(page_of(hall.cycle, PageKind.MAIN)))


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
    assert "the law in force" not in everything
    assert "1 not counted, 1 altogether" in everything
    assert "<b>Not counted</b>: the game ended before." in everything
    assert "the template cycle-16" not in everything
    assert not WikiPage.objects.filter(cycle=ended.pk, stale_since=None).exists()


def test_the_main_page_of_a_game_that_is_over_tells_how_it_went(open_cycle: OpenCycle) -> None:
    """From when to when, who won by which rule, the story, and no recap of the last phase."""
    cast = open_cycle(published=True, joined=("ada", "bob"))
    cast.next_phase()
    make_pages(cast.cycle)
    assert "in short ==" in main_page(cast)
    cast.grant("ada", "Chip", 100)
    cast.settle()
    text = main_page(cast)
    rule_at = story_of(cast.read_context("")).rule_at
    assert "<b>ada won it</b> by the rule “[[" in text
    assert f"/Ruleset#_rule-{rule_at}|" in text
    assert f"was played from {instant(cast.cycle.starts_at)} to {instant(cast.cycle.ended_at)}." in text
    assert f"/c/{cast.slug}/story/ the whole story]" in text
    assert "in short ==" not in text
    assert "in force" not in text
    assert "changes of the law" not in text
    assert "\n\n\n" not in text
    pages = texts(cast)
    (player,) = (page for title, page in pages.items() if title.endswith("/Player 1"))
    assert "<b>ada</b>: <b>won the game</b>, joined 20" in player
    assert pages[f"{base_of(page_of(cast.cycle, PageKind.MAIN))}/Players"].count("<b>won the game</b>") == 1
    assert (
        text.index("The game began.") < text.index("ada won, and the game was over.") < text.index("How it was played")
    )


@pytest.mark.parametrize(("winners", "words"), [(["ada", "bob"], "ada and bob won it"), ([], "Nobody won it")])
def test_the_main_page_says_why_an_admin_ended_it(open_cycle: OpenCycle, winners: list[str], words: str) -> None:
    """The reason as it was typed, with nothing of it read as wikitext."""
    cast = open_cycle(published=True, joined=("ada", "bob"))
    cast.do(ADMIN, "stop-cycle", winners=winners, reason="it is [[late]].")
    assert f"<b>{words}</b>: {inline('it is [[late]]')}." in main_page(cast)


def test_a_recap_says_what_has_been_carried_out_since(cast: Hall) -> None:
    """The phase's own record is of a proposal that waited; by now it is done."""
    row = passed(cast, "Everybody gets a hat.")
    phase = next(entry.phase for entry in cast.entries() if any(e["kind"] == NEEDS_HAND for e in entry.events))
    (before,) = recap_of(cast.read_context(ADMIN), phase).decided
    assert before.words.startswith("won its vote and has to be carried out by hand")
    cast.do(ADMIN, "enact-by-hand", proposal=row.code, amendments=[], reason="done")
    (after,) = recap_of(cast.read_context(ADMIN), phase).decided
    assert after.words.startswith("won its vote and was carried out by hand")
