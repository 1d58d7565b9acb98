"""Standing orders (R110)."""

from typing import Any

import pytest

from exoptosis.engine.moves.definitions import PayOrder
from nomic.matches.contract.game import IllegalMove
from nomic.matches.contract.moves import move_data, read_order
from tests.support.exoptosis_match import FOUR, GAME, Match


def second_turn(*bob: str, deck: tuple[str, ...] = ()) -> Match:
    """Ada has played a 2; it is Bob's turn, who holds these, and has more in his deck."""
    match = Match()
    match.join("Ada", *FOUR, "9", "10", "4", "6")
    match.join("Bob", *bob, *deck)
    match.join("Cy")
    match.happens("begun")
    match.hand("Ada")
    cards = match.seat("Bob").deck
    match.move("Bob", "hand", list(cards[: len(bob)]))
    match.hand("Cy")
    match.bet_nothing()
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    return match


def use(match: Match, player: str, order: dict[str, Any]) -> Any:
    given = read_order(GAME, order)
    GAME.check_order(match.rules, match.state, player, given)
    made = GAME.order_move(match.rules, match.state, player, given, match.environment)
    return None if made is None else (move_data(made[0]), made[1])


def carry_out(match: Match, player: str, order: dict[str, Any]) -> None:
    """Use the order: the move it gives is accepted as it is."""
    move, answers = use(match, player, order)
    made = match.move(player, move.pop("kind"), *[list(answer) for answer in answers], **move)
    assert made.question is None


def test_R110_a_card_is_played_if_it_can_be() -> None:
    """A 3 upon the 2; a 7 does not fit, and its order waits."""
    match = second_turn("3", "7", "9", "10", "Joker")
    three, seven = match.in_hand("Bob", "3"), match.in_hand("Bob", "7")
    assert use(match, "Bob", {"kind": "play-if-playable", "card": three}) == ({"kind": "play", "card": three}, ())
    assert use(match, "Bob", {"kind": "play-if-playable", "card": seven}) is None
    carry_out(match, "Bob", {"kind": "play-if-playable", "card": three})
    assert match.names((match.state.pile[-1].card,)) == ["3"]


def test_R110_an_order_brings_the_answers_with_it() -> None:
    """An Ace asks whom it hits: an order that does not say, or names somebody who is not on offer, waits."""
    match = second_turn("Ace", "7", "9", "10", "King")
    ace = match.in_hand("Bob", "Ace")
    assert use(match, "Bob", {"kind": "play-if-playable", "card": ace}) is None
    assert use(match, "Bob", {"kind": "play-if-playable", "card": ace, "answers": [["Bob"]]}) is None
    carry_out(match, "Bob", {"kind": "play-if-playable", "card": ace, "answers": [["Cy"]]})
    assert [debt.debtor for debt in match.state.debts] == ["Cy", "Cy"]


def test_R110_who_is_stuck_draws() -> None:
    """The lowest card of the deck, a certain one, or one by chance; not while a card can be played."""
    match = second_turn("7", "9", "9", "10", "10", deck=("King", "4", "6"))
    four, king = (next(c for c in match.seat("Bob").deck if match.names((c,)) == [name]) for name in ("4", "King"))
    assert use(match, "Bob", {"kind": "draw-if-stuck", "how": "lowest"}) == ({"kind": "draw"}, ((four,),))
    assert use(match, "Bob", {"kind": "draw-if-stuck", "how": "card", "card": king}) == ({"kind": "draw"}, ((king,),))
    assert use(match, "Bob", {"kind": "draw-if-stuck", "how": "card", "card": 999}) is None
    assert use(match, "Bob", {"kind": "draw-if-stuck"}) == ({"kind": "draw", "how": "random"}, ())
    match.dice.queue = [2]
    carry_out(match, "Bob", {"kind": "draw-if-stuck"})
    assert match.names(match.seat("Bob").hand)[-1] == "6"
    able = second_turn("3", "7", "9", "10", "Joker")
    assert use(able, "Bob", {"kind": "draw-if-stuck"}) is None


@pytest.mark.parametrize(("how", "name"), [("lowest", "4"), ("card", "King"), ("random", "6")])
def test_R110_debts_are_paid(how: str, name: str) -> None:
    """Out of turn too, as soon as they are owed."""
    match = second_turn("Ace", "7", "9", "10", "King")
    match.happens("obtained", player="Cy", cards=match.originals("King", "4", "6"))
    match.move("Bob", "play", ["Cy"], card=match.in_hand("Bob", "Ace"))
    king = next(card for card in match.seat("Cy").deck if match.names((card,)) == ["King"])
    order = {"kind": "pay", "how": how} | ({"card": king} if how == "card" else {})
    match.dice.queue = [2] if how == "random" else []
    carry_out(match, "Cy", order)
    assert match.names(match.seat("Cy").hand)[-1] == name
    assert len(match.state.debts) == 1
    assert use(match, "Bob", {"kind": "pay", "how": "lowest"}) is None


def test_R110_never_in_the_first_turn_of_a_game() -> None:
    """Nor on another's turn, nor before play."""
    match = Match().start(Ada=(*FOUR, "9"), Bob=FOUR)
    two = match.in_hand("Ada", "2")
    order = {"kind": "play-if-playable", "card": two}
    assert use(match, "Ada", order) is None
    match.bet_nothing()
    assert use(match, "Ada", order) is None
    match.move("Ada", "play", card=two)
    assert use(match, "Ada", {"kind": "play-if-playable", "card": match.in_hand("Ada", "3")}) is None
    assert use(match, "Bob", {"kind": "play-if-playable", "card": match.in_hand("Bob", "3")}) is not None


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({}, "unknown-order"),
        ({"kind": "win"}, "unknown-order"),
        ({"kind": "pay", "how": "never"}, "bad-field"),
        ({"kind": "pay", "how": ["lowest"]}, "bad-field"),
        ({"kind": "pay", "how": "card"}, "not-a-card"),
        ({"kind": "draw-if-stuck", "how": "card", "card": "7"}, "bad-field"),
        ({"kind": "play-if-playable"}, "missing-field"),
        ({"kind": "play-if-playable", "card": True}, "bad-field"),
        ({"kind": "play-if-playable", "card": 1, "answers": "Bob"}, "bad-field"),
        ({"kind": "play-if-playable", "card": 1, "answers": [[{}]]}, "bad-field"),
        ({"kind": "play-if-playable", "card": 1, "answers": [[]] * 51}, "bad-field"),
        ({"kind": "pay", "when": "now"}, "unknown-field"),
    ],
)
def test_an_order_that_is_none_is_refused(order: dict[str, Any], code: str) -> None:
    """With a code and the ruling."""
    match = second_turn("3", "7", "9", "10", "Joker")
    with pytest.raises(IllegalMove) as refusal:
        GAME.check_order(match.rules, match.state, "Bob", read_order(GAME, order))
    assert (refusal.value.code, refusal.value.rule) == (code, "R110")


def test_R110_only_participants_give_orders() -> None:
    """Neither strangers nor those who are out."""
    match = second_turn("3", "7", "9", "10", "Joker")
    match.move("Cy", "forfeit")
    for player in ("Cy", "Zoe"):
        with pytest.raises(IllegalMove) as refusal:
            GAME.check_order(match.rules, match.state, player, PayOrder(how="lowest"))
        assert refusal.value.code == "not-seated"
