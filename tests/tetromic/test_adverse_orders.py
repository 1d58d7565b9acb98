"""Tetromic when acts come in an unusual order: corrections, amendments, leaving and bans in the middle of a phase."""

import pytest

from nomic.cycles.models import Status
from nomic.law.document.templates import document_of
from tests.clauses.conftest import with_clauses
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, WEEK, OpenCycle
from tests.support.tetromic_cycles import BAR, BARS, Boards, Open, section
from tests.tetromic.test_votes import IN_FORCE, replace, without_the_game

pytestmark = pytest.mark.django_db


def voided(cycle: Boards, *keys: str) -> None:
    """Void acts by a correction, and adopt it."""
    edits = [{"do": "void", "entry": key} for key in keys]
    cycle.hall.do(ADMIN, "open-correction", edits=edits, reason="it was wrong")
    adopt(cycle.hall, tell(cycle.hall))


def levelled(cycle: Boards, name: str, rows: int) -> None:
    """Let a player gain and complete this many rows, one Bar each."""
    cycle.gain(name)
    for y in range(rows):
        cycle.bar(name, y)


# ── corrections


def test_R63_without_the_gain_a_row_that_its_piece_completed_is_not_complete(boards: Open) -> None:
    """The placement is voided with the gain; the level goes, and the phase's gain is to be had again."""
    cycle = boards("ada", "bob", **BARS)
    gained = cycle.gain("ada")
    placed = cycle.bar("ada", 0)
    assert cycle.standing("ada") == (1, 0)
    voided(cycle, gained.key, placed.key)
    assert (cycle.standing("ada"), cycle.board("ada").hand) == ((0, 0), ())
    cycle.gain("ada")
    cycle.hall.is_sound()


def test_R63_without_the_winning_piece_the_cycle_goes_on_and_another_wins(boards: Open) -> None:
    """Bob, who was as near, completes his row after it."""
    cycle = boards("ada", "bob", **BARS, winning_level=1)
    cycle.gain("ada")
    cycle.gain("bob")
    won = cycle.bar("ada", 0)
    assert cycle.hall.cycle.winner == "ada"
    voided(cycle, won.key)
    assert (cycle.hall.cycle.status, cycle.hall.cycle.winner) == (Status.RUNNING, "")
    assert (cycle.standing("ada"), cycle.board("ada").hand) == ((0, 0), ("Bar",))
    cycle.bar("bob", 9)
    assert cycle.hall.cycle.winner == "bob"
    cycle.hall.is_sound()


# ── outages and bans


def test_R116_R128_what_was_not_gained_lapses_though_the_phase_ended_in_an_outage(boards: Open) -> None:
    """An outage moves deadlines, not the calendar: the gain made after the boundary is the new phase's."""
    cycle = boards("ada", "bob")
    cycle.hall.to(BATTLE + HOUR)
    cycle.gain("ada")
    began = (BATTLE - 2 * HOUR).isoformat()
    cycle.hall.do(ADMIN, "record-outage", began=began, reason="a flood")
    assert (cycle.hall.cycle.phase, cycle.table.state.phase, len(cycle.board("ada").hand)) == (1, 1, 1)
    cycle.refused("ada", "gained", "R62", kind="gain")
    cycle.gain("bob")
    assert cycle.clock.due_at == WEEK
    cycle.hall.is_sound()


def test_R116_who_was_banned_for_a_phase_has_one_gain_when_the_ban_ends(open_cycle: OpenCycle) -> None:
    """Board and pieces stay meanwhile; the phase's gain lapses."""
    ban = {"forbid": "move", "in": ["battle"], "because": "Nobody plays in battle"}
    law = with_clauses({**document_of("tetromic"), "tetromic": section(pieces=BAR)}, {"ban": ban})
    cycle = Boards(open_cycle(law, template="tetromic", joined=("ada",)))
    cycle.gain("ada")
    cycle.place("ada", "Bar", *((0, y) for y in range(4)))
    cycle.hall.to(BATTLE)
    cycle.refused("ada", "forbidden", "Tolls", kind="gain")
    cycle.hall.to(WEEK)
    assert cycle.board("ada").rows[:4] == (1,) * 4
    cycle.gain("ada")
    assert cycle.board("ada").hand == ("Bar",)
    cycle.refused("ada", "gained", "R62", kind="gain")


# ── amendments


def test_R106_what_fell_off_a_narrower_board_is_not_there_when_it_is_wide_again(boards: Open) -> None:
    """Its nodes are off, as those of any larger board."""
    cycle = boards("ada", pieces=BAR)
    cycle.gain("ada")
    cycle.place("ada", "Bar", *((x, 2) for x in range(2, 6)))
    for columns, at in ((4, IN_FORCE), (6, IN_FORCE + 2 * DAY)):
        cycle.amend("ada", replace("board", {"rows": 10, "columns": columns}))
        cycle.hall.to(at)
        assert cycle.board("ada").rows[2] == 0b1100
    cycle.hall.is_sound()


def test_R5_a_lowered_winning_level_is_not_reached_by_who_has_left(boards: Open) -> None:
    """Ada left at level 2; Bob, at level 1, wins."""
    cycle = boards("ada", "bob", **BARS, least_gain=3)
    levelled(cycle, "ada", 3)
    levelled(cycle, "bob", 1)
    cycle.amend("bob", replace("winning_level", 1))
    cycle.hall.do("ada", "leave")
    cycle.hall.to(IN_FORCE)
    assert cycle.hall.cycle.winner == "bob"
    cycle.hall.is_sound()


def test_R106_of_several_at_the_lowered_level_who_left_and_came_back_joined_last(boards: Open) -> None:
    """Ada joined first and left; when both are at level 1, Bob has been a player for longer."""
    cycle = boards("ada", "bob", **BARS)
    cycle.hall.do("ada", "leave")
    cycle.hall.to(WEEK)
    cycle.hall.join("ada")
    for name in ("ada", "bob"):
        levelled(cycle, name, 1)
    cycle.amend("bob", replace("winning_level", 1))
    cycle.hall.to(WEEK + 2 * DAY)
    assert cycle.hall.cycle.winner == "bob"
    cycle.hall.is_sound()


def test_R3_R56_a_victory_by_the_older_vote_comes_before_the_vote_that_takes_the_game_away(boards: Open) -> None:
    """Both end at one instant. The second never takes effect."""
    cycle = boards("ada", "bob", **BARS)
    levelled(cycle, "ada", 1)
    _, changes = without_the_game()
    cycle.amend("bob", replace("winning_level", 1))
    cycle.amend("bob", *({"op": "remove", "path": change["path"]} for change in changes))
    cycle.hall.to(IN_FORCE)
    assert (cycle.hall.cycle.winner, cycle.hall.cycle.revision) == ("ada", 1)
    assert cycle.match.result == {"ending": "won", "winners": ["ada"]}
    cycle.hall.is_sound()


def test_R106_a_held_piece_that_no_longer_fits_can_be_placed_when_its_shape_is_back(boards: Open) -> None:
    """The piece is kept; only where it goes is by the law of the moment, here of eleven units on ten rows."""
    cycle = boards("ada", pieces=BAR)
    cycle.gain("ada")
    cycle.amend("ada", replace("pieces/Bar/shape", ["#"] * 11))
    cycle.hall.to(IN_FORCE)
    cycle.refused("ada", "no-room", "R61", kind="place", piece="Bar")
    cycle.amend("ada", replace("pieces/Bar/shape", ["####"]))
    cycle.hall.to(IN_FORCE + 2 * DAY)
    cycle.place("ada", "Bar", *((x, 0) for x in range(4)))
    assert cycle.board("ada").hand == ()
