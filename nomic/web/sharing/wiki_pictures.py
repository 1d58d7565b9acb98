"""Pictures for wiki pages: a match's board, or the last cards of one that is over, and single cards."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string

from nomic.inventory.card_views import Face
from nomic.law.document.sections import Law
from nomic.matches.models import Match
from nomic.web.hooks.endings import ending_of
from nomic.web.sharing.card_drawing import HIGH, WIDE, drawn_cards
from nomic.web.sharing.png import NO_XML

A_BOARD = (410, 430)  # units, wide and high
A_ROW = (410, 190)
A_CARD = (WIDE + 2, HIGH + 2)


def match_drawing(match: Match, view: Any, law: Law) -> str:
    """Return the picture of a match as SVG, or "" while its board hides something."""
    ending = ending_of(match.game)
    if ending.board is not None:
        board = ending.board(view)
        return _svg(A_BOARD, board=board) if board else ""
    faces = ending.cards(view, law) if match.is_over else ()
    return _svg(A_ROW, faces, ground=True) if faces else ""


def card_drawing(face: Face) -> str:
    """Return the picture of a card as SVG."""
    return _svg(A_CARD, [face])


def _svg(size: tuple[int, int], faces: Sequence[Face] = (), board: str = "", ground: bool = False) -> str:
    width, height = size
    context = {"width": width, "height": height, "board": board, "cards": drawn_cards(faces, width, height)}
    return NO_XML.sub("", render_to_string("web/wiki_picture.svg", context | {"ground": ground or bool(board)}))
