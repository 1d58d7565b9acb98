"""Hands of cards: found, sorted, turned over."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visit
from tests.support.furnished_cycle import KEEPER, MODIFIERS, SPECIES, act


@pytest.fixture
def hand(hall: str) -> str:
    """A hall in which Ada holds a card of each of eight species, some with modifiers."""
    for place, species in enumerate(SPECIES):
        modifiers = list(MODIFIERS[: place % 3])
        act(hall, KEEPER, "correct-grant-card", player="Ada", species=species, modifiers=modifiers, reason="a test")
    return hall


def shown(page: Page) -> list[str]:
    """The names of the cards one sees, in order."""
    return [card.get_by_role("heading").inner_text() for card in page.get_by_role("article").all() if card.is_visible()]


def test_everything_in_a_purse_is_seen(visit: Visit, hall: str) -> None:
    """Its packs as well, with the link that opens one."""
    act(hall, KEEPER, "correct-grant", player="Ada", item="Handy Pack", count=2, reason="a test")
    page = visit("Ada").go(f"/c/{hall}/players/Ada/")
    tokens = page.locator(".tokens > .token")
    assert tokens.count() >= 2
    for token in tokens.all():
        expect(token).to_be_visible()
    expect(page.get_by_role("link", name="open Handy Pack")).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_cards_are_filtered_and_sorted(visit: Visit, hand: str, javascript: bool) -> None:
    """By word, suit and modifier, by value and name; a script does it at once, the server else."""
    page = visit("Ada", javascript=javascript).go(f"/c/{hand}/players/Ada/")

    def show() -> None:
        if not javascript:
            with page.expect_navigation():
                page.get_by_role("button", name="Show").click()

    assert len(shown(page)) == len(SPECIES)
    page.get_by_label("Sort by").select_option("name")
    show()
    assert shown(page) == sorted(SPECIES)
    page.get_by_label("Sort by").select_option("newest")
    show()
    assert shown(page) == list(SPECIES[::-1])
    page.get_by_label("Modifier", exact=True).select_option("Bound")
    show()
    assert shown(page) == [species for place, species in enumerate(SPECIES) if place % 3][::-1]
    expect(page.locator("[data-card-count]")).to_have_text(f"5 of {len(SPECIES)}")
    page.get_by_label("Modifier", exact=True).select_option("")
    page.get_by_label("Find").fill("monopoly")
    show()
    assert shown(page) == ["Go to jail monopoly card"]
    page.get_by_label("Find").fill("no such card")
    show()
    assert shown(page) == []
    expect(page.get_by_text("No card matches.")).to_be_visible()


def test_a_filter_is_part_of_the_address(visit: Visit, hand: str) -> None:
    """What one has found can be sent to somebody."""
    page = visit("Ada").go(f"/c/{hand}/players/Ada/")
    page.get_by_label("Sort by").select_option("value")
    page.get_by_label("Suit", exact=True).select_option("Clocks")
    found = shown(page)
    assert found == ["7 of Clocks"]
    copy = visit().page
    copy.goto(page.url)
    assert shown(copy) == found


def test_suits_are_told_apart_without_colour(visit: Visit, hand: str) -> None:
    """Every suit is a shape of its own and a word; a card says all that it is to who cannot see it."""
    page = visit().go(f"/c/{hand}/players/Ada/")
    for card in page.get_by_role("article").all():
        name = card.get_attribute("aria-label") or ""
        suits = [trait.inner_text().strip() for trait in card.locator(".traits li").all()]
        assert suits
        assert all(suit in name for suit in suits)
    used = page.evaluate(
        """() => [...document.querySelectorAll('.traits use')].map(
            use => [use.closest('li').innerText.trim(), use.getAttribute('href')])"""
    )
    shapes = dict(map(tuple, used))
    assert len(set(shapes.values())) == len(shapes)


def test_a_low_card_in_the_hand_shows_that_there_is_more_to_read(visit: Visit) -> None:
    """A shade lies over its foot until the end of its text is reached; a card that is whole has none."""
    page = visit().go("/")
    styles = "".join(
        f'<link rel="stylesheet" href="/static/css/{name}.css">'
        for name in ("tokens", "base", "cards", "exoptosis-board")
    )
    cards = "".join(f'<li><article class="card">{"<br>" * lines}</article></li>' for lines in (1, 60))
    page.set_content(f'<!doctype html>{styles}<ul class="table-hand">{cards}</ul>', wait_until="load")
    whole, low = page.locator(".card").all()

    def foot(card: Locator) -> bytes:
        box = card.bounding_box()
        assert box is not None
        bottom = box["y"] + box["height"]
        return page.screenshot(clip={"x": box["x"] + 20, "y": bottom - 11, "width": box["width"] - 40, "height": 6})

    assert foot(low) != foot(whole)
    low.evaluate("card => card.scrollTo(0, card.scrollHeight)")
    assert foot(low) == foot(whole)


def test_a_pack_is_turned_over_card_by_card(visit: Visit, hall: str) -> None:
    """Bought, opened, dealt face down; turned over by mouse or keyboard, one or all."""
    act(hall, KEEPER, "correct-grant", player="Ada", item="Handy Pack", count=1, reason="a test")
    page = visit("Ada").go(f"/c/{hall}/croupier/")
    page.get_by_role("button", name="Open Handy Pack").click()
    backs = page.locator("[data-turn]")
    expect(backs.nth(2)).to_be_visible()
    count = backs.count()
    backs.first.click()
    expect(page.locator("[data-slot].is-open")).to_have_count(1)
    backs.nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot].is-open")).to_have_count(2)
    page.get_by_role("button", name="Turn all cards over").click()
    expect(page.locator("[data-slot].is-open")).to_have_count(count)
    assert len(shown(page)) == count


@pytest.mark.parametrize("javascript", [True, False])
def test_a_card_is_looked_at_large(visit: Visit, hand: str, javascript: bool) -> None:
    """Its button opens it by keyboard, with what each modifier does; Escape puts it back."""
    page = visit("Ada", javascript=javascript).go(f"/c/{hand}/players/Ada/")
    card = (
        page.get_by_role("article")
        .filter(has_text="Holographic")
        .or_(page.get_by_role("article").filter(has_text="Bound"))
        .first
    )
    small = card.bounding_box()
    explained = card.locator(".modifier p").first
    expect(explained).not_to_be_visible()
    card.get_by_role("button", name="Look closer").focus()
    page.keyboard.press("Enter")
    expect(explained).to_be_visible()
    large = card.bounding_box()
    assert small
    assert large
    assert large["width"] > small["width"]
    page.keyboard.press("Escape")
    expect(explained).not_to_be_visible()
    assert card.bounding_box() == small
