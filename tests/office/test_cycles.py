"""Games by form: opening, what the pages say before the beginning, deleting."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.law.models import Book
from nomic.office.models import StaffAct
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

FORM = {"template": "cycle-16", "title": "Cycle <17>", "slug": "cycle-17", "published": "yes", "begins": ""}


@pytest.fixture
def keeper(hall: Hall) -> Client:
    """The browser of an admin."""
    return browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])


def to_come(days: int = 7) -> str:
    """A beginning as the form sends it."""
    return f"{timezone.now() + timedelta(days=days):%Y-%m-%dT%H:%M}"


def test_a_game_is_opened_and_said_to_begin(keeper: Client) -> None:
    """The front page and the hall say when; nobody joins before; the log has who opened it."""
    opened = keeper.post("/office/cycles/", {**FORM, "begins": to_come()}, follow=True)
    assert "Its page on the wiki is “Cycle 17”." in opened.content.decode()
    cycle = Cycle.objects.get(slug="cycle-17")
    assert (cycle.title, cycle.published, cycle.practice) == ("Cycle <17>", True, False)
    assert "Begins" in Client().get("/").content.decode()
    assert "Not begun yet" in Client().get("/c/cycle-17/").content.decode()
    assert StaffAct.objects.get().did.startswith("opened Cycle <17>, to begin on")
    assert StaffAct.objects.get().did.endswith(" UTC")


def test_the_beginning_is_in_the_zone_that_is_chosen(keeper: Client) -> None:
    """Without a zone it is UTC."""
    typed = to_come()
    local = datetime.fromisoformat(typed)
    for slug, zone in (("winter", "America/New_York"), ("zoneless", "")):
        keeper.post("/office/cycles/", {**FORM, "slug": slug, "begins": typed, "zone": zone})
        said = keeper.get("/office/cycles/").content.decode()
        assert (f"({local:%A %H:%M} in America/New_York)" in said) is (zone != "")
        assert Cycle.objects.get(slug=slug).starts_at == local.replace(tzinfo=ZoneInfo(zone or "UTC"))


def test_without_a_date_it_begins_now(keeper: Client) -> None:
    """And says so nowhere."""
    asked = keeper.post("/office/cycles/", {**FORM, "reason": "we begin"})
    assert asked.status_code == 422
    assert "tick “Begin at once”" in asked.content.decode()
    assert 'value="we begin"' in asked.content.decode()
    assert not Cycle.objects.filter(slug="cycle-17").exists()
    keeper.post("/office/cycles/", {**FORM, "now": "yes"})
    assert Cycle.objects.get(slug="cycle-17").starts_at <= timezone.now()
    assert "Not begun yet" not in Client().get("/c/cycle-17/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [{"template": "chess"}, {"title": ""}, {"title": "x" * 121}, {"title": "a\u202eb"}, {"slug": "Ä"}, {"slug": ""},
     {"slug": "hall"}, {"begins": "soon"}, {"begins": "2001-01-01T00:00"}, {"begins": "9999-12-31T23:59"},
     {"begins": "2024-02-31T00:00"}, {"begins": "2090-01-01T00:00", "zone": "Nowhere"},
     {"begins": "9999-12-31T23:59", "zone": "America/New_York"}, {"slug": "x" * 900}],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_kept_in_the_form(keeper: Client, wrong: dict[str, str]) -> None:
    """422 with the reason; no game, no log."""
    Cycle.objects.update(slug="hall")
    answer = keeper.post("/office/cycles/", {**FORM, **wrong})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert (Cycle.objects.count(), StaffAct.objects.count()) == (1, 0)


def test_only_what_never_began_is_deleted(keeper: Client, hall: Hall) -> None:
    """With a reason; its law goes along; a game that runs stays."""
    keeper.post("/office/cycles/", {**FORM, "begins": to_come()})
    books = Book.objects.count()
    for slug, reason in (("cycle-17", " "), (hall.slug, "old"), ("nothing", "old")):
        assert keeper.post("/office/cycles/", {"delete": slug, "reason": reason}).status_code == 422
    assert Cycle.objects.count() == 2
    assert keeper.post("/office/cycles/", {"delete": "cycle-17", "reason": "a mistake"}).status_code == 302
    assert (Cycle.objects.count(), Book.objects.count()) == (1, books - 1)
    assert StaffAct.objects.first().did == "deleted Cycle <17>, which never began"
    assert keeper.post("/office/cycles/", {**FORM, "now": "yes"}).status_code == 302, "the address is free again"
    assert keeper.post("/office/cycles/", {"delete": "cycle-17", "reason": "a mistake"}).status_code == 422


@pytest.mark.parametrize("state", ["to come", "running", "ended", "archived", "hidden"])
def test_the_page_of_a_game_leads_to_each_of_its_parts(keeper: Client, hall: Hall, state: str) -> None:
    """And to none that is not there."""
    slug, now = hall.slug, timezone.now()
    if state == "to come":
        keeper.post("/office/cycles/", {**FORM, "begins": to_come()})
        slug = "cycle-17"
    elif state != "running":
        columns = {"hidden_at": now} if state == "hidden" else {"status": "ended", "ended_at": now}
        Cycle.objects.filter(slug=slug).update(**columns, archived_at=now if state == "archived" else None)
    text = keeper.get(f"/office/cycles/{slug}/").content.decode()
    nav = text.partition('aria-label="On this page"')[2].partition("</nav>")[0]
    assert re.findall('href="#([^"]+)"', nav) == re.findall('<h2 id="([^"]+)"', text)
