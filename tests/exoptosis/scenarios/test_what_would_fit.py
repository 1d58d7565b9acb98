"""A card that does not fit says what would: found by trying, so that it follows the law (R37 to R39)."""

import pytest

from exoptosis.engine.game import Exoptosis
from tests.support.exoptosis_scenario import Scenario, changed_rules, shows, table

GAME = Exoptosis()


def why_not(game: Scenario, player: str = "ada") -> list[str]:
    """Why the player cannot play the cards of their hand that they cannot."""
    barred = GAME.barred(game.rules, game.state, player, game.environment)
    return [each.reason for each in barred if each.move.kind == "play"]


def test_R37_it_says_which_values_and_colours_would_fit() -> None:
    """Upon a blue 10: nine to eleven, or what opposes blue."""
    (reason,) = why_not(table(ada="3; Red, 9", bob="1", pile="10; Blue"))
    assert reason == "It does not fit on 10. It needs the value 9 to 11 or the colour Yellow."


def test_R37_for_a_special_card_it_is_the_suit_and_no_colour() -> None:
    """For what types the card has matters, too."""
    reasons = why_not(table(ada="King; Hearts, 3; Red", bob="1", pile="7; Blue; Stars"))
    assert reasons == [
        "It does not fit on 7. It needs the value 6 to 8 or the suit Stars.",
        "It does not fit on 7. It needs the value 6 to 8 or the colour Yellow.",
    ]


def test_R37_what_the_card_beneath_demands_is_said_too() -> None:
    """Upon a Joker it is the colour, which a see-through card takes from it (R39)."""
    (reason,) = why_not(table(ada="3; Red, 3; Blue", bob="1", pile="Joker; Blue"))
    assert reason == "It is not a card that Joker allows on it. It needs the colour Blue or Transparent."


def test_R37_another_law_says_something_else() -> None:
    """By which only equal values go."""

    def stricter(document: dict) -> None:
        document["exoptosis"]["upon"] = {"shares": "value", "of": ["$this", "$beneath"]}

    (reason,) = why_not(table(ada="9, 10", bob="1", pile="10; Blue", rules=changed_rules(stricter)))
    assert reason == "It does not fit on 10. It needs the value 10."


def test_nothing_is_said_where_no_value_suit_or_colour_alone_would_do() -> None:
    """By a law that asks for both."""

    def both(document: dict) -> None:
        document["exoptosis"]["upon"] = {
            "all": [{"shares": what, "of": ["$this", "$beneath"]} for what in ("value", "suit")]
        }

    (reason,) = why_not(table(ada="3", bob="1", pile="10; Blue; Stars", rules=changed_rules(both)))
    assert reason == "It does not fit on 10."


def test_trying_leaves_nothing_behind() -> None:
    """The cards of the game are as before."""
    game = table(ada="3; Red", bob="1", pile="10; Blue")
    before = dict(game.state.cards)
    why_not(game)
    assert dict(game.state.cards) == before


# The value of each special species that has one.
SPECIAL = {
    "Ace": 1,
    "4": 4,
    "6": 6,
    "8": 8,
    "Jack": 11,
    "Queen": 12,
    "King": 12,
    "Go to jail monopoly card": 2,
    "Exploding Kitten": 0,
    "Coup Duke": 3,
    "Lotto Ticket": 1_000_000,
    "Quantum": 5,
    "Orb of Blight": -3,
    "Orb of Vitality": 3,
    "Duality of Life": 0,
    "Prince of Clocks": 11,
    "Princess of Stars": 11,
    "Goddess of Clocks": 13,
    "God of Stars": 13,
    "Two": 2,
}


@shows(*SPECIAL)
@pytest.mark.parametrize(("species", "value"), SPECIAL.items(), ids=SPECIAL)
def test_R37_a_special_card_goes_on_its_value_and_those_beside_it(species: str, value: int) -> None:
    """Upon nothing else by its value; a 6 goes on odd ones, too."""
    fitting = [
        beneath - value
        for beneath in range(value - 3, value + 4)
        if species in table(ada=f"{species}, 7", bob="1", pile=f"Amalgam; {beneath}").playable("ada")
    ]
    assert fitting == ([-3, -1, 0, 1, 3] if species == "6" else [-1, 0, 1])
