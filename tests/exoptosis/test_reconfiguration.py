"""What a reconfiguration does to a card (R29)."""

from typing import Any

from tests.support.hall import Hall, OpenCycle, cycle_16

TOKEN, USE = "Reconfiguration Token", "use-reconfiguration-token"


def open_where(open_cycle: OpenCycle, collections: list[list[Any]]) -> Hall:
    """A hall where a token rolls for modifiers of these collections; Ada has two tokens."""
    document = cycle_16()
    (step,) = document["rules"]["reconfiguration-tokens"]["clauses"][USE]["do"]
    step["collections"] = collections
    document["rules"]["reconfiguration-tokens"]["body"] = ""  # it quotes the collections
    hall = open_cycle(document, joined=("ada", "bob", "eve"))
    hall.grant("ada", TOKEN, 2)
    return hall


def test_R29_the_common_are_rolled_for_with_20_in_100_and_the_rare_with_10(cast: Hall) -> None:
    """As for an Already-opened Pack."""
    cast.grant("ada", TOKEN, 2)
    entry = cast.do("ada", USE, card=cast.grant_card("ada", "5", ["Mean"]).code)
    asked = [draw.purpose for draw in entry.draws if draw.sides == 100]
    assert [("Common hit (20 in 100)" in one, "Rare hit (10 in 100)" in one) for one in asked] == [
        (True, False),
        (False, True),
    ]
    assert cast.has("ada", TOKEN) == 1
    cast.is_sound()


def test_R29_a_card_to_which_nothing_happens_stays_as_it_is(open_cycle: OpenCycle) -> None:
    """It had no modifiers and none are rolled: the token is gone, and no change is told."""
    hall = open_where(open_cycle, [["Cursed", 0]])
    card = hall.grant_card("ada", "5")
    entry = hall.do("ada", USE, card=card.code)
    card.refresh_from_db()
    assert (card.modifiers, hall.has("ada", TOKEN)) == ([], 1)
    assert not any("is now" in words for words in entry.words)
    hall.is_sound()


def test_R29_what_is_rolled_comes_onto_the_card(open_cycle: OpenCycle) -> None:
    """With collections that always hit, an element of each is there afterwards."""
    hall = open_where(open_cycle, [["Cursed", 100], ["Defective", 100]])
    card = hall.grant_card("ada", "5", ["Mean", "Hearts Insignia"])
    hall.do("ada", USE, card=card.code)
    card.refresh_from_db()
    collections = cycle_16()["collections"]
    cursed, defective = card.modifier_names
    assert cursed in collections["Cursed"]["elements"]
    assert defective in collections["Defective"]["elements"]
    hall.is_sound()
