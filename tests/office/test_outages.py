"""An outage by form: in local time, for one game or all that run, not in the future unless it is said."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.models import Person
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.office.cycles.outages import OutageForm, games_of_outages
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, Hall
from tests.support.knucklebones_cycles import OpenBones
from tests.support.signed_in import browser_of

PAGE = "/office/outage/"
NOW = START + 12 * HOUR
FORM = {"began": "2024-01-01T04:00", "ended": "2024-01-01T06:30", "zone": "Europe/Berlin", "reason": "a flood"}


@pytest.fixture
def keeper(cast: Hall) -> Client:
    """The browser of an admin, half a day into a game."""
    cast.to(NOW)
    return admins_browser()


def admins_browser() -> Client:
    return browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])


def send_again(keeper: Client, shown: Any, **form: str) -> Any:
    """Send a form with what its previews brought."""
    tokens = {f"previewed-{each.game.slug}": each.preview.token for each in shown.context["found"] if each.preview}
    return keeper.post(PAGE, {"once": shown.context["once"], **form, **tokens})


def test_it_is_shown_and_then_recorded_in_all_games(keeper: Client, cast: Hall) -> None:
    """Berlin is an hour ahead of UTC in winter. Practice games and those that have ended are left out."""
    other = create_cycle("cycle-16", slug="other")
    create_cycle("cycle-16", slug="practice", practice=True, owner_name="ada")
    cast.do(ADMIN, "stop-cycle", winners=[], reason="x")
    Cycle.objects.filter(pk=other.pk).update(starts_at=START - HOUR)
    third = create_cycle("cycle-16", slug="third")
    Cycle.objects.filter(pk=third.pk).update(starts_at=START)
    shown = keeper.post(PAGE, FORM)
    assert [each.game.slug for each in shown.context["found"]] == ["other", "third"]
    assert not Cycle.objects.exclude(outages=[]).exists()
    assert send_again(keeper, shown, **FORM).status_code == 302
    for slug in ("other", "third"):
        assert Cycle.objects.get(slug=slug).outages == [["2024-01-01T03:00:00+00:00", "2024-01-01T05:30:00+00:00"]]
    assert Cycle.objects.get(slug="practice").outages == []
    again = send_again(keeper, shown, **FORM)
    assert again.status_code == 302
    assert Cycle.objects.get(slug="other").entries.filter(action="record-outage").count() == 1


def test_a_game_that_ended_by_what_was_due_in_the_outage_is_on_again(open_bones: OpenBones) -> None:
    """It is listed for four weeks, and after them no more."""
    bones = open_bones("ada", "bob")
    hall = bones.hall
    for name, other in (("ada", "bob"), ("bob", "ada")):
        bones.want(name, other)
        hall.grant(name, "Chip", 9)
    hall.to(BATTLE + DAY + HOUR)
    assert not hall.cycle.is_running
    keeper = admins_browser()
    form = {"began": "2024-01-04T20:00", "ended": "2024-01-05T01:00", "zone": "UTC", "reason": "a flood"}
    for game in ("", hall.slug):
        shown = keeper.post(PAGE, {**form, "game": game})
        assert [each.game.slug for each in shown.context["found"] if each.preview] == [hall.slug]
    assert send_again(keeper, shown, **form).status_code == 302
    assert hall.cycle.is_running
    hall.to(BATTLE + DAY + 5 * HOUR)
    assert hall.cycle in games_of_outages()
    hall.pass_on(BATTLE + 30 * DAY)
    assert hall.cycle not in games_of_outages()


def test_one_game_is_chosen_and_the_others_are_left_alone(keeper: Client, cast: Hall) -> None:
    """What is known already is said, and nothing is recorded twice."""
    create_cycle("cycle-16", slug="other")
    form = {**FORM, "game": cast.slug}
    assert send_again(keeper, keeper.post(PAGE, form), **form).status_code == 302
    assert cast.cycle.outages
    assert Cycle.objects.get(slug="other").outages == []
    known = keeper.post(PAGE, form)
    assert [each.why_not for each in known.context["found"]] == ["All of that time is recorded as an outage already."]
    assert not known.context["any_shown"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"began": "2024-01-01T14:00"}, "began"),
        ({"ended": "2024-01-01T13:01"}, "ended"),
        ({"ended": "2024-01-01T03:59"}, "ended"),
        ({"began": ""}, "began"),
        ({"began": "yesterday"}, "began"),
        ({"began": "2024-01-01T04:00+01:00"}, "began"),
        ({"began": "0001-01-01T00:00", "zone": "Asia/Tokyo"}, "began"),
        ({"began": "2023-03-26T02:30"}, "began"),
        ({"zone": "Mars/Base"}, "zone"),
        ({"zone": ""}, "zone"),
        ({"game": "nothing"}, "game"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 301}, "reason"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    keeper: Client, cast: Hall, changed: dict[str, str], field: str
) -> None:
    """The future, an end before the beginning, a time that the clocks left out, and what is no time."""
    answer = keeper.post(PAGE, {**FORM, **changed})
    assert answer.status_code == 422
    assert next(iter(answer.context["form"].errors)) == field


def test_before_its_beginning_a_game_has_no_outage(keeper: Client, cast: Hall) -> None:
    """It says when the game began, and games that begin later are not offered at all."""
    create_cycle("cycle-16", slug="to-come", starts_at=NOW + HOUR)
    form = {**FORM, "began": "2023-12-30T04:00", "ended": "2023-12-30T05:00"}
    for chosen in ({}, {"game": cast.slug}):
        answer = keeper.post(PAGE, {**form, **chosen})
        assert answer.status_code == 422
        (why,) = answer.context["form"].errors["game"]
        assert (
            why == f"Nobody was due to play then: {cast.cycle.title} began on Monday 01 January, 01:00 (Europe/Berlin)."
        )
    assert "to-come" not in keeper.get(PAGE).content.decode()


def test_an_outage_concerns_only_games_that_had_begun(keeper: Client, cast: Hall) -> None:
    """It is recorded where somebody could have played, and the page names the games that it leaves out."""
    other = create_cycle("cycle-16", slug="other", title="The later one")
    Cycle.objects.filter(pk=other.pk).update(starts_at=NOW - HOUR)
    shown = keeper.post(PAGE, FORM)
    assert [each.game.slug for each in shown.context["found"]] == [cast.slug]
    assert "It was over before The later one began." in shown.content.decode()
    assert send_again(keeper, shown, **FORM).status_code == 302
    assert cast.cycle.outages
    assert Cycle.objects.get(slug="other").outages == []


def test_every_door_leads_to_the_one_form(keeper: Client, cast: Hall) -> None:
    """From the admin and from the game; the game is chosen there. A practice game has the general form."""
    for name, page in (
        ("record-outage", f"{PAGE}?game={cast.slug}"),
        ("stop-cycle", f"/office/cycles/{cast.slug}/#end"),
        ("change-title", f"/office/cycles/{cast.slug}/#title"),
    ):
        door = f"/c/{cast.slug}/act/{name}/"
        assert keeper.get(f"/admin/cycles/cycle/{cast.pk}/corrections/{name}/")["Location"] == door
        answer = keeper.get(door)
        assert (answer.status_code, answer["Location"]) == (302, page), door
        assert keeper.get(page).status_code == 200
    practice = create_cycle("cycle-16", slug="practice", practice=True, owner_name="ada")
    assert keeper.get(f"/c/{practice.slug}/act/stop-cycle/").status_code == 200
    listed = keeper.get(f"/office/cycles/{practice.slug}/corrections/").content.decode()
    assert f"/c/{practice.slug}/act/stop-cycle/" in listed
    form = keeper.get(f"{PAGE}?game={cast.slug}").content.decode()
    assert f'<option value="{cast.slug}" selected>' in form
    assert "data-own-zone" in form


def test_an_end_in_the_future_is_said(keeper: Client, cast: Hall) -> None:
    """Ticked, it is shown as such and taken."""
    form = {**FORM, "ended": "2024-01-01T20:00", "ahead": "on"}
    shown = keeper.post(PAGE, form)
    (each,) = shown.context["found"]
    assert "It ends in the future, on Monday 01 January, 19:00 UTC." in each.preview.notes
    assert send_again(keeper, shown, **form).status_code == 302
    assert cast.cycle.outages == [["2024-01-01T03:00:00+00:00", "2024-01-01T19:00:00+00:00"]]


def test_a_game_that_has_moved_is_shown_again(keeper: Client, cast: Hall) -> None:
    """And recorded with the next sending."""
    shown = keeper.post(PAGE, FORM)
    cast.grant("ada", "Chip")
    again = send_again(keeper, shown, **FORM)
    assert again.status_code == 200
    assert again.context["found"][0].preview.has_moved
    assert not cast.cycle.outages
    assert send_again(keeper, again, **FORM).status_code == 302
    assert cast.cycle.outages


@given(
    st.integers(50_000, 12_000_000).map(lambda minutes: (START - timedelta(minutes=minutes)).replace(tzinfo=None)),
    st.integers(1, 600),
    st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
)
def test_local_times_are_what_clocks_there_showed(at: datetime, minutes: int, name: str) -> None:
    """Whatever the zone: both instants read there as typed, and a repeated hour lengthens the outage."""
    zone = ZoneInfo(name)
    typed = {"began": at, "ended": at + timedelta(minutes=minutes)}
    data = {each: f"{local:%Y-%m-%dT%H:%M}" for each, local in typed.items()} | {"zone": name, "reason": "x"}
    form = OutageForm(data, games=[], now=datetime(2024, 1, 1, tzinfo=UTC))
    if not form.is_valid():
        assert "clocks went forward" in str(form.errors)
        return
    for each, local in typed.items():
        assert form.cleaned_data[each].astimezone(zone).replace(tzinfo=None, fold=0) == local
    assert form.cleaned_data["ended"] > form.cleaned_data["began"]
