"""Exoptwosis when acts come in an unusual order: cards in others' hands, stakes, silence and the ends of both."""

import pytest

from nomic.inventory.models import Card
from nomic.law.document.templates import document_of
from nomic.matches.models import Match
from tests.exoptosis.test_cards_in_play import asked, free, legal, seat, state_of
from tests.support.hall import ADMIN, BATTLE, DAY, START, WEEK, Hall, OpenCycle

pytestmark = pytest.mark.django_db

FAR = {"ada": "2 of Hearts", "bob": "5 of Diamonds", "eve": "9 of Hearts"}  # none of them can be played upon another


@pytest.fixture
def far_apart(open_cycle: OpenCycle) -> Hall:
    """Three players with four cards each, of which nobody can play any upon another's."""
    hall = open_cycle(document_of("exoptwosis"), template="exoptwosis", joined=tuple(FAR))

    def deal() -> None:
        for name, species in FAR.items():
            for _ in range(4):
                hall.grant_card(name, species)

    hall.once("dealt far apart", deal)
    return hall


def act(hall: Hall, code: str, name: str, kind: str, *answers: list[object], **more: object) -> None:
    hall.do(name, "move", match=code, move={"kind": kind, **more}, answers=list(answers))


def dealt(hall: Hall, code: str, *names: str) -> None:
    """These choose all that they have."""
    for name in names:
        act(hall, code, name, "hand", list(seat(hall, code, name).deck))


def duel(hall: Hall, *names: str) -> str:
    """A duel of these in which nobody bets."""
    first, *others = names
    code = asked(hall, first, *others)
    for name in others:
        hall.do(name, "accept-duel", match=code)
    dealt(hall, code, *names)
    for name in names:
        act(hall, code, name, "pass")
    return code


def given(hall: Hall, code: str) -> tuple[str, str, str]:
    """The first plays, the second cannot and is given a card by the first. Giver, receiver, code of the card."""
    first = state_of(hall, code).turn.player
    act(hall, code, first, "play", card=seat(hall, code, first).hand[0])
    second = state_of(hall, code).turn.player
    act(hall, code, second, "draw", [first])
    card = seat(hall, code, first).hand[0]
    debt = legal(hall, first, code)["pay"]
    hall.do(first, "move", match=code, move=debt, answers=[[card]])
    return first, second, state_of(hall, code).cards[card].original


def test_R5_R117_a_card_of_a_leaver_goes_from_the_hand_to_which_it_was_given(far_apart: Hall) -> None:
    """It was the card itself; the game goes on between the two others."""
    code = duel(far_apart, *FAR)
    giver, receiver, card = given(far_apart, code)
    assert len(seat(far_apart, code, receiver).hand) == 5
    far_apart.do(giver, "leave")
    assert len(seat(far_apart, code, receiver).hand) == 4
    assert Card.objects.get(code=card).holder == ""
    assert not Match.objects.get(code=code).is_over
    far_apart.is_sound()


def test_R117_a_card_that_was_given_is_its_owners_again_when_its_receiver_leaves(far_apart: Hall) -> None:
    """It was never the receiver's: leaving destroys what a player owns (R5)."""
    code = duel(far_apart, *FAR)
    giver, receiver, card = given(far_apart, code)
    assert card not in {each.code for each in far_apart.cards(giver) if each.species in free(far_apart, giver)}
    far_apart.do(receiver, "leave")
    assert Card.objects.get(code=card).holder == giver
    assert not far_apart.cards(receiver)
    deck = seat(far_apart, code, giver).deck
    assert [state_of(far_apart, code).cards[each].original for each in deck] == [card]
    far_apart.is_sound()


def test_R121_a_raise_over_a_matched_bet_that_nobody_matches_wins_the_game_with_the_raisers_own_chips(
    far_apart: Hall,
) -> None:
    """Bob and Eve, who matched the first bet, get theirs back: whoever does not match loses nothing."""
    for name in FAR:
        far_apart.grant(name, "Chip", 3)
    code = asked(far_apart, *FAR)
    for name in ("bob", "eve"):
        far_apart.do(name, "accept-duel", match=code)
    dealt(far_apart, code, *FAR)
    act(far_apart, code, "ada", "raise", to=1)
    act(far_apart, code, "bob", "match")
    act(far_apart, code, "eve", "match")
    act(far_apart, code, "ada", "raise", to=3)
    far_apart.to(START + DAY)
    assert Match.objects.get(code=code).result == {"ending": "won", "winners": ["ada"]}
    assert {name: far_apart.has(name, "Chip") for name in FAR} == dict.fromkeys(FAR, 3)
    assert len(free(far_apart, "bob")) == 1
    far_apart.is_sound()


def test_R101_stakes_of_another_game_return_when_a_pool_has_won_the_cycle(far_apart: Hall) -> None:
    """Ada's pool brings her to 25 Chips; Eve's stake brings her to 25 too, after it."""
    far_apart.join("flo")
    for _ in range(4):
        far_apart.grant_card("flo", "King of Clubs")
    for name, chips in (("ada", 24), ("bob", 1), ("eve", 24), ("flo", 1)):
        far_apart.grant(name, "Chip", chips)
    codes = []
    for pair in (("ada", "bob"), ("eve", "flo")):
        codes.append(asked(far_apart, *pair))
        far_apart.do(pair[1], "accept-duel", match=codes[-1])
        dealt(far_apart, codes[-1], *pair)
        act(far_apart, codes[-1], pair[0], "raise", to=1)
    far_apart.grant("eve", "Chip", 1)
    act(far_apart, codes[0], "bob", "match")
    act(far_apart, codes[0], "bob", "forfeit")
    assert far_apart.cycle.winner == "ada"
    assert [far_apart.has(name, "Chip") for name in ("ada", "bob", "eve", "flo")] == [25, 0, 25, 1]
    far_apart.is_sound()


def test_R54_who_has_lost_a_card_since_declaring_has_no_hand_and_the_others_cards_are_free_again(
    far_apart: Hall,
) -> None:
    """Of two, Bob has three cards left when the battle begins: a day later it is off, and nobody is locked in."""
    for name in ("ada", "bob"):
        far_apart.do(name, "declare-battle")
    card = far_apart.cards("bob")[0]
    far_apart.do(ADMIN, "correct-destroy-card", player="bob", card=card.code, reason="it was never drawn")
    far_apart.to(BATTLE)
    code = Match.objects.get(cycle=far_apart.cycle).code
    dealt(far_apart, code, "ada")
    far_apart.refused("bob", "move", "too-few-cards", "R32", match=code, move={"kind": "hand"})
    far_apart.to(BATTLE + DAY)
    assert Match.objects.get(code=code).result == {"ending": "off", "winners": []}
    assert (free(far_apart, "ada"), free(far_apart, "bob")) == ({FAR["ada"]}, {FAR["bob"]})
    far_apart.is_sound()


def takes_turn(hall: Hall, code: str, name: str, giver: str) -> None:
    """A card is played, or else drawn from the deck or from the giver."""
    kinds = legal(hall, name, code)
    deck = seat(hall, code, name).deck
    if "play" in kinds:
        hall.do(name, "move", match=code, move=kinds["play"])
    else:
        act(hall, code, name, "draw", [deck[0] if deck else giver])


def test_R8_R23_a_turn_that_is_skipped_is_no_act_of_who_was_given_something(far_apart: Hall) -> None:
    """Bob was silent for a phase; Ada's gift is returned by his next move, not by his skipped turn."""
    code = duel(far_apart, "ada", "bob")
    far_apart.to(WEEK)
    if state_of(far_apart, code).turn.player == "bob":
        far_apart.wait(hours=24)
    far_apart.do("ada", "gift", to="bob")
    before = len(far_apart.cards("ada"))
    takes_turn(far_apart, code, "ada", "bob")
    far_apart.wait(hours=24)
    assert (state_of(far_apart, code).turn.player, len(far_apart.cards("ada"))) == ("ada", before)
    takes_turn(far_apart, code, "ada", "bob")
    takes_turn(far_apart, code, "bob", "ada")
    assert far_apart.cycle.phase == 2
    assert len(far_apart.cards("ada")) == before + 1
