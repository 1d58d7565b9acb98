"""Modifiers: what a single card does besides its species. Those that add a suit or a colour are elsewhere."""

import pytest

from tests.support.scenario import shows, table

# ── Holographic, Bound, Silvery, Gold Plating: they bring something


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
    """Max has left the cycle."""
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


# ── Torn


@shows("Torn")
@pytest.mark.parametrize(("roll", "value"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7)])
def test_a_torn_cards_value_shifts_by_1d5_less_3(roll: int, value: int) -> None:
    """The value counts as changed on the pile: what goes next is beside the new one."""
    game = table(ada="5; Torn, King", bob="2, 3, 4, 7, 8, 10", pile="6; Red, 5; Cyan, 4")
    game.dice(roll)
    game.play("ada", "5")
    assert [sides for _, sides, _ in game.chance.drawn] == [5]
    assert game.values("5") == (value,)
    assert game.playable("bob") == [word for word in game.hand("bob") if abs(int(word) - value) <= 1]


@shows("Torn")
def test_R88_one_shift_for_all_values_of_a_torn_card() -> None:
    """Two values, one roll: both move alike, and the record of the card keeps them."""
    game = table(ada="Amalgam; 4; 9; Torn, King", bob="2", pile="10")
    game.dice(5)
    game.play("ada", "Amalgam")
    assert game.values("Amalgam") == (6, 11)


@shows("Torn")
def test_R88_without_a_value_a_torn_card_rolls_nothing() -> None:
    """There is nothing to shift."""
    game = table(ada="Joker; Torn, King", bob="2", pile="10")
    game.play("ada", "Joker")
    assert (game.chance.drawn, game.owed(), game.turn) == ([], [], "bob")


@shows("Torn")
def test_R88_a_torn_card_has_to_be_legal_before_the_roll() -> None:
    """A 5 upon an 8 is refused, though a roll of 5 would make it a 7."""
    game = table(ada="5; Torn, King", bob="2", pile="8")
    game.refuses("ada", "5", rule="R37", code="does-not-fit")


@shows("Torn")
def test_R49_a_torn_card_made_illegal_still_stands_and_costs_a_draw() -> None:
    """A 9 upon a 10 becomes 7: it stays on the pile, and ada draws a card of her choice."""
    game = table(ada="9; Torn, King | 2, 3", bob="1", pile="10")
    game.dice(1)
    game.play("ada", "9")
    assert game.is_begun
    game.asks("ada", ["2", "3"])
    game.answers("3")
    assert (game.hand("ada"), game.pile(), game.values("9"), game.turn) == (["King", "3"], ["10", "9"], (7,), "bob")


@shows("Torn")
def test_R49_a_torn_card_that_is_legal_by_colour_costs_no_draw() -> None:
    """The new value is far off, but its colour opposes the one beneath: the play is legal."""
    game = table(ada="9; Torn; Red, King | 2, 3", bob="1", pile="10; Cyan")
    game.dice(1)
    game.play("ada", "9")
    assert (game.hand("ada"), game.turn) == (["King"], "bob")


@shows("Torn", "Credit Card")
def test_R88_a_torn_credit_cards_endless_values_shift_too() -> None:
    """From -2 on after a roll of 1: a -3 fits it then, a -4 would not."""
    game = table(ada="Credit Card; Torn, King", bob="Orb of Blight, Amalgam; -4", pile="10 @bob", vertebrae={"ada": 3})
    game.dice(1)
    game.play("ada", "Credit Card")
    assert game.playable("bob") == ["Orb of Blight"]


# ── Timely


@shows("Timely")
def test_R74_a_timely_card_can_be_played_out_of_turn() -> None:
    """It ends no turn and moves no clock; whose turn it is plays on, upon the new card."""
    game = table(ada="8, 3", bob="9; Timely, 10", eve="2", pile="10")
    before = game.state.turn
    assert (game.playable("bob"), game.playable("eve")) == (["9"], [])
    game.refuses("bob", "10", rule="R36", code="not-your-turn")
    game.play("bob", "9")
    assert (game.state.turn, game.pile()) == (before, ["10", "9"])
    assert game.playable("ada") == ["8"]


@shows("Timely")
def test_R74_next_counts_from_the_seat_of_who_plays_out_of_turn() -> None:
    """Bob plays a Timely Jack in ada's turn: eve draws, not bob."""
    game = table(ada="8, 3", bob="Jack; Timely, 10", eve="2 | 4", pile="10")
    game.play("bob", "Jack")
    assert (game.owed(), game.turn) == (["eve draws"], "ada")


@shows("Timely", "Speedy")
def test_R74_an_extra_turn_gained_out_of_turn_follows_the_current_one() -> None:
    """Eve plays a Timely and Speedy card in ada's turn: after ada comes eve, and then bob, who follows ada."""
    game = table(ada="9, 3 | 2", bob="7 | 1", eve="8; Timely; Speedy, 10 | 6", pile="9")
    game.play("eve", "8")
    assert (game.turn, game.next_turns(4)) == ("ada", ["eve", "bob", "eve", "ada"])


@shows("Timely")
def test_a_timely_card_in_ones_own_turn_is_played_like_any_other() -> None:
    """The turn passes."""
    game = table(ada="9; Timely, 3", bob="7", pile="9")
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Timely")
def test_a_timely_last_card_wins_out_of_turn() -> None:
    """An empty hand wins, even on another's turn (R42)."""
    game = table(ada="8, 3", bob="9; Timely", pile="10")
    game.play("bob", "9")
    assert game.winner == "bob"


# ── Speedy, Reflected, Jumping: they move the turn


@shows("Speedy")
def test_a_speedy_card_gives_another_turn() -> None:
    """To who played it, unless the card beneath is Speedy too."""
    game = table(ada="9; Speedy, 8, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert game.turn == "bob"


@shows("Speedy")
def test_R46_speedy_upon_speedy_gives_nothing() -> None:
    """It looks at the card beneath, whoever played it; after a plain card between, Speedy gives a turn again."""
    game = table(ada="9; Speedy, 8; Speedy, 3 | 2", bob="7, 6; Speedy, 1", pile="10")
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert game.turn == "bob"
    game.play("bob", "7")
    game.draws("ada")
    game.play("bob", "6")
    assert game.turn == "bob"
    game = table(ada="9; Speedy, 3", bob="7", pile="8; Speedy @ada")
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Reflected")
def test_a_reflected_card_reverses_at_once() -> None:
    """The one before is next; with two participants the other is next all the same, no extra turn (R46)."""
    game = table(ada="9; Reflected, 3", bob="7", eve="2", pile="10")
    game.play("ada", "9")
    assert (game.state.direction, game.turn, game.next_turns(2)) == (-1, "eve", ["bob", "ada"])
    game = table(ada="9; Reflected, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Reflected")
def test_R46_next_follows_the_new_direction_at_once() -> None:
    """A Reflected Jack: the modifier acts before the species (R42), so eve draws."""
    game = table(ada="Jack; Reflected, 3", bob="7 | 1", eve="2 | 4", pile="10")
    game.play("ada", "Jack")
    assert (game.owed(), game.turn) == (["eve draws"], "eve")


@shows("Jumping")
def test_a_jumping_card_skips_the_next_participant() -> None:
    """Bob is skipped once; with two participants ada is next again."""
    game = table(ada="9; Jumping, 3", bob="7", eve="2", pile="10")
    game.play("ada", "9")
    assert (game.turn, game.next_turns(3)) == ("eve", ["ada", "bob", "eve"])
    game = table(ada="9; Jumping, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert (game.turn, game.next_turns(1)) == ("ada", ["bob"])


@shows("Jumping", "Speedy")
def test_R80_extra_turns_come_before_passing_and_skips_wait() -> None:
    """Jumping and Speedy: ada plays again, and only then bob's turn is skipped."""
    game = table(ada="9; Jumping; Speedy, 8, 3", bob="7", eve="2", pile="10")
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert (game.turn, game.next_turns(2)) == ("eve", ["ada", "bob"])


@shows("Speedy")
def test_R80_extra_turns_add_up() -> None:
    """A Speedy 8 after a draw by the turn before: two more turns, then bob."""
    game = table(bob="Jack; Hearts, 4", ada="8; Speedy; Hearts, 3 | 5, 6", eve="2", pile="10 @eve")
    game.play("bob", "Jack")
    game.pays("ada", "5")
    game.play("ada", "8")
    assert (game.turn, game.next_turns(2)) == ("ada", ["ada", "eve"])


# ── Useless, and those that mark another card


@shows("Useless")
def test_a_useless_card_makes_its_player_draw() -> None:
    """A card of one's own deck and choice, chosen with the play."""
    game = table(ada="9; Useless, 3 | 2, 4", bob="7 | 1", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["2", "4"])
    game.answers("4")
    assert (game.hand("ada"), game.deck("ada"), game.hand("bob"), game.turn) == (["3", "4"], ["2"], ["7"], "bob")


@shows("Useless")
def test_R40_a_useless_card_with_an_empty_deck_asks_who_gives() -> None:
    """Ada chooses another participant with cards in hand, who then owes her a card."""
    game = table(ada="9; Useless, 3", bob="7, 8", eve="2, 1", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["bob", "eve"])
    game.answers("eve")
    assert (game.owed(), game.hand("ada")) == (["eve gives"], ["3"])
    game.pays("eve")
    game.asks("eve", ["2", "1"])
    game.answers("1")
    assert (game.hand("ada"), game.hand("eve"), game.owed()) == (["3", "1"], ["2"], [])


MARKS = [
    ("Mean", ["Torn"]),
    ("Demonic", ["Holographic", "Bound"]),
    ("Satanic", ["Holographic", "Useless"]),
    ("Unholy", ["Timely", "Useless"]),
]


@shows("Mean", "Demonic", "Satanic", "Unholy")
@pytest.mark.parametrize(("modifier", "gained"), MARKS, ids=[modifier for modifier, _ in MARKS])
def test_a_cursed_card_marks_a_card_in_a_hand(modifier: str, gained: list[str]) -> None:
    """Any card in any hand, one's own too, is chosen and gains the modifiers; only its duplicate does (R73)."""
    game = table(ada=f"9; {modifier}, 3 | 2", bob="7; Speedy, 4 | 1", eve="8; Adamantine", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["3", "7", "4", "8"])
    game.answers("7")
    assert game.modifiers("7") == ["Speedy", *gained]
    assert (game.modifiers("4"), game.modifiers("3"), game.modifiers("8")) == ([], [], ["Adamantine"])
    assert (game.told("original-changed"), game.turn) == ([], "bob")


@shows("Mean", "Demonic", "Satanic", "Unholy")
@pytest.mark.parametrize("modifier", [modifier for modifier, _ in MARKS])
def test_R85_a_cursed_last_card_marks_one_of_another_and_wins(modifier: str) -> None:
    """The own hand is empty; of the others' cards one is chosen all the same, here the only one there is."""
    game = table(ada=f"9; {modifier}", bob="7", pile="10")
    game.play("ada", "9")
    game.asks_nothing()
    assert (game.winner, len(game.modifiers("7"))) == ("ada", 1 if modifier == "Mean" else 2)


@shows("Demonic", "Bound")
def test_R30_a_demonic_card_binds_for_who_plays_it() -> None:
    """Bound remembers ada, whose act applied it: when bob plays his card, both gain."""
    game = table(ada="9; Demonic, 3", bob="8, 4", pile="10")
    game.play("ada", "9", "8")
    assert [(modifier.name, modifier.by) for modifier in game.card("8").modifiers] == [
        ("Holographic", ""),
        ("Bound", "ada"),
    ]
    game.play("bob", "8")
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 1}, {"Vertebra": 1})


@shows("Satanic", "Unholy")
def test_R28_a_modifier_that_is_there_already_changes_nothing() -> None:
    """A Useless card gets Holographic only; an Unholy one leaves the one Useless that is there."""
    game = table(ada="9; Satanic, 3", bob="7; Useless", pile="10")
    game.play("ada", "9", "7")
    assert game.modifiers("7") == ["Useless", "Holographic"]
    game = table(ada="9; Demonic, 3", bob="7; Bound by max", pile="10", players=["max"])
    game.play("ada", "9", "7")
    assert [(modifier.name, modifier.by) for modifier in game.card("7").modifiers] == [
        ("Bound", "max"),
        ("Holographic", ""),
    ]


@shows("Unholy", "Timely")
def test_an_unholy_mark_makes_a_card_timely_at_once() -> None:
    """Bob's 8 can be played in eve's turn from then on, and makes bob draw."""
    game = table(ada="9; Unholy, 3", eve="1, 2", bob="8, 4 | 5, 6", pile="10")
    game.play("ada", "9", "8")
    assert (game.turn, game.playable("bob")) == ("eve", ["8"])
    game.play("bob", "8", "6")
    assert (game.hand("bob"), game.turn) == (["4", "6"], "eve")


@shows("Mean", "Torn")
def test_a_mean_mark_tears_the_card_when_it_is_played() -> None:
    """Not before: its value stays until then."""
    game = table(ada="9; Mean, 3", bob="8, 4 | 5, 6", pile="10")
    game.play("ada", "9", "8")
    assert game.values("8") == (8,)
    game.dice(4)
    game.play("bob", "8")
    assert game.values("8") == (9,)


# ── Sacrificial, Wrathful, Cheating, Adamantine, Fragile: they destroy, or do not


@shows("Sacrificial")
def test_R48_a_sacrificial_card_brings_a_chip_and_ends_with_its_original_and_copies() -> None:
    """It acts last: its player has the Chip, all modifiers are gone, the original and other games' copies destroyed."""
    game = table(ada="9; Sacrificial; Holographic, 3", bob="7", pile="10")
    game.outside.lists["copies", "ada's 9"] = [copy("@5", "ada's 9"), copy("@6", "ada's 9", "Adamantine")]
    game.play("ada", "9")
    assert game.granted("ada") == {"Chip": 1, "Vertebra": 1}
    assert (game.modifiers("9"), game.destroyed_on_pile()) == ([], ["9"])
    assert game.originals_destroyed() == ["ada's 9"]
    assert [facts["ref"] for facts in game.told("destroyed-elsewhere")] == ["@5", "@6"]
    assert (game.hand("bob"), game.turn) == (["7"], "bob")


@shows("Sacrificial", "Adamantine")
def test_R48_an_adamantine_sacrificial_card_is_destroyed_after_losing_its_modifiers() -> None:
    """The modifiers go first, Adamantine among them; nothing then keeps card and original from being destroyed."""
    game = table(ada="9; Adamantine; Sacrificial, 3", bob="7", pile="10")
    game.outside.lists["copies", "ada's 9"] = [copy("@ada's 9", "ada's 9", "Adamantine", "Sacrificial")]
    game.play("ada", "9")
    assert (game.modifiers("9"), game.destroyed_on_pile()) == ([], ["9"])
    assert (game.originals_destroyed(), game.granted("ada")) == (["ada's 9"], {"Chip": 1})


@shows("Sacrificial")
def test_R93_a_sacrificial_card_ends_the_copies_in_other_decks_of_the_game() -> None:
    """An original traded on stands in two decks: bob's duplicate is a copy too and goes."""
    game = table(ada="9; Sacrificial, 3", bob="7", eve="2", pile="10")
    game.happens("obtained", player="bob", cards=[game.outside.originals["ada's 9"]])
    assert game.deck("bob") == ["9"]
    game.play("ada", "9")
    assert (game.deck("bob"), game.destroyed_on_pile()) == ([], ["9"])


@shows("Wrathful")
def test_R45_a_wrathful_card_destroys_one_card_of_every_hand() -> None:
    """Its player chooses in each hand, the own one too; decks are left alone, and the originals live (R31)."""
    game = table(ada="9; Wrathful, 3, 4 | 2", bob="7, 8 | 1", eve="King", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["3", "4"])
    game.answers("4")
    game.asks("ada", ["7", "8"])
    game.answers("7")
    game.asks_nothing()
    assert (game.hand("ada"), game.hand("bob"), game.hand("eve")) == (["3"], ["8"], [])
    assert (game.deck("ada"), game.deck("bob"), game.originals_destroyed()) == (["2"], ["1"], [])
    assert game.winner == "eve"


@shows("Wrathful")
def test_R84_a_wrathful_card_passes_over_hands_that_hold_nothing_to_destroy() -> None:
    """Bob's only card is Adamantine and stays; ada's own one goes."""
    game = table(ada="9; Wrathful, 3, 4", bob="7; Adamantine", pile="10")
    game.play("ada", "9", "4")
    assert (game.hand("bob"), game.hand("ada"), game.turn) == (["7"], ["3"], "bob")


@shows("Wrathful")
def test_R76_a_wrathful_card_that_empties_several_hands_wins_for_its_player() -> None:
    """Ada's own last card goes and bob's too: of several empty hands the actor's wins."""
    game = table(ada="9; Wrathful, 3", bob="7", eve="2, 1", pile="10")
    game.play("ada", "9", "2")
    assert (game.hand("ada"), game.hand("bob"), game.hand("eve"), game.winner) == ([], [], ["1"], "ada")


@shows("Wrathful")
def test_R76_where_the_actor_has_cards_left_the_first_empty_hand_after_them_wins() -> None:
    """Bob and eve are empty: with the order reversed eve comes first after ada."""
    game = table(ada="9; Wrathful; Reflected, 3, 4", bob="7", eve="2", pile="10")
    game.play("ada", "9", "4")
    assert game.winner == "eve"


@shows("Cheating")
def test_a_cheating_card_destroys_two_cards_of_others() -> None:
    """Any two in the hands of the others, of one or of two of them; never one's own."""
    game = table(ada="9; Cheating, 3", bob="7, 8", eve="King, 1; Adamantine", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["7", "8", "King"], least=2, most=2)
    game.refuses_answer(["7"])
    game.answers(["7", "King"])
    assert (game.hand("ada"), game.hand("bob"), game.hand("eve"), game.turn) == (["3"], ["8"], ["1"], "bob")


@shows("Cheating")
def test_R49_a_cheating_card_forfeits_where_two_such_cards_do_not_exist() -> None:
    """Bob has one card that can be destroyed and one that cannot (R84): it stays, and ada is out."""
    game = table(ada="9; Cheating, 3", bob="7; Adamantine", eve="King", pile="10")
    game.play("ada", "9")
    assert (game.participants(), game.hand("bob"), game.hand("eve")) == (["bob", "eve"], ["7"], ["King"])
    assert (game.pile()[-1], game.turn) == ("9", "bob")


@shows("Cheating")
def test_R49_a_cheating_last_card_that_finds_no_two_forfeits_before_the_win_check() -> None:
    """Her hand is empty, but the forfeit comes first: bob, the last one left, wins."""
    game = table(ada="9; Cheating", bob="7", pile="10")
    game.play("ada", "9")
    assert (game.winner, game.participants()) == ("bob", ["bob"])


@shows("Adamantine")
def test_R30_an_adamantine_card_is_played_like_any_other() -> None:
    """It does nothing by itself, and lies on the pile as usual."""
    game = table(ada="9; Adamantine, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert (game.pile(), game.destroyed_on_pile(), game.granted("ada"), game.turn) == (["10", "9"], [], {}, "bob")


@shows("Fragile")
def test_R48_playing_a_fragile_card_neither_counts_nor_destroys() -> None:
    """Battles are counted when they end, by the originals that were in their owners' hands."""
    game = table(ada="9; Fragile 2, 3", bob="7", pile="10")
    game.play("ada", "9")
    assert [modifier.count for modifier in game.card("9").modifiers] == [2]
    assert (game.destroyed_on_pile(), game.originals_destroyed()) == ([], [])


@shows("Fragile")
def test_R48_a_fragile_original_ends_with_its_third_battle() -> None:
    """Two battles behind it: the third, in which it was in its owner's hand, is the last. Bob's has one behind it."""
    game = table(ada="9; Fragile 2", bob="7; Fragile 1 | 8; Fragile 2", pile="10")
    game.play("ada", "9")
    assert (game.winner, game.originals_destroyed()) == ("ada", ["ada's 9"])
    assert [(facts["card"], facts["modifiers"]) for facts in game.told("original-changed")] == [
        ("bob's 7", [{"name": "Fragile", "count": 2}])
    ]


# ── Deceitful and Chaotic


@shows("Deceitful")
def test_R49_a_deceitful_card_plays_a_card_of_anothers_hand_too() -> None:
    """As if legal, on top of one's own, with its effects: bob's Queen, upon a 9, asks ada what to destroy."""
    game = table(ada="9; Deceitful, 3", bob="Queen, 7 | 8", eve="King, 1", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["Queen", "7", "King", "1"])
    game.answers("Queen")
    game.asks("ada", ["3", "7", "King", "1"])
    game.answers("King")
    assert (game.pile(), game.hand("bob"), game.hand("eve")) == (["10", "9", "Queen"], ["7"], ["1"])
    assert (game.state.pile[-1].by, game.turn) == ("ada", "bob")


@shows("Deceitful")
def test_R86_the_gains_of_a_taken_card_are_the_takers_and_its_bound_pays_its_binder() -> None:
    """Holographic and Sacrificial pay ada; Bound pays max; the original that ends is bob's."""
    game = table(ada="9; Deceitful, 3", bob="2; Holographic; Bound by max; Sacrificial, 7", pile="10", players=["max"])
    game.play("ada", "9", "2")
    assert game.granted("ada") == {"Vertebra": 1, "Chip": 1}
    assert (game.granted("max"), game.granted("bob")) == ({"Vertebra": 1}, {})
    assert (game.originals_destroyed(), game.destroyed_on_pile()) == (["bob's 2"], ["2"])


@shows("Deceitful")
def test_R49_deceitful_does_not_chain() -> None:
    """Bob's Deceitful card is played without being so: eve's cards stay where they are."""
    game = table(ada="9; Deceitful, 3", bob="2; Deceitful; Holographic, 7", eve="King", pile="10")
    game.play("ada", "9", "2")
    game.asks_nothing()
    assert (game.pile(), game.hand("eve"), game.granted("ada")) == (["10", "9", "2"], ["King"], {"Vertebra": 1})
    assert game.modifiers("2") == ["Deceitful", "Holographic"]


@shows("Deceitful")
def test_R86_the_taken_card_resolves_after_ones_own() -> None:
    """A Deceitful Jack: its own effect first, then the taken Orb's; both are asked and done in that order."""
    game = table(ada="Jack; Deceitful, 3", bob="Orb of Blight, 7 | 8", pile="10")
    game.play("ada", "Jack", "Orb of Blight", "bob")
    kinds = [event.kind for event in game.events if event.kind in ("played", "owed", "made")]
    assert kinds == ["played", "owed", "played", "made"]


@shows("Deceitful", "Cheating")
def test_a_deceitful_card_that_takes_a_cheating_one_cheats() -> None:
    """Ada destroys two cards in the others' hands; where there are none left, she forfeits."""
    game = table(ada="9; Deceitful, 3", bob="2; Cheating, 7, 8", eve="King", pile="10")
    game.play("ada", "9", "2")
    game.asks("ada", ["7", "8", "King"], least=2, most=2)
    game.answers(["7", "8"])
    assert (game.hand("bob"), game.winner) == ([], "bob")
    game = table(ada="9; Deceitful, 3", bob="2; Cheating", eve="King", pile="10")
    game.play("ada", "9", "2")
    assert (game.participants(), game.hand("eve")) == (["bob", "eve"], ["King"])


@shows("Deceitful", "Torn")
def test_R86_a_taken_torn_card_is_legal_wherever_it_lies() -> None:
    """It is played as if legal: its shift costs no draw."""
    game = table(ada="9; Deceitful, 3 | 5, 6", bob="2; Torn, 7", pile="10")
    game.dice(1)
    game.play("ada", "9", "2")
    assert (game.values("2"), game.hand("ada"), game.turn) == ((0,), ["3"], "bob")


@shows("Deceitful")
def test_R86_a_taken_cards_cost_is_the_takers() -> None:
    """Bob's Credit Card goes upon ada's own 9: it pays at every play (R77), from ada to ada."""
    game = table(ada="9; Deceitful, 3", bob="Credit Card, 7", pile="10", vertebrae={"ada": 4, "bob": 4})
    game.play("ada", "9", "Credit Card")
    assert (game.stock("ada"), game.stock("bob")) == (4, 4)
    assert game.granted("ada") == {}


@shows("Chaotic")
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5], ids=["Useless", "Torn", "Holographic", "Speedy", "Cheating"])
def test_R49_a_chaotic_card_acts_as_one_of_five(place: int) -> None:
    """Drawn at each play, of five; what it does is that modifier's, and only that."""
    game = table(ada="9; Chaotic, 3 | 5", bob="7, 8, 1", pile="10")
    game.dice(*([place, 4] if place == 2 else [place]))
    game.play("ada", "9", *([["7", "8"]] if place == 5 else []))
    assert game.chance.drawn[0][1] == 5
    assert game.hand("ada") == (["3", "5"] if place == 1 else ["3"])
    assert game.values("9") == ((10,) if place == 2 else (9,))
    assert game.granted("ada") == ({"Vertebra": 1} if place == 3 else {})
    assert game.turn == ("ada" if place == 4 else "bob")
    assert game.hand("bob") == (["1"] if place == 5 else ["7", "8", "1"])
    assert game.modifiers("9") == ["Chaotic"]


@shows("Chaotic", "Speedy")
def test_R87_acting_as_speedy_a_chaotic_card_counts_as_speedy() -> None:
    """Beneath another Speedy card it gives that one no turn; and upon a Speedy one it gives none itself."""
    game = table(ada="9; Chaotic, 8; Speedy, 3", bob="7", pile="10")
    game.dice(4)
    game.play("ada", "9")
    assert game.turn == "ada"
    game.play("ada", "8")
    assert game.turn == "bob"
    game = table(ada="9; Chaotic, 8, 3", bob="7", pile="10; Speedy")
    game.dice(4)
    game.play("ada", "9")
    assert game.turn == "bob"


@shows("Chaotic", "Holographic", "Useless")
def test_R87_chaotic_acts_even_beside_the_same_modifier() -> None:
    """A Holographic card that acts as Holographic pays twice."""
    game = table(ada="9; Holographic; Chaotic, 3", bob="7", pile="10")
    game.dice(3)
    game.play("ada", "9")
    assert game.granted("ada") == {"Vertebra": 2}


@shows("Chaotic", "Cheating")
def test_a_chaotic_card_that_cheats_with_no_cards_about_forfeits() -> None:
    """The others hold one card between them that can be destroyed: ada is out."""
    game = table(ada="9; Chaotic, 3", bob="7", eve="8; Adamantine", pile="10")
    game.dice(5)
    game.play("ada", "9")
    assert (game.participants(), game.hand("bob"), game.turn) == (["bob", "eve"], ["7"], "bob")


def copy(ref: str, original: str, *modifiers: str) -> dict[str, object]:
    """A card outside this game that is one with an original, as the host describes it."""
    return {"ref": ref, "species": "9", "owner": "ada", "modifiers": list(modifiers), "original": original}
