"""Names as long and as wide as can be, on a phone: no page is wider than its window."""

import re

import pytest
from playwright.sync_api import Page

from nomic.cycles.creation import create_cycle
from nomic.matches.models import Match
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished_cycle import act, actor, hall_with_players, propose, vote
from tests.support.site import Site

WIDE_NAMES = ("W" * 30, "MWMWMWMWMWMWMWMWMWMWMWMW", "Wilhelmina_WWWWWWWWWWWWWWWWWWW")
PAGES = ("", "players/", "players/{name}/", "standings/", "matches/", "proposals/", "proposals/1/", "journal/")
CUT_OFF = """() => [...document.querySelectorAll('main a, main button')].filter(part => {
  const { left, right, width } = part.getBoundingClientRect();
  const scrolls = part.closest('table, ol, ul, pre, [tabindex]');
  return width > 0 && (right > innerWidth + 1 || left < -1) && !scrolls;
}).map(part => part.textContent.trim().slice(0, 60))"""


def cut_off(page: Page) -> list[str]:
    """Links and buttons that end outside of the window, except in lists and tables that scroll by themselves."""
    found: list[str] = page.evaluate(CUT_OFF)
    return found


@pytest.fixture
def hall(site: Site) -> None:
    """A proposal in a hall in which only people with wide names play, who vote."""
    hall_with_players("wide-names", *WIDE_NAMES)
    code = propose("wide-names", WIDE_NAMES[0], "W" * 60, "Words.")
    vote("wide-names", code, **{WIDE_NAMES[1]: "for", WIDE_NAMES[2]: "against"})


def test_wide_names_fit_a_phone(visit: Visit, hall: None) -> None:
    """The hall and its lists, as one of them sees them."""
    visitor = visit(WIDE_NAMES[1], viewport=PHONE)
    wrong = []
    for each in PAGES:
        path = f"/c/wide-names/{each.format(name=WIDE_NAMES[0])}"
        page = visitor.go(path)
        wrong += [f"{path} is {visitor.overflow()} pixels too wide"] if visitor.overflow() > 0 else []
        wrong += [f"{path} cuts off {part}" for part in cut_off(page)]
    assert wrong == []


def test_on_a_phone_the_time_left_stands_without_empty_brackets(visit: Visit, site: Site) -> None:
    """The instant is left out there, and so are its brackets. In a real game both are on a wide screen."""
    cycle = create_cycle("tetromic", slug="no-brackets")
    actor("Ada")
    act("no-brackets", "Ada", "join")
    match = Match.objects.get(cycle=cycle)
    visitor = visit("Ada", viewport=PHONE)
    clock = visitor.go(f"/c/no-brackets/matches/{match.code}/").locator(".state-clock").first
    assert "(" not in clock.inner_text()
    visitor.page.set_viewport_size(WIDE)
    assert re.search(r"\(.+\d\d:\d\d.*\)", clock.inner_text())
