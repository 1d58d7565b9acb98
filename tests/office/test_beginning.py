"""Another beginning for a game that has not begun: shown first, then done. Those who signed up stay signed up."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settled_cycle
from nomic.notices.models import Notice
from nomic.office.models import StaffAct
from nomic.players.models import JoinRequest
from nomic.reliability.integrity import integrity_violations
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind, WikiPage
from tests.support.furnished_cycle import KEEPER, actor
from tests.support.hall import START, Clock
from tests.support.signed_in import browser_of

DAY = timedelta(days=1)
LATER, SOONER = "2024-01-09T18:00", "2024-01-02T06:00"


@pytest.fixture
def keeper(clock: Clock, db: None) -> Client:
    actor(KEEPER)
    client = browser_of(KEEPER)
    create_cycle("cycle-16", slug="soon", title="Soon", starts_at=START + 3 * DAY)
    ada = Person.objects.get(pk=actor("Ada").person_id)
    JoinRequest.objects.create(cycle=Cycle.objects.get(slug="soon"), person=ada, asked_at=START)
    return client


def send(keeper: Client, begins: str, seen: str = "", reason: str = "a holiday") -> str:
    fields = {"do": "beginning", "begins": begins, "zone": "UTC", "reason": reason, "seen": seen}
    answer = keeper.post("/office/cycles/soon/", fields)
    assert answer.status_code in (200, 302, 422)
    return "" if answer.status_code == 302 else answer.content.decode()


def seen_in(page: str) -> str:
    return page.partition('name="seen" value="')[2].partition('"')[0]


@pytest.mark.parametrize("begins", [LATER, SOONER])
def test_it_is_shown_and_then_done(keeper: Client, clock: Clock, begins: str) -> None:
    """Nothing changes before it is confirmed; then the journal is as if the game had been opened so."""
    before = Cycle.objects.get(slug="soon")
    page = send(keeper, begins)
    assert "1 person has signed up" in page.replace("\n", " ")
    assert Cycle.objects.get(slug="soon").starts_at == before.starts_at
    assert send(keeper, begins, seen_in(page)) == ""
    after = Cycle.objects.get(slug="soon")
    assert f"{after.starts_at:%Y-%m-%dT%H:%M}" == begins
    assert (after.pk, after.slug, after.title, after.draw_key) == (before.pk, "soon", "Soon", before.draw_key)
    told = Notice.objects.get(kind="signed-up")
    assert (told.person.username, told.cycle_id, told.link) == ("Ada", before.pk, "/c/soon/")
    assert f"{after.starts_at:%d %B, %H:%M} UTC" in told.text
    assert told.text.endswith(": a holiday")
    assert Entry.objects.filter(cycle=after).count() == 1
    assert Cycle.objects.count() == 1
    assert JoinRequest.objects.filter(cycle=after).count() == 1
    (line,) = StaffAct.objects.all()
    assert line.did.startswith("moved the start of Soon from ")
    assert line.reason == "a holiday"
    assert list(integrity_violations(after)) == []
    clock.to(after.starts_at + timedelta(minutes=1))
    assert settled_cycle("soon").has_begun
    perform("soon", Actor.person(Person.objects.get(username="Ada")), "join", {})
    assert replay_journal(Cycle.objects.get(slug="soon")).same


@pytest.mark.parametrize("zone", ["", "Europe/Berlin", "America/New_York"])
def test_the_form_begins_with_the_present_values(keeper: Client, clock: Clock, zone: str) -> None:
    """The beginning in the keeper's zone. Sent as it is, it is no change."""
    Person.objects.filter(username=KEEPER).update(zone=zone)
    starts = START + timedelta(days=3, hours=18, minutes=30)
    Cycle.objects.update(starts_at=starts)
    page = keeper.get("/office/cycles/soon/").content.decode()
    begins = page.partition('name="begins" value="')[2].partition('"')[0]
    assert begins == f"{starts.astimezone(ZoneInfo(zone or 'UTC')):%Y-%m-%dT%H:%M}"
    assert f'<option value="{zone or "UTC"}" selected>' in page
    assert ("data-at=" in page) == (not zone), "without a zone of one's own the script takes the browser's"
    fields = {"do": "beginning", "begins": begins, "zone": zone or "UTC", "reason": "so"}
    assert "It already starts then" in keeper.post("/office/cycles/soon/", fields).content.decode()
    kept = send(keeper, "2023-01-01T00:00")
    assert 'value="2023-01-01T00:00"' in kept, "what was typed stays"


def test_its_wiki_pages_wait_for_the_new_beginning(keeper: Client, clock: Clock) -> None:
    Cycle.objects.update(published=True)
    make_pages(Cycle.objects.get())
    assert send(keeper, LATER, seen_in(send(keeper, LATER))) == ""
    after = Cycle.objects.get()
    waiting = WikiPage.objects.exclude(kind=PageKind.MAIN)
    assert waiting.exists()
    assert set(waiting.values_list("stale_since", flat=True)) == {after.starts_at}
    page = Client().get("/c/soon/wiki/").content.decode()
    assert "The other pages are written when it begins" in page
    assert "as it was at" not in page


def test_what_is_refused(keeper: Client, clock: Clock) -> None:
    """The past, the same again, no reason, no date, a date too far; and a game that has begun."""
    for begins, words in (
        ("2023-01-01T00:00", "in the future"),
        (f"{START + 3 * DAY:%Y-%m-%dT%H:%M}", "already"),
        ("", "in the future"),
        ("soon", "Write the start time"),
        ("9000-01-01T00:00", "at most"),
    ):
        assert words in send(keeper, begins), begins
    assert "Give a reason" in send(keeper, LATER, reason="")
    page = send(keeper, LATER)
    assert "This would happen" in send(keeper, SOONER, seen_in(page))
    clock.to(START + 4 * DAY)
    assert "This game has begun" in send(keeper, LATER, seen_in(page))
    assert not StaffAct.objects.exists()


def test_those_who_signed_up_hear_that_it_is_deleted(keeper: Client) -> None:
    """The notice outlives the game, and leads nowhere."""
    page = keeper.get("/office/cycles/soon/").content.decode()
    assert 'name="delete" value="soon"' in page
    assert keeper.post("/office/cycles/", {"delete": "soon", "reason": "nobody came"}).status_code == 302
    assert not Cycle.objects.filter(slug="soon").exists()
    told = Notice.objects.get(kind="signed-up")
    assert (told.person.username, told.cycle, told.link) == ("Ada", None, "")
    assert told.text == "Soon, which you signed up for, was deleted before it began: nobody came"
