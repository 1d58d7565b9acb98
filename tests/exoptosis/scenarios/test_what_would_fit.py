"""A card that does not fit says what would: found by trying, so that it follows the law (R37 to R39)."""

from exoptosis.engine.game import Exoptosis
from tests.support.scenario import Scenario, changed_rules, table

GAME = Exoptosis()


def why_not(game: Scenario, player: str = "ada") -> list[str]:
    """Why the player cannot play the cards of their hand that they cannot."""
    barred = GAME.barred(game.rules, game.state, player, game.environment)
    return [each.reason for each in barred if each.move.kind == "play"]


def test_R37_it_says_which_values_and_colours_would_fit() -> None:
    """Upon a blue 10: nine to eleven, or what opposes blue."""
    (reason,) = why_not(table(ada="3; Red, 9", bob="1", pile="10; Blue"))
    assert reason == "It does not fit upon 10. It takes the value 9 to 11 or the colour Yellow."


def test_R37_for_a_special_card_it_is_the_suit_and_no_colour() -> None:
    """For what types the card has matters, too."""
    reasons = why_not(table(ada="King; Hearts, 3; Red", bob="1", pile="7; Blue; Stars"))
    assert reasons == [
        "It does not fit upon 7. It takes the value 6 to 8 or the suit Stars.",
        "It does not fit upon 7. It takes the value 6 to 8 or the colour Yellow.",
    ]


def test_R37_what_the_card_beneath_demands_is_said_too() -> None:
    """Upon a Joker it is the colour, which a see-through card takes from it (R39)."""
    (reason,) = why_not(table(ada="3; Red, 3; Blue", bob="1", pile="Joker; Blue"))
    assert reason == "Joker demands another card upon it. It takes the colour Blue or Transparent."


def test_R37_another_law_says_something_else() -> None:
    """By which only equal values go."""

    def stricter(document: dict) -> None:
        document["exoptosis"]["upon"] = {"shares": "value", "of": ["$this", "$beneath"]}

    (reason,) = why_not(table(ada="9, 10", bob="1", pile="10; Blue", rules=changed_rules(stricter)))
    assert reason == "It does not fit upon 10. It takes the value 10."


def test_nothing_is_said_where_no_value_suit_or_colour_alone_would_do() -> None:
    """By a law that asks for both."""

    def both(document: dict) -> None:
        document["exoptosis"]["upon"] = {
            "all": [{"shares": what, "of": ["$this", "$beneath"]} for what in ("value", "suit")]
        }

    (reason,) = why_not(table(ada="3", bob="1", pile="10; Blue; Stars", rules=changed_rules(both)))
    assert reason == "It does not fit upon 10."


def test_trying_leaves_nothing_behind() -> None:
    """The cards of the game are as before."""
    game = table(ada="3; Red", bob="1", pile="10; Blue")
    before = dict(game.state.cards)
    why_not(game)
    assert dict(game.state.cards) == before
