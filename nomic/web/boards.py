"""How games show their tables. A game's app registers its board under the game's name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nomic.tables.sight import Drawing, Sight


@dataclass(frozen=True, slots=True)
class Board:
    """A game's table on a page.

    `template` is drawn within the form of the table: a button of it named `move` makes the move that is its value, an
    input or button named `chosen` answers the question. `draw` says what the template needs. `places` are the kinds of
    moves that the board itself offers; `confirm` are kinds that ask to be confirmed, each with what is said then.
    """

    template: str
    draw: Callable[[Sight], Drawing]
    places: frozenset[str] = frozenset()
    confirm: Mapping[str, str] = field(default_factory=dict)
    styles: tuple[str, ...] = ()


_boards: dict[str, Board] = {}


def register(game: str, board: Board) -> None:
    """Show matches of a game on this board."""
    _boards[game] = board


def board_of(game: str) -> Board | None:
    """The board of a game, or None for one that is only listed and replayed as data."""
    return _boards.get(game)
