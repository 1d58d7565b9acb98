"""Knucklebones when acts come in an unusual order: traded Dice, amended laws, corrections, outages and bans."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.matches.models import Match, TurnClock
from tests.clauses.conftest import with_clauses
from tests.corrections.conftest import adopt, tell
from tests.knucklebones.test_cycle import NEXT_BATTLE, PRIZE, begun, held
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, WEEK, Hall, OpenCycle
from tests.support.knucklebones_cycles import Bones, OpenBones, law_with_bones
from tests.trades.table import consent, lots, offer

pytestmark = pytest.mark.django_db

SIX: dict[str, Any] = {"when": "before", "effect": [{"let": "rolled", "be": 6}]}
DIE = {"Gem Key": SIX}  # an item that is a Dice here


def amended(hall: Hall, *changes: tuple[str, Any]) -> None:
    """An urgent vote on these values of the section, which is law after 48 hours."""
    amendments = [{"op": "replace", "path": f"/knucklebones/{path}", "value": value} for path, value in changes]
    hall.propose("ada", *amendments, **{"class": "urgent"})


def given(hall: Hall, giver: str, taker: str, item: str) -> None:
    """A trade for nothing, made at once."""
    consent(hall, taker, offer(hall, giver, taker, gives=lots(**{item.replace(" ", "_"): 1}), wants={}))


def other_of(bones: Bones, player: str) -> str:
    (other,) = {"ada", "bob"} - {player}
    return other


# ── Dice that change hands


def test_R58_R60_a_dice_traded_away_before_the_roll_leaves_its_player_the_usual_die(open_bones: OpenBones) -> None:
    """The turn waited for the roll because of it; it still does, and then the system's die is rolled."""
    bones = open_bones("ada", "bob", "eve", dice=DIE)
    for name in ("ada", "bob"):
        bones.hall.grant(name, "Gem Key")
    begun(bones, ("ada", "bob"))
    mover = bones.state().mover.player
    assert bones.state().die is None
    given(bones.hall, mover, "eve", "Gem Key")
    args = {"match": bones.matches[0].code, "move": {"kind": "roll", "dice": "Gem Key"}}
    bones.hall.refused(mover, "move", "not-held", "R60", **args)
    bones.move(mover, "roll")
    bones.move(mover, "place", column=1)
    bones.hall.is_sound()


def test_R60_a_dice_used_and_traded_to_the_opponent_can_be_used_by_them_too(open_bones: OpenBones) -> None:
    """Once per game by each participant who has it; when it comes back, it is used up for the first."""
    bones = open_bones("ada", "bob", dice=DIE)
    for name in ("ada", "bob"):
        bones.hall.grant(name, "Gem Key")
    begun(bones, ("ada", "bob"))
    first = bones.state().mover.player
    second = other_of(bones, first)
    bones.move(first, "roll", dice="Gem Key")
    given(bones.hall, first, second, "Gem Key")
    bones.move(first, "place", column=1)
    bones.move(second, "roll", dice="Gem Key")
    given(bones.hall, second, first, "Gem Key")
    bones.move(second, "place", column=2)
    assert bones.state().die is not None  # rolled by the system: the first has used it
    bones.hall.is_sound()


# ── the same pair, several games


def test_R4_R60_a_pair_whose_game_goes_on_plays_a_second_one_with_its_own_dice(open_bones: OpenBones) -> None:
    """The first is played by the day; the second begins with the next battle phase."""
    bones = open_bones("ada", "bob", dice=DIE, turn={"minutes": 7 * 24 * 60})
    bones.hall.grant("ada", "Gem Key")
    bones.hall.grant("bob", "Gem Key")
    begun(bones, ("ada", "bob"))
    first = bones.state().mover.player
    bones.move(first, "roll", dice="Gem Key")
    bones.hall.to(WEEK)
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.move(first, "place", column=1)
    bones.hall.to(NEXT_BATTLE)
    assert [match.status for match in bones.matches] == ["running", "running"]
    mover = bones.state(1).mover.player
    bones.move(mover, "roll", dice="Gem Key", place=1)
    bones.move(first, "forfeit", place=0)
    assert [match.is_over for match in bones.matches] == [True, False]
    bones.hall.is_sound()


def test_R3_R56_of_two_turns_that_run_out_at_once_the_older_games_winner_wins_the_cycle(bones: Bones) -> None:
    """Both opponents have nine Chips; the other game then ends without result, and pays nobody (R101)."""
    begun(bones, ("ada", "bob"), ("eve", "flo"))
    silent = [bones.state(place).mover.player for place in (0, 1)]
    winners = [({"ada", "bob"} - {*silent}).pop(), ({"eve", "flo"} - {*silent}).pop()]
    for name in winners:
        bones.hall.grant(name, "Chip", 9)
    bones.hall.to(BATTLE + DAY)
    assert bones.hall.cycle.winner == winners[0]
    assert [bones.hall.has(name, "Chip") for name in winners] == [10, 9]
    assert bones.matches[1].result == {"ending": "stopped", "winners": []}
    bones.hall.is_sound()


# ── amendments in mid-game


def test_R106_a_shorter_turn_holds_from_the_next_turn_on(bones: Bones) -> None:
    """The one that runs keeps its 24 hours; nobody is late by a law of which there was none when it began."""
    amended(bones.hall, ("turn/minutes", 60))
    bones.hall.to(BATTLE - 2 * DAY)
    begun(bones, ("ada", "bob"))
    mover = bones.state().mover.player
    assert TurnClock.objects.get().due_at == BATTLE + HOUR
    amended(bones.hall, ("turn/minutes", 6 * 24 * 60))
    bones.move(mover, "place", column=1)
    assert TurnClock.objects.get().due_at == BATTLE + HOUR
    bones.hall.to(BATTLE + HOUR - timedelta(seconds=1))
    assert not bones.matches[0].is_over


def test_R106_a_rolled_die_stays_when_the_vote_changes_the_faces(bones: Bones) -> None:
    """What was seen stands (R18); the next turn's die is of the new faces."""
    bones.hall.to(BATTLE - DAY - HOUR)
    amended(bones.hall, ("faces", [42]))
    begun(bones, ("ada", "bob"))
    mover = bones.state().mover.player
    seen = bones.state().die.value
    bones.hall.to(BATTLE + DAY - HOUR)
    assert (bones.hall.cycle.revision, bones.state().die.value) == (1, seen)
    bones.move(mover, "place", column=1)
    assert bones.state().die.value == 42
    bones.hall.is_sound()


def test_R106_a_game_won_after_the_vote_on_what_is_won_brings_what_the_new_law_says(bones: Bones) -> None:
    """By a leaving, too, which is no move."""
    bones.hall.to(BATTLE - DAY - HOUR)
    amended(bones.hall, ("rewards", [{"grant": "Vertebra", "n": 3, "to": "$winner"}]))
    begun(bones, ("ada", "bob"))
    had = bones.hall.has("ada", "Vertebra")
    bones.hall.to(BATTLE + DAY - HOUR)
    bones.hall.do("bob", "leave")
    assert bones.hall.has("ada", "Vertebra") == had + 3
    assert held(bones.hall, "ada") == dict.fromkeys(PRIZE, 0)
    bones.hall.is_sound()


# ── pairs that wait for a battle phase


def test_R57_a_pair_that_waits_when_a_vote_takes_the_game_away_does_not_play(open_bones: OpenBones) -> None:
    """As wishes are gone then, so are the games that have not begun; also when another vote brings the game back."""
    bones = open_bones("ada", "bob", declare_in=["battle"])
    bones.hall.to(BATTLE)
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(WEEK)
    assert [match.status for match in bones.matches] == ["gathering"]
    amended(bones.hall, ("in_force", False))
    bones.hall.to(WEEK + 2 * DAY)
    assert bones.matches[0].result == {"ending": "stopped", "winners": []}
    assert "This game ends without a result." in bones.hall.entries()[-1].words
    amended(bones.hall, ("in_force", True))
    bones.hall.to(NEXT_BATTLE + 7 * DAY)
    assert [match.status for match in bones.matches] == ["over"]
    bones.hall.is_sound()


def test_a_request_for_a_duel_waits_on_when_pairs_begin_and_when_a_vote_takes_knucklebones_away(bones: Bones) -> None:
    """It is another game's, and still to be accepted."""
    hall = bones.hall
    for name in ("ada", "bob"):
        for _ in range(4):
            hall.grant_card(name, "5")
    hall.to(BATTLE - 2 * DAY + HOUR)
    amended(hall, ("in_force", False))
    hall.to(BATTLE - HOUR)
    bones.want("eve", "flo")
    bones.want("flo", "eve")
    hall.do("ada", "request-duel", players=["bob"])
    duel = Match.objects.get(cycle=hall.pk, kind="duel")
    for at in (BATTLE, BATTLE + 2 * HOUR):
        hall.to(at)
        duel.refresh_from_db()
        assert (duel.status, bones.matches[0].status) == ("gathering", "running")
    assert hall.cycle.revision == 1


# ── corrections, outages and bans


def test_without_a_declaration_there_was_no_game_and_no_prize(bones: Bones) -> None:
    """Voided after Bob's forfeit; the pack that Ada opened is voided with it."""
    bones.want("ada", "bob")
    wish = bones.want("bob", "ada")
    bones.hall.to(BATTLE)
    forfeit = bones.move("bob", "forfeit")
    opened = bones.hall.do("ada", "open-pack", pack="Handy Pack")
    edits = [{"do": "void", "entry": entry.key} for entry in (wish, forfeit, opened)]
    bones.hall.do(ADMIN, "open-correction", edits=edits, reason="Bob meant Eve")
    adopt(bones.hall, tell(bones.hall))
    assert (bones.matches, held(bones.hall, "ada"), bones.hall.cards("ada")) == ([], dict.fromkeys(PRIZE, 0), [])
    bones.hall.is_sound()


def test_R128_a_forfeit_by_an_outage_that_is_recorded_late_has_not_happened(bones: Bones) -> None:
    """The prize goes back, and the turn ends as much later."""
    begun(bones, ("ada", "bob"))
    mover = bones.state().mover.player
    winner = other_of(bones, mover)
    bones.hall.to(BATTLE + DAY + HOUR)
    assert held(bones.hall, winner) == PRIZE
    began, ended = (BATTLE + 20 * HOUR).isoformat(), (BATTLE + 25 * HOUR).isoformat()
    bones.hall.do(ADMIN, "record-outage", began=began, ended=ended, reason="a flood")
    assert held(bones.hall, winner) == dict.fromkeys(PRIZE, 0)
    assert TurnClock.objects.get().due_at == BATTLE + 29 * HOUR
    bones.move(mover, "place", column=1)
    bones.hall.is_sound()


def test_R58_whom_a_rule_forbids_to_move_is_late_like_anybody_else(open_cycle: OpenCycle) -> None:
    """KB knows one reason why a turn ends without a die, and it does not ask for theirs."""
    ban = {"forbid": "move", "in": ["battle"], "because": "Nobody plays in battle"}
    bones = Bones(open_cycle(with_clauses(law_with_bones(), {"ban": ban}), joined=("ada", "bob")))
    begun(bones, ("ada", "bob"))
    mover = bones.state().mover.player
    args = {"match": bones.matches[0].code, "move": {"kind": "place", "column": 1}}
    bones.hall.refused(mover, "move", "forbidden", "Tolls", **args)
    bones.hall.to(BATTLE + DAY)
    assert bones.matches[0].result == {"ending": "won", "winners": [other_of(bones, mover)]}
    bones.hall.is_sound()
