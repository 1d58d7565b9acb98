"""A cycle under the earlier law, played through: battles every phase, and cards that enter themselves (R54, R117)."""

import pytest

from exoptosis.bots import random_bot
from nomic.chance.source import Source
from nomic.law.templates import document_of
from nomic.tables.contract.moves import move_data
from nomic.tables.hosting.loaded_match import LoadedMatch, RecordedEnvironment, loaded_match
from nomic.tables.models import Match
from tests.support.hall import BATTLE, DAY, Hall, OpenCycle

MOST_MOVES = 300


@pytest.fixture
def old_hall(open_cycle: OpenCycle) -> Hall:
    """The earlier hall, with Ada and Bob and eight cards each."""
    hall = open_cycle(document_of("exoptwosis"), template="exoptwosis")
    hall.join("ada", "bob")
    for name, suit in (("ada", "Hearts"), ("bob", "Spades")):
        for value in ("2", "3", "4", "5", "6", "7", "8", "9"):
            hall.grant_card(name, f"{value} of {suit}")
    return hall


def table(hall: Hall) -> LoadedMatch:
    return loaded_match(hall.moment("ada"), Match.objects.filter(cycle=hall.cycle).latest("pk"))


def play_on(hall: Hall) -> None:
    """Everybody for whom the game waits makes some move, until it is over."""
    bot, chance = random_bot(), Source("0" * 64, "moves")
    for _ in range(MOST_MOVES):
        seen = table(hall)
        if seen.match.is_over:
            return
        name = next(seat.player for seat in seen.seats if seat.to_act)
        chosen = bot.choose(
            seen.game, seen.rules, seen.state, name, RecordedEnvironment(hall.moment(name), seen.hosted), chance
        )
        assert chosen is not None
        move, answers = chosen
        hall.do(name, "move", match=seen.match.code, move=move_data(move), answers=[list(answer) for answer in answers])


def begun(hall: Hall) -> Match:
    for name in ("ada", "bob"):
        hall.do(name, "declare-battle")
    hall.to(BATTLE)
    hall.settle()
    return table(hall).match


def test_R54_a_battle_is_played_to_its_reward(old_hall: Hall) -> None:
    """One of three rewards for the winner; all that happened replays."""
    begun(old_hall)
    play_on(old_hall)
    match = table(old_hall).match
    assert match.result is not None
    assert match.result["ending"] == "won"
    (winner,) = match.result["winners"]
    cards = len(old_hall.cards(winner))
    vertebrae, chips = old_hall.has(winner, "Vertebra"), old_hall.has(winner, "Chip")
    assert [cards == 8 + 3, vertebrae in range(5, 17), chips == 2].count(True) == 1
    old_hall.is_sound()


def test_R54_a_battle_is_declared_in_any_phase(old_hall: Hall) -> None:
    """In a battle phase for the next rest phase too."""
    old_hall.to(BATTLE)
    old_hall.do("ada", "declare-battle")
    assert table(old_hall).match.title == "The battle of phase 2"


def test_R36_silence_is_skipped(old_hall: Hall) -> None:
    """A day of silence passes the turn, and nobody is out."""
    match = begun(old_hall)
    for name in ("ada", "bob"):
        seat = next(seat for seat in table(old_hall).state.seats if seat.player == name)
        old_hall.do(name, "move", match=match.code, move={"kind": "hand"}, answers=[list(seat.deck[:4])])
    for name in ("ada", "bob"):
        old_hall.do(name, "move", match=match.code, move={"kind": "pass"})
    first = table(old_hall).state.turn.player
    old_hall.to(old_hall.clock.now + DAY)
    old_hall.settle()
    state = table(old_hall).state
    assert state.turn.player != first
    assert {seat.status for seat in state.seats} == {"in"}
    old_hall.is_sound()


def test_R117_cards_in_play_are_locked_and_come_back(old_hall: Hall) -> None:
    """No second game with them; once the first is over they are free again."""
    match = begun(old_hall)
    for name in ("ada", "bob"):
        seat = next(seat for seat in table(old_hall).state.seats if seat.player == name)
        old_hall.do(name, "move", match=match.code, move={"kind": "hand"}, answers=[list(seat.deck[:4])])
    old_hall.do("ada", "declare-battle")
    second = table(old_hall)
    assert second.match.code != match.code
    assert len(second.state.seats[0].deck) == 4
    for name in ("ada", "bob"):
        old_hall.do(name, "move", match=match.code, move={"kind": "agree"})
    old_hall.do("ada", "withdraw-battle")
    old_hall.do("ada", "declare-battle")
    assert len(table(old_hall).state.seats[0].deck) == 8
    old_hall.is_sound()
