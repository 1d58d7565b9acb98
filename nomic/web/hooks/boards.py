"""How games show their tables. A game's app registers its board under the game's name."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.matches.contract.moves import Order
from nomic.matches.contract.views import view_data
from nomic.matches.hosting.views.board_view import BoardView, Drawing, Offer


def _no_orders(board_view: BoardView) -> dict[str, list[Offer]]:
    """A game without standing orders."""
    return {}


def _nothing_ready(board_view: BoardView) -> list[Offer]:
    """A game in which every move is answered by hand."""
    return []


def _plain_words(order: Order, view: Any) -> str:
    return order.kind


@dataclass(frozen=True, slots=True)
class Board:
    """A game's table on a page."""

    # Drawn within the form of the table: a button of it named `move` makes the move that is its value, an input or
    # button named `chosen` answers the question.
    template: str
    # What the template needs.
    draw: Callable[[BoardView], Drawing]
    # Kinds of moves that the board itself offers.
    places: frozenset[str] = frozenset()
    # Kinds of moves that ask to be confirmed, each with what is said then.
    confirm: Mapping[str, str] = field(default_factory=dict)
    # The standing orders that can be given, by occasion.
    orders: Callable[[BoardView], Mapping[str, list[Offer]]] = _no_orders
    # What a standing order says to its owner.
    order_in_words: Callable[[Any, Any], str] = _plain_words
    # The board's own style sheets and scripts.
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    # Kinds of moves that are not made with the last answer but wait for one more press, each with what its button says.
    last_word: Mapping[str, str] = field(default_factory=dict)
    # What of a view moves depend on. A move is refused where that has changed since its page was drawn; without it,
    # where anything has happened at the table.
    moves_depend_on: Callable[[Any], str] | None = None
    # Moves that can be made with one press though they ask something: with answers that will do, for whoever has no
    # others.
    ready: Callable[[BoardView], list[Offer]] = _nothing_ready


_boards: dict[str, Board] = {}


def register(game: str, board: Board) -> None:
    """Show matches of a game on this board."""
    _boards[game] = board


def board_of(game: str) -> Board:
    """The board of a game; one that has none of its own shows what the viewer may see as data."""
    return _boards.get(game, PLAIN)


def _as_data(board_view: BoardView) -> Drawing:
    return Drawing({"data": json.dumps(view_data(board_view.view), indent=2, ensure_ascii=False)})


PLAIN = Board("web/match_plain.html", _as_data)
