"""Cycles of Tetromic, through the doors that every act comes in by."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from nomic.chance.draw_source import Source
from nomic.cycles.models import Cycle, Status
from nomic.law.document.templates import document_of
from nomic.matches.contract.moves import move_data
from nomic.matches.hosting.loaded_match import RecordedEnvironment
from nomic.matches.models import Match
from tests.support.hall import BATTLE, DAY, HOUR, START, WEEK
from tests.support.tetromic_cycles import BARS, POSTS, Boards, Open
from tetromic.bots.policy import GreedyBot

pytestmark = pytest.mark.django_db

PHASES = [START, BATTLE, WEEK, WEEK + 3 * DAY, WEEK + 7 * DAY]


def test_R72_phases_are_those_of_cycle_16(boards: Open) -> None:
    """A cycle can be created from the template; it has Cycle 16's calendar, and no grant."""
    call_command("create_cycle", "tetromic", "--slug", "created")
    document = Cycle.objects.get(slug="created").law.document
    assert document["calendar"] == document_of("cycle-16")["calendar"]
    assert "starting_grant" not in document
    cycle = boards("ada")
    for number, at in enumerate(PHASES):
        cycle.hall.to(at)
        assert (cycle.hall.cycle.phase, cycle.table.state.phase) == (number, number)


# ── gaining


def test_R62_one_gain_a_phase(boards: Open) -> None:
    """One piece at level 0; a second gain is refused in the same phase and possible in the next."""
    cycle = boards("ada")
    cycle.gain("ada")
    cycle.hall.to(BATTLE - timedelta(seconds=1))
    cycle.refused("ada", "gained", "R62", kind="gain")
    assert len(cycle.board("ada").hand) == 1
    cycle.hall.to(BATTLE)
    cycle.gain("ada")
    assert len(cycle.board("ada").hand) == 2


def test_R62_as_many_pieces_as_the_level(boards: Open) -> None:
    """One at level 0 and one at level 1; two at level 2, from the phase after it was reached."""
    cycle = boards("ada", **BARS)
    gained = []
    for at in PHASES[:4]:
        cycle.hall.to(at)
        ((_, facts),) = cycle.events(cycle.gain("ada"))
        gained.append(len(facts["pieces"]))
        for y in range(gained[-1]):
            cycle.bar("ada", y)
    assert gained == [1, 1, 1, 2]
    assert cycle.standing("ada") == (2, 2)


def test_R62_each_kind_is_as_likely(boards: Open) -> None:
    """Of five kinds in the law's order, one draw of five for each piece, and it can come again."""
    cycle = boards("ada", least_gain=20)
    draws = cycle.gain("ada").draws
    kinds = ["Line", "Square", "L", "S", "T"]
    assert [(draw.sides, draw.label) for draw in draws] == [(5, f"piece {number}") for number in range(1, 21)]
    assert cycle.board("ada").hand == tuple(kinds[draw.value] for draw in draws)


def test_R62_a_gain_does_not_grow_within_its_phase(boards: Open) -> None:
    """Whoever reaches level 2 after gaining gains two in the next phase, and none in this one."""
    cycle = boards("ada", **BARS, least_gain=3)
    cycle.gain("ada")
    for y in range(3):
        cycle.bar("ada", y)
    assert cycle.standing("ada") == (2, 0)
    cycle.refused("ada", "gained", "R62", kind="gain")


def test_R116_what_is_not_gained_lapses(boards: Open) -> None:
    """After two phases without a gain there is one to be had, not three."""
    cycle = boards("ada")
    cycle.hall.to(START + 8 * DAY)
    cycle.gain("ada")
    assert len(cycle.board("ada").hand) == 1


def test_R116_a_phase_ends_by_one_entry(boards: Open) -> None:
    """The clock's; it names those who have not gained, and the next one begins at once."""
    cycle = boards("ada", "bob")
    cycle.gain("bob")
    assert (cycle.clock.name, cycle.clock.players, cycle.clock.due_at) == ("phase 0", ["ada"], BATTLE)
    seq = cycle.hall.cycle.seq
    cycle.hall.to(BATTLE)
    assert cycle.hall.actions(after=seq) == ["clock-expired", "begin-phase"]
    assert cycle.match.version == len(cycle.match.steps.all())
    assert (cycle.clock.name, cycle.clock.players, cycle.clock.due_at) == ("phase 1", ["ada", "bob"], WEEK)
    cycle.hall.is_sound()


def test_R62_a_calendar_amended_in_mid_phase_is_followed(boards: Open) -> None:
    """The phase that was to end on the third day ends on the fourth; only then can be gained again."""
    cycle = boards("ada", "bob")
    cycle.gain("ada")
    cycle.amend("ada", {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 96})
    cycle.hall.to(START + 2 * DAY)
    assert cycle.clock.due_at == START + 4 * DAY
    cycle.hall.to(BATTLE)
    cycle.refused("ada", "gained", "R62", kind="gain")
    cycle.hall.to(START + 4 * DAY)
    cycle.gain("ada")
    assert (cycle.hall.cycle.phase, cycle.table.state.phase) == (1, 1)
    cycle.hall.is_sound()


def test_R136_a_phase_that_a_vote_ends_now_ends_at_the_boards_too(boards: Open) -> None:
    """By the clock's entry, before the next phase begins (R3); then everybody may gain again."""
    cycle = boards("ada", "bob")
    cycle.hall.clock.wait(hours=1)
    cycle.gain("ada")
    cycle.amend("ada", {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 24})
    cycle.hall.settle()
    seq = cycle.hall.cycle.seq
    cycle.hall.to(START + 49 * HOUR)
    assert cycle.hall.actions(after=seq) == ["close-voting", "clock-expired", "begin-phase"]
    assert (cycle.hall.cycle.phase, cycle.hall.cycle.phase_kind, cycle.table.state.phase) == (1, "battle", 1)
    assert (cycle.clock.name, cycle.clock.due_at) == ("phase 1", WEEK)
    cycle.gain("ada")
    cycle.hall.is_sound()


# ── rows, levels and victory


def test_R63_rows_of_one_piece_count_one_by_one_across_a_level(boards: Open) -> None:
    """Four rows at level 0: one for level 1, two for level 2, and one that counts on."""
    cycle = boards("ada", **POSTS)
    cycle.gain("ada")
    placed = cycle.place("ada", "Bar", *((0, y) for y in range(3, 7)))
    assert cycle.events(placed) == [
        ("placed", {"player": "ada", "piece": "Bar", "cells": [[0, 3], [0, 4], [0, 5], [0, 6]], "rows": [3, 4, 5, 6]}),
        ("cleared", {"player": "ada", "rows": [3, 4, 5, 6]}),
        ("level", {"player": "ada", "level": 2}),
    ]
    assert placed.words == [
        "ada places Bar on (0,3) (0,4) (0,5) (0,6).",
        "Rows 3, 4, 5, 6 cleared.",
        "ada reaches level 2.",
    ]
    assert cycle.standing("ada") == (2, 1)
    assert cycle.board("ada").rows == (0,) * 10


def test_R63_a_level_that_is_not_reached_keeps_the_points(boards: Open) -> None:
    """At level 1 a row is one point of two, and the next one the second."""
    cycle = boards("ada", **BARS, least_gain=3)
    cycle.gain("ada")
    standings = []
    for y in (9, 4, 0):
        cycle.bar("ada", y)
        standings.append(cycle.standing("ada"))
    assert standings == [(1, 0), (1, 1), (2, 0)]


def test_R63_a_win_ends_the_cycle_and_what_is_left_over_counts_no_more(boards: Open) -> None:
    """By a law of two levels, four rows at once: three are needed."""
    cycle = boards("ada", "bob", **POSTS, winning_level=2)
    cycle.gain("ada")
    cycle.gain("bob")
    cycle.place("ada", "Bar", *((0, y) for y in range(4)))
    assert (cycle.hall.cycle.status, cycle.hall.cycle.winner) == (Status.ENDED, "ada")
    assert cycle.match.result == {"ending": "won", "winners": ["ada"]}
    state = cycle.table.state
    assert (state.board("ada").level, state.board("ada").points, state.board("bob").hand) == (2, 0, ("Bar",))
    cycle.hall.refused(
        "bob", "move", "cycle-ended", match=cycle.match.code,
        move={"kind": "place", "piece": "Bar", "cells": [[0, y] for y in range(4)]},
    )  # fmt: skip
    cycle.hall.is_sound()


def test_R63_a_cycle_under_the_whole_law_to_its_victory(boards: Open) -> None:
    """Ten levels, 55 rows, by somebody who plays whatever the moves offer; then the cycle ends."""
    cycle, chance = boards("ada"), Source("ab" * 32, "bot")
    rows = 0
    while cycle.hall.cycle.status == Status.RUNNING:
        chosen = _choice(cycle, chance)
        if chosen is None:
            cycle.hall.to(cycle.clock.due_at)
            continue
        move, answers = chosen
        entry = cycle.hall.do(
            "ada", "move", match=cycle.match.code, move=move_data(move), answers=[list(each) for each in answers]
        )
        rows += sum(len(facts["rows"]) for kind, facts in cycle.events(entry) if kind == "cleared")
    assert 55 <= rows <= 55 + 3  # the last piece can complete more rows than were needed
    assert (cycle.hall.cycle.winner, cycle.table.state.board("ada").level) == ("ada", 10)
    assert cycle.hall.entries()[-1].action == "end-cycle"


def _choice(cycle: Boards, chance: Source):
    table, ctx = cycle.table, cycle.hall.read_context("ada")
    looking = RecordedEnvironment(ctx, table.hosted)
    return GreedyBot().choose(table.game, table.rules, table.state, "ada", looking, chance)


# ── who plays


def test_players_join_late_and_leave(boards: Open) -> None:
    """One match for all; who comes later has an empty board and can gain at once, and who leaves has none."""
    cycle = boards("ada")
    cycle.gain("ada")
    cycle.hall.to(BATTLE + DAY)
    cycle.hall.join("bob")
    assert Match.objects.count() == 1
    assert cycle.board("bob").rows == (0,) * 10
    cycle.gain("bob")
    cycle.hall.do("ada", "leave")
    assert cycle.table.state.board("ada") is None
    assert [(seat.player, seat.status) for seat in cycle.table.seats] == [("ada", "out"), ("bob", "in")]
    cycle.hall.is_sound()


def test_whoever_joins_again_begins_anew(boards: Open) -> None:
    """Board, pieces and level are gone; the place at the table is the last, as anybody's who has just joined."""
    cycle = boards("ada", "bob", **BARS, least_gain=2)
    cycle.gain("ada")
    cycle.bar("ada", 0)
    cycle.hall.do("ada", "leave")
    cycle.hall.to(WEEK)
    cycle.hall.join("ada")
    assert (cycle.standing("ada"), cycle.board("ada").hand) == ((0, 0), ())
    assert [seat.player for seat in cycle.table.seats] == ["bob", "ada"]
    assert list(cycle.match.seats.values_list("player", "status")) == [("bob", "in"), ("ada", "in")]
    cycle.gain("ada")
    assert cycle.board("ada").hand == ("Bar", "Bar")
    cycle.hall.is_sound()


def test_nobody_plays_without_a_board(boards: Open) -> None:
    """Not people who watch, nor those who have left."""
    cycle = boards("ada", "bob")
    cycle.hall.do("bob", "leave")
    for name in ("bob", "eve"):
        cycle.hall.refused(name, "move", "not-a-player", match=cycle.match.code, move={"kind": "gain"})
