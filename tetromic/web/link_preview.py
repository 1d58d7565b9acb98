"""The boards of Tetromic in link pictures: those of the two leaders."""

import textwrap

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from nomic.web.sharing.transliteration import in_known_letters
from tetromic.engine.player_view import SeenBoard, View
from tetromic.web.board import SIDE, grid_of, path_of, units_of

SHOWN = 2  # boards
GAP = 2 * SIDE  # between them, and above them for a name
LETTERS = 14  # of a name above a board


def link_preview(view: View) -> SafeString:
    """Return the boards of the winner and of the players with the highest levels as SVG."""
    order = sorted(view.boards, key=lambda board: (board.player != view.winner, -board.level, -board.points))
    width, height = view.columns * SIDE, view.rows * SIDE
    shown = order[:SHOWN]
    context = {
        "view_box": f"-1 {-GAP} {len(shown) * (width + GAP) - GAP + 2} {height + GAP + 2}",
        "width": width,
        "height": height,
        "grid": grid_of(view.rows, view.columns),
        "boards": [
            (at * (width + GAP), _name(board), path_of(units_of(board), view.rows)) for at, board in enumerate(shown)
        ],
        "middle": width / 2,
    }
    return render_to_string("tetromic/link_preview.svg", context)


def _name(board: SeenBoard) -> str:
    return textwrap.shorten(in_known_letters(board.player), LETTERS, placeholder="…") or board.player[:LETTERS]
