"""From a number in the ruleset to a proposal: one click and a number, on a phone within one screen, without scripts."""

import os

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, Visit

DESK = {"width": 1280, "height": 800}


def _pictured(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_one_click_and_a_number(visit: Visit, hall: str, window: dict[str, int]) -> None:
    visitor = visit("Ada", viewport=window)
    page = visitor.go(f"/c/{hall}/ruleset/")
    number = page.locator("a.law-number", has_text="Chips").last
    now = number.inner_text()
    number.scroll_into_view_if_needed()
    _pictured(page, f"ruleset-{window['width']}")
    number.click()
    expect(page.locator(".big-value")).to_contain_text(now.split()[0])
    assert visitor.overflow() <= 0
    field = page.get_by_label("New value")
    expect(field).to_be_focused()
    submit = page.get_by_role("button", name="Submit the proposal")
    box = submit.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= window["height"]
    _pictured(page, f"change-{window['width']}")
    field.fill("7")
    page.locator("button.quiet", has_text="Preview").click()
    _pictured(page, f"preview-{window['width']}")
    expect(page.locator("#difference")).to_contain_text("7")
    submit.click()
    page.wait_for_url(f"**/c/{hall}/proposals/1/")
    expect(page.locator("h1")).to_contain_text("7")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_what_is_not_understood_is_marked_and_ticked(
    visit: Visit, hall: str, window: dict[str, int], scheme: str
) -> None:
    visitor = visit("Ada", viewport=window)
    page = visitor.go(f"/c/{hall}/proposals/compose/")
    page.emulate_media(color_scheme=scheme)
    text = page.locator("#text")
    text.fill("We love bells, so: ring every bell.\n\nRepeal rule Luck if it rains. Double the price of a Handy Pack.")
    page.get_by_role("button", name="Turn these words into changes").click()
    marks = page.locator(".read-words mark")
    expect(marks).to_have_count(2)
    expect(marks.first).to_have_text("ring every bell")
    assert visitor.overflow() <= 0
    marks.first.scroll_into_view_if_needed()
    _pictured(page, f"marked-{window['width']}-{scheme}")
    page.get_by_label("I’ll do this by hand: ring every bell").check()
    page.get_by_role("button", name="Turn these words into changes").click()
    expect(marks).to_have_count(1)
    expect(text).to_have_value(
        "We love bells, so: ring every bell.\n\nRepeal rule Luck if it rains. Double the price of a Handy Pack."
        "\n\nBy hand: ring every bell.\n"
    )
