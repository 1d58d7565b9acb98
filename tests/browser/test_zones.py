"""Times are shown in the visitor's zone, and tell their UTC."""

import pytest
from playwright.sync_api import Page, expect

from nomic.accounts.models import Person
from tests.support.browser import Visit
from tests.support.furnished_cycle import KEEPER

WINTER, SUMMER = "2026-01-15T12:30:00+00:00", "2026-07-15T12:30:00+00:00"
BEFORE, AFTER = "2026-10-25T00:30:00+00:00", "2026-10-25T01:30:00+00:00"  # as the clocks go back in Berlin


def shown(page: Page, at: str, form: str = "full") -> str:
    """What the page makes of an instant that comes into it, as htmx brings it, before anything is painted."""
    words: str = page.evaluate(
        """([at, form]) => {
          const place = document.createElement("p");
          document.querySelector("main").append(place);
          place.innerHTML = `<time datetime="${at}" title="… UTC" data-form="${form}">12:30 UTC</time>`;
          return Promise.resolve().then(() => place.textContent);
        }""",
        [at, form],
    )
    return words


def test_times_are_those_of_the_browsers_zone_in_summer_and_winter(visit: Visit) -> None:
    """Also what comes in later; the hour that clocks go through twice has two names."""
    page = visit(timezone_id="Europe/Berlin").go("/c/furnished/journal/")
    assert shown(page, WINTER) == "Thu 15 Jan 2026, 13:30 CET"
    assert shown(page, SUMMER) == "Wed 15 Jul 2026, 14:30 CEST"
    assert shown(page, BEFORE) == "Sun 25 Oct 2026, 02:30 CEST"
    assert shown(page, AFTER) == "Sun 25 Oct 2026, 02:30 CET"
    assert shown(page, SUMMER, "short") == "15 Jul, 14:30"
    assert shown(page, SUMMER, "said") == "Wednesday 15 July, 14:30 CEST"
    assert "UTC" not in page.locator(".entries .meta").first.inner_text()
    expect(page.locator("footer")).to_contain_text("Times are in the time zone Europe/Berlin")


def test_a_time_tells_its_utc_when_it_has_the_focus(visit: Visit) -> None:
    """As well as when it is pointed at; those in links leave the focus to the link."""
    page = visit(timezone_id="America/New_York").go("/c/furnished/journal/")
    time = page.locator(".story > li > .meta time").first
    time.focus()
    told = time.evaluate("element => getComputedStyle(element, '::after').content")
    assert "UTC" in told
    assert told.strip('"') == time.get_attribute("title")
    assert page.locator("a time[tabindex], button time[tabindex]").count() == 0


@pytest.mark.parametrize(
    ("chosen", "words"),
    [("Asia/Kolkata", "18:00 IST"), ("America/New_York", "07:30 EST"), ("Nowhere/Yet", "13:30 CET")],
)
def test_the_chosen_zone_goes_before_the_browsers(visit: Visit, chosen: str, words: str) -> None:
    """One that this browser does not know leaves the browser's."""
    visitor = visit("Ada", timezone_id="Europe/Berlin")
    Person.objects.filter(username="Ada").update(zone=chosen)
    try:
        assert shown(visitor.go("/account/"), WINTER).endswith(words)
    finally:
        Person.objects.filter(username="Ada").update(zone="")


def test_without_scripts_times_are_utc_and_named_so(visit: Visit) -> None:
    page = visit(javascript=False, timezone_id="Europe/Berlin").go("/c/furnished/journal/")
    times = page.locator(".story > li > .meta time").all_inner_texts()
    assert times
    assert all(" UTC" in each for each in times)
    expect(page.locator("footer")).to_contain_text("All times are UTC.")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_days_of_the_journal_are_those_of_the_browsers_zone(visit: Visit, zone: str) -> None:
    """Each row is under the day of its own time there, fourteen hours ahead of UTC or eleven behind; none is lost."""
    utc, here = (visit(timezone_id=each).go("/c/furnished/journal/") for each in ("UTC", zone))
    rows = "rows => rows.map((row) => row.dataset.seq)"
    assert here.eval_on_selector_all(".story > li", rows) == utc.eval_on_selector_all(".story > li", rows)
    days = here.eval_on_selector_all(
        ".story",
        "lists => lists.map((list) => [...list.children].map((row) => new Date(row.dataset.at).toDateString()))",
    )
    assert all(len(set(day)) == 1 for day in days)
    assert len({day[0] for day in days}) == len(days) == here.locator("h2.day").count()
    assert "UTC" not in here.locator("h2.day").first.inner_text()


def test_a_list_of_zones_begins_with_ones_own(visit: Visit) -> None:
    """The browser's is chosen and is the first choice; the common ones follow, and then all."""
    page = visit(KEEPER, timezone_id="Asia/Tokyo").go("/office/cycles/")
    zones = page.locator("select[name=zone]").first
    assert zones.input_value() == "Asia/Tokyo"
    labels = zones.locator("optgroup").evaluate_all("groups => groups.map((group) => group.label)")
    assert labels[:3] == ["Your time zone", "Often used", "Africa"]
    assert zones.locator("option").first.text_content() == "Asia/Tokyo"
