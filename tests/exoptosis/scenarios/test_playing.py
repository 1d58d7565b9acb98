"""What may be played, how one draws, what is owed, and in which order a play happens (R36 to R42)."""

import pytest

from tests.support.exoptosis_scenario import shows, table

# ── R36: a turn


def test_R36_on_a_turn_one_plays_one_card_or_draws_one() -> None:
    """Either ends the turn; nobody else may do either."""
    game = table(ada="9, 3 | 2", bob="10 | 1", pile="10")
    game.refuses("bob", "10", rule="R36", code="not-your-turn")
    game.refuses_to_draw("bob", rule="R36")
    game.play("ada", "9")
    assert game.turn == "bob"
    game.refuses("ada", "3", rule="R36", code="not-your-turn")
    game.draws("bob")
    assert (game.turn, game.hand("bob")) == ("ada", ["10", "1"])


def test_R36_one_may_draw_although_one_could_play() -> None:
    """Only the game's first turn asks for a card."""
    game = table(ada="9, 3 | 2", bob="10 | 1", pile="10")
    assert (game.playable("ada"), game.may_draw("ada")) == (["9"], True)
    game.draws("ada")
    assert game.hand("ada") == ["9", "3", "2"]


def test_R36_silence_forfeits() -> None:
    """24 hours without an act, and the cards of whoever was to act leave play."""
    game = table(ada="9, 3 | 2", bob="10 | 1", eve="8", pile="10")
    game.lets_time_pass()
    assert (game.participants(), game.hand("ada"), game.deck("ada"), game.turn) == (["bob", "eve"], [], [], "bob")


# ── R37: upon what a card goes


@pytest.mark.parametrize(("beneath", "fits"), [("8", True), ("9", True), ("10", True), ("7", False), ("Jack", False)])
def test_R37_a_a_value_equal_or_one_off(beneath: str, fits: bool) -> None:
    """A 9 goes on 8, 9 and 10."""
    assert table(ada="9, 3; Red", bob="1", pile=beneath).playable("ada") == (["9"] if fits else [])


def test_R37_a_any_pair_of_values_will_do() -> None:
    """Of two sets one value of each that is close enough."""
    game = table(ada="Amalgam; 2; 20, 1", bob="1", pile="7; 19; 40")
    assert game.playable("ada") == ["Amalgam"]


OPPOSITES = [
    ("Red", {"Black", "Cyan"}),
    ("Black", {"Red", "White"}),
    ("White", {"Black"}),
    ("Cyan", {"Red"}),
    ("Yellow", {"Blue"}),
    ("Blue", {"Yellow"}),
    ("Green", {"Magenta"}),
    ("Magenta", {"Green"}),
]
COLOURS = [colour for colour, _ in OPPOSITES]


@pytest.mark.parametrize(("colour", "opposites"), OPPOSITES, ids=COLOURS)
def test_R37_b_a_plain_card_goes_on_an_opposite_colour(colour: str, opposites: set[str]) -> None:
    """And upon no other colour, its own neither."""
    for beneath in COLOURS:
        playable = table(ada=f"2; {colour}, 1", bob="1", pile=f"10; {beneath}").playable("ada")
        assert playable == (["2"] if beneath in opposites else [])


def test_R37_b_a_special_card_does_not_go_on_an_opposite_colour() -> None:
    """Colours are for plain cards, suits for special ones."""
    game = table(ada="Ace; Red, 2; Hearts", bob="1", pile="10; Cyan; Hearts")
    game.refuses("ada", "Ace", rule="R37", code="does-not-fit")
    game.refuses("ada", "2", rule="R37", code="does-not-fit")


def test_R37_c_a_special_card_goes_on_a_suit_of_its_own() -> None:
    """One suit in common is enough."""
    game = table(ada="Ace; Hearts; Clubs, 3", bob="1", pile="10; Clubs; Stars")
    assert game.playable("ada") == ["Ace"]


def test_R37_only_the_top_card_counts() -> None:
    """What lies beneath it, and what it demands, is past."""
    game = table(ada="9, 2", bob="1", pile="9, Joker; Red, 3; Red")
    assert game.playable("ada") == ["2"]


def test_R37_nobody_plays_a_card_that_is_not_in_their_hand() -> None:
    """Not one of the deck, nor one of another's hand."""
    game = table(ada="9, 3 | 10", bob="8", pile="9")
    for word in ("10", "bob's 8"):
        move = {"kind": "play", "card": game.number(word)}
        game.refuses_move("ada", move, rule="Playing Cards", code="not-in-hand")


# ── R38: an empty pile


def test_R38_upon_an_empty_pile_only_plain_cards_go() -> None:
    """Allowances do not help, and on the first turn whoever holds a plain card plays one."""
    game = table(ada="Joker; Red, Ace, Credit Card, 3 | 2", bob="8", number=1, vertebrae={"ada": 5})
    assert game.playable("ada") == ["3"]
    game.refuses("ada", "Joker", rule="R38", code="not-first")
    game.refuses_to_draw("ada", rule="R38")
    game.play("ada", "3")
    assert (game.pile(), game.turn) == (["3"], "bob")


def test_R38_who_holds_no_plain_card_draws_and_the_next_faces_the_empty_pile() -> None:
    """Bob still may play plain cards only; it is not the game's first turn any more, so he may draw."""
    game = table(ada="Joker, Ace | 2", bob="King, 9 | 1", number=1)
    assert game.playable("ada") == []
    game.draws("ada")
    assert (game.turn, game.playable("bob"), game.may_draw("bob")) == ("bob", ["9"], True)
    game.refuses("bob", "King", rule="R38", code="not-first")


# ── R39: Transparent


def test_R39_a_transparent_card_has_the_colours_beneath() -> None:
    """Upon red it is red, in the hand and on the pile; a second one upon it looks through both."""
    game = table(ada="Quantum; Adamantine, 3", bob="Amalgam; Transparent; 6, 9; Cyan", pile="5; Red")
    assert game.colours("Quantum") == {"Red"}
    game.dice(1)
    game.play("ada", "Quantum")
    assert game.colours("Quantum") == {"Red"}
    assert game.playable("bob") == ["Amalgam", "9"]
    game.play("bob", "Amalgam")
    assert game.colours("Amalgam") == {"Red"}


def test_R39_a_transparent_card_opposes_what_opposes_itself() -> None:
    """Upon a card that is red and black it is red and black too, and so opposes it."""
    assert table(ada="Amalgam; Transparent, 3", bob="9", pile="10; Red; Black").playable("ada") == ["Amalgam"]
    assert table(ada="Amalgam; Transparent, 3", bob="9", pile="10; Red").playable("ada") == []


def test_R39_a_transparent_card_shares_a_jokers_colour() -> None:
    """Whatever it is; a Joker without a colour has none to share."""
    assert table(ada="Quantum, 3", bob="9", pile="Joker; Blue").playable("ada") == ["Quantum"]
    assert table(ada="Quantum, 3", bob="9", pile="Joker").playable("ada") == []


def test_R39_with_nothing_beneath_the_next_card_has_to_be_plain() -> None:
    """A transparent card that begins the pile has no colour; a special card that would fit it by value is refused."""
    game = table(ada="Amalgam; Transparent; 5, 3", bob="4, Joker; Red, 6, 5", number=1)
    game.play("ada", "Amalgam")
    assert (game.colours("Amalgam"), game.playable("bob")) == (set(), ["5"])
    game.refuses("bob", "4", rule="R39", code="undefined-colour")
    game.refuses("bob", "Joker", rule="R39", code="undefined-colour")


# ── R40: drawing


def test_R40_the_drawer_chooses_a_card_of_their_deck() -> None:
    """Exactly the deck is on offer."""
    game = table(ada="9 | 2, 3, 4", bob="1 | 5", pile="10")
    game.draws("ada")
    game.asks("ada", ["2", "3", "4"])
    game.refuses_answer("5")
    game.refuses_answer("9")
    game.answers("3")
    assert (game.hand("ada"), game.deck("ada"), game.turn) == (["9", "3"], ["2", "4"], "bob")


def test_R40_with_an_empty_deck_another_gives_a_card_of_their_choice() -> None:
    """Only participants with cards in hand can be chosen; who gives owes it, and the turn has passed."""
    game = table(ada="9", bob="1, 5", eve="7, 8 | 2", max="6", pile="10")
    game.forfeits("max")
    game.draws("ada")
    game.asks("ada", ["bob", "eve"])
    game.answers("eve")
    assert (game.owed(), game.turn) == (["eve gives"], "bob")
    game.pays("eve")
    game.asks("eve", ["7", "8"])
    game.answers("7")
    assert (game.hand("ada"), game.hand("eve"), game.deck("eve")) == (["9", "7"], ["8"], ["2"])


# ── R41: what is owed


def test_R41_a_debt_does_not_stop_the_game_and_falls_due_after_the_next_players_turn() -> None:
    """Ada's Ace makes eve owe two draws; bob plays on, and as his turn ends chance draws for her."""
    game = table(ada="Ace, 7", bob="2, 5", eve="10 | 3, 4, 8", pile="2")
    game.play("ada", "Ace", "eve")
    assert (game.turn, game.owed()) == ("bob", ["eve draws", "eve draws"])
    game.dice(3, 1)
    game.play("bob", "2")
    assert (game.hand("eve"), game.deck("eve"), game.owed(), game.turn) == (["10", "8", "3"], ["4"], [], "eve")


def test_R41_a_debt_is_due_at_its_debtors_own_next_play() -> None:
    """Bob owes a draw and plays: chance draws for him first, and the card played is still his choice."""
    game = table(ada="Jack, 7", bob="10, 5 | 3, 4", eve="1", pile="10")
    game.play("ada", "Jack")
    game.dice(2)
    game.play("bob", "10")
    assert (game.hand("bob"), game.owed(), game.pile()[-1]) == (["5", "4"], [], "10")


def test_R41_paying_comes_before_the_play_and_costs_no_turn() -> None:
    """Bob chooses what he draws, and then plays, perhaps that very card."""
    game = table(ada="Jack, 7", bob="1, 5 | 3, 10", eve="1", pile="10")
    game.play("ada", "Jack")
    game.pays("bob", "10")
    assert (game.turn, game.playable("bob")) == ("bob", ["10"])


def test_R41_a_gift_that_is_not_chosen_in_time_falls_to_chance() -> None:
    """Eve owes ada a card; at the end of bob's turn one of her two is drawn."""
    game = table(ada="9", bob="1, 5 | 2", eve="7, 8", pile="10")
    game.draws("ada", "eve")
    game.dice(1)
    game.draws("bob")
    assert (game.hand("ada"), game.hand("eve"), game.owed()) == (["9", "7"], ["8"], [])


def test_R41_an_extra_turn_of_the_same_player_is_not_the_next_players() -> None:
    """Ada's Ace is Speedy: at the end of her extra turn bob's debt stands, at the end of his own it falls due."""
    game = table(ada="Ace; Speedy, 2, 7", bob="10 | 3, 4, 8", eve="6", pile="2")
    game.play("ada", "Ace", "bob")
    assert (game.turn, game.owed()) == ("ada", ["bob draws", "bob draws"])
    game.play("ada", "2")
    assert (game.turn, game.owed()) == ("bob", ["bob draws", "bob draws"])
    game.dice(1)
    game.draws("bob", "8")
    assert (game.hand("bob"), game.owed()) == (["10", "8", "3", "4"], [])


def test_R41_who_owes_a_draw_does_not_win_before_it_is_paid() -> None:
    """Bob plays his last card while he owes a draw: chance pays it first, and he has a card left."""
    game = table(ada="Jack, 7", bob="10 | 3, 4", eve="1", pile="10")
    game.play("ada", "Jack")
    game.dice(1)
    game.play("bob", "10")
    assert (game.hand("bob"), game.winner, game.turn) == (["3"], "", "eve")


def test_R41_only_who_owes_pays() -> None:
    """Nobody pays another's debt, or one that is not there."""
    game = table(ada="Jack, 7", bob="10 | 3, 4", eve="1", pile="10")
    game.play("ada", "Jack")
    debt = game.debts_of("bob")[0].id
    game.refuses_move("eve", {"kind": "pay", "debt": debt}, rule="R41", code="no-such-debt")
    game.refuses_move("bob", {"kind": "pay", "debt": debt + 1}, rule="R41", code="no-such-debt")


# ── R42: the order of one play


def test_R42_costs_come_before_what_the_play_brings() -> None:
    """With 3 Vertebrae the Credit Card pays first and gains from its Holographic after; with 2 it cannot be paid so."""
    game = table(ada="Credit Card; Holographic, 7", bob="9", pile="10 @bob", vertebrae={"ada": 3})
    game.play("ada", "Credit Card")
    kinds = [(event.kind, event.facts["player"]) for event in game.events if event.kind in ("revoked", "granted")]
    assert kinds == [("revoked", "ada"), ("granted", "bob"), ("granted", "ada")]
    game = table(ada="Credit Card; Holographic, 7", bob="9", pile="Amalgam", vertebrae={"ada": 2})
    game.refuses("ada", "Credit Card", rule="R37")


@shows("Useless", "Wrathful")
def test_R42_modifiers_act_in_the_order_in_which_they_were_gained() -> None:
    """Useless first: the card drawn can be destroyed. Wrathful first: it cannot, not being there yet."""
    game = table(ada="9; Useless; Wrathful, 3 | 5", bob="1, 2", pile="10")
    game.play("ada", "9")
    game.asks("ada", ["3", "5"])
    game = table(ada="9; Wrathful; Useless, 3 | 5", bob="1, 2", pile="10")
    game.play("ada", "9", "1")
    assert (game.hand("ada"), game.hand("bob")) == (["5"], ["2"])


def test_R42_modifiers_act_before_the_species() -> None:
    """A Useless Kitten: the card drawn can be blown up too."""
    game = table(ada="Exploding Kitten; Useless, 3 | 5", bob="1, 2", pile="1")
    game.dice(2)
    game.play("ada", "Exploding Kitten")
    assert (game.hand("ada"), game.winner) == (["3"], "")


def test_R42_the_card_is_on_the_pile_before_its_effects() -> None:
    """A 4 does not offer itself, and Useless as a last card draws before the win check."""
    game = table(ada="9; Useless | 5", bob="1, 2", pile="10")
    game.play("ada", "9")
    assert (game.hand("ada"), game.winner, game.turn) == (["5"], "", "bob")


def test_R42_an_empty_hand_wins_at_once() -> None:
    """The last card played wins; the game is over, and the turn does not pass."""
    game = table(ada="9", bob="1, 2", pile="10")
    game.play("ada", "9")
    assert (game.winner, game.turn) == ("ada", "ada")
    game.refuses_move("bob", {"kind": "draw"}, rule="", code="over")


def test_R42_an_empty_hand_wins_even_on_anothers_turn() -> None:
    """Bob gives away his last card for ada's draw, and has won."""
    game = table(ada="9", bob="1", eve="2 | 3", pile="10")
    game.draws("ada", "bob")
    game.pays("bob")
    assert (game.winner, game.hand("ada")) == ("bob", ["9", "1"])


# ── R76, R82


def test_R76_several_empty_hands_at_one_check() -> None:
    """Cheating takes the last cards of bob and eve: the first in order after ada wins."""
    game = table(ada="9; Cheating, 3", bob="1", eve="2", pile="10", direction=-1)
    game.play("ada", "9")
    assert (game.hand("bob"), game.hand("eve"), game.winner) == ([], [], "eve")


def test_R82_a_draw_without_deck_and_giver_lapses() -> None:
    """Wrathful has taken the only card of the only other hand when Useless wants to draw: nothing is owed."""
    game = table(ada="9; Wrathful; Useless, 3, 4", bob="1", pile="10")
    game.play("ada", "9", "4")
    assert (game.hand("ada"), len(game.told("draw-lapsed")), game.owed(), game.winner) == (["3"], 1, [], "bob")


def test_R82_what_nobody_could_give_is_not_owed() -> None:
    """Ada plays her last card, a Jack: bob has no deck, ada no hand, and so bob owes nothing."""
    game = table(ada="Jack", bob="9", pile="10")
    game.play("ada", "Jack")
    assert (game.owed(), game.hand("bob"), game.winner) == ([], ["9"], "ada")


def test_R82_a_draw_of_several_is_so_many_single_draws() -> None:
    """A deck of one: the first comes from it, the second is a gift that somebody chosen owes."""
    game = table(ada="Ace, 7", bob="10 | 3", eve="6, 5", pile="2")
    game.play("ada", "Ace", "bob")
    game.pays("bob")
    assert game.hand("bob") == ["10", "3"]
    game.pays("bob")
    game.asks("bob", ["ada", "eve"])
    game.answers("eve")
    assert (game.owed(), game.hand("bob")) == (["eve gives"], ["10", "3"])
    game.pays("eve", "5")
    assert game.hand("bob") == ["10", "3", "5"]


# ── R73: duplicates and originals


def test_R73_what_a_game_does_touches_the_duplicate_only() -> None:
    """Torn, marked, replaced and destroyed cards: not one original hears of it."""
    game = table(ada="9; Torn; Mean, 10, Queen; Hearts", bob="8, 7 | 1", pile="10; Hearts")
    game.dice(4)
    game.play("ada", "9", "8")
    assert (game.values("9"), game.modifiers("8")) == ((10,), ["Torn"])
    assert [event.kind for event in game.events if event.kind.startswith("original")] == []


def test_R73_later_changes_of_the_original_do_not_reach_the_duplicate() -> None:
    """Bob's original has become Adamantine meanwhile; its duplicate can be destroyed as before."""
    game = table(ada="Queen, 7", bob="9, 10 | 1", pile="King")
    game.environment.originals["bob's 9"]["modifiers"].append({"name": "Adamantine"})
    game.play("ada", "Queen", "9")
    assert (game.hand("bob"), game.originals_destroyed()) == (["10"], [])


def test_R31_only_the_duplicate_is_destroyed() -> None:
    """A Queen, a Wrathful card and a God destroy what lies here; the originals stay in their inventories."""
    game = table(ada="God of Stars; Wrathful, 7, 8", bob="9, 10 | 1, 2", pile="Queen")
    game.play("ada", "God of Stars", "7", "9")
    assert (game.hand("bob"), game.deck("bob"), game.hand("ada")) == (["10"], [], ["8"])
    assert (len(game.told("destroyed")), game.originals_destroyed()) == (4, [])


# ── R25: sets


@shows("Credit Card")
def test_R25_values_suits_and_colours_are_sets() -> None:
    """What a copy has comes on top of its species, and any member will do."""
    game = table(ada="King; 2; Hearts; Spades; Red, 3", bob="9", pile="1")
    assert (game.card("King").values, game.card("King").suits) == ((2, 12), ("Hearts", "Spades"))
    assert game.playable("ada") == ["King"]
