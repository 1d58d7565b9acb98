"""Columns of the field: the dice of both matrices, and the rolled die's score and victims there."""

from collections import Counter
from dataclasses import dataclass

from knucklebones.engine.moves import Place
from knucklebones.engine.player_view import Choice as SeenChoice
from knucklebones.engine.player_view import View
from nomic.matches.hosting.views.board_view import BoardView, move_as_json

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a column.

    `times` is the number of dice of its value there; `is_doomed` is true if the rolled die would destroy it.
    """

    value: int
    times: int
    is_doomed: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class Half:
    """A player's matrix in one column: its cells from the middle of the field outwards. Free cells are None."""

    player: str
    cells: tuple[Die | None, ...]
    score: int

    @property
    def values(self) -> str:
        """The dice as text, such as "5, 5 and 3". Empty if there are none."""
        *others, last = ["", *(str(die.value) for die in self.cells if die)]
        return f"{', '.join(others[1:])} and {last}" if len(others) > 1 else last


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of placing the rolled die in a column: its score, and the dice that it destroys.

    `move` is the form value, empty if it is not the visitor's move. `is_advised` is true if a hint suggests it.
    """

    move: str
    gains: int
    takes: int
    whose: str
    destroys: str
    is_advised: bool = False


@dataclass(frozen=True, slots=True)
class Lane:
    """A column number with that column of both matrices, and the result of placing the rolled die there."""

    number: int
    above: Half
    below: Half
    choice: Choice | None
    full: str


def lane_of(board_view: BoardView, above: str, below: str, column: int) -> Lane:
    """Return the column with that number, counted from 1, with the players drawn above and below."""
    barred = (item for item in board_view.barred if item.move == Place(column))
    return Lane(
        number=column,
        above=_half(board_view.view, above, column),
        below=_half(board_view.view, below, column),
        choice=_choice(board_view, column),
        full=next((item.reason for item in barred), ""),
    )


def _half(view: View, player: str, column: int) -> Half:
    values = view.matrices[player][column - 1]
    times, doomed, last = Counter(values), _doomed(view, player, column), _is_last(view, player, column)
    dice = [
        Die(value, times[value], value == doomed, last and place == len(values))
        for place, value in enumerate(values, 1)
    ]
    free = [None] * (view.rows - len(dice))
    return Half(player, (*dice, *free), view.scores[player].columns[column - 1])


def _doomed(view: View, player: str, column: int) -> int | None:
    """Return the value of this player's dice that the rolled die would destroy in that column, or None."""
    rolled = view.rolled
    if rolled is None or rolled.by == player or _choice_in(view, column) is None:
        return None
    return int(rolled.value)


def _is_last(view: View, player: str, column: int) -> bool:
    """Return whether the die that was placed last lies in that column."""
    last = view.last_rolled
    return last is not None and (last.by, last.column) == (player, column)


def _choice_in(view: View, column: int) -> SeenChoice | None:
    """Return the game's result of placing the rolled die in that column, or None if that is impossible."""
    return next((choice for choice in view.choices if choice.column == column), None)


def _choice(board_view: BoardView, column: int) -> Choice | None:
    """Return a column's choice while a die has to be placed, or None while another move is in progress."""
    found = _choice_in(board_view.view, column)
    if found is None or board_view.move is not None:
        return None
    move = Place(column)
    is_mine = any(item.move == move for item in board_view.legal)
    rolled = board_view.view.rolled
    victim = next(player for player in board_view.view.players if player != rolled.by)
    return Choice(
        move_as_json(move) if is_mine else "",
        found.gains,
        found.takes,
        victim,
        _dice(rolled.value, found.destroys),
        board_view.advised == move,
    )


def _dice(value: int, count: int) -> str:
    """Return the number and value of dice in words: "two fives", "five", or "" for none."""
    if count < 2:
        return face_in_words(value, 1) if count else ""
    return f"{_number(count)} {face_in_words(value, count)}"


def _number(count: int) -> str:
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def face_in_words(value: int, count: int) -> str:
    """Return the word for a die of that value, or for several: "five", "sixes", "12s"."""
    name = _number(value)
    if count == 1:
        return name
    return f"{name}es" if name.endswith("x") else f"{name}s"
