"""The time of a turn in the cycle (R36, R123): what lets it begin again, what only holds it up."""

import pytest

from nomic.matches.models import TurnClock
from tests.exoptosis.test_battles import begun, match_of, move, seat, state_of
from tests.support.hall import ADMIN, DAY, HOUR, Hall


@pytest.fixture
def held_up(cast: Hall) -> Hall:
    """Eve has played a 2, Bob has drawn a Timely Torn Ace: it is Ada's turn, which began an hour into the phase."""
    for name in ("ada", "bob", "eve"):
        for species in ("2", "3", "5", "7", "9", "10"):
            cast.grant_card(name, species)
    cast.grant_card("bob", "Ace", ["Timely", "Torn"])
    begun(cast, "ada", "bob", "eve")
    cast.clock.wait(hours=1)
    move(cast, "eve", kind="play", card=number(cast, "eve", "2"))
    ace = next(card for card in seat(cast, "bob").deck if state_of(cast).cards[card].species == "Ace")
    move(cast, "bob", [ace], kind="draw")
    return cast


def number(hall: Hall, name: str, species: str) -> int:
    return next(card for card in seat(hall, name).hand if state_of(hall).cards[card].species == species)


def running(hall: Hall) -> dict[str, tuple[str, ...]]:
    """The clocks that run, with whose time they are."""
    return {row.name: tuple(row.players) for row in TurnClock.objects.filter(match=match_of(hall))}


def due(hall: Hall) -> object:
    return TurnClock.objects.get(match=match_of(hall)).due_at


def begins_out_of_turn(hall: Hall) -> None:
    """Bob's Ace is Torn: it draws, and then asks whom it hits."""
    move(hall, "bob", kind="play", card=number(hall, "bob", "Ace"))
    assert running(hall) == {"answer": ("bob",)}


def test_R123_a_play_out_of_turn_leaves_the_turn_the_time_it_had(held_up: Hall) -> None:
    """Bob asks himself for four hours: Ada's 24 hours end four hours later, and no more."""
    ends = due(held_up)
    held_up.clock.wait(hours=5)
    begins_out_of_turn(held_up)
    held_up.clock.wait(hours=4)
    move(held_up, "bob", ["ada"], kind="answer")
    assert running(held_up) == {"turn:3": ("ada",)}
    assert due(held_up) == ends + 4 * HOUR
    held_up.to(ends + 4 * HOUR - HOUR / 60)
    assert seat(held_up, "ada").status == "in"
    held_up.to(ends + 4 * HOUR)
    assert seat(held_up, "ada").status == "out"
    held_up.is_sound()


def test_R123_where_chance_answers_at_last_the_turn_goes_on_from_there(held_up: Hall) -> None:
    """Bob is silent for 24 hours: so much later is Ada's turn over, whenever somebody looks."""
    ends = due(held_up)
    begins_out_of_turn(held_up)
    asked = held_up.clock.now
    held_up.pass_on(asked + DAY + HOUR)
    held_up.settle()
    assert (running(held_up), due(held_up)) == ({"turn:3": ("ada",)}, ends + DAY)
    held_up.is_sound()


def test_R123_what_stands_still_is_not_due(held_up: Hall) -> None:
    """An hour before the end of her turn: she is not late while Bob's card asks, and has the hour afterwards."""
    ends = due(held_up)
    held_up.to(ends - HOUR)
    begins_out_of_turn(held_up)
    held_up.to(ends + 3 * HOUR)
    assert seat(held_up, "ada").status == "in"
    move(held_up, "bob", ["eve"], kind="answer")
    assert due(held_up) == ends + 4 * HOUR


def test_R123_who_ends_the_turn_meanwhile_leaves_the_next_a_whole_one(held_up: Hall) -> None:
    """Ada forfeits while Bob's card asks; it can hit Eve alone now, and her turn begins with its 24 hours."""
    held_up.clock.wait(hours=5)
    begins_out_of_turn(held_up)
    held_up.clock.wait(hours=1)
    move(held_up, "ada", kind="forfeit")
    assert (running(held_up), due(held_up)) == ({"turn:4": ("eve",)}, held_up.clock.now + DAY)
    assert match_of(held_up).time_left == {}
    held_up.is_sound()


def test_R123_a_debt_paid_on_ones_turn_lets_its_time_begin_again(held_up: Hall) -> None:
    """Ada owes two draws: each that she pays begins her 24 hours anew; what Eve pays does not."""
    begins_out_of_turn(held_up)
    move(held_up, "bob", ["ada"], kind="answer")
    owed = [debt.id for debt in state_of(held_up).debts if debt.debtor == "ada"]
    for debt in owed:
        held_up.clock.wait(hours=7)
        deck = seat(held_up, "ada").deck
        move(held_up, "ada", *([[deck[0]]] if len(deck) > 1 else []), kind="pay", debt=debt)
        assert due(held_up) == held_up.clock.now + DAY
    held_up.is_sound()


@pytest.mark.parametrize("answered", [False, True], ids=["while Bob's card asks", "when Bob has answered"])
def test_R128_an_outage_before_a_turn_was_held_up_is_made_up_for_however_late_it_is_told(
    held_up: Hall, answered: bool
) -> None:
    """Nobody could play for three hours of Ada's turn. Recorded at once or when Bob's card asks, she loses none."""
    ends = due(held_up)
    began = held_up.clock.now
    held_up.clock.wait(hours=5)
    begins_out_of_turn(held_up)
    held_up.clock.wait(hours=4)
    if answered:
        move(held_up, "bob", ["ada"], kind="answer")
        held_up.clock.wait(hours=1)
    told = {"began": (began + HOUR).isoformat(), "ended": (began + 4 * HOUR).isoformat()}
    held_up.do(ADMIN, "record-outage", reason="a flood", **told)
    if not answered:
        move(held_up, "bob", ["ada"], kind="answer")
    assert due(held_up) == ends + 7 * HOUR
    held_up.is_sound()
