"""Registry of boards. A game's app registers how its tables are displayed, under the game's name."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.matches.contract.moves import Order
from nomic.matches.contract.views import view_data
from nomic.matches.hosting.views.board_view import BoardView, Drawing, OfferedMove


def _as_view(board_view: BoardView) -> Drawing:
    return Drawing({"view": board_view.view})


def _no_orders(board_view: BoardView) -> dict[str, list[OfferedMove]]:
    """Return no offers. The default for games without standing orders."""
    return {}


def _nothing_ready(board_view: BoardView) -> list[OfferedMove]:
    """Return no moves. The default for games in which the player answers every question."""
    return []


def _no_advice(board_view: BoardView) -> list[str]:
    """Return no sentences. By default, the coach gives only its advice for all games."""
    return []


def _brought_nothing(board_view: BoardView) -> list[str]:
    """Return no sentences. The default for games in which the board shows everything that a turn brings."""
    return []


def _nothing_about(board_view: BoardView) -> str:
    """Return no text. By default, a question is its prompt alone."""
    return ""


def _plain_words(order: Order, view: Any) -> str:
    return order.kind


@dataclass(frozen=True, slots=True)
class Board:
    """A game's hooks for displaying a table on a page."""

    # Rendered inside the table's form: a button named `move` makes the move that is its value, and an input or button
    # named `chosen` answers the question.
    template: str
    # Makes the template's context. By default, the template gets the viewer's `view` alone.
    draw: Callable[[BoardView], Drawing] = _as_view
    # Kinds of moves that the board itself offers.
    places: frozenset[str] = frozenset()
    # Kinds of moves that need a confirmation, with its text.
    confirm: Mapping[str, str] = field(default_factory=dict)
    # The standing orders that can be given, by occasion.
    orders: Callable[[BoardView], Mapping[str, list[OfferedMove]]] = _no_orders
    # A standing order in words, for its owner.
    order_in_words: Callable[[Any, Any], str] = _plain_words
    # The board's own style sheets and scripts.
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    # Kinds of moves that need one more press after the last answer, with the button's label.
    last_word: Mapping[str, str] = field(default_factory=dict)
    # The part of a view that moves depend on. A move is refused if that part has changed since its page was rendered;
    # without this function, if anything has happened at the table.
    moves_depend_on: Callable[[Any], str] | None = None
    # Moves that take one press though they ask something, with suitable answers for players without other wishes.
    ready: Callable[[BoardView], list[OfferedMove]] = _nothing_ready
    # What the choices before the first move are about, for players who have them now, or "".
    preparing: Callable[[BoardView], str] = _nothing_about
    # The text of what asks the question of a move in progress, such as a card, or "".
    about: Callable[[BoardView], str] = _nothing_about
    # The question of a move in progress in the words of a page that shows the board, or "" for its prompt.
    asked: Callable[[BoardView], str] = _nothing_about
    # Whether `advice` names the move of a hint, which then is computed for coached visitors.
    heeds_hint: bool = False
    # Whether `advice` names that hint's answers alone, so that it is not computed before a move is begun.
    heeds_answers_alone: bool = False
    # Whether the board itself has the button that asks for a hint, and shows the hint.
    shows_hint: bool = False
    # Kinds of events that are no news to players: the log has them, the lines above the board leave them out.
    no_news: frozenset[str] = frozenset({"turn"})
    # Kinds of events of which several are counted, with a clause that has the number at {}: "you draw {} cards".
    many_of_a_kind: Mapping[str, str] = field(default_factory=dict)
    # What the viewer's last turn has brought them, in sentences that speak to them. If it is empty, the page says what
    # others have done to the viewer.
    brought: Callable[[BoardView], list[str]] = _brought_nothing
    # Sentences for a newcomer: the goal, and what to do now.
    advice: Callable[[BoardView], list[str]] = _no_advice


_boards: dict[str, Board] = {}


def register(game: str, board: Board) -> None:
    """Register the board of a game."""
    _boards[game] = board


def board_of(game: str) -> Board:
    """Return the board of a game. The default board shows the viewer's view as plain data."""
    return _boards.get(game, PLAIN)


def _as_data(board_view: BoardView) -> Drawing:
    return Drawing({"data": json.dumps(view_data(board_view.view), indent=2, ensure_ascii=False)})


PLAIN = Board("web/match_plain.html", _as_data)
