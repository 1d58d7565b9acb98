"""Bets on cards that are in play (R35, R97), and standing orders (R110)."""

from tests.support.exoptosis_scenario import Scenario, table

# ── betting


def bettors() -> Scenario:
    """Betting is open; ada holds a Holographic 9 in play and no Chip, bob and eve have Chips."""
    return table(
        ada="9; Holographic, 3 | 5; Holographic",
        bob="2, 4",
        eve="8, 1",
        stage="betting",
        chips={"bob": 2, "eve": 2},
        vertebrae={"ada": 0},
    )


def test_R35_a_holographic_card_that_is_in_play_can_be_bet_and_stays_in_play() -> None:
    """The original leaves ada's inventory; its duplicate stays in her hand, is played, and pays her."""
    game = bettors()
    game.move("ada", "raise", to=1)
    game.asks("ada", ["ada's 9", "ada's 5"])
    game.answers("ada's 9")
    assert (game.told("staked")[0]["cards"], game.hand("ada")) == (["ada's 9"], ["9", "3"])
    game.move("bob", "match")
    game.move("eve", "match")
    for player in ("ada", "bob", "eve"):
        game.move(player, "pass")
    game.play("ada", "9")
    assert game.granted("ada") == {"Vertebra": 1}
    assert (game.stock("bob", "Chip"), game.stock("eve", "Chip")) == (1, 1)


def test_R43_the_winner_takes_bet_cards_too() -> None:
    """Bob and eve forfeit to nobody but ada: two Chips and her own card."""
    game = bettors()
    game.move("ada", "raise", ["ada's 5"], to=1)
    game.move("bob", "match")
    game.move("eve", "match")
    game.forfeits("bob")
    game.forfeits("eve")
    assert game.winner == "ada"
    (won,) = game.told("pool-won")
    assert (won["player"], won["items"], won["cards"]) == ("ada", {"Chip": 2}, ["ada's 5"])


def test_R97_a_bet_card_that_its_sacrificial_duplicate_ends_leaves_the_pool() -> None:
    """Its stake still counts; the winner gets what is left."""
    game = table(
        ada="9; Holographic; Sacrificial, 3", bob="2, 4", stage="betting", chips={"bob": 2}, vertebrae={"ada": 0}
    )
    game.move("ada", "raise", ["ada's 9"], to=1)
    game.move("bob", "match")
    game.move("ada", "pass")
    game.move("bob", "pass")
    game.play("ada", "9")
    assert (game.seat("ada").stake.cards, game.seat("ada").stake.size) == ((), 1)
    game.forfeits("bob")
    (won,) = game.told("pool-won")
    assert (won["items"], won["cards"]) == ({"Chip": 1}, [])


# ── standing orders


def test_R110_an_order_to_pay_the_lowest_card_is_used_at_once() -> None:
    """Bob owes a draw: the lowest of his deck, with the answer that the game asks for."""
    game = table(ada="Jack, 7", bob="10 | 8, 3, Joker", eve="6", pile="10")
    assert game.order("bob", {"kind": "pay", "how": "lowest"}) is None
    game.play("ada", "Jack")
    used = game.order("bob", {"kind": "pay", "how": "lowest"})
    assert used == ({"kind": "pay", "debt": game.debts_of("bob")[0].id}, ((game.number("3"),),))
    assert game.order("eve", {"kind": "pay", "how": "lowest"}) is None


def test_R110_an_order_to_draw_is_used_when_nothing_can_be_played() -> None:
    """On ada's turn, and only while she is stuck: chance chooses what she draws."""
    order = {"kind": "draw-if-stuck"}
    assert table(ada="5 | 2, 4", bob="10", pile="10").order("ada", order) == ({"kind": "draw", "how": "random"}, ())
    assert table(ada="9 | 2, 4", bob="10", pile="10").order("ada", order) is None
    assert table(ada="5 | 2, 4", bob="10", pile="10", turn="bob").order("ada", order) is None


def test_R110_an_order_is_never_used_in_the_games_first_turn() -> None:
    """Ada could play, and would by her order from the second turn on."""
    order = {"kind": "play-if-playable", "card": 1}
    assert table(ada="9, 3", bob="10", pile="10", number=1).order("ada", order) is None
    assert table(ada="9, 3", bob="10", pile="10", number=2).order("ada", order) == ({"kind": "play", "card": 1}, ())
