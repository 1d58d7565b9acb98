"""The filters of the journal: kinds of entries that occurred, by topic, and phases by their names."""

import re
from html import unescape

import pytest
from django.test import Client

from nomic.cycles.actions.registry import action_named
from nomic.cycles.history.rewrite import HISTORY_CORRECTED, HISTORY_REWRITTEN
from nomic.cycles.models import Entry
from nomic.cycles.schedule.phase_names import phase_name
from nomic.matches.practice.bot_votes import VOTES
from nomic.web.rendering.proposal_links import with_links
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
    assert f'No entries match. <a href="/c/{cast.slug}/journal/">Show everything</a>' in html
    assert "Nothing has happened yet" not in html
    assert "Show everything" not in page(cast)


def test_votes_of_bots_are_votes_on_proposals(cast: Hall) -> None:
    """One kind of entry for one thing: choosing it shows those of people and of bots, and there is no second choice."""
    cast.do("bob", "submit-proposal", title="Hum", text="Hum.")
    cast.do("ada", "vote", proposal="1", vote="for")
    copy = Entry.objects.whole().filter(cycle=cast.pk).order_by("seq")[0]
    copy.pk, copy.seq, copy.action, copy.key = None, 9_000, VOTES, "9000"
    copy.save(force_insert=True)
    titles = [title for some in kinds(page(cast)).values() for title in some]
    assert [title for title in titles if "vote" in title.lower()] == [action_named("vote").title]
    listed = Client().get(f"/c/{cast.slug}/journal/", {"action": "vote"}).context["entries"]
    assert [entry.action for entry in listed] == [VOTES, "vote"]


def test_a_filter_says_how_many_entries_it_finds_and_can_be_cleared(
    cast: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the number that is counted it says so; without a filter nothing is counted."""
    for number in (1, 2):
        cast.do("bob", "submit-proposal", title=f"Hum {number}", text="Hum.")
    everything = f'like that. <a href="/c/{cast.slug}/journal/">Show everything</a>'
    assert f"2 entries {everything}" in page(cast, action="submit-proposal")
    cast.do("ada", "vote", proposal="1", vote="for")
    assert f"1 entry {everything}" in page(cast, action="vote")
    monkeypatch.setattr("nomic.web.views.cycle.journal.MOST_COUNTED", 1)
    assert f"More than 1 entries {everything}" in page(cast, action="submit-proposal")
    assert "like that" not in page(cast)


def test_entries_lead_to_the_proposals_that_they_name(cast: Hall) -> None:
    """With the title, unless the sentence has it; a title cannot be markup."""
    cast.do("bob", "submit-proposal", title="<b>Hum</b>", text="Hum.")
    cast.do("ada", "vote", proposal="1", vote="for")
    html = Client().get(f"/c/{cast.slug}/journal/").content.decode()
    link = f'<a href="/c/{cast.slug}/proposals/1/">proposal 1</a>'
    assert f"{link} (&lt;b&gt;Hum&lt;/b&gt;)" in html
    assert "<b>Hum" not in html
    assert with_links("Proposal 1, Hum, and proposal 2", "hall", {1: "Hum"}) == (
        '<a href="/c/hall/proposals/1/">Proposal 1</a>, Hum, and proposal 2'
    )
