"""Votes while Tetromic is played (R106): boards, pieces, levels, and the game itself."""

import pytest

from nomic.cycles.models import Status
from nomic.law.document.templates import document_of
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from nomic.wiki.pages.matches import status_of
from tests.support.hall import BATTLE, DAY, START, WEEK, OpenCycle
from tests.support.tetromic_cycles import BAR, BARS, Boards, Open
from tetromic.engine.moves import Gain, Place

pytestmark = pytest.mark.django_db

IN_FORCE = START + 2 * DAY  # when an urgent proposal of the start is
WORDS = ("boards", "pieces", "levels", "winning")


def replace(path, value):
    return {"op": "replace", "path": f"/tetromic/{path}", "value": value}


def test_R106_a_repealed_piece_stays_in_hand_and_cannot_be_placed(boards: Open) -> None:
    """It is listed with the reason; what is gained next is of the kinds that there are."""
    cycle = boards("ada", pieces={"Dot": {"shape": ["#"]}})
    cycle.gain("ada")
    cycle.amend("ada", replace("pieces", BAR))
    cycle.hall.to(IN_FORCE)
    cycle.refused("ada", "no-such-piece", "R106", kind="place", piece="Dot", cells=[[0, 0]])
    table = cycle.table
    barred = table.game.barred(table.rules, table.state, "ada", None)
    assert [(each.move, each.rule) for each in barred] == [(Gain(), "R62"), (Place("Dot"), "R106")]
    cycle.hall.to(BATTLE)
    cycle.gain("ada")
    assert cycle.board("ada").hand == ("Dot", "Bar")


def test_R106_a_piece_added_by_a_vote_can_be_gained_and_placed(boards: Open) -> None:
    """Turned and flipped as any other."""
    cycle = boards("ada", pieces=BAR)
    cycle.amend("ada", replace("pieces", {"Hook": {"shape": ["##", "#."], "text": "a corner"}}))
    cycle.hall.to(IN_FORCE)
    cycle.gain("ada")
    assert cycle.board("ada").hand == ("Hook",)
    cycle.place("ada", "Hook", (5, 9), (4, 9), (5, 8))
    assert cycle.board("ada").rows[8:] == (0b100000, 0b110000)


def test_R106_a_larger_board_has_new_nodes_that_are_off(boards: Open) -> None:
    """Units stay where they are, counted from the bottom left."""
    cycle = boards("ada", pieces=BAR)
    cycle.gain("ada")
    cycle.place("ada", "Bar", *((0, y) for y in range(6, 10)))
    cycle.amend("ada", replace("board", {"rows": 12, "columns": 7}))
    cycle.hall.to(IN_FORCE)
    assert cycle.board("ada").rows == (0,) * 6 + (1,) * 4 + (0,) * 2
    cycle.hall.to(BATTLE)
    cycle.gain("ada")
    cycle.place("ada", "Bar", *((x, 11) for x in range(3, 7)))
    assert cycle.board("ada").rows[11] == 0b1111000
    cycle.hall.is_sound()


def test_R106_a_smaller_board_loses_units_and_its_complete_rows_are_emptied_at_once(boards: Open) -> None:
    """With four columns instead of six, a row of four is complete: a point, and a level."""
    cycle = boards("ada", pieces=BAR, least_gain=2)
    cycle.gain("ada")
    cycle.place("ada", "Bar", *((x, 2) for x in range(4)))
    cycle.place("ada", "Bar", *((5, y) for y in range(6, 10)))
    cycle.amend("ada", replace("board", {"rows": 10, "columns": 4}))
    cycle.hall.to(IN_FORCE)
    assert cycle.board("ada").rows == (0,) * 10
    assert cycle.standing("ada") == (1, 0)
    assert "Row 2 cleared." in cycle.hall.entries()[-1].words
    cycle.hall.is_sound()


def test_R106_a_lowered_winning_level_wins_at_once(boards: Open) -> None:
    """For the highest level, though another has reached it, too, and joined before."""
    cycle = boards("ada", "bob", **BARS, least_gain=3)
    for name, rows in (("ada", 1), ("bob", 3)):
        cycle.gain(name)
        for y in range(rows):
            cycle.bar(name, y)
    cycle.amend("ada", replace("winning_level", 1))
    cycle.hall.to(IN_FORCE)
    assert (cycle.hall.cycle.status, cycle.hall.cycle.winner) == (Status.ENDED, "bob")
    assert cycle.match.result == {"ending": "won", "winners": ["bob"]}
    cycle.hall.is_sound()


def test_R106_of_several_at_the_lowered_level_the_first_to_have_joined_wins(boards: Open) -> None:
    """Where their levels are the same."""
    cycle = boards("ada", "bob", **BARS)
    for name in ("bob", "ada"):
        cycle.gain(name)
        cycle.bar(name, 0)
    cycle.amend("ada", replace("winning_level", 1))
    cycle.hall.to(IN_FORCE)
    assert cycle.hall.cycle.winner == "ada"


def test_R106_points_that_are_enough_by_a_changed_law_reach_the_level_at_once(boards: Open) -> None:
    """Three points of four, where two and then three are enough: a level, and the third counts toward the next."""
    cycle = boards("ada", "bob", **BARS, points=4, least_gain=4)
    cycle.gain("ada")
    for y in range(3):
        cycle.bar("ada", y)
    assert cycle.standing("ada") == (0, 3)
    cycle.amend("bob", replace("points", {"sum": ["$level", 2]}))
    cycle.hall.to(IN_FORCE)
    assert cycle.standing("ada") == (1, 1)
    assert "ada reaches level 1." in cycle.hall.entries()[-1].words
    cycle.bar("ada", 3)
    assert cycle.standing("ada") == (1, 2)
    cycle.hall.is_sound()


def test_R106_points_that_are_enough_by_a_changed_law_win(boards: Open) -> None:
    cycle = boards("ada", "bob", **BARS, points=4, least_gain=4, winning_level=1)
    cycle.gain("ada")
    for y in range(3):
        cycle.bar("ada", y)
    cycle.amend("bob", replace("points", 3))
    cycle.hall.to(IN_FORCE)
    assert cycle.hall.cycle.winner == "ada"


# ── the game itself


def without_the_game() -> tuple[dict, list[dict]]:
    """The template without the game, and the changes that bring it."""
    document = document_of("tetromic")
    changes = [{"op": "add", "path": "/tetromic", "value": document.pop("tetromic")}]
    changes += [{"op": "add", "path": f"/rules/{name}", "value": document["rules"].pop(name)} for name in WORDS]
    return document, changes


def test_a_vote_that_brings_the_game_seats_all_who_play_then(open_cycle: OpenCycle) -> None:
    """In the order in which they joined the cycle, by one match; who comes later sits down when they join."""
    document, changes = without_the_game()
    hall = open_cycle(document, template="tetromic", joined=("eve", "ada"))
    assert not Match.objects.exists()
    hall.propose_and_vote("ada", *changes, by=("ada", "eve"), at=WEEK)
    cycle = Boards(hall)
    assert [seat.player for seat in LoadedMatch(hall.cycle, Match.objects.get()).seats] == ["eve", "ada"]
    hall.join("bob")
    assert [seat.player for seat in LoadedMatch(hall.cycle, Match.objects.get()).seats] == ["eve", "ada", "bob"]
    for at in (WEEK, WEEK + 3 * DAY):
        hall.to(at)
        assert cycle.table.state.phase == hall.cycle.phase
        cycle.gain("eve")
    assert len(cycle.board("eve").hand) == 2
    hall.is_sound()


def test_a_vote_that_takes_the_game_away_ends_its_match(boards: Open) -> None:
    """Without result, and the cycle goes on; a vote that brings it back opens another, with empty boards."""
    cycle = boards("ada", "bob", **BARS)
    cycle.gain("ada")
    cycle.bar("ada", 0)
    _, changes = without_the_game()
    gone = [{"op": "remove", "path": change["path"]} for change in changes]
    cycle.amend("ada", *gone)
    cycle.hall.to(IN_FORCE)
    first = cycle.match
    assert (first.result, cycle.hall.cycle.status) == ({"ending": "stopped", "winners": []}, Status.RUNNING)
    assert status_of(first) == "stopped without a result"
    assert not first.clocks.exists()
    cycle.hall.refused("ada", "move", "no-match", match=first.code, move={"kind": "gain"})
    cycle.hall.join("eve")
    cycle.hall.to(BATTLE)
    assert Match.objects.count() == 1
    cycle.amend("ada", *changes)
    cycle.hall.to(BATTLE + 2 * DAY)
    assert cycle.match.pk != first.pk
    assert [seat.player for seat in cycle.table.seats] == ["ada", "bob", "eve"]
    assert (cycle.standing("ada"), cycle.table.state.phase) == ((0, 0), 1)
    cycle.hall.is_sound()


def test_R106_what_a_level_takes_and_brings_are_formulas_of_the_law(boards: Open) -> None:
    """A vote makes the first level dearer, and each phase bring two pieces more than before."""
    cycle = boards("ada", **BARS)
    cycle.amend(
        "ada", replace("points", {"sum": [2, {"times": ["$level", 3]}]}), replace("gain", {"sum": ["$level", 2]})
    )
    cycle.hall.to(IN_FORCE)
    cycle.gain("ada")
    assert len(cycle.board("ada").hand) == 2
    cycle.bar("ada", 0)
    assert cycle.standing("ada") == (0, 1)
    cycle.bar("ada", 1)
    assert cycle.standing("ada") == (1, 0)
    cycle.hall.is_sound()
