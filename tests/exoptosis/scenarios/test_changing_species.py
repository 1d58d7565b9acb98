"""Species that destroy, exchange, make or replace cards: 4, Exploding Kitten, the Orbs, Quantum."""

from tests.support.exoptosis_scenario import shows, table

# ── 4


@shows("4")
def test_a_4_exchanges_a_card_of_anybody_for_one_of_ones_own() -> None:
    """First any card in any hand, then one of the own hand; the two change places and everything else stays."""
    game = table(ada="4, 7, King | 2", bob="9, 10 | 3", eve="Jack; Adamantine", pile="3")
    game.play("ada", "4")
    game.asks("ada", ["7", "King", "9", "10", "Jack"])
    game.refuses_answer("2")
    game.refuses_answer("4")
    game.answers("Jack")
    game.asks("ada", ["7", "King"])
    game.answers("7")
    assert (game.hand("ada"), game.hand("eve"), game.hand("bob")) == (["Jack", "King"], ["7"], ["9", "10"])
    assert (game.deck("ada"), game.deck("bob"), game.told("drew")) == (["2"], ["3"], [])


@shows("4")
def test_R45_a_4_may_choose_twice_in_ones_own_hand() -> None:
    """A battler is anybody in the game, the actor included; exchanging one's own cards changes nobody's."""
    game = table(ada="4, 7, King", bob="9", pile="3")
    game.play("ada", "4", "7", "King")
    assert (sorted(game.hand("ada")), game.hand("bob")) == (["7", "King"], ["9"])


@shows("4")
def test_R85_a_4_as_a_last_card_does_nothing_and_wins() -> None:
    """There is no card in hand to exchange: nothing is asked, and the empty hand wins."""
    game = table(ada="4", bob="9, 10", pile="3")
    game.play("ada", "4")
    game.asks_nothing()
    assert (game.winner, game.hand("bob")) == ("ada", ["9", "10"])


@shows("4")
def test_R81_an_exchange_is_no_draw() -> None:
    """Bob was given a card by a 4 and not by drawing: his 8 has no extra turn."""
    game = table(ada="4; Hearts, 8; Hearts, 3", bob="9, 10", eve="2", pile="3; Hearts")
    game.play("ada", "4", "9", "8")
    assert (game.hand("bob"), game.hand("ada")) == (["8", "10"], ["9", "3"])
    game.play("bob", "8")
    assert game.turn == "eve"


# ── Exploding Kitten


@shows("Exploding Kitten")
def test_a_kitten_blows_up_a_random_card_of_ones_own_hand() -> None:
    """Chance has the own hand to choose from, Adamantine cards apart; nobody is asked."""
    game = table(ada="Exploding Kitten, 7, 8; Adamantine, 10", bob="9", pile="1")
    game.dice(2)
    game.play("ada", "Exploding Kitten")
    game.asks_nothing()
    assert [sides for _, sides, _ in game.chance.drawn] == [2]
    assert (game.hand("ada"), game.hand("bob"), game.originals_destroyed()) == (["7", "8"], ["9"], [])


@shows("Exploding Kitten")
def test_a_kitten_that_blows_up_the_last_card_wins() -> None:
    """An empty hand wins, however it was emptied."""
    game = table(ada="Exploding Kitten, 7", bob="9", pile="1")
    game.dice(1)
    game.play("ada", "Exploding Kitten")
    assert (game.hand("ada"), game.winner) == ([], "ada")


@shows("Exploding Kitten")
def test_R84_a_kitten_beside_adamantine_cards_only_blows_up_nothing() -> None:
    """What cannot be destroyed cannot be chosen for it: nothing is drawn."""
    game = table(ada="Exploding Kitten, 8; Adamantine", bob="9", pile="1")
    game.play("ada", "Exploding Kitten")
    assert (game.hand("ada"), game.chance.drawn, game.turn) == (["8"], [], "bob")


# ── Orb of Blight


@shows("Orb of Blight")
def test_R90_an_orb_of_blight_puts_a_minus_1_into_a_hand() -> None:
    """Any participant, oneself too; the card made has no original and no modifiers."""
    game = table(ada="Orb of Blight, 7", bob="9", eve="10", pile="-2 of Vitality")
    game.play("ada", "Orb of Blight")
    game.asks("ada", ["ada", "bob", "eve"])
    game.answers("eve")
    made = game.card("-1 of Blight")
    assert (made.values, made.suits, made.colours, made.modifiers, made.original) == (
        (-1,),
        ("Blight",),
        ("Magenta",),
        (),
        "",
    )
    assert (game.hand("eve"), game.hand("ada"), game.hand("bob")) == (["10", "-1 of Blight"], ["7"], ["9"])


@shows("Orb of Blight")
def test_an_orb_of_blight_on_oneself_keeps_one_from_winning() -> None:
    """With the orb as last card, ada may still put the -1 into her own hand; into bob's, she wins."""
    game = table(ada="Orb of Blight", bob="9", pile="-2 of Vitality")
    game.play("ada", "Orb of Blight", "ada")
    assert (game.hand("ada"), game.winner) == (["-1 of Blight"], "")
    game = table(ada="Orb of Blight", bob="9", pile="-2 of Vitality")
    game.play("ada", "Orb of Blight", "bob")
    assert (game.hand("bob"), game.winner) == (["9", "-1 of Blight"], "ada")


# ── Orb of Vitality


@shows("Orb of Vitality")
def test_an_orb_of_vitality_replaces_up_to_three_cards_in_hands() -> None:
    """Cards of any hand, in their places; the new ones have no original and no modifiers (R90)."""
    game = table(ada="Orb of Vitality, 7 | 2", bob="9; Speedy, 10", eve="Jack", pile="3")
    game.play("ada", "Orb of Vitality")
    game.asks("ada", ["7", "9", "10", "Jack"], least=0, most=3)
    game.refuses_answer(["7", "9", "10", "Jack"])
    game.refuses_answer(["2"])
    game.answers(["9", "Jack"])
    assert game.hand("bob") == ["1 of Vitality", "10"]
    assert (game.hand("eve"), game.hand("ada"), game.deck("ada")) == (["1 of Vitality"], ["7"], ["2"])
    made = game.card("bob's 1 of Vitality")
    assert (made.values, made.suits, made.colours, made.modifiers) == ((1,), ("Vitality",), ("Green",), ())


@shows("Orb of Vitality")
def test_R90_replacing_is_not_destroying() -> None:
    """An Adamantine card can be replaced, and nothing was destroyed by it."""
    game = table(ada="Orb of Vitality, 7", bob="9; Adamantine", pile="3")
    game.play("ada", "Orb of Vitality", ["9"])
    assert (game.hand("bob"), game.told("destroyed"), game.originals_destroyed()) == (["1 of Vitality"], [], [])


@shows("Orb of Vitality")
def test_R85_an_orb_of_vitality_may_replace_nothing() -> None:
    """Up to three includes none."""
    game = table(ada="Orb of Vitality, 7", bob="9", pile="3")
    game.play("ada", "Orb of Vitality", [])
    assert (game.hand("ada"), game.hand("bob"), game.turn) == (["7"], ["9"], "bob")


# ── Quantum


@shows("Quantum")
def test_R47_a_quantum_destroys_every_quantum_of_the_cycle() -> None:
    """Hands, decks and the pile of this game, inventories and other games; each owner gains 1, once; one is random."""
    game = table(
        ada="Quantum, 7 | 2",
        bob="9 | Quantum, 3",
        eve="10, Quantum",
        pile="5",
        players=["max", "tom"],
        active=["ada", "eve", "max"],
    )
    game.environment.lists["cycle-cards",] = [
        elsewhere("@1", "Quantum", "max"),
        elsewhere("@2", "Quantum", "max"),
        elsewhere("@3", "Queen", "tom"),
    ]
    game.dice(3)
    game.play("ada", "Quantum")
    game.asks_nothing()
    assert (game.hand("ada"), game.deck("bob"), game.hand("eve")) == (["7"], ["3"], ["10"])
    assert game.originals_destroyed() == ["bob's Quantum", "eve's Quantum", "ada's Quantum"]
    assert [facts["ref"] for facts in game.told("destroyed-elsewhere")] == ["@1", "@2"]
    assert [game.granted(player) for player in ("ada", "bob", "eve", "max", "tom")] == [*[{"Vertebra": 1}] * 4, {}]
    assert game.told("card-made") == [{"player": "max", "spec": {"card": "Quantum"}, "count": 1}]


@shows("Quantum")
def test_R75_a_destroyed_quantum_stays_on_top_as_a_record() -> None:
    """The next card has to fit a destroyed one too: a 4 goes upon its 5, and its colour is that of the 5 below."""
    game = table(ada="Quantum, 7", bob="4, 9; Cyan, King", pile="5; Red")
    game.dice(1)
    game.play("ada", "Quantum")
    assert (game.pile(), game.destroyed_on_pile()) == (["5", "Quantum"], ["Quantum"])
    assert game.playable("bob") == ["4", "9"]


@shows("Quantum")
def test_R47_adamantine_quantums_last() -> None:
    """The one played is Adamantine: it is not destroyed and brings its player nothing for it."""
    game = table(ada="Quantum; Adamantine, 7", bob="9, Quantum; Adamantine", eve="10 | Quantum", pile="5")
    game.dice(1)
    game.play("ada", "Quantum")
    assert (game.hand("bob"), game.deck("eve"), game.destroyed_on_pile()) == (["9", "Quantum"], [], [])
    assert game.originals_destroyed() == ["eve's Quantum"]
    assert [game.granted(player) for player in ("ada", "bob", "eve")] == [{}, {}, {"Vertebra": 1}]


@shows("Quantum")
def test_R73_an_original_that_has_become_adamantine_lasts() -> None:
    """Bob's duplicate was made before that and is destroyed; the original is Adamantine and stays (R30)."""
    game = table(ada="Quantum, 7", bob="9, Quantum", pile="5", active=["ada"])
    game.environment.originals["bob's Quantum"]["modifiers"] = [{"name": "Adamantine"}]
    game.dice(1)
    game.play("ada", "Quantum")
    assert (game.hand("bob"), game.originals_destroyed()) == (["9"], ["ada's Quantum"])


@shows("Quantum")
def test_R91_the_quantum_granted_has_no_filler() -> None:
    """What goes to the inventory is named as the species alone, and comes by name, not as a random card."""
    game = table(ada="Quantum, 7", bob="9", pile="5", active=["bob"])
    game.dice(1)
    game.play("ada", "Quantum")
    assert game.told("card-made") == [{"player": "bob", "spec": {"card": "Quantum"}, "count": 1}]
    assert (game.hand("bob"), game.deck("bob")) == (["9"], [])


@shows("Quantum", "Credit Card")
def test_a_quantum_upon_a_credit_card_is_green() -> None:
    """It goes there by value, since the Credit Card has every natural number, and shows the card's colour (R39)."""
    game = table(ada="Quantum, 7", bob="3; Magenta, 9; Cyan, King", pile="Credit Card @bob", vertebrae={"ada": 4})
    game.dice(1)
    game.play("ada", "Quantum")
    assert game.colours("Quantum") == {"Green"}
    assert (game.granted("ada"), game.granted("bob")) == ({"Vertebra": 1}, {})
    assert game.playable("bob") == ["3"]


def elsewhere(ref: str, species: str, owner: str) -> dict[str, object]:
    """A card outside this game, as the host describes it."""
    return {"ref": ref, "species": species, "owner": owner, "modifiers": [], "original": f"{owner}'s {ref}"}
