"""One original in two games (R93): what a play in one of them does to its duplicate in the other, in the cycle."""

import pytest

from tests.exoptosis.test_cards_in_play import asked, seat, state_of
from tests.support.hall import Hall


@pytest.mark.parametrize("duel_first", [True, False])
def test_R48_R93_sacrificial_ends_an_adamantine_duplicate_in_another_game(cast: Hall, duel_first: bool) -> None:
    """Ada's 9 stands in a duel and in the deck of the next battle, whichever came first; played, it is nowhere."""
    for name in ("ada", "bob"):
        for species in ("2", "3", "5", "7"):
            cast.grant_card(name, species)
    nine = cast.grant_card("ada", "9", ["Sacrificial", "Adamantine"])
    if not duel_first:
        cast.do("ada", "declare-battle")
    duel = asked(cast, "ada", "bob")
    cast.do("bob", "accept-duel", match=duel)
    if duel_first:
        cast.do("ada", "declare-battle")
    battle = next(match.code for match in cast.cycle.matches.all() if match.kind == "battle")
    for name in ("ada", "bob"):
        cast.do(name, "move", match=duel, move={"kind": "hand"}, answers=[list(seat(cast, duel, name).deck)])
    for name in ("ada", "bob"):
        cast.do(name, "move", match=duel, move={"kind": "pass"})
    here, there = (
        next(number for number, card in state_of(cast, code).cards.items() if card.original == nine.code)
        for code in (duel, battle)
    )
    assert there in seat(cast, battle, "ada").deck
    cast.do("ada", "move", match=duel, move={"kind": "play", "card": here})
    assert there not in seat(cast, battle, "ada").deck
    assert nine.code not in {card.code for card in cast.cards("ada")}
    cast.is_sound()
