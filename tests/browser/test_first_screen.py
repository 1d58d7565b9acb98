"""What one does on one's turn lies on the first screen, of a phone and of a desk, at every table however crowded."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page

from tests.support.battle_cycles import Battle
from tests.support.browser import PHONE, Visit
from tests.support.crowded_tables import SCENES
from tests.support.site import Site

DESK = {"width": 1280, "height": 800}
# Whether a part can be seen whole by whoever looks up and down, and nothing lies upon its middle.
A_LINE = 18  # pixels; half of what is pressed can be seen then
LIES_OPEN = """part => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const there = document.elementFromPoint(x, (top + bottom) / 2);
  const isOpen = there !== null && (part.contains(there) || there.contains(part));
  return { top, bottom, left, right, isOpen };
}"""


def out_of_sight(page: Page, needed: tuple[str, ...], window: dict[str, int]) -> list[str]:
    """Which of these parts are not on the screen as it is now."""
    return [f"{part} of {window}" for part in needed if not is_on_screen(page.locator(part).first, window)]


def is_on_screen(part: Locator, window: dict[str, int]) -> bool:
    at = part.evaluate(LIES_OPEN)
    is_across = at["left"] < window["width"] and at["right"] > 0
    return bool(0 <= at["top"] < at["bottom"] <= window["height"] and is_across and at["isOpen"])


@pytest.mark.parametrize("name", SCENES)
def test_hand_and_buttons_lie_on_the_first_screen(visit: Visit, site: Site, name: str) -> None:
    """With twelve cards or pieces, owed draws, bets, dice, long names and the line of a practice cycle."""
    scene = SCENES[name]()
    visitor = visit(scene.viewer, viewport=PHONE)
    page = visitor.go(scene.path)
    scene.begin(page)
    assert "practice" in page.locator("#phase-bar").inner_text()
    hidden = []
    for window in (PHONE, DESK):
        page.set_viewport_size(window)
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert visitor.overflow() <= 0, window
        hidden += out_of_sight(page, scene.needed, window)
    assert hidden == []


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_what_a_move_asks_hides_neither_the_pile_nor_a_choice(visit: Visit, site: Site, window: dict[str, int]) -> None:
    """A card of the hand is to be chosen: one sees the pile, the question, and every button that answers it."""
    hands = {"Ada": ("5", "5/Satanic", "9", "Queen", "Joker"), "Ben": ("5", "9", "Queen", "10")}
    battle = Battle(f"asked-{window['width']}", **hands).start()
    battle.play("Ada", "5")
    battle.play("Ben", "5")
    page = visit("Ada", viewport=window).go(battle.path)
    page.get_by_role("button", name=re.compile("^Play 5: .*Satanic")).click()
    page.locator("#question-title").wait_for()
    assert out_of_sight(page, ("#question-title", ".pile-top .card", "#your-hand > .lit > .pick"), window) == []


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_the_coach_leaves_the_next_press_on_the_first_screen(visit: Visit, site: Site, window: dict[str, int]) -> None:
    """A newcomer's first table: a card that fits is played, or one is drawn, without scrolling. The deal is random."""
    visitor = visit(viewport=window)
    page = visitor.go("/")
    page.get_by_role("button", name="Play now").click()
    page.locator("#table > .coach").wait_for()
    page.wait_for_load_state()  # with its styles
    assert visitor.overflow() <= 0
    # A phone shows the cards that fit first, and the others to the left of them. A longer advice is one line more.
    playing = page.locator(".table-hand > li.lit > button").all()
    pressed = playing or page.locator(".mine button.draw").all()
    assert any(is_on_screen(button, {**window, "height": window["height"] + A_LINE}) for button in pressed)


LONG_NEWS = """<p class="since-yours" id="since-yours">
<span class="brought"><strong>You draw 5 (Hearts, Blue).</strong></span>
<span class="rest"><strong>Ben plays Credit Card (Spades, Green, White) and loses 3 Vertebrae.</strong></span></p>"""
COACH = """<section class="coach points" id="coach"><div class="coach-head">
<h2><span class="coach-step">Step 3 of 5</span> Finish the game</h2>
<form><button class="as-link">Skip the steps</button></form></div><div class="coach-says">
<p>Goal: an empty hand. You hold 1 card. Your Credit Card of Clubs goes on the 10 of Clubs: the Credit Card has every
value from 0 on. Press Play beneath it, for 3 Vertebrae. It is your last card, and an empty hand wins.</p></div>
<ol class="coach-steps"><li class="is-done"><a href="/">Make your first move</a></li>
<li><a href="/">Finish the game</a></li></ol></section>"""


def test_news_of_two_lines_leave_the_button_on_the_first_screen(visit: Visit, site: Site) -> None:
    """On a desk, beneath a coach whose advice takes three lines."""
    hand = ("5", "5", "6", "Credit Card")
    battle = Battle("newsy", Ada=hand, Ben=hand).start()
    battle.play(battle.state.turn.player, "5")
    page = visit(battle.state.turn.player, viewport=DESK).go(battle.path)
    page.evaluate(
        "([coach, news]) => { document.querySelector('#since-yours')?.remove();"
        " document.querySelector('#table').insertAdjacentHTML('afterbegin', coach);"
        " document.querySelector('#table-state').insertAdjacentHTML('beforeend', news); }",
        [COACH, LONG_NEWS],
    )
    assert page.locator("#since-yours").evaluate("news => news.offsetHeight") > 30
    buttons = page.locator(".table-hand > li.lit > button").all()
    assert buttons
    assert max(button.evaluate("button => button.getBoundingClientRect().bottom") for button in buttons) <= 800, [
        b.bounding_box() for b in buttons
    ]


CUT_WORDS = """() => [...document.querySelectorAll("#table button, #table button *")]
  .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1).map((part) => part.innerText)"""


def test_a_plan_is_made_with_the_coach_in_sight_and_whole_words(visit: Visit, site: Site) -> None:
    """On a phone no button of a plan cuts its words, and the coach says what is next above the map."""
    page = visit(viewport=PHONE).go("/")
    page.get_by_role("button", name=re.compile("Try it.*Dungeon")).click()
    page.locator("#move-plan").click()
    for _ in range(2):
        step = page.locator(".rose button").filter(has_not_text="Rope").first  # a rope asks where to climb
        step.wait_for()
        assert page.evaluate(CUT_WORDS) == []
        assert is_on_screen(page.locator("#coach"), PHONE)
        assert "press Seal this plan" in page.locator("#coach").inner_text()
        step.click()
        page.locator(".plan-steps").wait_for()


def test_the_controls_of_a_replay_are_one_row_on_a_phone(visit: Visit, site: Site) -> None:
    battle = Battle("replayed", Ada=("5", "9", "7", "3"), Ben=("5", "9", "7", "3"))
    page = visit("Ada", viewport=PHONE).go(f"{battle.path}replay/?step=1")
    page.locator("#replay-play").wait_for()
    parts = page.locator(".replay-steps > :is(.button, button), .replay-speed select").all()
    heights = [part.evaluate("part => part.getBoundingClientRect().top + part.offsetHeight / 2") for part in parts]
    assert len(heights) == 4
    assert max(heights) - min(heights) < A_LINE


LYING = (
    "card => [card.getBoundingClientRect().left, card.getBoundingClientRect().right, getComputedStyle(card).transform]"
)


def test_the_hand_of_a_phone_lies_level_and_side_by_side(visit: Visit, site: Site) -> None:
    """No card leans, and none hides the words or the button of another."""
    longest = ("Credit Card", "Quantum", "Go to jail monopoly card", "God of Stars", "Joker")
    battle = Battle("level", Ada=("5", *longest), Ben=("5", *longest)).start()
    player = battle.state.turn.player
    page = visit(player, viewport=PHONE).go(battle.path)
    lying = [card.evaluate(LYING) for card in page.locator("#your-hand > li").all()]
    assert len(lying) == 1 + len(longest)
    assert {transform for _, _, transform in lying} == {"none"}
    assert all(right <= left for (_, right, _), (left, _, _) in itertools.pairwise(lying))


CUT_OFF = """card => {
  const foot = card.getBoundingClientRect().bottom - 3;
  const parts = [...card.querySelectorAll(".traits li, .types li, .card-text")];
  const cut = parts.filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > foot);
  return cut.map((part) => part.innerText);
}"""


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_suits_colours_and_texts_of_cards_are_read_without_a_press(
    visit: Visit, site: Site, window: dict[str, int]
) -> None:
    """The longest texts of the law, in the hand and on the pile, and what one presses is on the screen."""
    longest = ("Credit Card", "Quantum", "Go to jail monopoly card", "God of Stars", "Joker")
    battle = Battle(f"read-{window['width']}", Ada=("5", *longest), Ben=("5", *longest)).start()
    battle.play(battle.state.turn.player, "5")
    battle.play(battle.state.turn.player, "Joker")
    page = visit(battle.state.turn.player, viewport=window).go(battle.path)
    cards = page.locator(".pile-top > .card, #your-hand > li > .card").all()
    assert len(cards) == 1 + len(longest)
    assert all(card.locator(".card-text").is_visible() and card.locator(".traits li").count() for card in cards)
    assert [cut for card in cards for cut in card.evaluate(CUT_OFF)] == []
    assert out_of_sight(page, ("#your-hand", "#move-draw"), window) == []
    if window is PHONE:  # a coach above the table leaves the hand so much
        page.locator("#table").evaluate("table => table.style.setProperty('--hand-height', '11.9rem')")
        assert [cut for card in cards for cut in card.evaluate(CUT_OFF)] == []
