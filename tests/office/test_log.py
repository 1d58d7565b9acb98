"""The log of staff: nobody changes it."""

import csv
import re
from datetime import datetime, timedelta
from html import unescape
from io import StringIO

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.html import strip_tags

from nomic.accounts.models import Person
from nomic.comments.moderation import time_out
from nomic.cycles.models import Cycle
from nomic.office.models import AppendOnly, StaffAct
from nomic.office.read_staff_log import acts_of_staff
from nomic.office.write_staff_log import log_staff_act
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, START, Hall, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]
pytestmark = pytest.mark.django_db


@pytest.mark.django_db
def test_the_log_is_neither_changed_nor_deleted():
    """By the row, by a query, by the admin, even for an owner."""
    owner = Person.objects.create(username="Owner", is_staff=True, is_superuser=True)
    line = log_staff_act(owner, "opened a game", reason="why not")
    for attempt in (
        line.save,
        line.delete,
        lambda: StaffAct.objects.update(did="nothing"),
        lambda: StaffAct.objects.filter(pk=line.pk).delete(),
        lambda: StaffAct.objects.bulk_update([line], ["did"]),
    ):
        with pytest.raises(AppendOnly):
            attempt()
    request = RequestFactory().get("/")
    request.user = owner
    page = admin.site._registry[StaffAct]
    assert page.has_view_permission(request)
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)
    assert StaffAct.objects.get().did == "opened a game"


@pytest.mark.django_db
@pytest.mark.parametrize(("link", "leads"), [("/office/", True), ("", False), ("//elsewhere.example/", False)])
def test_the_list_leads_to_pages_of_this_site_only(client, link, leads):
    client.force_login(Person.objects.create(username="Owner", is_staff=True, is_superuser=True))
    log_staff_act(Person.objects.get(), "opened a game", link=link)
    page = client.get("/admin/office/staffact/").content.decode()
    assert "1 staff action" in page
    assert (">Look</a>" in page) == leads
    assert (f'<a href="{link}">Look</a>' in page) == leads


def said(page: str) -> list[str]:
    """The acts of a page of the log, each as its text."""
    return [" ".join(strip_tags(part.split("</p>")[0]).split()) for part in page.split('<p class="what">')[1:]]


def log_of(client: Client, **asked: str) -> list[str]:
    answer = client.get("/office/log/", asked)
    assert answer.status_code == 200
    return said(answer.content.decode())


def test_the_whole_log_has_what_staff_do_everywhere(cast: Hall) -> None:
    """In the Office, in games and in the admin; by person, by game, the newest first."""
    cast.actor(ADMIN)
    keeper = Person.objects.get(username=ADMIN)
    keeper.is_superuser = keeper.is_staff = True
    keeper.save()
    other = Person.objects.create(username="Other", is_staff=True)
    client = browser_of(keeper)
    log_staff_act(other, "suspended bob", about="bob", reason="rude")
    cast.do(ADMIN, "correct-grant", player="ada", item="Vertebra", count=2, reason="lost in the move")
    cast.do("ada", "buy", offer="Handy Pack")
    log_staff_act(keeper, "hid The hall", link=f"/office/cycles/{cast.slug}/")
    ContentType.objects.clear_cache()
    kind = ContentType.objects.get_for_model(Person).pk
    LogEntry.objects.create(user=other, content_type_id=kind, object_id="1", object_repr="eve", action_flag=CHANGE)
    everything = log_of(client)
    assert len(everything) == 4
    assert sum("ada is granted 2 Vertebrae" in each for each in everything) == 1
    assert not any("Handy Pack" in each for each in everything)
    assert len(log_of(client, by="other")) == 2
    assert log_of(client, by="bob") == ["Other suspended bob"]
    assert len(log_of(client, by="nobody")) == 0
    assert [each.startswith(f"{ADMIN} hid") or "2 Vertebrae" in each for each in log_of(client, game=cast.slug)] == [
        True,
        True,
    ]
    for odd in (
        {"game": "none"},
        {"before": "x"},
        {"before": "2026-99-99"},
        {"before": "9" * 300},
        {"by": "\x00"},
        {"first": "x"},
        {"last": "0001-01-01"},
        {"before": "0001-01-01T00:00:00+14:00"},
        {"before": "9999-12-31T23:59:59-12:00"},
    ):
        assert len(log_of(client, **odd)) == 4


def test_the_log_of_a_day_is_by_the_clock_of_the_reader(client: Client) -> None:
    """In Tokyo an act at 20:00 UTC is one of the next day. Both ends count."""
    owner = Person.objects.create(username="Owner", is_staff=True, is_superuser=True)
    client.force_login(owner)
    for at in ("2026-11-24T20:00Z", "2026-11-25T20:00Z"):
        StaffAct.objects.create(by="Owner", did=f"did it at {at}", at=datetime.fromisoformat(at))

    def on(first: str, last: str) -> list[str]:
        return [each[-17:-6] for each in log_of(client, first=first, last=last)]

    assert on("2026-11-24", "2026-11-24") == ["2026-11-24T"]
    assert on("2026-11-24", "2026-11-25") == ["2026-11-25T", "2026-11-24T"]
    assert on("2026-11-25", "") == ["2026-11-25T"]
    assert on("2026-11-26", "") == []
    Person.objects.update(zone="Asia/Tokyo")
    assert on("2026-11-25", "2026-11-25") == ["2026-11-24T"]


def test_corrections_of_the_past_are_in_the_log(cast: Hall, client: Client) -> None:
    """Opening one and adopting it, each once; and what moderators do is not said to be done in the admin."""
    cast.actor(ADMIN)
    keeper = Person.objects.get(username=ADMIN)
    client.force_login(keeper)
    bought = cast.do("ada", "buy", offer="Handy Pack")
    cast.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": bought.key}], reason="a slip")
    row = tell(cast)
    adopt(cast, row)
    found = log_of(client, game=cast.slug)
    assert sum("starts a correction of the past: a slip" in each for each in found) == 1
    assert sum("adopts the correction" in each for each in found) == 1
    time_out(keeper, Person.objects.get(username="ada"), "1", "rude")
    assert f"{ADMIN} gave ada a time-out of 1 hour" in log_of(client)


def test_a_merge_is_one_line(client: Client) -> None:
    """The page of each account has its own; the same act done again later is another."""
    owner = Person.objects.create(username="Owner", is_staff=True, is_superuser=True)
    client.force_login(owner)
    at = timezone.now()
    for about, ago in (("bob", 0), ("ada", 1), ("bob", 60)):
        StaffAct.objects.create(by="Owner", did="merged bob into ada", about=about, at=at - timedelta(seconds=ago))
    assert log_of(client) == ["Owner merged bob into ada"] * 2
    assert log_of(client, by="ada") == ["Owner merged bob into ada"]


def test_a_deleted_game_is_no_link(client: Client) -> None:
    owner = Person.objects.create(username="Owner", is_staff=True, is_superuser=True)
    client.force_login(owner)
    log_staff_act(owner, "opened Gone", link="/c/gone/")
    log_staff_act(owner, "found a person", link="/office/people/Owner/")
    page = client.get("/office/log/").content.decode()
    assert 'href="/c/gone/"' not in page
    assert 'href="/office/people/Owner/"' in page
    assert log_of(client) == ["Owner found a person", "Owner opened Gone"]


def test_the_log_goes_on_page_after_page(client: Client) -> None:
    """Each act is on one page, and the last page has no further one."""
    owner = Person.objects.create(username="Owner", is_staff=True, is_superuser=True)
    client.force_login(owner)
    for number in range(120):
        log_staff_act(owner, f"did thing {number}.")
    address, seen = "/office/log/", []
    while address:
        page = client.get(address).content.decode()
        seen += said(page)
        following = re.findall(r'href="(\?[^"]*before=[^"]*)"', page)
        address = f"/office/log/{unescape(following[0])}" if following else ""
    assert seen == [f"Owner did thing {number}." for number in reversed(range(120))]


def test_only_staff_read_the_log(client: Client) -> None:
    assert client.get("/office/log/").status_code == 302
    client.force_login(Person.objects.create(username="Ada"))
    assert client.get("/office/log/").status_code == 403


@pytest.mark.parametrize("order", [(150, 155, 160), (160, 155, 150), (155, 160, 150), (155, 150, 160)])
def test_the_newest_line_is_what_was_done_last(cast: Hall, order: tuple[int, ...]) -> None:
    """An outage that was recorded late stands in the journal where it began, and in the log where it was recorded."""
    cast.propose("ada", {"op": "replace", "path": "/calendar/phases/0/title", "value": "Rest!"})
    for number, hour in enumerate(order):
        cast.to(START + timedelta(hours=200 + 3 * number))
        began = START + timedelta(hours=hour)
        cast.do(ADMIN, "correct-grant", item="Vertebra", count=number + 1, player="ada", reason=f"before {hour}")
        assert acts_of_staff(1)[0].reason == f"before {hour}"
        cast.to(START + timedelta(hours=200 + 3 * number, minutes=1))
        ended = began + timedelta(hours=1)
        cast.do(ADMIN, "record-outage", began=began.isoformat(), ended=ended.isoformat(), reason=f"power {hour}")
        assert f"Power {hour}" in acts_of_staff(1)[0].did
    assert cast.entries("tell-anew")
    told = acts_of_staff(100)
    assert [each.at for each in told] == sorted((each.at for each in told), reverse=True)
    assert acts_of_staff(100, before=told[0].at) == told[1:]


def test_an_act_in_a_game_for_practice_is_where_it_was_done(cast: Hall) -> None:
    """By the world's clock, however far the game's own clock is before or behind it, and whenever it is moved."""
    cast.clock.wait(days=10)
    for offset in (timedelta(days=-6), timedelta(days=3)):
        Cycle.objects.filter(pk=cast.cycle.pk).update(practice=True, owner_name=ADMIN, clock_offset=offset)
        done = cast.clock.now
        cast.do(ADMIN, "correct-grant", item="Vertebra", count=1, player="ada", reason=f"practice {offset.days}")
        newest = acts_of_staff(1)[0]
        assert newest.reason == f"practice {offset.days}"
        assert newest.at - done < timedelta(seconds=5)
        cast.do(ADMIN, "advance-clock", minutes=90)
        assert [each.at for each in acts_of_staff(5) if each.reason == newest.reason] == [newest.at]
        cast.clock.wait(minutes=1)


def test_the_log_of_a_player_has_what_staff_gave_and_took(cast: Hall) -> None:
    """Whether they were chosen alone, among others, or with everybody; and what was taken back later."""
    for name, count in (("correct-grant", 5), ("correct-revoke", 1)):
        cast.do(ADMIN, name, player="ada", item="Vertebra", count=count, reason=name)
    cast.do(ADMIN, "correct-grant-many", players=["ada", "bob"], item="Chip", count=1, reason="some")
    entry = cast.do(ADMIN, "correct-grant-many", everybody=True, item="Chip", count=2, reason="all")
    cast.do(ADMIN, "change-title", title="For Ada", reason="“ada”")
    of_ada, of_bob = (acts_of_staff(9, by=name) for name in ("ada", "bob"))
    assert [each.reason for each in of_ada] == ["all", "some", "correct-revoke", "correct-grant"]
    assert [each.reason for each in of_bob] == ["all", "some"]
    cast.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="too many")
    adopt(cast, tell(cast))
    assert "all; taken back by a correction" in [each.reason for each in acts_of_staff(9, by="bob")]


def test_the_table_has_the_reasons_of_acts_in_games(cast: Hall, client: Client) -> None:
    """In their column, as those of the Office are; and the page has the link above the list."""
    cast.actor(ADMIN)
    client.force_login(Person.objects.get(username=ADMIN))
    cast.do(ADMIN, "correct-grant", player="ada", item="Chip", count=2, reason="a gift")
    (row,) = list(csv.DictReader(StringIO(client.get("/office/log/?as=csv").content.decode("utf-8-sig"))))
    assert (row["What"], row["Reason"]) == (f"in {cast.cycle.title}: ada is granted 2 Chips.", "a gift")
    page = client.get("/office/log/").content.decode()
    assert page.index("as=csv") < page.index('class="what"')


def test_games_for_practice_in_which_staff_did_something_can_be_chosen(cast: Hall, client: Client) -> None:
    cast.actor(ADMIN)
    client.force_login(Person.objects.get(username=ADMIN))
    option = f'<option value="{cast.slug}">'
    Cycle.objects.filter(pk=cast.cycle.pk).update(practice=True, owner_name=ADMIN)
    assert option not in client.get("/office/log/").content.decode()
    cast.do(ADMIN, "correct-grant", player="ada", item="Chip", count=2, reason="a gift")
    assert option in client.get("/office/log/").content.decode()


def test_a_line_names_who_did_it_once(cast: Hall) -> None:
    """The journal begins an act with the name, and so does each line of the log."""
    cast.do(cast.actor(ADMIN).name, "correct-grant", player="ada", item="Chip", count=2, reason="It was late.")
    cast.do(ADMIN, "stop-cycle", reason="The end.")
    assert [(each.did, each.reason) for each in acts_of_staff(5)] == [
        (f"in {cast.cycle.title}: ends the cycle: nobody wins.", "The end."),
        (f"in {cast.cycle.title}: ada is granted 2 Chips.", "It was late."),
    ]


def test_a_line_of_a_correction_names_who_did_it_once(cast: Hall) -> None:
    cast.do(cast.actor(ADMIN).name, "correct-grant", player="ada", item="Chip", count=2, reason="a gift")
    (line,) = acts_of_staff(5)
    assert line.did.startswith(f"in {cast.cycle.title}: ada is granted 2 Chips")
    assert "Correction by" not in line.did
