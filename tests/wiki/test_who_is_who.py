"""Numbered pages of players: the category names the players. Lists of what happened leave out bookkeeping."""

from django.test import Client

from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.as_of_line import entry_of, with_line_of, without_line
from nomic.wiki.pages.render import render_page
from tests.support.hall import ADMIN, Hall, OpenCycle, clock, open_cycle

__all__ = ["clock", "open_cycle"]


def corrected(hall: Hall) -> None:
    """Take back a purchase."""
    bought = hall.do("ada", "buy", offer="Handy Pack")
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": bought.key}], reason="it was wrong")
    build_waiting()
    row = Correction.objects.get(cycle=hall.pk)
    hall.do(ADMIN, "adopt-correction", correction=row.code, version=row.version, reason="it was wrong")


def test_the_category_names_the_players(open_cycle: OpenCycle) -> None:
    """With links to their pages; and it is published again when somebody joins."""
    hall = open_cycle(published=True, joined=("ada",))
    page = WikiPage.objects.get(cycle=hall.pk, kind=PageKind.CATEGORY)
    assert "Player 1|ada]]" in str(render_page(page))
    WikiPage.objects.update(stale_since=None)
    hall.join("bob")
    page.refresh_from_db()
    assert page.stale_since is not None
    assert "Player 2|bob]]" in str(render_page(page))


def test_corrections_do_not_fill_what_happened_lately(open_cycle: OpenCycle) -> None:
    """One line says that it was corrected; the journal has all of them."""
    hall = open_cycle(published=True, joined=("ada",))
    corrected(hall)
    page = WikiPage.objects.get(cycle=hall.pk, kind=PageKind.GAMESTATE)
    lately = str(render_page(page)).partition("== Recent entries ==")[2]
    home = Client().get(f"/c/{hall.slug}/").content.decode()
    journal = Client().get(f"/c/{hall.slug}/journal/").content.decode()
    for text in (lately, home):
        assert "adopts the correction" in text
        assert "was played again with the correction" not in text
        assert "starts a correction of the past" not in text
    assert "was played again with the correction" in journal
    assert "starts a correction of the past" in journal


def test_a_page_says_when_it_last_changed(open_cycle: OpenCycle) -> None:
    """A ruleset that is older than the gamestate is not out of date. Lines of earlier versions are still read."""
    hall = open_cycle(published=True, joined=("ada",))
    text = str(render_page(WikiPage.objects.get(cycle=hall.pk, kind=PageKind.RULESET)))
    assert ", when this page last changed.</i>" in text
    assert entry_of(text) == entry_of(text.replace(", when this page last changed", "")) == hall.cycle.seq


def test_the_age_of_a_page_is_below_all_else(open_cycle: OpenCycle) -> None:
    """Readers meet the rules first. A page of a former version, with the line above, is read and replaced."""
    hall = open_cycle(published=True, joined=("ada",))
    text = str(render_page(WikiPage.objects.get(cycle=hall.pk, kind=PageKind.RULESET)))
    plain = without_line(text)
    assert "As of" not in plain
    line = next(each for each in text.split("\n") if each.startswith("<i>As of "))
    assert text.split("\n")[-3:] == [line, "", "<noinclude>[[Category:Hall|Ruleset]]</noinclude>"]
    former = f"{line}\n\n{plain}"
    assert (entry_of(former), without_line(former)) == (entry_of(text), plain)
    assert with_line_of(former, text) is None
    assert with_line_of(text.replace(f"entry {hall.cycle.seq}]", "entry 1]"), text) is not None


def test_nobody_forges_the_age_of_a_page(open_cycle: OpenCycle) -> None:
    """The same words in a rule are words: neither a line in the middle nor one at its end counts."""
    hall = open_cycle(published=True, joined=("ada",))
    text = str(render_page(WikiPage.objects.get(cycle=hall.pk, kind=PageKind.RULESET)))
    line = next(each for each in text.split("\n") if each.startswith("<i>As of ")).replace(
        f"entry {hall.cycle.seq}]", "entry 999]"
    )
    forged = text.replace("== Tables ==", f"{line}\n\n== Tables ==") + line
    assert entry_of(text.replace("== Tables ==", f"{line}\n\n== Tables ==")) == hall.cycle.seq
    assert entry_of(forged) == hall.cycle.seq
