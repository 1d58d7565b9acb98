"""Bots that play Tetromic."""

import pytest

from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.simulation.run import Played, Simulation, play_match
from nomic.matches.simulation.unhosted_match import NothingOutside
from tests.support.hall import BATTLE, OpenCycle
from tests.support.tetromic_cycles import BARS, section
from tests.support.tetromic_cycles import Boards as Cycle
from tetromic.bots.policy import GreedyBot, best_placement
from tetromic.engine.boards import occupied
from tetromic.engine.moves import Gain, Place
from tetromic.engine.parsed_law import Rules, rules_of
from tetromic.engine.state import PlayerBoard, State
from tetromic.simulation.invariants import BoardInvariants
from tetromic.simulation.playground import Boards

GAME = Boards.game


def rules(**changes) -> Rules:
    document = document_of("tetromic")
    return rules_of({**document, "tetromic": {**document["tetromic"], **changes}}, 1)


def play(seed: str, *bots: str) -> Played:
    """A match to level 3 between these bots."""
    law = rules(winning_level=3)
    simulation = Simulation("tetromic", (len(bots),), 1, seed, bots, 500)
    return play_match(Boards(), law, document_of("tetromic"), simulation, 0)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_greedy_bot_wins_against_the_random_one(seed: str) -> None:
    """It completes rows; the other does by accident."""
    played = play(seed, "random", "greedy")
    assert played.ending == "won"
    assert [played.bots[winner] for winner in played.winners] == ["greedy"]


def choice(board: PlayerBoard):
    return GreedyBot().choose(GAME, rules(), State(0, (board,)), "ada", NothingOutside(), Source("ab" * 32, "bot"))


def test_the_greedy_bot_completes_a_row_where_it_can() -> None:
    """A Line into the four nodes that row 7 lacks."""
    board = PlayerBoard("ada", rows=(0,) * 7 + (0b100001, 0, 0), hand=("Line", "T"), gained=True)
    assert choice(board) == (Place("Line"), (["0:1,7"],))


def test_a_piece_is_offered_where_a_row_is_filled_or_else_low_in_the_middle() -> None:
    """As it lies if nothing is better; and nowhere on a full board."""
    law = rules()
    lacking = PlayerBoard("ada", rows=(0,) * 7 + (0b100001, 0, 0), hand=("Line",))
    filled, empty = (
        best_placement(law, board, "Line") for board in (lacking, PlayerBoard("ada", rows=(0,) * 10, hand=("Line",)))
    )
    assert filled is not None
    assert empty is not None
    assert (filled.name, empty.name) == ("0:1,7", "0:1,0")
    assert best_placement(law, PlayerBoard("ada", rows=(0b111110,) * 10, hand=("Square",)), "Square") is None


def test_the_greedy_bot_gains_once_nothing_is_left_to_place() -> None:
    """And has nothing to do after that."""
    board = PlayerBoard("ada", rows=(0,) * 10)
    assert choice(board) == (Gain(), ())
    assert choice(PlayerBoard("ada", rows=(0,) * 10, gained=True)) is None


def test_the_greedy_bot_keeps_a_piece_that_would_leave_no_room_for_others() -> None:
    """On a board on which the Square has its last place, it is not laid there."""
    rows = (*(0b111110,) * 8, 0b011100, 0b011100)
    board = PlayerBoard("ada", rows=rows, hand=("Square",), gained=True)
    assert len(rules().pieces["Square"].fitting(occupied(rules(), board))) == 1
    assert choice(board) is None


def test_the_examination_sees_what_is_wrong_with_a_board() -> None:
    """Two boards of one player, points beyond a level's, a level lost, pieces gone."""
    ada = PlayerBoard("ada", rows=(0,) * 10, hand=("L", "T", "S"), level=2, points=1)
    cases = {
        "ada has 2 boards": (ada, ada),
        "ada has 3 points at level 2": (PlayerBoard("ada", hand=ada.hand, level=2, points=3),),
        "ada had 1 points at level 2, and has lost some": (PlayerBoard("ada", hand=ada.hand, level=1, points=1),),
        "ada no longer has {'L': 1, 'T': 1}": (PlayerBoard("ada", hand=("S",), level=2, points=1),),
        "ada is out and has something": (PlayerBoard("ada", "out", hand=("L",)),),
        "boards are lost, or in another order": (),
    }
    for flaw, boards in cases.items():
        assert flaw in list(BoardInvariants().flaws(State(0, (ada,)), State(0, boards), NothingOutside()))
    assert list(BoardInvariants().flaws(State(0, (ada,)), State(1, (ada,)), NothingOutside())) == []
    assert list(BoardInvariants().flaws(State(0, (ada,)), State(2, (ada,)), NothingOutside())) == [
        "after phase 0 came phase 2"
    ]


@pytest.mark.django_db
def test_bots_of_a_practice_cycle_gain_and_place_as_soon_as_they_can(open_cycle: OpenCycle) -> None:
    """Each has a board; by a law of bars, the greedy one completes a row in every phase."""
    document = document_of("tetromic")
    hall = open_cycle(
        {**document, "tetromic": section(**BARS)}, template="tetromic", practice=True, owner_name="ada", joined=("ada",)
    )
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.do("ada", "seat-bot", bot="Random")
    hall.settle()
    cycle = Cycle(hall)
    assert [cycle.board(bot).gained for bot in ("Greedy bot 1", "Random bot 2")] == [True, True]
    assert cycle.board("Greedy bot 1").hand == ("Bar",)
    hall.to(BATTLE)
    assert (cycle.standing("Greedy bot 1"), cycle.board("Greedy bot 1").hand) == ((1, 0), ("Bar",))
    hall.is_sound()
