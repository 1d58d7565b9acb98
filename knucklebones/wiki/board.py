"""A game of Knucklebones as wikitext for its wiki page: both fields, facing each other."""

from dataclasses import dataclass

from knucklebones.engine.player_field import Column
from knucklebones.engine.player_view import View
from nomic.law.document.sections import Law
from nomic.wiki.wikitext.templating import render_wikitext
from nomic.wikitext.escape import Wikitext

FREE = "·"

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldRows:
    """A player's field: the cells of each row, the scores of the columns, and their sum."""

    player: str
    rows: tuple[Row, ...]
    scores: Row
    total: int


def draw_board(law: Law, view: View) -> Wikitext:
    """Render the turn, the roll and the last placed die.

    The first player's field is below, the other's above.
    """
    below, above = (_field(view, player) for player in view.players)
    context = {
        "turn": view.turn,
        "rolled": view.rolled,
        "last": view.last_rolled,
        "columns": range(1, view.columns + 1),
        "above": above,
        "far_rows_first": above.rows[::-1],
        "below": below,
    }
    return render_wikitext("match_knucklebones.wiki", context)


def _field(view: View, player: str) -> FieldRows:
    """Return the rows from the middle of the table outwards."""
    columns, scores = view.matrices[player], view.scores[player]
    rows = tuple(tuple(_cell(column, row) for column in columns) for row in range(view.rows))
    return FieldRows(player, rows, tuple(map(str, scores.columns)), scores.total)


def _cell(column: Column, row: int) -> str:
    return str(column[row]) if row < len(column) else FREE
