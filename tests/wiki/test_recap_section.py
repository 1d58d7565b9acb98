"""The recap of the newest phase that is over, on a cycle's main page."""

import pytest
from django.core.cache import cache

from nomic.clauses.models import ValueChange
from nomic.cycles.models import Cycle, PhaseSeed
from nomic.matches.models import Match
from nomic.proposals.models import Vote
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.support.hall import Hall, OpenCycle
from tests.wiki.test_main_page import open_match
from tests.wiki.test_pages import HOSTILE, page_of


@pytest.fixture
def cast(open_cycle: OpenCycle) -> Hall:
    return open_cycle(published=True, joined=("ada", "bob", "eve"))


def section(hall: Hall) -> str:
    """The section of the main page, or "" if there is none."""
    cache.clear()
    make_pages(hall.cycle)
    text = str(render_page(page_of(hall.cycle, PageKind.MAIN)))
    _, found, rest = text.partition("in short ==\n")
    return rest.partition("\n==")[0] if found else ""


def test_the_main_page_has_the_recap_of_the_last_phase(cast: Hall) -> None:
    """Who led, the results, the play from the journal, and a link; nothing before the first phase is over."""
    assert section(cast) == ""
    cast.grant("ada", "Vertebra", 50)
    cast.do("ada", "buy", offer="Chip")
    cast.next_phase()
    found = section(cast)
    assert "ada, with 1." in found
    assert "Play of the phase: " in found
    assert f"/c/{cast.slug}/recaps/0/" in found
    assert "No proposal was decided." in found
    cast.next_phase()
    assert "Play of the phase: " not in section(cast)


def test_titles_are_escaped_there(cast: Hall) -> None:
    number = cast.propose("ada", title=HOSTILE)
    cast.vote(number, ada="for", bob="for", eve="against")
    found = ""
    while "2 votes for and 1 against" not in found:
        cast.next_phase()
        found = section(cast)
        assert cast.cycle.phase < 9
    assert HOSTILE not in found


def test_what_is_secret_changes_nothing_there(cast: Hall) -> None:
    """The same text whatever the hands, the sealed votes, the seeds and the secret values are."""
    cast.grant("ada", "Vertebra", 50)
    bought = cast.do("ada", "buy", offer="Chip")
    cast.vote(cast.propose("ada"), ada="for", bob="for", eve="against")
    cast.next_phase()
    open_match(cast.cycle, "m1", status="running")
    before = section(cast)
    assert "Play of the phase" in before
    ValueChange.objects.bulk_create(
        [ValueChange(entry=bought, place=0, name="Luck", holder="eve", before=0, after=77_777, hidden=True)]
    )
    assert Vote.objects.update(vote="against") == 3
    assert Match.objects.update(state=b"another hand")
    assert PhaseSeed.objects.filter(revealed_at=None).update(seed="ab" * 32)
    Cycle.objects.update(own_seed="cd" * 32)
    assert section(cast) == before
