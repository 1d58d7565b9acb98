"""What a turn of Knucklebones has brought is said above the field: dice destroyed, who leads, how near the end is."""

from knucklebones.engine.events import placed
from knucklebones.web.turn_results import brought
from tests.knucklebones.test_board import ADA, BEN, board_view_of
from tests.support.knucklebones_engine import standing


def test_destroyed_dice_the_lead_and_the_end() -> None:
    """Of one's own die and of the opponent's, in the second person; nothing before one's first turn."""
    state = standing(ADA, BEN, rolled=5)
    turn = (placed("Ada", 1, 4, "Ben", 2), placed("Ben", 2, 3, "Ada", 1))
    own, theirs, standing_now = brought(board_view_of(state, "Ada", own_turn=turn))
    assert own == "Your 4 destroyed 2 dice in column 1."
    assert theirs == "Ben’s 3 destroyed 1 die of yours in column 2."
    assert standing_now == "You lead 49 to 34; 3 more dice fill your field."
    (calm,) = brought(board_view_of(state, "Ben", own_turn=(placed("Ben", 1, 1, "Ada", 0),)))
    assert calm == "Ada leads 49 to 34; 3 more dice fill your field."
    assert brought(board_view_of(state, "Ada")) == []
    assert brought(board_view_of(state, None)) == []
