"""Knucklebones' own law: what its text says, shown by games in a cycle of it."""

from datetime import timedelta

import pytest

from nomic.law.document.templates import document_of
from nomic.matches.models import TurnClock
from tests.support.hall import ADMIN, BATTLE, DAY, WEEK, OpenCycle
from tests.support.knucklebones_cycles import Bones


@pytest.fixture
def alone(open_cycle: OpenCycle) -> Bones:
    """A cycle of the law, with three players."""
    return Bones(open_cycle(document_of("knucklebones"), template="knucklebones", joined=("ada", "bob", "eve")))


def begun(bones: Bones) -> None:
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.next_phase()


def test_R57_games_begin_with_every_phase(alone: Bones) -> None:
    """One may declare in both phases, and for the next phase alone."""
    for at in (BATTLE, WEEK):
        alone.want("ada", "bob")
        alone.want("bob", "ada")
        alone.hall.to(at)
    assert [match.started_at for match in alone.matches] == [BATTLE, WEEK]
    alone.hall.to(WEEK + 3 * DAY)
    assert len(alone.matches) == 2


def test_R58_three_columns_have_three_cells_each_and_a_die_shows_one_to_six(alone: Bones) -> None:
    begun(alone)
    state = alone.state()
    assert [len(side.field) for side in state.sides] == [3, 3]
    assert state.rows == 3
    assert alone.table().rules.faces == (1, 2, 3, 4, 5, 6)


def test_R58_a_turn_lasts_a_day(alone: Bones) -> None:
    """Whoever has not moved then forfeits, and the opponent gains a Bone (R59)."""
    begun(alone)
    mover = alone.state().mover.player
    (clock,) = TurnClock.objects.filter(match__cycle=alone.hall.pk)
    assert clock.due_at - clock.began_at == timedelta(days=1)
    alone.hall.to(clock.due_at)
    (winner,) = alone.matches[0].result["winners"]
    assert winner != mover
    assert (alone.hall.has(winner, "Bone"), alone.hall.has(mover, "Bone")) == (1, 0)


@pytest.mark.parametrize(("bones", "of_another", "wins"), [(4, 0, False), (5, 0, True), (4, 4, False), (5, 4, True)])
def test_R56_five_bones_win(alone: Bones, bones: int, of_another: int, wins: bool) -> None:
    """And fewer do not, whatever another has."""
    hall = alone.hall
    if of_another:
        hall.grant("bob", "Bone", of_another)
    hall.grant("ada", "Bone", bones)
    assert hall.cycle.is_running != wins


def test_R56_of_two_who_have_as_many_nobody_wins_yet(alone: Bones) -> None:
    hall = alone.hall
    everybody = {"players": ["ada", "bob"], "item": "Bone", "count": 5, "reason": "for the test"}
    hall.do(ADMIN, "correct-grant-many", **everybody)
    assert hall.cycle.is_running
    hall.grant("bob", "Bone")
    assert hall.cycle.winner == "bob"
