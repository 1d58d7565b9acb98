"""The earlier ruleset of the same hall: another law, and no other engine (R52 to R55, R117)."""

from functools import cache
from typing import Any

import pytest

from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.parsed_law import Rules
from nomic.law.document.templates import document_of
from tests.support.exoptosis_scenario import Scenario, table

SUITS = {"Hearts": "Red", "Diamonds": "Red", "Spades": "Black", "Clubs": "Black"}
VALUES = {"Ace": 1, **{str(value): value for value in range(2, 11)}, "Jack": 11, "Queen": 12, "King": 12}
SPECIAL = ("Ace", "Jack", "Queen", "King")
each_suit = pytest.mark.parametrize("suit", SUITS)


@cache
def exoptwosis() -> Rules:
    return compile_rules(document_of("exoptwosis"), 1)


def draft_table(**setting: Any) -> Scenario:
    return table(rules=exoptwosis(), **setting)


# ── R52: the cards


def test_R52_there_are_52_cards_of_four_suits_and_two_jokers() -> None:
    """King and Queen are both 12; Aces, Jacks, Queens, Kings and Jokers are special; hearts and diamonds are red."""
    expected: dict[str, tuple[tuple[Any, ...], ...]] = {
        f"{name} of {suit}": ((value,), (suit,), (colour,), ("Special",) if name in SPECIAL else ())
        for suit, colour in SUITS.items()
        for name, value in VALUES.items()
    }
    expected |= {f"{colour} Joker": ((), (), (colour,), ("Special",)) for colour in ("Red", "Black")}
    bases = {name: known.base for name, known in exoptwosis().species.items()}
    assert {name: (base.values, base.suits, base.colours, base.types) for name, base in bases.items()} == expected
    assert len(expected) == 54


def test_R52_the_only_variant_is_holographic_and_does_nothing() -> None:
    """A Holographic card is played like any other, and brings nobody anything."""
    assert list(exoptwosis().modifiers) == ["Holographic"]
    game = draft_table(ada="9 of Clubs; Holographic, 3 of Hearts", bob="2 of Clubs", pile="10 of Spades")
    game.play("ada", "9 of Clubs")
    assert (game.granted("ada"), game.turn) == ({}, "bob")


# ── R53: what may be played


def test_R53_a_value_equal_or_one_off_or_an_opposite_colour_for_plain_cards() -> None:
    """Upon the black 5: 4, 5 and 6 of any colour, and red plain cards; no black 3, 7 or 9, no red King."""
    hand = "4 of Clubs, 5 of Hearts, 6 of Spades, 9 of Hearts, 3 of Clubs, 7 of Spades, 9 of Clubs, King of Hearts"
    hand += ", Jack of Spades"  # no suit helps
    game = draft_table(ada=hand, bob="2 of Clubs", pile="5 of Spades")
    assert game.playable("ada") == ["4 of Clubs", "5 of Hearts", "6 of Spades", "9 of Hearts"]
    for card in ("3 of Clubs", "7 of Spades", "Jack of Spades"):
        game.refuses("ada", card, rule="R37", code="does-not-fit")


@each_suit
@pytest.mark.parametrize("beneath", VALUES)
def test_R52_R53_of_one_suit_neighbouring_values_fit(suit: str, beneath: str) -> None:
    """Upon each card of a suit exactly those of it whose value is the same, one more or one less."""
    hand = [name for name in VALUES if name != beneath]
    words = ", ".join(f"{name} of {suit}" for name in hand)
    game = draft_table(ada=words, bob="Red Joker", pile=f"{beneath} of {suit}")
    fitting = [f"{name} of {suit}" for name in hand if abs(VALUES[name] - VALUES[beneath]) <= 1]
    assert game.playable("ada") == fitting


def test_R53_a_joker_goes_on_anything_and_upon_it_exactly_its_colour() -> None:
    """A red Joker upon a black 5; then red cards of any value, special ones too, and not the black Joker."""
    game = draft_table(
        ada="Red Joker, 2 of Clubs",
        bob="9 of Hearts, King of Diamonds, 4 of Clubs, Black Joker, Red Joker",
        pile="5 of Spades",
    )
    game.play("ada", "Red Joker")
    assert game.playable("bob") == ["9 of Hearts", "King of Diamonds", "Red Joker"]
    game.refuses("bob", "Black Joker", rule="R37", code="demanded")


def test_R53_who_can_play_must_play() -> None:
    """On any turn, not only the first."""
    game = draft_table(ada="4 of Clubs, 9 of Clubs | 2 of Clubs", bob="2 of Hearts", pile="5 of Spades")
    assert game.may_draw("ada") is False
    game.refuses_to_draw("ada", rule="R53")


def test_R53_who_cannot_play_draws() -> None:
    """A card of their choice among those that they did not bring into the hand, which ends the turn."""
    game = draft_table(ada="9 of Clubs | 2 of Clubs, 4 of Spades", bob="2 of Hearts", pile="5 of Spades")
    game.draws("ada")
    game.asks("ada", ["2 of Clubs", "4 of Spades"])
    game.answers("4 of Spades")
    assert (game.hand("ada"), game.turn) == (["9 of Clubs", "4 of Spades"], "bob")


def test_R53_with_nothing_to_draw_another_participant_gives_a_card() -> None:
    """Of two others with cards in hand the drawer chooses one, who chooses the card."""
    game = draft_table(
        ada="9 of Clubs", bob="2 of Hearts, 3 of Clubs", eve="King of Hearts", max="8 of Clubs", pile="5 of Spades"
    )
    game.draws("ada")
    game.asks("ada", ["bob", "eve", "max"])
    game.answers("bob")
    game.pays("bob", "3 of Clubs")
    assert (game.hand("ada"), game.hand("bob")) == (["9 of Clubs", "3 of Clubs"], ["2 of Hearts"])


def test_R53_the_first_card_of_a_game_is_plain() -> None:
    """Special cards cannot begin, a Joker neither; who holds a plain card has to play one."""
    game = draft_table(ada="Red Joker, Ace of Clubs, 3 of Clubs", bob="2 of Clubs", number=1)
    assert game.playable("ada") == ["3 of Clubs"]
    game.refuses("ada", "Red Joker", rule="R38", code="not-first")


# ── the special cards


@each_suit
def test_an_ace_of_the_draft_makes_another_draw_two(suit: str) -> None:
    """Its player chooses any other participant, who draws two cards."""
    game = draft_table(
        ada=f"Ace of {suit}, 3 of Clubs",
        bob="9 of Clubs | 2 of Spades, 4 of Spades",
        eve="8 of Clubs",
        pile="2 of Hearts",
    )
    game.play("ada", f"Ace of {suit}")
    game.asks("ada", ["bob", "eve"])
    game.answers("bob")
    assert game.owed() == ["bob draws", "bob draws"]


@each_suit
def test_a_jack_of_the_draft_makes_the_next_draw_one(suit: str) -> None:
    """The participant after its player draws a card."""
    game = draft_table(ada=f"Jack of {suit}, 3 of Clubs", bob="9 of Clubs | 2 of Spades", pile="10 of Hearts")
    game.play("ada", f"Jack of {suit}")
    assert game.owed() == ["bob draws"]


@each_suit
def test_a_queen_of_the_draft_sends_a_card_back_and_a_different_one_is_drawn(suit: str) -> None:
    """It goes back to where it can be drawn from later, and is not on offer for this draw."""
    game = draft_table(
        ada=f"Queen of {suit}, 3 of Clubs",
        bob="9 of Clubs, 8 of Clubs | 2 of Spades, 4 of Spades",
        pile="Jack of Hearts",
    )
    game.play("ada", f"Queen of {suit}")
    game.asks("ada", ["3 of Clubs", "9 of Clubs", "8 of Clubs"])
    game.answers("9 of Clubs")
    assert game.owed() == ["bob draws"]
    assert game.deck("bob") == ["2 of Spades", "4 of Spades", "9 of Clubs"]
    game.pays("bob")
    game.asks("bob", ["2 of Spades", "4 of Spades"])
    game.answers("4 of Spades")
    assert (game.hand("bob"), game.deck("bob")) == (["8 of Clubs", "4 of Spades"], ["2 of Spades", "9 of Clubs"])


def test_a_queen_of_the_draft_with_nothing_else_to_draw_makes_another_give_a_card() -> None:
    """Bob's inventory holds only the card that went back: he chooses who gives him one (R53), and has not won by it."""
    game = draft_table(
        ada="Queen of Clubs, 3 of Clubs, 5 of Clubs", bob="9 of Clubs", eve="8 of Clubs", pile="Jack of Hearts"
    )
    game.dice(1, 2)
    game.play("ada", "Queen of Clubs", "9 of Clubs")
    assert (game.hand("bob"), game.deck("bob"), game.hand("ada")) == (["5 of Clubs"], ["9 of Clubs"], ["3 of Clubs"])
    assert (game.winner, game.turn) == ("", "bob")


@each_suit
def test_a_king_of_the_draft_makes_exactly_two_participants_draw(suit: str) -> None:
    """Two have to be chosen, oneself may be one of them."""
    game = draft_table(
        ada=f"King of {suit}, 3 of Clubs | 5 of Clubs",
        bob="9 of Clubs | 2 of Spades",
        eve="8 of Clubs | 7 of Clubs",
        pile="Queen of Hearts",
    )
    game.play("ada", f"King of {suit}")
    game.asks("ada", ["ada", "bob", "eve"], least=2, most=2)
    game.refuses_answer([])
    game.answers(["ada", "eve"])
    assert (game.hand("ada"), game.owed()) == (["3 of Clubs", "5 of Clubs"], ["eve draws"])


# ── R54, R55, R117: around the game


def test_R54_24_hours_of_silence_skip_the_turn() -> None:
    """Nobody forfeits: the turn passes, and hand and deck stay."""
    game = draft_table(ada="9 of Clubs | 2 of Clubs", bob="2 of Hearts", pile="5 of Spades")
    game.lets_time_pass()
    assert (game.turn, game.participants(), game.hand("ada")) == ("bob", ["ada", "bob"], ["9 of Clubs"])


REWARDS = [
    ((1,), {}, [("ada", 3)]),
    ((2, 12), {"Vertebra": 16}, []),
    ((2, 1), {"Vertebra": 5}, []),
    ((3,), {"Chip": 2}, []),
]


@pytest.mark.parametrize(("dice", "granted", "cards"), REWARDS)
def test_R54_the_winner_has_one_of_three_rewards(
    dice: tuple[int, ...], granted: dict[str, int], cards: list[tuple[str, int]]
) -> None:
    """3 random cards, 1d12+4 Vertebrae, or 2 Chips, each as likely; nobody else gets anything."""
    game = draft_table(ada="6 of Clubs", bob="2 of Hearts", pile="5 of Spades")
    game.dice(*dice)
    game.play("ada", "6 of Clubs")
    assert (game.winner, game.chance.drawn[0][1]) == ("ada", 3)
    assert (game.granted("ada"), game.granted("bob")) == (granted, {})
    assert [(facts["player"], facts["count"]) for facts in game.told("card-made")] == cards


def test_R55_only_chips_are_bet() -> None:
    """A Holographic card cannot be; nothing is asked, and more than the Chips that one has is refused."""
    game = draft_table(
        ada="9 of Clubs; Holographic", bob="2 of Hearts", stage="betting", chips={"ada": 1, "bob": 1}, vertebrae={}
    )
    game.refuses_move("ada", {"kind": "raise", "to": 2}, rule="R35", code="cannot-bet")
    game.move("ada", "raise", to=1)
    game.asks_nothing()
    assert (game.told("staked")[0]["items"], game.told("staked")[0]["cards"]) == ({"Chip": 1}, [])


def test_R117_the_law_makes_no_duplicates() -> None:
    """The cards in play are the cards themselves: what an effect destroys here is destroyed for good."""
    document = document_of("exoptwosis")
    document["cards"]["9 of Clubs"]["hooks"] = {
        "when_played": [
            {"choose": "gone", "from": {"cards": "hand", "of": "$others"}, "for": "destroy"},
            {"destroy": "$gone"},
        ]
    }
    setting = {"ada": "9 of Clubs, 3 of Clubs", "bob": "2 of Hearts, 4 of Clubs", "pile": "8 of Hearts"}
    game = table(rules=compile_rules(document, 2), **setting)  # type: ignore[arg-type]
    game.play("ada", "9 of Clubs", "2 of Hearts")
    assert (game.hand("bob"), game.originals_destroyed()) == (["4 of Clubs"], ["bob's 2 of Hearts"])


# ── R129: games that go round


def goes_round(**law: Any) -> Scenario:
    """A duel in which nobody can play and nobody has a deck, under a law of only one reason to notice it."""
    document = document_of("exoptwosis")
    document["exoptosis"]["standstill"].update(law)
    rules = compile_rules(document, 1)
    hands = {"ada": "9 of Clubs, 9 of Spades", "bob": "2 of Clubs, 2 of Spades"}
    return table(kind="duel", pile="5 of Spades", rules=rules, **hands)  # type: ignore[arg-type]


def turns_until_noticed(game: Scenario) -> int:
    for turn in range(1, 41):
        player = game.turn
        other = "bob" if player == "ada" else "ada"
        game.draws(player)
        game.pays(other, game.hand(other)[0])
        if any(event.kind == "standstill" for event in game.events):
            return turn
    return 0


def test_R129_two_full_rounds_in_which_nobody_can_play_are_noticed() -> None:
    assert turns_until_noticed(goes_round(same_position=None)) == 5


def test_R129_a_position_that_comes_a_third_time_is_noticed() -> None:
    """The words tell the number of times."""
    game = goes_round(idle_rounds=None)
    assert turns_until_noticed(game)
    (text,) = [event.text for event in game.events if event.kind == "standstill"]
    assert "has come 3 times" in text
