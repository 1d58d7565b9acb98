"""Edits of words whose clauses stay: authors and voters read what the law still does, and what will not happen."""

import pytest
from django.template.loader import render_to_string

from nomic.law.amendments.patch import amended_draft
from nomic.law.diff.brief_summary import summarise_change
from nomic.law.diff.law_differences import Differences, differences
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.composer.executable_words import added_orders
from nomic.web.composer.orders.drafting import OrdersLeft, draft_from

LAW = Law(document_of("cycle-16"))
GIFT = """Amend the rule "Card gifting" to read in full:

{
Once a phase, you may give another player a gift. It costs you nothing. They gain a Handy Pack.

To give a card of your own, offer a trade that asks for nothing: see Trading.
}"""


def _change(text: str) -> Differences:
    found = draft_from(LAW, text, [])
    assert found.operations
    return differences(LAW.document, amended_draft(LAW.document, found.operations))


def _stays(text: str) -> str:
    return " ".join(line for rule in _change(text).rules for line in rule.stays)


def test_new_words_of_a_rule_are_shown_with_what_the_rule_still_does() -> None:
    change = _change(GIFT)
    page = render_to_string("components/differences.html", {"differences": change})
    assert "Only these words change. The law still does this:" in page
    assert "gains 2 Already-opened Packs" in page
    assert summarise_change(change) == "Changes the words of the rule “Card gifting”, but not what it does."
    operations = draft_from(LAW, GIFT, []).operations
    assert added_orders(LAW, operations) == {"card-gifting": ("They gain a Handy Pack",)}


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("In “Exploration”, replace “gain 2d8 Vertebrae” with “gain a Handy Pack”.", "gain 2d8 Vertebrae"),
        ("In “Rewards”, change “even if they forfeited” to “unless they forfeited”.", "1 Reconfiguration Token"),
        (
            "In “Rewards”, delete the bullet that begins “The player with the smallest hand that is not empty”.",
            "fewest cards in their hand each gain 1 Already-opened Pack",
        ),
        ("Change the text of “Full Hand” to “Whoever is in a battle at its first turn gains Bones.”", "minus 4"),
    ],
)
def test_a_sentence_that_goes_or_says_otherwise_does_not_change_what_it_quotes(text: str, stays: str) -> None:
    assert stays in _stays(text)


@pytest.mark.parametrize(
    "text",
    [
        "In “Full Hand”, replace “after the betting” with “once all have bet”.",
        "In “Trading”, remove “Until it takes place, either of you can back out.”",
        "In the rule “Trading”, replace “within 7 days” with “within 3 days”.",
        "In the rule “Fusion”, replace “9 Vertebrae” with “6 Vertebrae”.",
    ],
)
def test_an_edit_of_other_words_says_nothing_about_what_stays(text: str) -> None:
    """Neither does one of the number that the sentence quotes, because that changes the law."""
    assert _stays(text) == ""


def test_a_change_that_is_not_made_is_not_called_a_rule_that_players_keep() -> None:
    edit, rule = "In “Rewards”, replace “a Chip” with “2 Chips”", "The Judge keeps a diary"
    page = render_to_string("web/proposal_orders.html", {"orders_left": OrdersLeft([edit, rule])})
    first, second = page.split("The site does not enforce these words: players do.")
    assert "They will not happen." in first
    assert edit in first
    assert rule in second
    alone = render_to_string("web/proposal_orders.html", {"orders_left": OrdersLeft([edit])})
    assert "Changes that will not happen" in alone
    assert "players do" not in alone
