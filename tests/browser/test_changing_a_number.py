"""From a number in the ruleset to a proposal: one click and a number, on a phone within one screen, without scripts."""

import os

import pytest
from playwright.sync_api import Locator, Page, expect

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


def test_a_recipe_fits_one_screen_of_a_phone_from_its_questions_to_its_submission(visit: Visit, hall: str) -> None:
    """A number is changed among the questions; the proposal is made and submitted without scrolling to a button."""
    page = visit("Ada", viewport=PHONE).go(f"/c/{hall}/proposals/ideas/tax/")
    make = page.get_by_role("button", name="Make a proposal from this")
    assert _ends_above(make, PHONE["height"])
    page.locator("form.recipe-form input[inputmode=numeric]").first.fill("3")
    make.click()
    expect(page.locator(".changes li").first).to_be_visible()
    submit = page.get_by_role("button", name="Submit the proposal")
    assert page.evaluate("scrollY") == 0
    assert _ends_above(submit, PHONE["height"])
    _pictured(page, "recipe-made-390")
    submit.click()
    page.wait_for_url(f"**/c/{hall}/proposals/1/")


@pytest.mark.parametrize("idea", ["tax", "bank", "elected-office"])
def test_what_an_idea_makes_is_two_screens_of_a_phone(visit: Visit, hall: str, idea: str) -> None:
    """The changes beside it, its data and its exact sentences are folded; each is one press away."""
    visitor = visit("Ada", viewport=PHONE)
    page = visitor.go(f"/c/{hall}/proposals/ideas/{idea}/")
    page.get_by_role("button", name="Make a proposal from this").click()
    expect(page.locator(".changes li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 1700
    assert visitor.overflow() <= 0
    page.get_by_text("Change something else", exact=True).click()
    expect(page.get_by_label("A number or a setting")).to_be_visible()
    page.locator("#difference").get_by_text("Exactly", exact=True).first.click()
    expect(page.locator("#difference ins").first).to_be_visible()


def test_the_list_of_ideas_is_three_screens_of_a_phone(visit: Visit, hall: str) -> None:
    page = visit("Ada", viewport=PHONE, javascript=False).go(f"/c/{hall}/proposals/ideas/")
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]
    for kind, title in (("Money", "A tax"), ("Secrets", "A hidden role")):
        page.locator("summary", has_text=kind).click()
        assert page.get_by_role("link", name=title, exact=True).is_visible()


def test_what_is_asked_comes_first_on_a_phone(visit: Visit, hall: str) -> None:
    """An opened piece is above the title and the words, what may be left empty is folded, and Submit is in reach."""
    page = visit("Ada", viewport=PHONE).go(f"/c/{hall}/proposals/compose/?entry=/rules/actions/clauses/burn")
    first = page.get_by_label("What players can do", exact=True)
    assert _ends_above(first, PHONE["height"] // 2 + 100)
    assert _ends_above(page.get_by_role("button", name="Submit the proposal"), PHONE["height"])
    assert page.locator("#title").bounding_box()["y"] > first.bounding_box()["y"]  # type: ignore[index]
    assert not page.locator("#entry-form > .more-inputs").evaluate("fold => fold.open")
    page.goto(page.url.partition("?")[0])
    assert page.evaluate("document.querySelector('.site-footer').getBoundingClientRect().top") < 2 * PHONE["height"]


def _ends_above(shown: Locator, height: int) -> bool:
    box = shown.bounding_box()
    assert box is not None
    return box["y"] + box["height"] <= height
