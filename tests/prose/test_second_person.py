"""What the journal says of a player is said to them as "you"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.effects.prose.english_grammar import sentences
from nomic.effects.prose.second_person import LONGEST, addressable, addressed, all_addressed
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, law_templates


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
        ("By “Tolls”: Ada is asked, until Monday.", "By “Tolls”: you are asked, until Monday."),
        ("Ada pays 3 Coins and draws a card.", "You pay 3 Coins and draw a card."),
        (
            "Ada puts a 6 into column 1 and destroys two of Ben's dice.",
            "You put a 6 into column 1 and destroy two of Ben's dice.",
        ),
        ("Ada draws a card and plays another one.", "You draw a card and play another one."),
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
        # a clause ends at another subject
        ("Ada chooses a card, and Ben gives Ada 2 Coins.", "You choose a card, and Ben gives you 2 Coins."),
        ("Ada gives Ada’s card to Ben and draws King.", "You give your card to Ben and draw King."),
        ("Ada loses 1 Chip, Ben gains 1 Chip and draws a card.", "You lose 1 Chip, Ben gains 1 Chip and draws a card."),
        ("Ada loses 1 Chip and Ben takes their cards.", "You lose 1 Chip and Ben takes their cards."),
        (
            "Ada pays 3 Coins, the Seller gets it and draws a card.",
            "You pay 3 Coins, the Seller gets it and draws a card.",
        ),
        ("Ada passes, so Ben’s card is burnt and loses 1.", "You pass, so Ben’s card is burnt and loses 1."),
        ("Ada plays Ace, Ben bot 2 answers and draws a card.", "You play Ace, Ben bot 2 answers and draws a card."),
        (
            "Ada plays Ace of Stars, Ten and King and draws a card.",
            "You play Ace of Stars, Ten and King and draw a card.",
        ),
        ("Only Ada votes.", "Only you vote."),
        ("Ben waits until only Ada has a card.", "Ben waits until only you have a card."),
        ("Ben has more cards than Ada has.", "Ben has more cards than you have."),
        # a possessive without its noun
        ("It is Ada’s.", "It is yours."),
        ("The card is Ada’s, and the Coin is Ben’s.", "The card is yours, and the Coin is Ben’s."),
        ("Ben takes one of Ada's and draws.", "Ben takes one of yours and draws."),
        ("Ben’s, Ada’s and Cleo’s cards are shuffled.", "Ben’s, your and Cleo’s cards are shuffled."),
        ("It is Ada’s turn.", "It is your turn."),
        # what players have together
        ("The duel of Ada and Mira bot 1 waits for Ada.", "Your duel with Mira bot 1 waits for you."),
        ("Ben bets in the duel of Ben and Ada.", "Ben bets in your duel with Ben."),
        ("The duel of Ben, Ada and Cleo begins.", "Your duel with Ben and Cleo begins."),
        ("The duel of Ada, Ben and Cleo begins.", "Your duel with Ben and Cleo begins."),
        ("Over. The duel of Ben, Cleo and Ada begins.", "Over. Your duel with Ben and Cleo begins."),
        ("The duel of Ben and Cleo begins, and Ada watches.", "The duel of Ben and Cleo begins, and you watch."),
        ("The duel of Ben and Cleo: Ada gains 1 Coin.", "The duel of Ben and Cleo: you gain 1 Coin."),
        # what others wrote, and other names
        ("Ada seconds proposal 2 (Coins for Ada).", "You second proposal 2 (Coins for Ada)."),
        ("Ada submits proposal 3, Ben takes their Coins.", "You submit proposal 3, Ben takes their Coins."),
        ("Ada submits proposal 3, Chips and draws a card.", "You submit proposal 3, Chips and draws a card."),
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


# Clauses about the player @ and another one: as the journal has them, and as @ reads them.
CLAUSES = (
    ("@ gains 2 Coins", "you gain 2 Coins"),
    ("@ pays 3 Coins and draws a card", "you pay 3 Coins and draw a card"),
    ("@ plays Ace, draws King and carries it", "you play Ace, draw King and carry it"),
    ("@ gives # 2 Coins", "you give # 2 Coins"),
    ("@’s cards are shuffled", "your cards are shuffled"),
    ("@ has no card", "you have no card"),
    ("it is @’s", "it is yours"),
    ("# gives @ a card", "# gives you a card"),
    ("# takes @’s Coin and draws a card", "# takes your Coin and draws a card"),
    ("# pays 3 Coins and draws a card", "# pays 3 Coins and draws a card"),
    ("# plays Ace, draws King and loses it", "# plays Ace, draws King and loses it"),
    ("# bot 2 goes on and takes their card", "# bot 2 goes on and takes their card"),
    ("#’s cards are shuffled", "#’s cards are shuffled"),
    ("only # loses 1 Chip", "only # loses 1 Chip"),
    ("nobody loses 1 Chip and draws a card", "nobody loses 1 Chip and draws a card"),
)
JOINED = (", ", ", and ", " and ", " but ", ", so ", ". ", "; ", ": ")


@given(st.lists(st.tuples(st.sampled_from(CLAUSES), st.sampled_from(JOINED)), min_size=1, max_size=5))
def test_what_is_said_of_others_stays_as_it_is(clauses: list[tuple[tuple[str, str], str]]) -> None:
    """In any order, and whichever of the two reads it."""
    for me, other in ("Ada", "Ben"), ("Ben", "Ada"):
        told, said = "", ""
        for (theirs, mine), join in clauses:
            begins = not told or told.endswith(". ")
            theirs, mine = (each.replace("@", me).replace("#", other) for each in (theirs, mine))
            told += f"{theirs[0].upper()}{theirs[1:]}{join}" if begins else f"{theirs}{join}"
            said += f"{mine[0].upper()}{mine[1:]}{join}" if begins else f"{mine}{join}"
        assert addressed(f"{told.rstrip(' ,;:.')}.", me) == f"{said.rstrip(' ,;:.')}."


def test_a_sentence_goes_on_after_a_colon() -> None:
    words = ["By the rule “Tolls”:", "Ada gains 2 Coins.", "Ada’s Light rises by 1."]
    assert all_addressed(words, "Ada") == ["By the rule “Tolls”:", "you gain 2 Coins.", "Your Light rises by 1."]
    assert all_addressed(words, "Ben") == words
    words = ["Ben gives a gift.", "Ada gains 2 Coins.", "Ada’s Light rises by 1."]
    assert all_addressed(words, "Ada") == ["Ben gives a gift:", "you gain 2 Coins.", "Your Light rises by 1."]
    assert all_addressed(words, "Ben") == ["You give a gift.", *words[1:]]
    assert all_addressed(words[1:], "Ada") == ["You gain 2 Coins.", "Your Light rises by 1."]
    for both in (["Ben goes east.", "Ada goes north."], ["Ben gains 2 Coins.", "Ada gains 1 Coin."]):
        assert all_addressed(both, "Ada") == [both[0], f"You {addressed(both[1], 'Ada')[4:]}"]  # no consequence
    words = ["By the rule “Tolls”:", "Ada gains 2 Coins."]
    assert sentences(words[:2]) == "By the rule “Tolls”: Ada gains 2 Coins."


def test_nobody_is_addressed_who_has_no_name() -> None:
    assert addressed("Ada gains 2 Coins.", "") == "Ada gains 2 Coins."


def test_a_very_long_sentence_is_left_as_it_is() -> None:
    """Each name in it would take a look at all that stands before."""
    cards = "Ada draws 5".ljust(LONGEST - 1, "5")
    assert addressed(f"{cards}.", "Ada").startswith("You draw 5")
    assert addressed(f"{cards}!!", "Ada").startswith("Ada draws 5")


@pytest.mark.parametrize("template", sorted(law_templates()))
def test_who_is_called_as_a_thing_of_the_law_is_named(template: str) -> None:
    """“Ben gains 1 Chip.” is about the thing, whoever is called Chip."""
    law = Law(document_of(template))
    for name in (*law.document.get("items", {}), *law.document.get("cards", {}).get("species", {})):
        assert [addressable(law, word) for word in name.split()] == [""] * len(name.split())
    assert [addressable(law, name) for name in ("Ada", "Ben", "Guest", "")] == ["Ada", "Ben", "Guest", ""]
