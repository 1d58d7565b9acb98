"""The story of an ended cycle: who won and how, the lead, the largest moves, the laws and the titles."""

from itertools import pairwise

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.clauses.standing.history import History
from nomic.clauses.standing.ranking import Column
from nomic.cycles.models import Cycle
from nomic.law.document.templates import document_of, law_templates
from nomic.notices.models import Notice
from nomic.web.recaps.story import _leads, story_of
from tests.support.hall import Hall, OpenCycle


def page(hall: Hall, path: str = "story/") -> str:
    response = Client().get(f"/c/{hall.cycle.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture(autouse=True)
def uncached() -> None:
    cache.clear()


def test_a_won_cycle_has_its_story(cast: Hall):
    """The winner by the rule that ends it, the changes of the lead, and the moves of the journal with links."""
    assert "still being played" in page(cast)
    cast.grant("bob", "Chip", 4)
    cast.next_phase()
    cast.grant("ada", "Vertebra", 150)
    for _ in range(6):
        cast.do("ada", "buy", offer="Chip")
    cast.next_phase()
    cast.grant("ada", "Chip", 4)
    cast.settle()
    assert not cast.cycle.is_running
    told = story_of(cast.read_context(""))
    assert told.winners == ("ada",)
    assert told.rule_at in cast.cycle.law.document["rules"]
    assert told.ways[0].leads == (
        "Rest Phase, week 1: bob takes the lead.",
        "Battle Phase, week 1: ada takes the lead.",
    )
    assert {(move.players, move.difference) for move in told.ways[0].moves} == {(("ada",), 1)}
    shown = page(cast)
    assert "<h1>ada won</h1>" in shown
    assert f"/ruleset/#rule-{told.rule_at}" in shown
    assert f"/journal/{told.ways[0].moves[0].entry.seq}/" in shown
    for path in ("", "standings/"):
        assert f'href="/c/{cast.slug}/story/"' in page(cast, path)


def test_a_cycle_without_a_winner_says_so(cast: Hall):
    cast.do("keeper", "stop-cycle", reason="for the test")
    cast.settle()
    assert story_of(cast.read_context("")).winners == ()
    assert "<h1>Nobody won</h1>" in page(cast)


def test_the_front_page_and_the_hall_of_fame_lead_to_it(cast: Hall):
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    cast.do("keeper", "stop-cycle", winners=["ada"], reason="for the test")
    cast.settle()
    for path in ("/", "/hall-of-fame/"):
        assert f'href="/c/{cast.slug}/story/"' in Client().get(path).content.decode()
    assert "Declared by an admin" in page(cast)


@pytest.mark.parametrize("law", sorted(law_templates()))
def test_every_law_that_ships_has_a_story(law: str, open_cycle: OpenCycle):
    hall = open_cycle(document_of(law), joined=("ada", "bob"))
    hall.next_phase()
    hall.do("keeper", "stop-cycle", winners=["bob"], reason="for the test")
    hall.settle()
    assert "<h1>bob won</h1>" in page(hall)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=9))
def test_the_lead_changes_only_between_different_leaders(rows: list[tuple[int, int, int]]):
    """Each sentence names who has most at the end of its phase, and two neighbours never say the same."""
    lines = {name: tuple(row[place] for row in rows) for place, name in enumerate(("a", "b", "c"))}
    names = {phase: f"Phase {phase}" for phase in range(len(rows))}
    leads = _leads(History("Chips", tuple(names), lines), Column("Chips"), names)
    said = [(int(words.split(":")[0].removeprefix("Phase ")), words.split(": ")[1]) for words in leads]
    for phase, words in said:
        best = max(rows[phase])
        assert len(set(rows[phase])) > 1
        assert all(
            (name in words.replace("the lead", "").replace("takes", "").replace("share", "").replace("and", ""))
            == (rows[phase][place] == best)
            for place, name in enumerate("abc")
        )
    assert all(one[1] != other[1] for one, other in pairwise(said))


def test_players_hear_once_that_it_ended(cast: Hall):
    """With a link to the story; not who has left."""
    cast.do("eve", "leave")
    cast.do("keeper", "stop-cycle", winners=["ada"], reason="for the test")
    cast.settle()
    cast.settle()
    told = Notice.objects.filter(kind="cycle-ended")
    assert set(told.values_list("person__username", "link")) == {
        (name, f"/c/{cast.slug}/story/") for name in ("ada", "bob")
    }
    assert told.count() == 2
    cast.is_sound()
    assert told.count() == 2
    assert {text.endswith("has ended: ada won.") for text in told.values_list("text", flat=True)} == {True}
