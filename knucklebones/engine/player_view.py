"""A game as its players and spectators see it, for boards, bots and the API. Nothing in it is hidden."""

from typing import Literal

from msgspec import Struct

from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.player_field import Field, column_score, free_columns, score, with_die, without
from knucklebones.engine.state import Die, GameOutcome, Side, State


class Turn(Struct, frozen=True):
    """The current turn. Turns count from 1."""

    number: int
    player: str


class Rolled(Struct, frozen=True):
    """A die, its player, and the Dice that was used on it last."""

    value: int
    by: str
    dice: str | None


class Placed(Rolled, frozen=True):
    """The die that was placed last, and its column."""

    column: int


class Scores(Struct, frozen=True):
    """The scores of a player's columns, and their sum."""

    columns: tuple[int, ...]
    total: int


class UsedDice(Struct, frozen=True):
    """The Dice that a player has used in this game."""

    used: tuple[str, ...]


class Choice(Struct, frozen=True):
    """The result of placing the die in a column.

    The column would score `score`, `gains` more than now. It would destroy `destroys` dice of the opponent, who would
    lose `takes`.
    """

    column: int
    gains: int
    score: int
    destroys: int
    takes: int


class Ending(Struct, frozen=True):
    """The end of a game: its kind, the winner, and the player who forfeited."""

    ending: Literal["won", "drawn", "off", "stopped"]
    forfeited: str | None


class View(Struct, frozen=True):
    """A game as one player sees it.

    Columns are numbered from 1; `matrices` hold the dice of each player's columns in the order of placement. `using` is
    the Dice that the player has begun to use; `choices` are the choices of the player whose turn it is.
    """

    you: str | None
    players: tuple[str, str]
    turn: Turn | None
    rolled: Rolled | None
    last_rolled: Placed | None
    matrices: dict[str, Field]
    scores: dict[str, Scores]
    using: str | None
    dice: dict[str, UsedDice]
    columns: int
    rows: int
    faces: tuple[int, ...]
    choices: tuple[Choice, ...]
    winner: str | None
    outcome: Ending | None


def view_of(rules: Rules, state: State, viewer: str | None) -> View:
    """Return the view of a match for one viewer, or for spectators if `viewer` is None or does not play."""
    outcome = state.outcome
    return View(
        you=viewer if viewer in state.players else None,
        players=state.players,
        turn=Turn(state.turn, state.mover.player) if state.is_on else None,
        rolled=None if state.die is None else _rolled(state.die),
        last_rolled=None if state.last is None else _placed(state.last, state.last_column),
        matrices={side.player: side.field for side in state.sides},
        scores={side.player: _scores(side) for side in state.sides},
        using=state.using or None,
        dice={side.player: UsedDice(side.used) for side in state.sides},
        columns=len(state.sides[0].field),
        rows=state.rows,
        faces=rules.faces,
        choices=tuple(_choices(state)),
        winner=outcome.winner or None if outcome else None,
        outcome=None if outcome is None else _ending(outcome),
    )


def _rolled(die: Die) -> Rolled:
    return Rolled(die.value, die.by, die.items[-1] if die.items else None)


def _placed(die: Die, column: int) -> Placed:
    return Placed(die.value, die.by, die.items[-1] if die.items else None, column)


def _scores(side: Side) -> Scores:
    return Scores(tuple(map(column_score, side.field)), score(side.field))


def _ending(outcome: GameOutcome) -> Ending:
    return Ending(outcome.ending, outcome.forfeited or None)


def _choices(state: State) -> list[Choice]:
    """Return the score and the destroyed dice for each column in which the current die can be placed."""
    if state.die is None or state.pending is not None:
        return []
    value, own, against = state.die.value, state.mover.field, state.sides[1 - state.at].field
    choices = []
    for at in free_columns(state.mover.field, state.rows):
        after = column_score(with_die(own, at, value)[at])
        left = column_score(without(against, at, value)[at])
        choices.append(
            Choice(
                column=at + 1,
                gains=after - column_score(own[at]),
                score=after,
                destroys=against[at].count(value),
                takes=column_score(against[at]) - left,
            )
        )
    return choices
