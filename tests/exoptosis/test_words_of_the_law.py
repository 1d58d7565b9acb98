"""What the law's species and modifiers do, in the words that their own data gives."""

import pytest

from exoptosis.explain.cards import explain_modifier, explain_species
from exoptosis.law.cards import modifiers_of, species_of
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.scopes import EVERYBODY, PLAYED, REWARDS
from nomic.effects.prose.describe import condition_in_words, effect_in_words
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from tests.support.hall import cycle_16

LAW = Law(cycle_16())

SPECIES = {
    "Ace": "Choose another participant. They draw 2 cards.",
    "4": (
        "If there is a card in your hand:\n"
        "  – Choose a card in a participant's hand.\n"
        "  – Choose a card in your hand.\n"
        "  – The two cards swap places."
    ),
    "6": (
        "It can also be played if the card beneath has an odd value. "
        "Only a card with an even value can be played on it."
    ),
    "8": "If you drew a card because of the actions of the turn before, take another turn.",
    "Jack": "The next participant draws 1 card.",
    "Queen": (
        "Choose a card in a participant's hand that can be destroyed. That card is destroyed. "
        "The former owner of that card draws 1 card."
    ),
    "King": "Choose up to 2 participants. They draw 1 card each.",
    "Joker": (
        "It can be played on anything. "
        "Any card that shares a colour with this card can be played on it, and no other card can."
    ),
    "Jester": (
        "It can be played on anything. "
        "Any card that shares a suit with this card can be played on it, and no other card can."
    ),
    "Credit Card": (
        "It can also be played if you have at least 3 Vertebrae. "
        "Before anything else, if you have at least 3 Vertebrae, lose 3 Vertebrae and the owner of "
        "the card beneath gains 3 Vertebrae."
    ),
    "Go to jail monopoly card": (
        "For each owner of a ‘Credit Card’ card on the pile:\n"
        "  – If they have at least 3 Vertebrae, they lose 3 Vertebrae.\n"
        "  – Otherwise, they miss their next turn. Gain 3 Vertebrae."
    ),
    "Exploding Kitten": "Randomly pick a card in your hand that can be destroyed. That card is destroyed.",
    "Coup Duke": "Choose a player. If they have at least 3 Vertebrae, they lose 3 Vertebrae and you gain 3 Vertebrae.",
    "Lotto Ticket": "Roll 1d100: on 1, you forfeit; on 100, you win.",
    "Uno Reverse": "The turn order is reversed. If there are exactly 2 participants, take another turn.",
    "Quantum": (
        "Find all ‘Quantum’ cards anywhere in the cycle that can be destroyed (call them “gone”). "
        "The “gone” cards are destroyed, including the originals. The former owners of the “gone” cards each gain 1 "
        "Vertebra. Randomly pick an active player. The chosen player gains a ‘Quantum’ card."
    ),
    "Orb of Blight": "Choose a participant. Put a ‘-1 of Blight’ card into their hand.",
    "Orb of Vitality": (
        "Choose up to 3 cards in participants' hands. A ‘1 of Vitality’ card takes the place of each of those cards."
    ),
    "Duality of Life": (
        "Choose 4 cards in your deck that can be destroyed, or none if there are fewer. "
        "If any cards were chosen, those cards are destroyed and each other participant draws 2 cards."
    ),
    "Prince of Clocks": "If the card beneath has the suit Clocks, the turn order is reversed.",
    "Princess of Stars": (
        "If the card beneath has the suit Stars:\n"
        "  – The next time you would draw a card, this happens instead:\n"
        "    – Choose another participant with a card in their deck that can be drawn, or none; "
        "if nobody is chosen, you are chosen instead.\n"
        "    – Draw 1 card that can be drawn from their deck."
    ),
    "Goddess of Clocks": (
        "The next time a participant plays a card that does not have the suit Clocks, that player draws 1 card."
    ),
    "God of Stars": (
        "If there is a card with the suit Stars in the next participant's deck, "
        "the next participant draws 1 card with the suit Stars. "
        "Otherwise, all cards in the next participant's deck are destroyed."
    ),
    "Two": (
        "Choose a number from 0 to 2 (“How many cards do you draw, 0 to 2?”). Draw that many cards. "
        "Choose cards in your hand that can be destroyed, one for each card you drew this turn. "
        "Those cards are destroyed."
    ),
}
TORN = (
    "If this card has a value:\n"
    "  – All values of this card change by 1d5 − 3.\n"
    "  – If this card cannot be played on the card beneath, draw 1 card."
)
MODIFIERS = {
    "Holographic": "Gain 1 Vertebra.",
    "Torn": TORN,
    "Timely": ("The card cannot be in the hand with which a game begins. The card can be played out of turn."),
    "Bound": "The player whose act put this modifier on the card gains 1 Vertebra.",
    "Fragile": (
        "After each battle in which this card was in its owner's hand, "
        "the count of this modifier on this card increases by 1. "
        "Then, if the count of this modifier is at least 3, this card is destroyed."
    ),
    "Speedy": "If the card beneath does not have the modifier Speedy, take another turn.",
    "Useless": "Draw 1 card.",
    "Mean": "Choose a card in a participant's hand. That card gains Torn.",
    "Demonic": "Choose a card in a participant's hand. That card gains Holographic and Bound.",
    "Satanic": "Choose a card in a participant's hand. That card gains Holographic and Useless.",
    "Unholy": "Choose a card in a participant's hand. That card gains Timely and Useless.",
    "Sacrificial": (
        "Gain 1 Chip. Last of all, find all originals and duplicates of this card. "
        "Then those cards lose all modifiers. Then those cards are destroyed, including the originals."
    ),
    "Wrathful": (
        "For each participant: you choose a card in their hand that can be destroyed; that card is destroyed."
    ),
    "Deceitful": (
        "Choose a card in another participant's hand. Play that card too, as if that were legal, without Deceitful."
    ),
    "Cheating": (
        "Choose 2 cards in other participants' hands that can be destroyed, or none if there are fewer. "
        "If any cards were chosen, those cards are destroyed. Otherwise, you forfeit."
    ),
    "Adamantine": "The card cannot be destroyed.",
    "Chaotic": (
        "Randomly pick one of Useless, Torn, Holographic, Speedy and Cheating. This card acts as the chosen modifier."
    ),
    "Reflected": "The turn order is reversed.",
    "Jumping": "The next participant is skipped.",
    "Gold Plating": "Gain 3 Vertebrae for each Chip in the pool.",
    "Silvery": "Gain 1 Vertebra for each participant.",
    "Red Coating": "The card gains the colour Red for good, and this modifier is gone.",
    "Stars Seal": "The card gains the suit Stars for good, and this modifier is gone.",
}


@pytest.mark.parametrize("name", LAW.document["cards"])
def test_what_a_species_does(name: str) -> None:
    """The words agree with the card's own text; a species without effects has none."""
    assert " ".join(explain_species(LAW, name)) == SPECIES.get(name, "")
    assert bool(SPECIES.get(name)) == bool(species_of(LAW)[name].text) or name == "Amalgam"


@pytest.mark.parametrize("name", LAW.document["modifiers"])
def test_what_a_modifier_does(name: str) -> None:
    """Every modifier does something, at its moment, or is something for its card, or turns into something."""
    said = " ".join(explain_modifier(LAW, name))
    if name in MODIFIERS:
        assert said == MODIFIERS[name]
    else:
        gains = modifiers_of(LAW)[name].turns_into
        assert gains is not None
        (gained,) = [f"the suit {suit}" for suit in gains.suits] + [f"the colour {colour}" for colour in gains.colours]
        assert said == f"The card gains {gained} for good, and this modifier is gone."


def test_nothing_is_said_of_what_does_not_exist() -> None:
    """No species, no modifier of that name."""
    assert explain_species(LAW, "Magpie") == explain_modifier(LAW, "Magpie") == ()


def test_R37_when_a_card_can_be_played() -> None:
    """A value at most 1 off; an opposing colour for what is not special, a shared suit for what is."""
    game = LAW.document["exoptosis"]
    assert condition_in_words(read_condition(game["upon"], PLAYED)) == (
        "a value of this card is within 1 of a value of the card beneath or "
        "(this card is not Special and a colour of this card opposes a colour of the card beneath) or "
        "(this card is Special and shares a suit with the card beneath)"
    )
    assert condition_in_words(read_condition(game["opening"], PLAYED)) == "this card is not Special"


def test_R44_what_a_battle_brings() -> None:
    """Rewards in words, and R33's full hand."""
    plurals = {"Vertebra": "Vertebrae"}
    battles = LAW.document["battles"]
    assert effect_in_words(read_effect(battles["rewards"], REWARDS), plurals) == [
        "The winner gains 1 Handy Pack.",
        "The winner gains 1 Chip.",
        "Of the participants with a card in their hand, those with the fewest cards in their hand "
        "each gain 1 Already-opened Pack.",
        "Each participant gains Vertebrae equal to the number of cards in other participants' hands.",
        "Each player other than the winner who entered the game gains 1 Reconfiguration Token.",
    ]
    assert effect_in_words(read_effect(battles["at_commencement"], EVERYBODY), plurals) == [
        "Gain Vertebrae equal to the number of cards in your hand minus 4."
    ]


def test_the_cards_of_exoptwosis_in_words() -> None:
    """R52, R53: Aces, Jacks, Queens, Kings and Jokers of either colour; all others do nothing."""
    law = Law(document_of("exoptwosis"))
    said = {name: " ".join(explain_species(law, name)) for name in species_of(law)}
    for suit in ("Hearts", "Diamonds", "Spades", "Clubs"):
        assert said[f"Ace of {suit}"] == "Choose another participant. They draw 2 cards."
        assert said[f"Jack of {suit}"] == "The next participant draws 1 card."
        assert said[f"Queen of {suit}"] == (
            "Choose a card in a participant's hand. That card goes to its owner's deck. "
            "That card's owner draws 1 card, but not that card."
        )
        assert said[f"King of {suit}"] == "Choose 2 participants. They draw 1 card each."
        assert not any(said[f"{value} of {suit}"] for value in range(2, 11))
    assert said["Red Joker"] == said["Black Joker"] == SPECIES["Joker"]
