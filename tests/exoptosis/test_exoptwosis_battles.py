"""A cycle under the earlier law, played through: battles every phase, and cards that enter themselves (R54, R117)."""

from datetime import timedelta
from typing import Any

import pytest

from exoptosis.bots.policy import CarelessBot
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.contract.moves import move_data
from nomic.matches.hosting.loaded_match import LoadedMatch, RecordedEnvironment, loaded_match
from nomic.matches.models import Match
from tests.support.hall import BATTLE, DAY, HOUR, Hall, OpenCycle

MAX_MOVES = 300
INSTANT = timedelta(microseconds=1)


@pytest.fixture
def old_hall(open_cycle: OpenCycle) -> Hall:
    """The earlier hall, with Ada and Bob and eight cards each."""
    hall = open_cycle(document_of("exoptwosis"), template="exoptwosis", joined=("ada", "bob"))
    for name, suit in (("ada", "Hearts"), ("bob", "Spades")):
        for value in ("2", "3", "4", "5", "6", "7", "8", "9"):
            hall.grant_card(name, f"{value} of {suit}")
    return hall


def table(hall: Hall) -> LoadedMatch:
    return loaded_match(hall.read_context("ada"), Match.objects.filter(cycle=hall.cycle).latest("pk"))


def play_on(hall: Hall) -> None:
    """Everybody for whom the game waits makes some move, until it is over."""
    bot, chance = CarelessBot(), Source("0" * 64, "moves")
    for _ in range(MAX_MOVES):
        seen = table(hall)
        if seen.match.is_over:
            return
        name = next(seat.player for seat in seen.seats if seat.to_act)
        chosen = bot.choose(
            seen.game, seen.rules, seen.state, name, RecordedEnvironment(hall.read_context(name), seen.hosted), chance
        )
        assert chosen is not None
        move, answers = chosen
        hall.do(name, "move", match=seen.match.code, move=move_data(move), answers=[list(answer) for answer in answers])


def begun(hall: Hall) -> Match:
    for name in ("ada", "bob"):
        hall.do(name, "declare-battle")
    hall.to(BATTLE)
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
    assert table(old_hall).match.title == "The battle of week 2"


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


# ── how many, and how long


def ending(hall: Hall) -> str:
    match = table(hall).match
    return match.result["ending"] if match.is_over else ""


def stage(hall: Hall) -> str:
    return table(hall).state.stage


def hand(hall: Hall, name: str, count: int = 4) -> None:
    seen = table(hall)
    deck = next(seat.deck for seat in seen.state.seats if seat.player == name)
    hall.do(name, "move", match=seen.match.code, move={"kind": "hand"}, answers=[list(deck[:count])])


def move(hall: Hall, name: str, **fields: Any) -> None:
    hall.do(name, "move", match=table(hall).match.code, move=fields)


def few(hall: Hall, name: str, count: int) -> None:
    """Somebody with so many cards."""
    hall.join(name)
    for value in range(2, 2 + count):
        hall.grant_card(name, f"{value} of Clubs")


def test_R54_four_cards_are_enough_for_a_battle(old_hall: Hall) -> None:
    """And three are not."""
    few(old_hall, "eve", 4)
    few(old_hall, "fay", 3)
    old_hall.do("eve", "declare-battle")
    old_hall.refused("fay", "declare-battle", "too-few-cards")


def test_R54_two_make_a_battle(old_hall: Hall) -> None:
    """And one makes none."""
    old_hall.do("ada", "declare-battle")
    old_hall.to(BATTLE)
    assert ending(old_hall) == "off"


def test_R54_a_hand_has_four_cards_at_least(old_hall: Hall) -> None:
    old_hall.do("ada", "declare-battle")
    old_hall.do("bob", "declare-battle")
    deck = table(old_hall).state.seats[0].deck
    code = table(old_hall).match.code
    old_hall.bad("ada", "move", "answers", match=code, move={"kind": "hand"}, answers=[list(deck[:3])])
    hand(old_hall, "ada")


def test_R54_hands_are_chosen_within_24_hours_of_the_beginning(old_hall: Hall) -> None:
    """Those who have chosen none by then are out."""
    begun(old_hall)
    hand(old_hall, "ada")
    old_hall.to(BATTLE + DAY - INSTANT)
    assert ending(old_hall) == ""
    old_hall.to(BATTLE + DAY)
    assert ending(old_hall) != ""


def asked(hall: Hall, *names: str) -> None:
    hall.do("ada", "request-duel", players=list(names))


def test_R95_a_request_for_a_duel_lapses_after_two_days(old_hall: Hall) -> None:
    """At the very instant."""
    asked(old_hall, "bob")
    begins = old_hall.clock.now
    old_hall.to(begins + 2 * DAY - INSTANT)
    assert ending(old_hall) == ""
    old_hall.to(begins + 2 * DAY)
    assert ending(old_hall) == "off"


def test_R54_hands_for_a_duel_are_chosen_within_24_hours(old_hall: Hall) -> None:
    """Of the last acceptance."""
    asked(old_hall, "bob")
    old_hall.clock.wait(hours=5)
    old_hall.do("bob", "accept-duel", match=table(old_hall).match.code)
    accepted = old_hall.clock.now
    hand(old_hall, "ada")
    old_hall.to(accepted + DAY - INSTANT)
    assert ending(old_hall) == ""
    old_hall.to(accepted + DAY)
    assert ending(old_hall) != ""


@pytest.mark.parametrize(("joined", "may"), [(999, True), (1000, False)])
def test_R32_R127_a_thousand_duels_a_phase(
    old_hall: Hall, monkeypatch: pytest.MonkeyPatch, joined: int, may: bool
) -> None:
    """Whoever has joined 999 may ask once more."""
    monkeypatch.setattr("exoptosis.matches.duels.duels_this_phase", lambda ctx, player: joined)
    if may:
        asked(old_hall, "bob")
    else:
        old_hall.refused("ada", "request-duel", "once-a-phase", players=["bob"])


@pytest.fixture
def betting(old_hall: Hall) -> Hall:
    """A battle of which the hands are chosen, and each has 3 Chips."""
    for name in ("ada", "bob"):
        old_hall.grant(name, "Chip", 3)
    begun(old_hall)
    for name in ("ada", "bob"):
        hand(old_hall, name)
    return old_hall


def test_R54_betting_closes_after_twelve_hours(betting: Hall) -> None:
    """Where nobody bets."""
    opened = betting.clock.now
    betting.to(opened + 12 * HOUR - INSTANT)
    assert stage(betting) == "betting"
    betting.to(opened + 12 * HOUR)
    assert stage(betting) == "play"


def test_R54_a_bet_is_matched_within_24_hours(betting: Hall) -> None:
    """Of the raise, however late it comes."""
    betting.clock.wait(hours=3)
    move(betting, "ada", kind="raise", to=2)
    raised = betting.clock.now
    betting.to(raised + DAY - INSTANT)
    assert stage(betting) == "betting"
    betting.to(raised + DAY)
    assert stage(betting) != "betting"
