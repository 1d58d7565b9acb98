"""Species without an effect: what they have in the law, where they go, and that nothing else happens."""

import pytest

from tests.support.exoptosis_scenario import shows, table

# The species, the card beneath, and what it shows: values, suits, colours.
PLAIN = [
    ("1", "2", {1}, set(), set()),
    ("2", "3", {2}, set(), set()),
    ("3", "2", {3}, set(), set()),
    ("5", "5", {5}, set(), set()),
    ("7", "8", {7}, set(), set()),
    ("9", "10", {9}, set(), set()),
    ("10", "9", {10}, set(), set()),
    ("-1", "Zero", {-1}, set(), set()),
    ("Zero", "1", {0}, set(), set()),
    ("-1 of Blight", "-1", {-1}, {"Blight"}, {"Magenta"}),
    ("1 of Vitality", "2 of Blight", {1}, {"Vitality"}, {"Green"}),
    ("2 of Blight", "3", {2}, {"Blight"}, {"Magenta"}),
    ("-2 of Vitality", "-1", {-2}, {"Vitality"}, {"Green"}),
    ("7 of Clocks", "7", {7}, {"Clocks"}, {"Yellow"}),
    ("7 of Stars", "8", {7}, {"Stars"}, {"Blue"}),
    ("9 of Clocks", "10", {9}, {"Clocks"}, {"Yellow"}),
    ("9 of Stars", "9 of Clocks", {9}, {"Stars"}, {"Blue"}),
]
NAMES = [species for species, *_ in PLAIN]


@shows(*NAMES)
@pytest.mark.parametrize(("species", "beneath", "values", "suits", "colours"), PLAIN, ids=NAMES)
def test_a_plain_card_goes_on_a_neighbour_and_does_nothing(
    species: str, beneath: str, values: set[int], suits: set[str], colours: set[str]
) -> None:
    """It is not special, goes where its value fits, asks nothing, costs nobody anything, and the turn passes."""
    game = table(ada=f"{species}, King | 4", bob="Queen | 4", eve="Jack", pile=beneath)
    card = game.card(species)
    assert (set(card.values), set(card.suits), set(card.colours), card.types) == (values, suits, colours, ())
    game.play("ada", species)
    game.asks_nothing()
    assert (game.hand("ada"), game.deck("ada"), game.hand("bob"), game.hand("eve")) == (
        ["King"],
        ["4"],
        ["Queen"],
        ["Jack"],
    )
    assert game.pile()[-1] == species
    assert (game.owed(), game.granted("ada"), game.turn) == ([], {}, "bob")


@shows(*NAMES)
@pytest.mark.parametrize("species", NAMES)
def test_a_plain_card_does_not_go_on_a_distant_value(species: str) -> None:
    """Two off is too far, and without colours that oppose it is barred by R37."""
    game = table(ada=f"{species}, King", bob="5", pile="Queen")
    assert game.playable("ada") == ["King"]
    game.refuses("ada", species, rule="R37", code="does-not-fit")


@shows("Amalgam")
def test_an_amalgam_has_only_what_this_copy_has() -> None:
    """The species brings nothing; a copy has the sets that its fusion gave it, and goes where they fit."""
    game = table(ada="Amalgam; 4; 9; Red; Hearts, King", bob="5", pile="2; Cyan")
    assert (game.values("Amalgam"), game.card("Amalgam").types) == ((4, 9), ("Null",))
    game.play("ada", "Amalgam")
    game.asks_nothing()
    assert (game.pile(), game.turn) == (["2", "Amalgam"], "bob")


@shows("Amalgam")
def test_an_amalgam_of_nothing_goes_nowhere() -> None:
    """Without value, suit and colour nothing fits; upon an empty pile it may begin, being non-special (R38)."""
    game = table(ada="Amalgam, 3", bob="5", pile="10")
    game.refuses("ada", "Amalgam", rule="R37")
    game = table(ada="Amalgam, 3", bob="5")
    assert game.playable("ada") == ["Amalgam", "3"]
