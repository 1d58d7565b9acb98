"""Modifiers that destroy or prevent it: Sacrificial, Wrathful, Cheating, Adamantine, Fragile."""

from tests.support.exoptosis_scenario import shows, table


@shows("Sacrificial")
def test_R48_a_sacrificial_card_brings_a_chip_and_ends_with_its_original_and_copies() -> None:
    """It acts last: its player has the Chip, all modifiers are gone, the original and other games' copies destroyed."""
    game = table(ada="9; Sacrificial; Holographic, 3", bob="7", pile="10")
    game.environment.lists["copies", "ada's 9"] = [copy("@5", "ada's 9"), copy("@6", "ada's 9", "Adamantine")]
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
    game.environment.lists["copies", "ada's 9"] = [copy("@ada's 9", "ada's 9", "Adamantine", "Sacrificial")]
    game.play("ada", "9")
    assert (game.modifiers("9"), game.destroyed_on_pile()) == ([], ["9"])
    assert (game.originals_destroyed(), game.granted("ada")) == (["ada's 9"], {"Chip": 1})


@shows("Sacrificial")
def test_R93_a_sacrificial_card_ends_the_copies_in_other_decks_of_the_game() -> None:
    """An original traded on stands in two decks: bob's duplicate is a copy too and goes."""
    game = table(ada="9; Sacrificial, 3", bob="7", eve="2", pile="10")
    game.happens("obtained", player="bob", cards=[game.environment.originals["ada's 9"]])
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


def copy(ref: str, original: str, *modifiers: str) -> dict[str, object]:
    """A card outside this game that is one with an original, as the host describes it."""
    return {"ref": ref, "species": "9", "owner": "ada", "modifiers": list(modifiers), "original": original}
