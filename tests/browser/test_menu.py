"""The menu under "More" in a browser: it opens with the keyboard, closes by itself, and fits a phone."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, Visit

DESK = {"width": 1280, "height": 800}


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_more_opens_and_closes(visit: Visit, hall: str, window: dict[str, int]) -> None:
    """Escape closes it and leaves the focus on its button; a click elsewhere closes it; a link of it leads on."""
    visitor = visit("Ada", viewport=window)
    page = visitor.go(f"/c/{hall}/")
    more, journal = page.locator(".nav-more > summary"), page.get_by_role("link", name="Journal", exact=True)
    expect(journal).to_be_hidden()
    more.focus()
    page.keyboard.press("Enter")
    expect(journal).to_be_visible()
    assert visitor.overflow() <= 0
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(journal).to_be_hidden()
    expect(more).to_be_focused()
    more.click()
    page.mouse.click(5, window["height"] - 5)
    expect(journal).to_be_hidden()
    more.click()
    journal.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Journal")


def test_the_row_is_whole_on_a_phone(visit: Visit, hall: str) -> None:
    """What does not fit is under "More", once."""
    page = visit("Ada", viewport=PHONE).go(f"/c/{hall}/")
    row = page.locator(".site-nav > .frame > ul")
    assert row.evaluate("row => row.scrollWidth - row.clientWidth") <= 0
    page.locator(".nav-more > summary").click()
    for name in ("Croupier", "Ruleset"):
        expect(page.locator(".site-nav").get_by_role("link", name=name, exact=True)).to_have_count(1)
