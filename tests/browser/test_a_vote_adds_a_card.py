"""A vote adds a card, and the card works: proposed, passed, obtained and played, all in the browser."""

import re

from playwright.sync_api import Page, expect

from nomic.tables.models import Match
from tests.support.browser import Visit, Visitor
from tests.support.furnished import KEEPER, act

MAGPIE = """\
values: [7]
suits: [Stars]
colours: [Black]
types: [Special]
text: Everybody else puts a card of theirs into your deck.
hooks:
  when_played:
    - each: them
      in: $others
      do:
        - {choose: loot, by: $them, from: {cards: hand, of: $them}}
        - {move: $loot, to: deck, of: $me}
"""
TITLE = "The Magpie"
SAID = "that card goes to your deck"


def propose_the_magpie(visitor: Visitor, hall: str) -> None:
    """The builder makes an entry of what was written, and says in words what it will do."""
    page = visitor.go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill(TITLE)
    page.get_by_label("An entry, as a card or an offer").select_option(label="new in Cards")
    page.get_by_role("button", name="Write the entry").click()
    page.get_by_label("Name").fill("Magpie")
    page.get_by_role("button", name="Write it as text").click()
    page.get_by_label("What it is and does").fill(MAGPIE)
    page.get_by_role("button", name="Put it in").click()
    expect(page.locator("#difference")).to_contain_text(SAID)
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(page.locator(".difference ins").first).to_contain_text(SAID)


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
    expect(page.locator("#messages")).to_contain_text("Ben is asked for a duel")
    page = ben.go(f"/c/{hall}/act/accept-duel/")
    page.get_by_role("button", name="Accept a duel").click()
    expect(page.locator("#messages")).to_contain_text("Ben accepts the duel")
    return f"/c/{hall}/matches/{Match.objects.get(cycle__slug=hall).code}/"


def choose_all(visitor: Visitor, table: str) -> None:
    """All of the deck is the hand."""
    page = visitor.go(table)
    page.get_by_role("button", name="Choose a hand").click()
    expect(page.locator("#question-title")).to_contain_text("at least 4 cards")
    boxes = page.get_by_role("checkbox")
    for place in range(boxes.count()):
        boxes.nth(place).check()
    page.get_by_role("button", name="Go on with these").click()
    expect(page.locator(".match-log")).to_contain_text(f"{visitor.name} has chosen a hand.")


def play(visitor: Visitor, table: str, card: str) -> Page:
    page = visitor.go(table)
    page.get_by_role("button", name=re.compile(f"^Play {card}:")).click()
    expect(page.locator(".pile-head")).to_contain_text(f"played by {visitor.name}")
    return page


def test_a_vote_adds_a_card_that_works(visit: Visit, hall: str) -> None:
    """Ada proposes it, Ben votes for it, time passes; in a duel Ada plays it, and Ben owes her a card."""
    ada, ben = visit("Ada"), visit("Ben")
    propose_the_magpie(ada, hall)
    vote_for_it(ben, hall)
    next_phase(hall)
    next_phase(hall)
    page = ben.go(f"/c/{hall}/ruleset/")
    expect(page.get_by_role("cell", name="Magpie", exact=True)).to_be_visible()
    page = ben.go(f"/c/{hall}/effects/")
    expect(page.locator("#cards-magpie")).to_contain_text(SAID)

    arm(hall)
    table = duel(ada, ben, hall)
    for visitor in (ada, ben):
        choose_all(visitor, table)
    for visitor in (ada, ben):
        visitor.go(table).get_by_role("button", name="Pass", exact=True).click()
        expect(visitor.page.locator(".match-log")).to_contain_text(f"{visitor.name} passes")
    play(ada, table, "7 of Stars")
    play(ben, table, "7 of Clocks")
    page = play(ada, table, "Magpie")
    expect(page.locator(".match-log")).to_contain_text("Ben owes")
    page = ben.go(table)
    page.get_by_role("button", name=re.compile("[Pp]ay|owe")).first.click()
    page.get_by_role("button", name=re.compile("3:")).first.click()
    expect(page.locator(".match-log")).to_contain_text("goes to Ada's deck")
