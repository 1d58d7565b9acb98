"""What the log of a game says: what happened, to whose card, why now, and nothing that did not happen."""

import pytest

from tests.support.exoptosis_match import FOUR, Match
from tests.support.exoptosis_scenario import Scenario, shows, table

QUANTUM = {"original": "1", "owner": "max", "species": "Quantum", "modifiers": []}


def said(game: Scenario | Match, *kinds: str) -> list[str]:
    """The sentences of the events of these kinds, in order."""
    return [event.text for event in game.events if event.kind in kinds]


# Whose


@shows("Queen")
def test_a_card_that_is_destroyed_is_somebodys() -> None:
    """The journal says whose card it was: whoever held it."""
    game = table(ada="Queen; Hearts, King", bob="2, 7; Blue", pile="Jack; Hearts")
    game.play("ada", "Queen", "7")
    assert said(game, "destroyed") == ["bob's 7 (Blue) is destroyed."]


@shows("Sacrificial")
def test_R78_a_destroyed_card_of_the_pile_is_its_players_and_its_original_is_told_by_name() -> None:
    """Nobody reads the codes of the inventory."""
    game = table(ada="5; Sacrificial, King", bob="2", pile="4")
    game.play("ada", "5")
    destroyed = ["ada's 5 is destroyed.", "The original of ada's 5 is destroyed."]
    assert said(game, "destroyed", "original-destroyed") == destroyed


@shows("4")
def test_cards_that_change_places_are_somebodys() -> None:
    """Each by the hand in which it was."""
    game = table(ada="4, King; Red", bob="2; Blue, 7", pile="5")
    game.play("ada", "4", "2")
    assert said(game, "swapped") == ["bob's 2 (Blue) and ada's King (Red) change places."]


@shows("Orb of Vitality")
def test_a_card_that_is_replaced_is_somebodys() -> None:
    """By the hand in which the new one lies."""
    game = table(ada="Orb of Vitality; Red, King", bob="2; Blue, 7", pile="Joker; Red")
    game.play("ada", "Orb of Vitality", ["2"])
    assert said(game, "replaced") == ["bob's 2 (Blue) is replaced by 1 of Vitality."]


# Once


@shows("Quantum")
def test_R47_an_original_in_an_inventory_is_told_once_with_its_owner() -> None:
    """It has no duplicate here; two of its duplicates lie in other games, and those tell of themselves."""
    game = table(ada="Quantum, 7", bob="9", pile="5", players=["max"], active=["max"])
    game.dice(1)
    elsewhere = [QUANTUM | {"ref": ref} for ref in ("@1", "@m/4", "@n/5")]
    game.environment.lists["cycle-cards",] = elsewhere
    game.play("ada", "Quantum")
    assert said(game, "original-destroyed") == [
        "The original of ada's Quantum (Transparent) is destroyed.",
        "The original of max's Quantum is destroyed.",
    ]
    assert [facts["ref"] for facts in game.told("destroyed-elsewhere")] == ["@m/4", "@n/5"]
    assert said(game, "destroyed-elsewhere") == ["", ""]


@shows("Sacrificial")
def test_R93_an_original_that_is_gone_already_is_not_destroyed_once_more() -> None:
    """It was burnt while the game went on."""
    game = table(ada="5; Sacrificial, King", bob="2", pile="4")
    del game.environment.originals["ada's 5"]
    game.play("ada", "5")
    assert (game.originals_destroyed(), said(game, "destroyed")) == ([], ["ada's 5 is destroyed."])


# What has changed


@shows("Torn")
def test_a_value_that_has_shifted_is_said_as_a_value() -> None:
    """The card has the name that it had."""
    game = table(ada="5; Torn, King", bob="2", pile="4")
    game.dice(4)
    game.play("ada", "5")
    assert said(game, "changed") == ["ada's 5 (Torn) now has the value 6."]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"gain": {"modifiers": ["Bound"]}}, "is now 9 (Red; Bound)"),
        ({"gain": {"suits": ["Hearts"]}}, "is now 9 (Hearts, Red)"),
        ({"gain": {"types": ["Rare"]}}, "is now of the type Rare"),
        ({"shift": -2}, "now has the value 7"),
        ({"gain": {"colours": ["Blue"]}, "shift": 1}, "is now 9 (Red, Blue) and now has the value 10"),
    ],
)
def test_a_change_is_said_by_what_is_different(change: dict[str, object], words: str) -> None:
    """Never that a card is now what it was."""
    effect = {"when_played": [{"change": {"cards": "hand", "of": "$others"}, **change}]}
    game = table(ada="5, King", bob="9; Red", pile="4")
    game.votes(lambda law: law["cards"]["5"].update(hooks=effect))
    game.play("ada", "5")
    assert said(game, "changed") == [f"bob's 9 (Red) {words}."]


def test_R48_a_battle_that_was_counted_is_said_of_whose_original_it_was() -> None:
    """Once: that the original of some code has changed is for programs."""
    match = Match()
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), match.original("9", "Fragile")])
    match.start(Bob=FOUR)
    match.hand("Ada")
    match.bet_nothing()
    match.move("Bob", "forfeit")
    assert said(match, "changed", "original-changed") == ["Ada's 9 (Fragile) now has Fragile at 1.", ""]


def test_R48_after_the_third_battle_the_card_is_destroyed_by_name() -> None:
    """It has counted up, and is gone."""
    match = Match()
    fragile = match.original("9", {"name": "Fragile", "count": 2})
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), fragile])
    match.start(Bob=FOUR)
    match.hand("Ada")
    match.bet_nothing()
    match.move("Bob", "forfeit")
    assert said(match, "original-destroyed") == ["The original of Ada's 9 (Fragile) is destroyed."]


# Who gets what


def test_R100_who_has_left_the_cycle_gains_nothing_and_nobody_says_so() -> None:
    """They entered the battle and would get a token with the others; who only forfeited does."""
    match = Match()
    match.start(Ada=FOUR, Bob=FOUR, Cy=FOUR, Di=FOUR).bet_nothing()
    match.happens("left", player="Cy")
    match.move("Bob", "forfeit")
    match.move("Di", "forfeit")
    assert "Ada wins." in said(match, "won")
    tokens = [text for text in said(match, "granted") if "Token" in text]
    assert sorted(tokens) == ["Bob gains 1 Reconfiguration Token.", "Di gains 1 Reconfiguration Token."]


def test_R99_what_an_ex_player_had_bet_is_not_said_to_come_back() -> None:
    """It is destroyed; the others get theirs."""
    match = Match()
    match.environment.stock |= {(player, "Chip"): 1 for player in ("Ada", "Bob", "Cy")}
    match.start(Ada=FOUR, Bob=FOUR, Cy=FOUR)
    match.move("Ada", "raise", to=1)
    match.move("Bob", "match")
    match.move("Cy", "match")
    match.happens("left", player="Cy")
    match.move("Ada", "agree")
    match.move("Bob", "agree")
    assert said(match, "stake-returned") == [
        "Ada gets back 1 Chip.",
        "Bob gets back 1 Chip.",
        "What Cy has bet is destroyed: 1 Chip.",
    ]


# Why now


@shows("Ace")
def test_R41_who_plays_before_paying_is_not_said_to_be_late() -> None:
    """The time was not up: what is owed falls to chance because of the play."""
    game = table(ada="Ace; Hearts, King", bob="8; Hearts, Jack | 2, 3, 5", pile="Jack; Hearts")
    game.play("ada", "Ace")
    game.dice(1, 1)
    game.play("bob", "8")
    assert said(game, "overdue") == ["bob plays before choosing, so chance draws 2 cards (Ace)."], "once for both"


@shows("Ace")
def test_R41_who_lets_the_time_pass_is_late() -> None:
    """Once the turn is over by the end of which it was due."""
    game = table(ada="Ace; Hearts, King", eve="8, 9 | 4", bob="8, 7 | 2, 3, 5", pile="Jack; Hearts")
    game.play("ada", "Ace", "bob")
    game.dice(1, 1)
    game.draws("eve")
    assert said(game, "overdue") == ["bob has not chosen by the end of the turn, so chance draws 2 cards (Ace)."]
