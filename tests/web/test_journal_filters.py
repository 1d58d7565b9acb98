"""The filters of the journal: kinds of entries that occurred, by topic, and phases by their names."""

import re
from html import unescape

import pytest
from django.test import Client

from nomic.cycles.actions.registry import action_named
from nomic.cycles.history.rewrite import HISTORY_CORRECTED, HISTORY_REWRITTEN
from nomic.cycles.models import Entry
from nomic.cycles.schedule.phase_names import phase_name
from tests.support.hall import DAY, START, Hall

pytestmark = pytest.mark.django_db


def page(hall: Hall, **filters: str) -> str:
    return unescape(Client().get(f"/c/{hall.slug}/journal/", filters).content.decode())


def kinds(html: str) -> dict[str, list[str]]:
    """The choices of *What* by topic."""
    choices = html.partition('id="action"')[2].partition("</select>")[0]
    groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', choices)
    return {topic: re.findall(r">([^<]+)</option>", some) for topic, some in groups}


def test_only_what_occurred_can_be_chosen_by_topic(cast: Hall) -> None:
    """A purchase is play, the calendar is the clock's. Nobody has voted, so a vote is no choice."""
    cast.do("ada", "buy", offer="Handy Pack")
    cast.to(START + 8 * DAY)
    found = kinds(page(cast))
    assert "Buy from the Croupier" in found["Play"]
    assert action_named("begin-phase").title in found["Clock and bots"]
    assert not any("vote" in title.lower() for some in found.values() for title in some)
    names = Entry.objects.filter(cycle=cast.pk).values_list("action", flat=True)
    assert sum(map(len, found.values())) <= len(set(names))


def test_kinds_of_one_title_are_one_choice(cast: Hall) -> None:
    """The journal is rewritten in three ways, which read alike; choosing the title shows all of them."""
    for seq, action in ((9_000, HISTORY_REWRITTEN), (9_001, HISTORY_CORRECTED)):
        copy = Entry.objects.whole().filter(cycle=cast.pk).order_by("seq")[0]
        copy.pk, copy.seq, copy.action, copy.key = None, seq, action, f"{seq}"
        copy.save(force_insert=True)
    html = page(cast)
    assert kinds(html)["Clock and bots"].count("The journal is rewritten") == 1
    (name,) = re.findall(r'value="([^"]+)">The journal is rewritten<', html)
    listed = Client().get(f"/c/{cast.slug}/journal/", {"action": name}).context["entries"]
    assert sorted(entry.action for entry in listed) == sorted([HISTORY_CORRECTED, HISTORY_REWRITTEN])
    for chosen in (HISTORY_CORRECTED, HISTORY_REWRITTEN):
        assert f'value="{chosen}" selected>The journal is rewritten' in page(cast, action=chosen)


def test_a_phase_is_chosen_by_its_name(cast: Hall) -> None:
    """Its number is only the value."""
    cast.to(START + 8 * DAY)
    html = page(cast)
    choices = html.partition('id="phase-number"')[2].partition("</select>")[0]
    assert f'<option value="{cast.cycle.phase}">{phase_name(cast.cycle)}</option>' in choices
    assert "from 0" not in html
    assert 'value="1" selected>' in page(cast, phase="1")


@pytest.mark.parametrize("filters", [{"actor": "nobody"}, {"action": "vote"}, {"phase": "77"}, {"day": "2019-01-01"}])
def test_a_filter_without_a_hit_leads_back_to_everything(cast: Hall, filters: dict[str, str]) -> None:
    """That nothing has happened yet would not be true."""
    html = page(cast, **filters)
    assert f'No entry is like that. <a href="/c/{cast.slug}/journal/">Show everything</a>' in html
    assert "Nothing has happened yet" not in html
    assert "Show everything" not in page(cast)
