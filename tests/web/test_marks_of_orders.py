"""Marks of unread orders: where they end, which words are said to be unknown, and which help is offered."""

import pytest

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.names_and_numbers.spelling_suggestions import name_meant
from nomic.web.composer.orders.unread_orders import SAYS_NO_CHANGE, Stretch, marked, with_recipes

LAW = Law(document_of("cycle-16"))
ROW = """In “Cards”, add the following row to the table of species of cards, after Jack:

| Name | Values | Suits | Colours | Types | Effects |
| Knave | 11 | Hearts | Red | Special, Face | The participant after you draws 2 cards. |"""


def _marks(text: str) -> list[Stretch]:
    found = draft_from(LAW, text, [])
    return [each for each in with_recipes(marked(text, found.left, found.in_doubt), LAW) if each.order]


def test_the_mark_of_a_long_order_ends_with_its_paragraph() -> None:
    (mark,) = _marks(ROW)
    assert mark.words == ROW
    assert [each.listed.recipe.title for each in mark.recipes] == ["A new card"]
    more = "The Judge shall post a monthly report."
    for gap in ("\n\n", " "):
        left = [(f"{ROW[:150]}…", "why"), (more, "why")]
        first, second = (each for each in marked(f"{ROW}{gap}{more}", left) if each.order)
        assert (first.words, second.words) == (ROW, more.rstrip("."))


@pytest.mark.parametrize("name", ["Ace", "Jack", "Rare", "Cursed", "Hearts"])
def test_a_name_of_the_law_is_never_called_unknown(name: str) -> None:
    (mark,) = _marks(f"Make the {name} much more fun for everybody involved somehow.")
    assert f"“{name}”" not in mark.reason


def test_words_of_the_law_are_not_taken_for_misspelt_ones() -> None:
    assert name_meant(LAW, "the Cursed collection should only have a 2% chance") == ""
    assert name_meant(LAW, "Queen shouldn't be Rare") == ""
    assert name_meant(LAW, "Handy Packs cost 10 Vertebre") == "Vertebrae"


@pytest.mark.parametrize(
    "order",
    [
        "Queen makes them draw 3 instead of 2",
        "In the same table change the price list of Chips into something lovely with 4 Vertebrae.",
    ],
)
def test_no_sentence_is_offered_that_is_about_something_else(order: str) -> None:
    assert [each.instead for each in _marks(order)] == [()]


def test_an_edit_of_a_text_is_not_told_to_be_built() -> None:
    (mark,) = _marks("In “Rewards”, replace “a silver Chip” with “a golden Chip”.")
    assert not mark.is_to_build
    (mark,) = _marks("Remove the card “Amalgam” from the list of species.")
    assert mark.recipes == ()


def test_between_marks_there_are_no_empty_lines() -> None:
    """The words around them keep their lines, begin at the margin after a mark, and are parted from the next one."""
    text = "Fine words.\n\n\nThe Handy Pack glows.\n\nMore words.\n \nAnd more.\n\nThe Deck Pack sings. The Chip hums."
    marks = [("The Handy Pack glows", "why"), ("The Deck Pack sings", "why"), ("The Chip hums", "why")]
    assert [each.shown for each in marked(text, marks)] == [
        "Fine words.\n",
        "The Handy Pack glows",
        "More words.\nAnd more.\n",
        "The Deck Pack sings",
        "",
        "The Chip hums",
    ]
    assert marked("Do fine. The Chip hums.", [("The Chip hums", "why")])[0].shown == "Do fine. "


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Repeal the rule Trading. Never mind.", ""),
        ("Rename the rule Nonsense to Fun.", ""),
        ("In the rule “Luck”, replace “foo” with “bar”.", ""),
        ("Make packs cheaper.", SAYS_NO_CHANGE),
        ("Nerf the Legendary Pack.", SAYS_NO_CHANGE),
        ("Do something about trading.", SAYS_NO_CHANGE),
    ],
)
def test_a_hint_says_what_is_missing_and_never_what_is_written(text: str, hint: str) -> None:
    found = draft_from(LAW, text, [])
    (stretch,) = [each for each in marked(text, found.left, found.in_doubt) if each.order]
    assert stretch.suggestion == hint


def test_what_to_change_ends_with_its_paragraph() -> None:
    """The next paragraph had become a part of it."""
    found = draft_from(LAW, "Change the quorum for decrees: nobody knows yet.\n\nA Chip costs 30 Vertebrae.", [])
    assert [order for order, _ in found.left] == ["Change the quorum for decrees: “nobody knows yet.”"]
    assert [each["value"] for each in found.operations if each["op"] == "replace"] == [30]
