"""The boards as wikitext for their wiki page: a table for each, and one of all players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nomic.law.document.sections import Law
from nomic.wiki.wikitext.templating import render_wikitext
from nomic.wikitext.escape import Wikitext
from tetromic.engine.player_view import SeenBoard, View

MAX_BYTES = 1_000_000  # for all boards, to leave room for the log on the page
COLUMN = 2  # em
# Both text and background are set, so that a node is readable in light and dark mode.
ON = '| style="background:#2a4b8d;color:#fff" | ■'
OFF = '| style="background:#f4f1ea;color:#767169" | ·'


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: their level and points, their pieces, and whether they have gained this phase's pieces."""

    name: str
    level: int
    points: str
    hand: str
    nodes_on: int
    gained: str


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A player's board: its rows from the top down, then the numbers of its columns."""

    player: str
    nodes: Wikitext


def draw_board(law: Law, view: View) -> Wikitext:
    """Render all players and their boards. Boards are left out if the text would exceed the size of a page."""
    board = _draw(view, [_board(each) for each in view.boards])
    return board if len(board.encode()) <= MAX_BYTES else _draw(view, [])


def _draw(view: View, boards: Sequence[BoardPart]) -> Wikitext:
    context = {
        "winner": view.winner,
        "winning_level": view.winning_level,
        "phase": view.phase,
        "players": [_player(board, view.winning_level) for board in view.boards],
        "boards": boards,
        "width": COLUMN * (view.columns + 1),
    }
    return render_wikitext("match_tetromic.wiki", context)


def _player(board: SeenBoard, winning_level: int) -> PlayerLine:
    pieces = Counter(board.hand).items()
    hand = ", ".join(name if count == 1 else f"{count} × {name}" for name, count in sorted(pieces))
    points = "–" if board.level >= winning_level else f"{board.points} of {board.needed}"
    nodes_on = sum(map(sum, board.rows))
    return PlayerLine(board.player, board.level, points, hand or "–", nodes_on, "yes" if board.gained else "not yet")


def _board(board: SeenBoard) -> BoardPart:
    """Render a board, with node (0,0) at the bottom left (R61)."""
    rows = board.rows
    lines = []
    for number in reversed(range(len(rows))):
        lines += ["|-", f'! scope="row" | {number}', *(ON if node else OFF for node in rows[number])]
    lines += ["|-", "!", *(f'! scope="col" | {number}' for number in range(len(rows[0])))]
    return BoardPart(board.player, Wikitext("\n".join(lines)))
