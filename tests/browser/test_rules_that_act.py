"""A rule that acts, from its proposal to its repeal: two people and nothing but the pages of the site."""

import json
from html import unescape

from playwright.sync_api import Page, expect

from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from tests.support.browser import Visit, Visitor
from tests.support.furnished_cycle import hall_with_players

HALL = "lending-hall"
LOANS = {
    "title": "Loans",
    "body": "Whoever is short of Vertebrae may ask another player for some.",
    "parent": "actions",
    "place": 900,
    "clauses": {
        "given": {"value": "Loans given", "of": "cycle", "least": 0, "place": 1},
        "ask": {
            "action": "Ask for a loan",
            "place": 2,
            "with": {"whom": {"is": "player"}, "least": {"is": "number", "least": 1, "most": 5}},
            "do": [
                {
                    "choose": "sum",
                    "from": {"values": {"from": "$least", "to": 9}},
                    "by": "$whom",
                    "asks": "How many Vertebrae do you lend?",
                },
                {"transfer": "Vertebra", "from": "$whom", "to": "$me", "n": "$sum"},
                {"raise": "Loans given", "by": 1},
            ],
        },
        "interest": {
            "when": "value-moved",
            "place": 3,
            "do": [{"grant": "Chip", "to": "$who"}, {"announce": "Lending is kind."}],
        },
    },
}
SENTENCES = ("“Ask for a loan”: You may do this", "How many Vertebrae do you lend?", "“Lending is kind.”")
TIME = 20_000  # milliseconds, for what asks all of a ruleset


def submit(visitor: Visitor, title: str) -> None:
    page = visitor.page
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=TIME)


def pass_by_vote(proposer: Visitor, voter: Visitor, title: str) -> None:
    """The other votes for it; whose cycle it is moves the clock twice."""
    page = voter.go(f"/c/{HALL}/")
    page.locator("#waiting").get_by_role("link", name=title).click()
    page.get_by_role("button", name="For", exact=True).click()
    expect(page.locator("#votes")).to_contain_text(voter.name)
    for _ in range(2):
        page = proposer.go(f"/c/{HALL}/act/advance-clock/")
        page.get_by_role("button", name="To the next phase").click()
        expect(page.locator("#messages")).not_to_be_empty()


def hall_of(visitor: Visitor) -> Page:
    return visitor.go(f"/c/{HALL}/")


def wiki_page_of_the_ruleset() -> str:
    """As a wiki shows it: the text has its signs as entities."""
    return unescape(render_page(WikiPage.objects.get(cycle__slug=HALL, kind=PageKind.RULESET)))


def test_a_rule_that_acts_is_voted_in_used_and_voted_out(visit: Visit) -> None:
    """What it says can be done, asks, and does by itself is there with its words, and goes with them."""
    hall_with_players(HALL, "Ada", "Ben", published=True)
    ada, ben = visit("Ada"), visit("Ben")

    page = ada.go(f"/c/{HALL}/proposals/compose/")
    page.get_by_text("For programmers: the changes as data").click()
    page.locator("#amendments").fill(json.dumps([{"op": "add", "path": "/rules/loans", "value": LOANS}]))
    page.get_by_role("button", name="Preview").last.click()
    for sentence in SENTENCES:
        expect(page.locator("#difference")).to_contain_text(sentence)
    submit(ada, "Loans")
    pass_by_vote(ada, ben, "Loans")

    hall_of(ada)
    page = hall_of(ben)
    page.locator("#can .doing", has_text="Ask for a loan").click()
    page.get_by_label("whom").select_option("Ada")
    page.get_by_label("least").fill("3")
    page.get_by_role("button", name="Ask for a loan").click()
    expect(page.locator("#messages")).to_contain_text("You ask for a loan")
    expect(ada.page.locator("#way-to-hall")).to_contain_text("1 thing to do")

    page = hall_of(ada)
    page.locator("#waiting").get_by_role("link", name="How many Vertebrae do you lend?").click()
    expect(page.locator("#picks button")).to_have_text([str(number) for number in range(3, 10)])
    page.locator("#picks").get_by_role("button", name="4", exact=True).click()
    expect(page.locator("#waiting")).to_contain_text("Nothing right now")
    expect(page.locator("#way-to-hall")).to_have_text("Hall")
    expect(page.locator("#lately")).to_contain_text("Lending is kind.")
    expect(page.locator("#kept")).to_contain_text("Loans given")
    expect(page.locator("#purse")).to_contain_text("16")
    expect(hall_of(ben).locator("#purse")).to_contain_text("24")

    page = ben.go(f"/c/{HALL}/ruleset/")
    for sentence in SENTENCES:
        expect(page.locator("#rule-loans")).to_contain_text(sentence)
        assert sentence in wiki_page_of_the_ruleset()

    page = ada.go(f"/c/{HALL}/proposals/compose/?rule=loans")
    page.get_by_text("What depends on this rule").click()
    page.get_by_label("If the rule is repealed").select_option("repeal all of it too")
    page.get_by_role("button", name="Repeal this rule").click()
    expect(page.get_by_label("The words of a rule")).to_be_visible()
    submit(ada, "No more loans")
    pass_by_vote(ada, ben, "No more loans")

    page = hall_of(ben)
    expect(page.locator("#can")).not_to_contain_text("Ask for a loan")
    expect(page.locator("#kept")).not_to_contain_text("Loans given")
    expect(ben.go(f"/c/{HALL}/ruleset/").locator("main")).not_to_contain_text("Ask for a loan")
    assert not any(sentence in wiki_page_of_the_ruleset() for sentence in SENTENCES)
