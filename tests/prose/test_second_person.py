"""What the journal says of a player is said to them as "you"."""

import pytest

from nomic.effects.prose.second_person import LONGEST, addressable, addressed
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, templates


@pytest.mark.parametrize(
    ("told", "said"),
    [
        # whoever acts
        ("Ada gains 2 Coins.", "You gain 2 Coins."),
        ("Ada explores the Hall.", "You explore the Hall."),
        ("Ada carries it.", "You carry it."),
        ("Ada passes.", "You pass."),
        ("Ada has a board.", "You have a board."),
        ("Ada may not vote.", "You may not vote."),
        ("Ada no longer seconds proposal 3, Lamps.", "You no longer second proposal 3, Lamps."),
        ("By “Tolls”: Ada is asked, until Monday.", "By “Tolls”: You are asked, until Monday."),
        ("Ada pays 3 Coins and draws a card.", "You pay 3 Coins and draw a card."),
        ("Ada gains 2 Coins and cards.", "You gain 2 Coins and cards."),
        ("Ada takes their declaration back.", "You take your declaration back."),
        ("Phase 3: Ada takes the lead.", "Phase 3: you take the lead."),
        ("It is over. Ada wins.", "It is over. You win."),
        ("Ben has no card, so Ada has to give one.", "Ben has no card, so you have to give one."),
        ("What Ada gets is 3 cards.", "What you get is 3 cards."),
        ("Ada: Luck.", "You: Luck."),
        # with others
        ("Ada and Ben draw.", "You and Ben draw."),
        ("Ben and Ada vote on proposal 3.", "Ben and you vote on proposal 3."),
        ("Ben loses 1 Coin, and Ada loses 2 Coins.", "Ben loses 1 Coin, and you lose 2 Coins."),
        # whom it happens to
        ("Ben pays Ada.", "Ben pays you."),
        ("From Ben to Ada: 3 Coins.", "From Ben to you: 3 Coins."),
        ("From Ada to Ben: 3 Coins.", "From you to Ben: 3 Coins."),
        ("Ada’s cards are shuffled.", "Your cards are shuffled."),
        ("Ben takes Ada's Coins.", "Ben takes your Coins."),
        ("A standing order of Ada is used.", "A standing order of yours is used."),
        ("Ada chooses a card.", "You choose a card."),
        ("Ada passes 2 cards to Ben.", "You pass 2 cards to Ben."),
        ("Ada teaches Ben.", "You teach Ben."),
        # what others wrote, and other names
        ("Ben answers “Shall Ada pay?”: Yes.", "Ben answers “Shall Ada pay?”: Yes."),
        ("Ada submits proposal 3, Coins for Ada (Standard).", "You submit proposal 3, Coins for Ada (Standard)."),
        ("Adam gains 2 Coins.", "Adam gains 2 Coins."),
        ("Ada bot 2 gains 2 Coins.", "Ada bot 2 gains 2 Coins."),
        ("Ada Lovelace gains 2 Coins.", "Ada Lovelace gains 2 Coins."),
        ("Queen Ada is played.", "Queen Ada is played."),
        ("Mary-Ada gains 2 Coins.", "Mary-Ada gains 2 Coins."),
        ("Nobody gains anything.", "Nobody gains anything."),
    ],
)
def test_a_player_is_addressed(told: str, said: str) -> None:
    assert addressed(told, "Ada") == said


def test_nobody_is_addressed_who_has_no_name() -> None:
    assert addressed("Ada gains 2 Coins.", "") == "Ada gains 2 Coins."


def test_a_very_long_sentence_is_left_as_it_is() -> None:
    """Each name in it would take a look at all that stands before."""
    cards = "Ada draws 5".ljust(LONGEST - 1, "5")
    assert addressed(f"{cards}.", "Ada").startswith("You draw 5")
    assert addressed(f"{cards}!!", "Ada").startswith("Ada draws 5")


@pytest.mark.parametrize("template", sorted(templates()))
def test_who_is_called_as_a_thing_of_the_law_is_named(template: str) -> None:
    """“Ben gains 1 Chip.” is about the thing, whoever is called Chip."""
    law = Law(document_of(template))
    for name in (*law.document.get("items", {}), *law.document.get("cards", {}).get("species", {})):
        assert [addressable(law, word) for word in name.split()] == [""] * len(name.split())
    assert [addressable(law, name) for name in ("Ada", "Ben", "Guest", "")] == ["Ada", "Ben", "Guest", ""]
