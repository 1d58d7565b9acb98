"""What a move costs: a fixed number of queries, however many matches, steps and seats there are."""

import pytest
from django.db import connection

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Unanswered
from nomic.matches.hosting.lifecycle import find_match
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.hosting.views.visible_match import VisibleMatch
from tests.support.counted_queries import CountedQueries, statements
from tests.support.hall import Hall
from tests.support.lanterns_game import LanternsTable, sit_down

pytestmark = pytest.mark.django_db

MAX_FOR_A_MOVE = 17  # two of them begin and end the transaction, two what is given up if it fails after a draw (R126)


def crowd(hall: Hall, table: LanternsTable, others: int) -> None:
    """So many more matches, and steps in this one."""
    for _ in range(others):
        sit_down(hall, "ada", "bob", "eve")
        table.tell("rain")


@pytest.mark.parametrize("others", [0, 8])
def test_a_move_takes_a_fixed_number_of_queries(playing: LanternsTable, others: int) -> None:
    """With draws and the next turn's clock."""
    crowd(playing.hall, playing, others)
    playing.hall.clock.wait(minutes=1)
    with CountedQueries(connection) as captured:
        playing.move("ada", "throw", [6], ["bob"])
    assert len(statements(captured)) <= MAX_FOR_A_MOVE + 1, captured.lines()


def test_a_question_takes_few_queries(playing: LanternsTable) -> None:
    """It reads cycle, player and match, in a transaction and a part of it that are given up, and writes nothing."""
    actor = playing.hall.actor("ada")
    with CountedQueries(connection) as captured, pytest.raises(Unanswered):
        perform(playing.hall.slug, actor, "move", {"match": playing.code, "move": {"kind": "throw"}})
    captured.assert_at_most(10)


@pytest.mark.parametrize("others", [0, 8])
def test_looking_at_a_match_takes_a_fixed_number_of_queries(
    playing: LanternsTable, lanterns: HostedGame, others: int
) -> None:
    """State, view, moves and one's own orders."""
    crowd(playing.hall, playing, others)
    playing.hall.do("ada", "give-standing-order", match=playing.code, order={"kind": "rest"})
    cycle, actor = playing.hall.cycle, playing.hall.actor("ada")
    with CountedQueries(connection) as captured:
        ctx = ReadContext(cycle, actor, cycle.now())
        reading = VisibleMatch(ctx, find_match(ctx, playing.code))
        assert [reading.viewer, len(reading.legal), reading.view.turn, len(reading.orders)] == ["ada", 3, "ada", 1]
    captured.assert_at_most(2)
