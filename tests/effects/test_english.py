"""Effects in plain English, made from the same data that runs."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from nomic.effects.language import scopes
from nomic.effects.language.operations.choosing import Choose
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.prose.describe import condition_in_words, effect_in_words, in_words
from nomic.effects.prose.prompts import choice_prompt
from tests.support.example_counts import examples
from tests.support.random_effects import conditions, effects

SCOPE = {**scopes.PLAYED_MODIFIER, **scopes.DIE, "above": "cards", "winner": "players"}
PLURALS = {"Vertebra": "Vertebrae", "Chip": "Chips"}
LIGHT = {"value_of": "Light", "of": "$it"}
HAND = {"cards": "hand", "of": "$me"}
ANY_HAND = {"cards": "hand", "of": "$all"}
CARD = {"choose": "card", "from": ANY_HAND}
THEM = {"choose": "them", "from": "$all"}
DRAW = {"take": 1, "who": "$me"}


def adds(**more: int) -> list[Any]:
    """Make cards, and destroy them."""
    return [{"add": {"card": "Ace"}, "to": "hand", "of": "$me", "as": "new", **more}, {"destroy": "$new"}]


STEPS: list[tuple[list[Any], list[str]]] = [
    # cards that were just made: one or several
    (adds(), ["Put an ‘Ace’ card into your hand.", "That card is destroyed."]),
    (adds(n=1), ["Put an ‘Ace’ card into your hand.", "That card is destroyed."]),
    (adds(n=2), ["Put 2 ‘Ace’ cards into your hand.", "Those cards are destroyed."]),
    # choosing
    (
        [{"choose": "them", "from": "$beneath.owner"}, {"take": 1, "who": "$them"}],
        ["Choose the owner of the card beneath.", "They draw 1 card."],
    ),
    ([{"choose": "them", "from": "$others"}], ["Choose another participant."]),
    ([{"choose": "them", "from": "$all", "n": [0, 2]}], ["Choose up to 2 participants."]),
    ([{"choose": "card", "from": HAND, "n": [0, 1]}], ["Choose a card in your hand, or none."]),
    ([{"choose": "them", "from": "$all", "n": [1, 3]}], ["Choose 1 to 3 participants."]),
    (
        [{"choose": "x", "from": {**HAND, "where": {"has": "$it", "suit": "Stars"}}, "for": "destroy"}],
        ["Choose a card with the suit Stars in your hand that can be destroyed."],
    ),
    (
        [{"choose": "x", "from": {**HAND, "where": {"has": "$it", "type": "Rare"}}, "for": "destroy"}],
        ["Choose a Rare card in your hand that can be destroyed."],
    ),
    (
        [{"choose": "gone", "from": HAND, "n": 4, "for": "destroy"}],
        ["Choose 4 cards in your hand that can be destroyed."],
    ),
    ([{"choose": "gone", "from": HAND, "n": "all"}], ["Find all cards in your hand (call them “gone”)."]),
    ([{"choose": "card", "from": HAND, "by": "chance"}], ["Randomly pick a card in your hand."]),
    ([{"choose": "card", "from": HAND, "by": "$next"}], ["The next participant chooses a card in your hand."]),
    (
        [{"choose": "two", "from": HAND, "n": 2, "short": "none"}],
        ["Choose 2 cards in your hand, or none if there are fewer."],
    ),
    (
        [{"choose": "them", "from": {"players": "active", "except": "$me"}, "late": "none"}],
        ["Choose another active player; if the time runs out, nobody is chosen."],
    ),
    (
        [{"choose": "them", "from": "$others", "n": [0, 1], "else": "$me"}],
        ["Choose another participant, or none; if nobody is chosen, you are chosen instead."],
    ),
    (
        [{"choose": "gone", "from": HAND, "n": {"tally": "drawn", "of": "$me", "during": "turn"}}],
        ["Choose as many cards in your hand as the number of cards you drew this turn."],
    ),
    ([{"choose": "colour", "from": {"values": ["Red", "Black"]}}], ["Choose either Red or Black."]),
    ([{"choose": "k", "from": {"values": {"from": 0, "to": 2}}}], ["Choose a number from 0 to 2."]),
    ([{"choose": "one", "from": {"values": "Cursed"}, "by": "chance"}], ["Randomly pick an element of Cursed."]),
    # what has been chosen
    ([THEM, {"take": 2, "who": "$them"}], ["Choose a participant.", "They draw 2 cards."]),
    (
        [{"choose": "them", "from": "$all", "n": [0, 2]}, {"take": 1, "who": "$them"}],
        ["Choose up to 2 participants.", "They draw 1 card each."],
    ),
    (
        [CARD, {"let": "whose", "be": {"owners": "$card"}}, {"destroy": "$card"}, {"take": 1, "who": "$whose"}],
        [
            "Choose a card in a participant's hand.",
            "That card is destroyed.",
            "The former owner of that card draws 1 card.",
        ],
    ),
    (
        [CARD, {"choose": "other", "from": HAND}, {"swap": ["$card", "$other"]}],
        [
            "Choose a card in a participant's hand.",
            "Choose a card in your hand.",
            "The two cards swap places.",
        ],
    ),
    (
        [{"choose": "k", "from": {"values": {"from": 0, "to": 2}}}, {"take": "$k", "who": "$me"}],
        ["Choose a number from 0 to 2.", "Draw that many cards."],
    ),
    (
        [{"let": "sum", "be": {"roll": "1d6"}}, {"grant": "Chip", "n": "$sum", "to": "$me"}],
        ["Roll 1d6.", "Gain that many Chips."],
    ),
    ([{"let": "so", "be": {"some": HAND}}], ["Find out whether there is a card in your hand (“so”)."]),
    # what leads to other things
    (
        [{"if": {"some": HAND}, "then": [DRAW], "else": [{"turn": "reverse"}]}],
        ["If there is a card in your hand, draw 1 card.", "Otherwise, the turn order is reversed."],
    ),
    (
        [{"if": {"some": HAND}, "then": [DRAW, {"if": {"some": HAND}, "then": [DRAW, DRAW], "else": [DRAW]}]}],
        [
            "If there is a card in your hand: draw 1 card; if there is a card in your hand "
            "(draw 1 card; draw 1 card); otherwise, draw 1 card."
        ],
    ),
    ([{"if": {"some": HAND}}], ["If there is a card in your hand, nothing happens."]),
    (
        [{"each": "them", "in": "$others", "do": [{"choose": "c", "from": {"cards": "hand", "of": "$them"}}]}],
        ["For each other participant, you choose a card in their hand."],
    ),
    (
        [{"each": "card", "in": HAND, "do": [{"destroy": "$card"}, DRAW]}],
        ["For each card in your hand, that card is destroyed and you draw 1 card."],
    ),
    (
        [{"table": {"roll": "1d100"}, "rows": [[1, 1, [{"finish": "forfeit", "who": "$me"}]], [2, 9, [DRAW, DRAW]]]}],
        ["Roll 1d100: on 1, you forfeit; on 2 to 9 (draw 1 card; draw 1 card)."],
    ),
    (
        [{"offer": "Sleep?", "options": [{"say": "Sleep", "needs": {"some": HAND}, "do": [DRAW]}]}],
        ["You are asked “Sleep?” and can answer “Sleep”, only if there is a card in your hand (draw 1 card)."],
    ),
    (
        [
            {
                "offer": "Buy?",
                "who": "$next",
                "options": [{"say": "A", "do": [DRAW]}, {"say": "B", "do": []}],
                "else": [DRAW],
            }
        ],
        [
            "The next participant is asked “Buy?” and can answer “A” (you draw 1 card) or “B” (nothing happens); if "
            "they decline, you draw 1 card."
        ],
    ),
    (
        [
            {
                "wait": "played",
                "where": {"not": {"has": "$it", "suit": "Clocks"}},
                "do": [{"take": 1, "who": "$event.who"}],
            }
        ],
        ["The next time a participant plays a card that does not have the suit Clocks, that player draws 1 card."],
    ),
    (
        [{"wait": "drawing", "who": "$me", "instead": True, "do": [DRAW, DRAW]}],
        ["The next time you would draw a card, this happens instead: draw 1 card; draw 1 card."],
    ),
    (
        [{"wait": "turn_start", "who": "$next", "do": [DRAW]}],
        ["The next time the next participant's turn begins, you draw 1 card."],
    ),
    ([{"wait": "turn_end", "do": [DRAW]}], ["The next time a participant's turn ends, you draw 1 card."]),
    (
        [{"wait": "destroyed", "who": "$me", "do": [DRAW]}],
        ["The next time a card of yours is destroyed, draw 1 card."],
    ),
    # cards
    ([{"take": 1, "who": "$next"}], ["The next participant draws 1 card."]),
    (
        [{"take": 2, "who": "$all", "from": "$next", "where": {"has": "$it", "type": "Face"}}],
        ["Each participant draws 2 cards that are Face from the next participant's deck."],
    ),
    (
        [CARD, {"move": "$card", "to": "deck", "of": "$me"}],
        ["Choose a card in a participant's hand.", "That card goes to your deck."],
    ),
    (
        [CARD, {"take": 1, "who": "$me", "where": {"not": {"is": ["$it", "equals", "$card"]}}}],
        ["Choose a card in a participant's hand.", "Draw 1 card, but not that card."],
    ),
    ([{"destroy": {"cards": "deck", "of": "$next"}}], ["All cards in the next participant's deck are destroyed."]),
    ([{"destroy": "$this", "originals": True}], ["This card is destroyed, including the original."]),
    (
        [{"add": {"card": "Ace"}, "to": "hand", "of": "$next"}],
        ["Put an ‘Ace’ card into the next participant's hand."],
    ),
    ([{"add": {"card": "8"}, "n": 2, "to": "inventory", "of": "$me"}], ["Gain 2 ‘8’ cards."]),
    (
        [{"add": {"card": "random", "types": ["Rare"]}, "to": "inventory", "of": "$me"}],
        ["Gain a random Rare card."],
    ),
    (
        [
            {
                "add": {"card": "random", "collections": [["Common", 40], ["Rare", 10]]},
                "n": 3,
                "to": "inventory",
                "of": "$me",
            }
        ],
        [
            "Gain 3 random cards, each with a random modifier from the collection Common (40% chance) and one from "
            "the collection Rare (10% chance)."
        ],
    ),
    (
        [{"add": {"card": "Lotto Ticket", "with": ["Torn", "Red Coating"]}, "to": "inventory", "of": "$me"}],
        ["Gain a ‘Lotto Ticket’ card with the modifiers Torn and Red Coating."],
    ),
    ([{"change": "$this", "gain": {"modifiers": ["Torn", "Bound"]}}], ["This card gains Torn and Bound."]),
    (
        [{"change": "$this", "gain": {"suits": ["Hearts"]}, "lose": {"modifiers": "all"}}],
        ["This card gains the suit Hearts and loses all modifiers."],
    ),
    (
        [{"change": "$this", "shift": {"sum": [{"roll": "1d5"}, -3]}}],
        ["All values of this card change by 1d5 − 3."],
    ),
    ([{"change": "$this", "tick": 1}], ["The count of this modifier on this card increases by 1."]),
    ([{"change": "$this", "become": {"card": "Ace"}}], ["An ‘Ace’ card takes the place of this card."]),
    (
        [{"play": "$beneath", "without": ["Torn"]}],
        ["Play the card beneath too, as if that were legal, without Torn."],
    ),
    ([{"act_as": "Torn"}], ["This card acts as Torn."]),
    # items, turns and the end
    ([{"grant": "Vertebra", "n": 3, "to": "$me"}], ["Gain 3 Vertebrae."]),
    ([{"grant": "Chip", "to": "$mod.by"}], ["The player whose act put this modifier on the card gains 1 Chip."]),
    ([{"revoke": "Vertebra", "n": {"roll": "2d3"}, "from": "$next"}], ["The next participant loses 2d3 Vertebrae."]),
    ([{"grant": "Vertebra", "n": {"count": "$all"}, "to": "$me"}], ["Gain 1 Vertebra for each participant."]),
    (
        [{"grant": "Vertebra", "n": {"times": [3, {"stock": "Chip", "of": "pool"}]}, "to": "$me"}],
        ["Gain 3 Vertebrae for each Chip in the pool."],
    ),
    (
        [{"grant": "Chip", "n": {"sum": [{"count": HAND}, -4]}, "to": "$beneath.owner"}],
        ["The owner of the card beneath gains Chips equal to the number of cards in your hand minus 4."],
    ),
    ([{"turn": "reverse"}], ["The turn order is reversed."]),
    ([{"turn": {"skip": "$next"}}], ["The next participant is skipped."]),
    ([{"turn": {"again": "$me"}}], ["Take another turn."]),
    ([{"finish": "win", "who": "$me"}], ["You win."]),
]

CONDITIONS: list[tuple[Any, str]] = [
    ({"all": []}, "it is always true"),
    ({"any": []}, "it is never true"),
    ({"all": [{"some": HAND}, {"some": "$this.values"}]}, "there is a card in your hand and this card has a value"),
    (
        {"any": [{"has": "$this", "type": "Special"}, {"all": [{"some": HAND}, {"some": "$this.values"}]}]},
        "this card is Special or (there is a card in your hand and this card has a value)",
    ),
    ({"not": {"has": "$this", "type": "Special"}}, "this card is not Special"),
    ({"not": {"some": HAND}}, "there is no card in your hand"),
    ({"not": {"playable": "$this", "upon": "$beneath"}}, "this card cannot be played on the card beneath"),
    (
        {"not": {"opposes": ["$this", "$beneath"]}},
        "it is not true that a colour of this card opposes a colour of the card beneath",
    ),
    ({"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 3]}, "you have at least 3 Vertebrae"),
    ({"is": [{"stock": "Vertebra", "of": "$me"}, "equals", 0]}, "you have no Vertebrae"),
    ({"not": {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 1]}}, "you have no Vertebrae"),
    ({"not": {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 3]}}, "you have fewer than 3 Vertebrae"),
    ({"not": {"is": ["$rolled", "more_than", 2]}}, "the number rolled is at most 2"),
    ({"not": {"is": [2, "at_least", "$rolled"]}}, "the number rolled is more than 2"),
    ({"not": {"is": [{"count": HAND}, "more_than", 0]}}, "there is no card in your hand"),
    ({"is": [{"stock": "Chip", "of": "pool"}, "more_than", 1]}, "there is more than 1 Chip in the pool"),
    ({"is": [{"count": "$all"}, "equals", 2]}, "there are exactly 2 participants"),
    (
        {"is": [{"tally": "drawn_by_cause", "of": "$me", "during": "previous_turn"}, "more_than", 0]},
        "you drew a card because of the actions of the turn before",
    ),
    ({"is": ["$mod.count", "at_least", 3]}, "the count of this modifier is at least 3"),
    ({"is": [{"times": [-1, {"roll": "1d6"}]}, "equals", {"sum": []}]}, "−1d6 is 0"),
    ({"is": ["$this.owner", "equals", "$me"]}, "this card's owner is you"),
    ({"not": {"is": ["$this.owner", "equals", "$me"]}}, "this card's owner is not you"),
    ({"some": {"owners": {"cards": "pile"}}}, "there is an owner of a card on the pile"),
    ({"has": "$beneath", "suit": "Stars", "value": "odd"}, "the card beneath has the suit Stars and an odd value"),
    ({"has": "$this", "species": ["Ace", "8"]}, "this card is called Ace or 8"),
    ({"has": "$this", "suit": "$beneath.suits"}, "this card has as suit any of the card beneath's suits"),
    ({"has": HAND, "modifier": "Torn"}, "a card in your hand has the modifier Torn"),
    ({"shares": "suit", "of": ["$above", "$this"]}, "the card above shares a suit with this card"),
    (
        {"shares": "value", "of": ["$this", "$beneath"], "within": 1},
        "a value of this card is within 1 of a value of the card beneath",
    ),
    (
        {"shares": "colour", "of": ["$this", "$beneath"], "whole": True},
        "this card and the card beneath have the same colours",
    ),
    ({"opposes": ["$this", "$beneath"]}, "a colour of this card opposes a colour of the card beneath"),
    ({"playable": "$this", "upon": "$beneath"}, "this card can be played on the card beneath"),
]

VALUES: list[tuple[Any, str]] = [
    (-3, "−3"),
    ("$winner", "the winner"),
    ("$rolled", "the number rolled"),
    ("$faces", "the die's faces"),
    ({"roll": "5d6 target 4"}, "the number of 5d6 that reach 4"),
    ({"stock": "Chip", "of": "$others"}, "the number of Chips all other participants together have"),
    (
        {"sum": [{"count": ANY_HAND}, {"times": [-1, {"count": HAND}]}]},
        "the number of cards in other participants' hands",
    ),
    ({"times": [2, {"sum": [1, {"roll": "1d4"}]}]}, "twice (1 + 1d4)"),
    ({"cards": "copies", "of": "$this"}, "all originals and duplicates of this card"),
    (
        {"cards": "cycle", "where": {"has": "$it", "species": "Ace"}},
        "all ‘Ace’ cards anywhere in the cycle",
    ),
    ({"players": "entered", "except": "$winner"}, "each player other than the winner who entered the game"),
    (
        {"players": "participants", "where": {"some": {"cards": "hand", "of": "$it"}}},
        "each participant with a card in their hand",
    ),
    (
        {"extreme": {"players": "participants"}, "by": {"count": {"cards": "hand", "of": "$it"}}, "least": True},
        "each participant with the fewest cards in their hand",
    ),
    (
        {"extreme": {"players": "players"}, "by": {"absolute": {"minus": [LIGHT, 7]}}, "least": True},
        "each player whose Light is closest to 7",
    ),
    (
        {"extreme": {"players": "players"}, "by": {"absolute": {"minus": [LIGHT, {"value_of": "Fog"}]}}},
        "each player whose Light is furthest from Fog",
    ),
    ({"extreme": {"values": [{"roll": "1d6"}, {"roll": "1d6"}]}, "by": "$it"}, "the highest of 1d6 and 1d6"),
    (
        {"owners": {"cards": "pile", "where": {"has": "$it", "type": "Rare"}}},
        "each owner of a Rare card on the pile",
    ),
]


@pytest.mark.parametrize(("raw", "said"), STEPS, ids=lambda part: str(part)[:60])
def test_an_operation_in_words(raw: list[Any], said: list[str]) -> None:
    """Every operation is a sentence, or two; what was chosen is referred to as people would."""
    assert effect_in_words(read_effect(raw, SCOPE), PLURALS) == said


@pytest.mark.parametrize(("raw", "said"), CONDITIONS, ids=lambda part: str(part)[:60])
def test_a_condition_in_words(raw: Any, said: str) -> None:
    """Every condition reads well after an "if"."""
    assert condition_in_words(read_condition(raw, SCOPE), PLURALS) == said
    assert in_words(read_condition(raw, SCOPE), PLURALS) == said


@pytest.mark.parametrize(("raw", "said"), VALUES, ids=lambda part: str(part)[:60])
def test_a_value_in_words(raw: Any, said: str) -> None:
    """Every value is a noun."""
    (let,) = read_effect([{"let": "value", "be": raw}], SCOPE)
    assert in_words(let.be, PLURALS) == said  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("raw", "least", "most", "said"),
    [
        (CARD, 1, 1, "choose a card in a participant's hand"),
        ({**CARD, "for": "destroy"}, 1, 1, "choose a card in a participant's hand, to be destroyed"),
        (CARD, 0, 3, "choose up to 3 cards in participants' hands"),
        (CARD, 2, 2, "choose 2 cards in participants' hands"),
        ({"choose": "c", "from": {"values": ["Red", "Black"]}}, 1, 1, "choose either Red or Black"),
        ({"choose": "c", "from": {"values": ["Red", "Black"]}}, 1, 2, "choose 1 or 2 of Red and Black"),
        ({"choose": "c", "from": {"values": [{"sum": [3, 1]}, {"sum": [3, -1]}]}}, 1, 1, "choose one of these"),
    ],
)
def test_a_prompt_says_how_many_there_are_to_be(raw: Any, least: int, most: int, said: str) -> None:
    """What is asked names what can be chosen from, and how many as it stands at that moment."""
    (choose,) = read_effect([raw], SCOPE)
    assert isinstance(choose, Choose)
    assert choice_prompt(choose, least, most) == said


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(SCOPE))
def test_every_effect_has_words(raw: Any) -> None:
    """Whatever the reader takes can be said, without a trace of how it is written down."""
    for said in effect_in_words(read_effect(raw, SCOPE)):
        assert said[0] == said[0].upper()
        assert said.endswith((".", ".”", "!”", "?”"))
        assert not set("{}[]$_") & set(said)


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(conditions(SCOPE))
def test_every_condition_has_words(raw: Any) -> None:
    """Whatever the reader takes can be said, without a trace of how it is written down."""
    assert not set("{}[]$_") & set(condition_in_words(read_condition(raw, SCOPE)))
