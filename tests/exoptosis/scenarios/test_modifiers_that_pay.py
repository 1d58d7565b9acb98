"""Modifiers that bring something: Holographic, Bound, Silvery, Gold Plating."""

from tests.support.exoptosis_scenario import shows, table


@shows("Holographic")
def test_a_holographic_card_brings_its_player_a_vertebra() -> None:
    """1 to who plays it; nobody else gains, nothing is asked."""
    game = table(ada="5; Holographic, 7; Holographic", bob="9; Holographic", pile="5")
    game.play("ada", "5")
    game.asks_nothing()
    assert (game.granted("ada"), game.granted("bob"), game.turn) == ({"Vertebra": 1}, {}, "bob")


@shows("Bound")
def test_R30_a_bound_card_pays_whoever_bound_it() -> None:
    """The player remembered gains 1, whoever plays it and whether they play along."""
    game = table(ada="5; Bound by max, 7", bob="9", pile="5", players=["max"])
    game.play("ada", "5")
    assert (game.granted("max"), game.granted("ada"), game.granted("bob")) == ({"Vertebra": 1}, {}, {})


@shows("Bound")
def test_R100_bound_pays_no_ex_player() -> None:
    """Max, who applied it, has left the cycle, and is paid nothing."""
    game = table(ada="5; Bound by max, 7", bob="9", pile="5")
    game.play("ada", "5")
    assert (game.told("granted"), game.turn) == ([], "bob")


@shows("Silvery")
def test_R89_silvery_pays_by_the_participants_still_in() -> None:
    """Four sat down, one has forfeited, and max is a player who does not play along: 3."""
    game = table(ada="5; Silvery, 7", bob="9", eve="10", tom="8", pile="5", players=["max"])
    game.forfeits("tom")
    game.play("ada", "5")
    assert game.granted("ada") == {"Vertebra": 3}


@shows("Gold Plating")
def test_R89_gold_plating_pays_thrice_the_chips_in_the_pool() -> None:
    """Three Chips, of whoever, also of one who forfeited: 9. Without a pool nothing."""
    game = table(ada="5; Gold Plating, 7", bob="9", eve="10", pile="5", staked={"ada": 1, "eve": 2}, chips={"ada": 4})
    game.forfeits("eve")
    game.play("ada", "5")
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 9}, {})
    game = table(ada="5; Gold Plating, 7", bob="9", pile="5", chips={"ada": 4})
    game.play("ada", "5")
    assert game.granted("ada") == {}
