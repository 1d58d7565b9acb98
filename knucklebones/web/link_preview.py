"""The field of Knucklebones in pictures of links: both matrices, facing each other."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from knucklebones.engine.player_view import View
from nomic.web.sharing.transliteration import in_known_letters

CELL = 60  # units of a die's side, as its pips are drawn
STEP = CELL + 8
MIDDLE = 56  # between the matrices, for the scores of the columns
NAME = 44  # above and below, for the players
LETTERS = 24  # of a name


def link_preview(view: View) -> SafeString:
    """Return both matrices as SVG, the winner's below."""
    above, below = view.players if view.winner != view.players[0] else tuple(reversed(view.players))
    high = view.rows * STEP
    width = view.columns * STEP
    context = {
        "view_box": f"-4 {-high - NAME} {width + 8} {2 * (high + NAME) + MIDDLE}",
        "cells": [
            (column * STEP, y)
            for column in range(view.columns)
            for row in range(view.rows)
            for y in (_above(row), _below(row))
        ],
        "dice": [*_dice(view, above, is_above=True), *_dice(view, below, is_above=False)],
        "scores": [
            (column * STEP + CELL / 2, view.scores[above].columns[column], view.scores[below].columns[column])
            for column in range(view.columns)
        ],
        "names": [(-high - 14, _line(view, above)), (high + MIDDLE + 26, _line(view, below))],
        "middle": width / 2,
        "under": MIDDLE - 8,
    }
    return render_to_string("knucklebones/link_preview.svg", context)


def _above(row: int) -> int:
    return -(row + 1) * STEP


def _below(row: int) -> int:
    return MIDDLE + row * STEP + STEP - CELL


def _dice(view: View, player: str, *, is_above: bool) -> list[tuple[int, int, int]]:
    """Return the place and the value of each die, columns from the middle outwards."""
    place = _above if is_above else _below
    return [
        (column * STEP, place(row), value)
        for column, values in enumerate(view.matrices[player])
        for row, value in enumerate(values)
    ]


def _line(view: View, player: str) -> str:
    return f"{in_known_letters(player)[:LETTERS]}: {view.scores[player].total}"
