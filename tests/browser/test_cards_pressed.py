"""Cards of one's hand at the table of Exoptosis, pressed themselves: lit ones are played, the others say why not."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.battle_cycles import Battle
from tests.support.browser import PHONE, Visit
from tests.support.site import Site

_halls = itertools.count(1)


@pytest.fixture
def duel(site: Site) -> Battle:
    """Ada and Ben with open hands; Ada begins, and whoever plays a Speedy card has another turn."""
    cards = ("5/Speedy", "5", "9", "Queen", "5/Satanic")
    return Battle(f"pressed-{next(_halls)}", Ada=cards, Ben=("5", "9", "Queen", "10")).start()


def card(page: Page, name: str) -> Locator:
    """The first card in the hand of which this is told."""
    return page.locator("#your-hand > li > .card", has_text=re.compile(name)).first


def pile(battle: Battle) -> list[str]:
    state = battle.state
    return [state.cards[played.card].species for played in state.pile]


@pytest.mark.parametrize("way", ["click", "tap", "Enter", "Space"])
def test_a_lit_card_is_played_by_pressing_it(visit: Visit, duel: Battle, way: str) -> None:
    page = visit("Ada", viewport=PHONE, has_touch=True).go(duel.path)
    lit = page.locator("#your-hand > .lit > .card", has_text="Speedy")
    if way == "click":
        lit.click(position={"x": 60, "y": 130})
    elif way == "tap":
        lit.tap(position={"x": 60, "y": 130})
    else:
        lit.focus()
        page.keyboard.press(way)
    expect(page.locator(".pile-head")).to_contain_text("played by Ada")
    assert pile(duel) == ["5"]


def test_a_press_begins_what_asks_for_a_choice(visit: Visit, duel: Battle) -> None:
    """A Satanic card asks for one in a hand: nothing is played yet; a press on a lit card of one's own chooses it."""
    page = visit("Ada").go(duel.path)
    card(page, "Satanic").click(position={"x": 60, "y": 130})
    expect(page.locator("#question-title")).to_contain_text("choose a card in a participant's hand")
    assert pile(duel) == []
    card(page, "Queen").click(position={"x": 60, "y": 130})
    expect(page.locator(".pile-head")).to_contain_text("played by Ada")
    expect(card(page, "Queen")).to_contain_text("Useless")


@pytest.mark.parametrize("pressed", [".card", "button"])
def test_who_clicks_twice_plays_once(visit: Visit, duel: Battle, pressed: str) -> None:
    """Ada has another turn, and the second of two clicks meets another card that she could play: it stays."""
    page = visit("Ada").go(duel.path)

    def press(clicks: int) -> None:
        """Press the first lit card, or its button, as so many clicks in a row end."""
        page.locator(f"#your-hand > .lit > {pressed}").first.hover(position={"x": 60, "y": 15})  # once it stands still
        page.mouse.down(click_count=clicks)
        page.mouse.up(click_count=clicks)

    press(1)
    expect(page.locator(".pile-head h2")).to_contain_text("1")
    press(2)
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    assert len(pile(duel)) == 1
    press(1)
    expect(page.locator(".pile-head h2")).to_contain_text("2")


def test_a_press_after_the_turn_has_passed_is_refused_in_plain_words(visit: Visit, duel: Battle) -> None:
    """On a page that hears of nothing: Ada has played elsewhere, and it is Ben's turn."""
    duel.play("Ada", "5")
    visitor = visit("Ada")
    visitor.intercept("**/live/*", lambda route: route.abort())
    page = visitor.go(duel.path)
    lit = page.locator("#your-hand > .lit > .card").first
    expect(lit).to_be_visible()
    duel.play("Ada", "5")
    lay = pile(duel)
    lit.click(position={"x": 60, "y": 130})
    expect(page.get_by_role("alert").first).to_contain_text("meanwhile, so your move was not made")
    expect(page.locator(".why-all")).to_contain_text("It is Ben's turn.")
    assert pile(duel) == lay
    visitor.complaints.clear()  # of having been cut off


def test_a_card_that_is_not_lit_says_why(visit: Visit, duel: Battle) -> None:
    """R38: when it is pressed, and once more not; when it comes to the focus, and to those who listen."""
    page = visit("Ada").go(duel.path)
    queen = card(page, "Queen")
    reason = page.locator("#your-hand > li", has=page.locator(".card", has_text="Queen")).locator(".why > p")
    expect(reason).to_be_hidden()
    queen.click(position={"x": 60, "y": 130})
    expect(reason).to_be_visible()
    expect(reason).to_contain_text("R38")
    queen.click(position={"x": 60, "y": 130})
    expect(reason).to_be_hidden()
    page.locator("#table-state").focus()
    queen.focus()
    expect(reason).to_be_visible()
    assert queen.get_attribute("aria-describedby") == reason.get_attribute("id")
    page.keyboard.press("ArrowLeft")
    expect(reason).to_be_hidden()
    assert pile(duel) == []


def test_a_card_that_is_looked_at_is_not_played(visit: Visit, duel: Battle) -> None:
    page = visit("Ada").go(duel.path)
    lit = page.locator("#your-hand > .lit > .card").first
    lit.get_by_role("button", name="Look closer").click()
    lit.locator(".card-window").click()
    page.keyboard.press("Escape")
    expect(page.locator("[popover]:popover-open")).to_have_count(0)
    assert pile(duel) == []
    expect(lit.get_by_role("button", name="Look closer")).to_be_visible()


def test_a_small_lit_card_is_chosen_by_pressing_it(visit: Visit) -> None:
    """A first hand is chosen from small cards. Their corner, and the keyboard, open them to say what they do."""
    battle = Battle(f"pressed-{next(_halls)}", Ada=("5", "9", "Queen", "10"), Ben=("5", "9", "Queen", "10"))
    page = visit("Ada", viewport=PHONE).go(battle.path)
    page.locator("#do-hand-1").click()
    mini = page.locator(".mini-slot.lit", has_text="Queen")
    box, words = mini.get_by_role("checkbox"), mini.locator(".mini-more")
    mini.locator("summary .mini-name").click()
    expect(box).to_be_checked()
    expect(words).to_be_hidden()
    mini.locator("summary .mini-name").click()
    expect(box).not_to_be_checked()
    mini.locator(".mini-look").click()
    expect(words).to_be_visible()
    mini.locator("summary").press("Enter")
    expect(words).to_be_hidden()
    expect(box).not_to_be_checked()


def test_a_refusal_on_a_phone_leaves_the_hand_where_it_is(visit: Visit, duel: Battle) -> None:
    """It lies over what is above the hand, so that no card moves away under the thumb, until it is closed."""
    duel.play("Ada", "5")
    visitor = visit("Ada", viewport=PHONE, has_touch=True)
    visitor.intercept("**/live/*", lambda route: route.abort())
    page = visitor.go(duel.path)
    lit = page.locator("#your-hand > .lit > .card").first
    expect(lit).to_be_visible()
    duel.play("Ada", "5")
    lit.tap(position={"x": 60, "y": 130})
    refusal = page.locator(".notes > .notice").last
    expect(refusal).to_be_in_viewport()
    box, hand = refusal.bounding_box(), page.locator("#your-hand").bounding_box()
    assert box is not None
    assert hand is not None
    assert box["y"] + box["height"] <= hand["y"]
    refusal.get_by_role("button", name="Close this message").tap()
    expect(page.locator(".notes")).to_have_count(0)
    assert page.locator("#your-hand").bounding_box() == hand
    visitor.complaints.clear()  # of having been cut off


def test_the_wheel_over_a_card_moves_the_page(visit: Visit, duel: Battle) -> None:
    """A card with more to read than it shows does not take the wheel: its large view has the text."""
    page = visit("Ada", viewport={"width": 1280, "height": 600}).go(duel.path)
    low = card(page, "Satanic")
    low.evaluate("card => card.insertAdjacentHTML('beforeend', '<p>More to read.</p>'.repeat(30))")
    assert low.evaluate("card => card.scrollHeight > card.clientHeight + 300")
    before = page.evaluate("scrollY")
    low.hover(position={"x": 60, "y": 130})
    page.mouse.wheel(0, 120)
    page.wait_for_function("before => scrollY > before", arg=before)
    assert low.evaluate("card => card.scrollTop") == 0
