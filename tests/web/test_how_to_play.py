"""How to play now, made from the law in force, whichever it is."""

import pytest
from django.test import Client

from nomic.clauses.compiled import clauses_of
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.devtools.texts.html import texts_of_html
from tests.clauses.conftest import enact
from tests.support.hall import Hall, OpenCycle, bare_law, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]
LAWS = ("cycle-16", "dungeon", "exoptwosis", "tetromic", "ministry-of-lamps", "the-commons")


def text_of(html: str) -> str:
    """The words of a page on one line."""
    return "\n".join(texts_of_html(html))


def page(slug: str = "hall") -> str:
    answer = Client().get(f"/c/{slug}/how-to-play/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_says_goal_time_acts_and_votes(cast: Hall) -> None:
    """Of Cycle 16: each claim with its rule."""
    said = text_of(page())
    assert "Own at least 10 Chips, and more than anybody else." in said
    assert "Rest Phase, 3 days now" in said
    assert "Battle Phase, 4 days" in said
    for act in ("Buy from the Croupier", "Declare for battle", "Submit a proposal"):
        assert act in said
    assert "Advance the clock" not in said
    assert "Standard" in said
    assert 'href="/c/hall/ruleset/#' in page()


def test_it_follows_the_law(cast: Hall) -> None:
    """A goal that is voted in, and another price."""
    enact(cast, {"op": "replace", "path": "/calendar/phases/0/title", "value": "Long Sleep"})
    assert "Long Sleep" in text_of(page())


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.django_db
def test_every_shipped_law_has_one(law: str) -> None:
    """With a goal, phases, something to do, and how votes pass."""
    create_cycle(law, slug="other", title="Other")
    html = page("other")
    said = text_of(html)
    assert "No rule says how to win" not in said
    cycle = Cycle.objects.get(slug="other")
    for action in clauses_of(cycle.law).actions.values():
        assert action.clause.action in said
    assert cycle.phase_title in said


def test_a_law_without_a_goal_says_so(open_cycle: OpenCycle) -> None:
    open_cycle(bare_law(), template="bare")
    assert "No rule says how to win yet." in text_of(page())
