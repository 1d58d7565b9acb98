"""The duel on the front page: it plays once, stops when told, and rests for those who want no motion."""

import re

from playwright.sync_api import Page, expect

from exoptosis.web.front_page_match import front_match
from nomic.matches.models import Match, MatchStatus
from tests.support.browser import PHONE, Visit
from tests.support.signed_in import browser_of
from tests.support.site import Site

STEPS = front_match().steps
LAST = len(STEPS) - 1
FIRST = next(number for number, step in enumerate(STEPS) if step.pile)  # before it the table is empty


def lying(page: Page) -> tuple[list[list[int]], list[int]]:
    """The cards of both hands, and those of the pile."""
    read = "parts => parts.map(part => [...part.children].map(slot => Number(slot.dataset.card)))"
    [pile] = page.locator(".front-pile").evaluate_all(read)
    return page.locator(".front-hand").evaluate_all(read), pile


def is_at(page: Page, step: int) -> None:
    """The table, the words and the count are those of a step."""
    expect(page.locator("[data-count]")).to_have_text(f"Move {step} of {LAST}")
    expect(page.locator("[data-words]")).to_have_text(STEPS[step].words)
    assert lying(page) == ([list(hand) for hand in STEPS[step].hands], list(STEPS[step].pile))


def test_it_rests_on_the_last_position_without_motion(visit: Visit) -> None:
    """Until somebody steps through it, by keyboard, as far as it goes in both directions."""
    page = visit(viewport=PHONE, reduced_motion="reduce").go("/")
    back, on = (page.get_by_role("button", name=f"One move {way}") for way in ("back", "on"))
    is_at(page, LAST)
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(back).to_have_attribute("aria-disabled", "false")
    back.focus()
    for step in (*range(LAST - 1, -1, -1), 0):
        page.keyboard.press("Enter")
        is_at(page, step)
    expect(back).to_have_attribute("aria-disabled", "true")
    on.focus()
    for step in (*range(1, LAST + 1), LAST):
        page.keyboard.press("Space")
        is_at(page, step)
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_it_plays_once_and_stops_when_told(visit: Visit) -> None:
    """Cards fly with motion; a press on Pause holds it, and it goes on from there to its end."""
    visitor = visit(reduced_motion="no-preference")
    visitor.page.clock.install()
    page = visitor.go("/")
    is_at(page, FIRST)
    while page.locator("[data-count]").inner_text() != f"Move {FIRST + 2} of {LAST}":
        page.clock.run_for(1_000)
    page.get_by_role("button", name="Pause").click()
    is_at(page, FIRST + 2)
    page.clock.run_for(60_000)
    is_at(page, FIRST + 2)
    page.get_by_role("button", name=re.compile("^Play$")).click()
    for _ in range(LAST * 7):
        page.clock.run_for(1_000)
    is_at(page, LAST)
    page.get_by_role("button", name="Play again").click()
    is_at(page, 0)
    assert visitor.overflow() <= 0


def test_without_scripts_it_is_a_picture_with_words(visit: Visit) -> None:
    """The last position, what happened last, and every act in a list; no button that does nothing."""
    page = visit(javascript=False).go("/")
    assert lying(page) == ([list(hand) for hand in STEPS[-1].hands], list(STEPS[-1].pile))
    expect(page.locator("[data-words]")).to_have_text(STEPS[-1].words)
    expect(page.locator(".front-controls")).to_be_hidden()
    page.get_by_text("The duel in words").click()
    expect(page.locator(".front-list li").first).to_be_visible()
    assert [each.strip() for each in page.locator(".front-list li > span").all_inner_texts()] == [
        step.words for step in STEPS
    ]


def test_the_words_need_no_more_room_than_is_kept(visit: Visit) -> None:
    """So nothing below it moves."""
    for viewport in (PHONE, {"width": 1280, "height": 800}):
        page = visit(viewport=viewport).go("/")
        heights = set()
        for _ in range(LAST):
            page.get_by_role("button", name="One move back").click()
            heights.add(page.locator(".front-match").evaluate("part => Math.round(part.offsetHeight)"))
        assert len(heights) == 1


def test_what_one_has_won_lies_beneath_the_words_of_the_game(visit: Visit, site: Site) -> None:
    """On a phone the picture, the title and the button are a grid: each paragraph has a row of its own."""
    wilma = visit("Wilma", viewport=PHONE)  # nobody else's name here: others of this site have won already
    browser_of("Wilma").post("/play/", {"game": "dungeon"})
    [match] = Match.objects.filter(seats__player="Wilma")
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.OVER, result={"ending": "won", "winners": ["Wilma"]})
    [record] = wilma.go("/").locator(".tile .record").all()
    words, won = (part.bounding_box() for part in (record.locator("xpath=preceding-sibling::p"), record))
    assert words is not None
    assert won is not None
    assert won["y"] >= words["y"] + words["height"]
