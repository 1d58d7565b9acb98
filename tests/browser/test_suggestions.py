"""Suggesting a change to somebody's proposal, and taking it, with the keyboard alone; axe looks at every step."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from nomic.proposals.models import Proposal, Suggestion
from tests.browser.test_composing import reach
from tests.support.accessibility import violations
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished_cycle import propose

CHIP = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 60}


def press(page: Page, role: str, name: str) -> None:
    """Reach a button or link by the keyboard, and press it."""
    reach(page, page.locator("#main").get_by_role(role, name=name, exact=True).first, most=120)  # type: ignore[arg-type]
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("theme", "size"), [("dark", PHONE), ("light", WIDE)])
def test_one_is_sent_and_taken_by_keyboard(visit: Visit, hall: str, theme: str, size: ViewportSize) -> None:
    """Ben changes the words of Cleo's proposal and sends that; she takes it, and he is named as a co-author."""
    propose(hall, "Cleo", "Dearer Chips", "They are too cheap.", CHIP)
    address = f"/c/{hall}/proposals/1/"
    ben = visit("Ben", viewport=size, color_scheme=theme)
    page = ben.go(address)
    press(page, "link", "Suggest a change")
    expect(page.get_by_role("heading", level=1)).to_have_text("Suggest a change to proposal 1")
    assert violations(page) == []
    reach(page, page.get_by_label("Text"))
    page.keyboard.press("Control+A")
    page.keyboard.type("They are far too cheap.")
    press(page, "button", "Send the suggestion")
    suggestion = page.locator("#suggestions article")
    expect(suggestion).to_contain_text("Ben suggests")
    expect(suggestion.locator("ins")).to_have_text("far ")
    expect(suggestion.get_by_role("button")).to_have_text("Take it back")
    assert violations(page) == []

    cleo = visit("Cleo", viewport=size, color_scheme=theme)
    page = cleo.go(address)
    expect(page.locator("#discussion")).to_contain_text("I have sent a suggestion.")
    assert violations(page) == []
    assert [ben.overflow(), cleo.overflow()] == [0, 0]
    press(page, "button", "Take it")
    expect(page.locator("#status")).to_contain_text("with Ben")
    expect(page.locator("#words")).to_contain_text("far too cheap")
    assert violations(page) == []
    assert Proposal.objects.get(cycle__slug=hall, number=2).coauthors == ["Ben"]


def test_one_is_declined_and_one_taken_back_without_scripts(visit: Visit, hall: str) -> None:
    propose(hall, "Cleo", "Dearer Chips", "They are too cheap.", CHIP)
    address = f"/c/{hall}/proposals/1/"
    page = visit("Ben", javascript=False).go(address)
    for words in ("Not so.", "Nor so."):
        page.get_by_role("link", name="Suggest a change").click()
        page.get_by_label("Text").fill(words)
        page.get_by_role("button", name="Send the suggestion").click()
    expect(page.locator("#suggestions article")).to_have_count(2)
    press(page, "button", "Take it back")
    expect(page.locator("#suggestions article")).to_have_count(1)
    expect(page.locator("#suggestions")).to_contain_text("Ben: taken back")
    hers = visit("Cleo", javascript=False).go(address)
    press(hers, "button", "Decline")
    expect(hers.locator("#suggestions article")).to_have_count(0)
    expect(hers.locator("#suggestions")).to_contain_text("Ben: declined")
    assert set(Suggestion.objects.values_list("status", flat=True)) >= {"withdrawn", "declined"}
