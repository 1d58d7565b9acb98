"""A vote adds a card, and the card works: built from blocks, passed, obtained and played, all in the browser."""

import re

from playwright.sync_api import Locator, Page, expect

from nomic.matches.models import Match
from tests.support.browser import Visit, Visitor
from tests.support.furnished_cycle import KEEPER, act

PLAYED = "/hooks/when_played"
MAGPIE = {"Values": "7", "Suits": "Stars", "Colours": "Black", "Types": "Special"}
TITLE = "The Magpie"
SAID = "that card goes to your deck"


def press(page: Page, step: str) -> None:
    """Press the button of a block by the keyboard, and wait until the form has come back."""
    equals = "^=" if "{" in step else "="  # of what is offered only the beginning is named
    button = page.locator(f"button[name=block][value{equals}'{step}']").first
    if not button.is_visible():
        button.locator("xpath=ancestor::details[1]/summary").press("Enter")
    button.focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    expect(page.locator("#compose")).not_to_have_attribute("inert", "")


def offered(page: Page, words: str) -> None:
    """Take what the open menu offers: the focus went there, and goes on to what was put in."""
    expect(page.locator("[data-menu-first]")).to_be_focused()
    button = page.locator(".block-menu button").filter(has_text=re.compile(rf"^{re.escape(words)}$")).first
    if not button.is_visible():
        button.locator("xpath=ancestor::details[1]/summary").press("Enter")
    button.focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    expect(page.locator(".block-menu")).to_have_count(0)


def put(page: Page, place: str, words: str) -> None:
    press(page, f"menu entry {place}")
    offered(page, words)


def write(page: Page, field: Locator, text: str) -> None:
    """Write into a field by the keyboard, in place of what stands in it."""
    field.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def write_row(page: Page, label: str, text: str) -> None:
    """Add a row to a list by the keyboard, and write into it."""
    form = page.locator("#entry-form")
    button = form.locator("button[name=more_row]").filter(has_text=re.compile(f": {label}$", re.IGNORECASE))
    if not button.is_visible():
        button.locator("xpath=ancestor::details[1]/summary").press("Enter")
    button.focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    expect(page.locator("#compose")).not_to_have_attribute("inert", "")
    write(page, form.get_by_label(f"{label} 1", exact=True), text)


def gap(page: Page, place: str) -> Locator:
    return page.locator(f".gap[name$=':{place}']")


def propose_the_magpie(visitor: Visitor, hall: str) -> None:
    """Everybody else chooses a card of their hand, and it goes into the deck of whoever plays it.

    Built from blocks with the keyboard alone: two steps for each, names that stand for what was chosen. The sentence
    that the law reads out stands beside it, and the card shows its face.
    """
    page = visitor.go(f"/c/{hall}/proposals/compose/?entry=/cards/%2B")
    write(page, page.get_by_label("Title", exact=True), TITLE)
    write(page, page.get_by_label("Name"), "Magpie")
    for label, text in MAGPIE.items():
        write_row(page, label, text)
    put(page, PLAYED, "do something for each")
    expect(page.locator("[data-goes-on]")).to_contain_text("for each of")
    write(page, gap(page, f"{PLAYED}/0/each"), "them")
    put(page, f"{PLAYED}/0/in", "every other participant")
    put(page, f"{PLAYED}/0/do", "let somebody choose")
    write(page, gap(page, f"{PLAYED}/0/do/0/choose"), "loot")
    put(page, f"{PLAYED}/0/do/0/from", "cards in a place")
    press(page, f'add entry {PLAYED}/0/do/0/from {{"of"')
    put(page, f"{PLAYED}/0/do/0/from/of", "“them”")
    press(page, f'add entry {PLAYED}/0/do/0 {{"by"')
    put(page, f"{PLAYED}/0/do/0/by", "“them”")
    put(page, f"{PLAYED}/0/do", "move cards")
    put(page, f"{PLAYED}/0/do/1/move", "“loot”")
    gap(page, f"{PLAYED}/0/do/1/to").focus()
    page.keyboard.type("deck")
    gap(page, f"{PLAYED}/0/do/1/of").focus()
    page.keyboard.type("you")
    page.get_by_role("button", name="Preview").last.press("Enter")
    expect(page.locator("#difference")).to_contain_text(SAID)
    expect(page.locator(".face-as-written .card-name")).to_have_text("Magpie")
    expect(page.locator(".reads").first).to_contain_text(SAID)
    page.get_by_role("button", name="Submit the proposal").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(page.locator(".difference ins").filter(has_text=SAID).first).to_be_visible()


def vote_for_it(visitor: Visitor, hall: str) -> None:
    page = visitor.go(f"/c/{hall}/proposals/")
    page.get_by_role("link", name=TITLE).first.click()
    page.get_by_role("button", name="For", exact=True).click()
    expect(page.locator("#votes")).to_contain_text(visitor.name)


def next_phase(hall: str) -> None:
    """Ada's clock is hers to move."""
    act(hall, "Ada", "advance-clock", to_next_phase=True)


def arm(hall: str) -> None:
    """Plain cards for both; for Ada the new one too, and something to begin with."""
    for name, cards in (("Ada", ("2", "3", "5", "7 of Stars", "Magpie")), ("Ben", ("2", "3", "5", "7 of Clocks"))):
        for species in cards:
            act(hall, KEEPER, "correct-grant-card", player=name, species=species, reason="for the duel")


def duel(ada: Visitor, ben: Visitor, hall: str) -> str:
    """Ada asks, Ben accepts; the address of the table."""
    page = ada.go(f"/c/{hall}/act/request-duel/")
    page.get_by_role("checkbox", name="Ben").check()
    page.get_by_role("button", name="Ask for a duel").click()
    expect(page.locator("#messages")).to_contain_text("Ben is invited")
    page = ben.go(f"/c/{hall}/act/accept-duel/")
    page.get_by_role("button", name="Accept a duel").click()
    expect(page.locator("#messages")).to_contain_text("You accept the duel")
    return f"/c/{hall}/matches/{Match.objects.get(cycle__slug=hall).code}/"


def choose_all(visitor: Visitor, table: str) -> None:
    """All of the deck is the hand."""
    page = visitor.go(table)
    page.get_by_role("button", name="Choose a hand").click()
    expect(page.locator("#question-title")).to_contain_text("at least 4 cards")
    boxes = page.get_by_role("checkbox")
    for place in range(boxes.count()):
        boxes.nth(place).check()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".match-log")).to_contain_text("You have chosen a hand.")


def play(visitor: Visitor, table: str, card: str) -> Page:
    page = visitor.go(table)
    page.get_by_role("button", name=re.compile(f"^Play {card}:")).click()
    expect(page.locator(".pile-head")).to_contain_text(f"played by {visitor.name}")
    return page


def test_a_vote_adds_a_card_that_works(visit: Visit, hall: str) -> None:
    """Ada proposes it, Ben votes for it, time passes; in a duel Ada plays it, and Ben owes her a card."""
    ada, ben = visit("Ada").by_buttons(), visit("Ben").by_buttons()
    propose_the_magpie(ada, hall)
    vote_for_it(ben, hall)
    next_phase(hall)
    next_phase(hall)
    page = ben.go(f"/c/{hall}/ruleset/")
    expect(page.get_by_role("cell", name=re.compile("^Magpie"))).to_be_visible()
    page = ben.go(f"/c/{hall}/effects/")
    expect(page.locator("#cards-magpie")).to_contain_text(SAID)

    arm(hall)
    table = duel(ada, ben, hall)
    for visitor in (ada, ben):
        choose_all(visitor, table)
    for visitor in (ada, ben):
        visitor.go(table).get_by_role("button", name="Pass", exact=True).click()
        expect(visitor.page.locator(".match-log")).to_contain_text("You pass")
    play(ada, table, "7 of Stars")
    play(ben, table, "7 of Clocks")
    page = play(ada, table, "Magpie")
    expect(page.locator(".match-log")).to_contain_text("Ben owes")
    page = ben.go(table)
    page.get_by_role("button", name=re.compile("[Pp]ay|owe")).first.click()
    page.get_by_role("button", name=re.compile("3:")).first.click()
    expect(page.locator(".match-log")).to_contain_text("goes to Ada's deck")
