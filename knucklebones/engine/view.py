"""A game as everybody sees it: nothing in it is hidden."""

from typing import Any

from knucklebones.engine.fields import column_score, free_columns, score, with_die, without
from knucklebones.engine.rules import Rules
from knucklebones.engine.state import Die, Side, State

Json = Any


def view_of(rules: Rules, state: State, viewer: str | None) -> dict[str, Json]:
    """What is seen. Columns are numbered from 1; `choices` are those of the one whose turn it is."""
    outcome = state.outcome
    return {
        "you": viewer if viewer in state.players else None,
        "players": list(state.players),
        "turn": {"number": state.turn, "player": state.mover.player} if state.is_on else None,
        "rolled": None if state.die is None else _die(state.die),
        "last_rolled": None if state.last is None else {**_die(state.last), "column": state.last_column},
        "matrices": {side.player: [list(column) for column in side.field] for side in state.sides},
        "scores": {side.player: _scores(side) for side in state.sides},
        "using": state.pending.move["dice"] if state.pending else None,
        "dice": {side.player: {"used": list(side.used)} for side in state.sides},
        "columns": len(state.sides[0].field),
        "rows": state.rows,
        "faces": list(rules.faces),
        "choices": _choices(state),
        "winner": outcome.winner or None if outcome else None,
        "outcome": None if outcome is None else {"ending": outcome.ending, "forfeited": outcome.forfeited or None},
    }


def _die(die: Die) -> dict[str, Json]:
    """A die, with the Dice that was used on it last."""
    return {"value": die.value, "by": die.by, "dice": die.items[-1] if die.items else None}


def _scores(side: Side) -> dict[str, Json]:
    return {"columns": [column_score(column) for column in side.field], "total": score(side.field)}


def _choices(state: State) -> list[dict[str, Json]]:
    """What each column with a free cell would score, and destroy, with the die that can be placed now."""
    if state.die is None or state.pending is not None:
        return []
    value, own, against = state.die.value, state.mover.field, state.sides[1 - state.at].field
    choices = []
    for at in free_columns(state.mover.field, state.rows):
        after = column_score(with_die(own, at, value)[at])
        left = column_score(without(against, at, value)[at])
        choices.append(
            {
                "column": at + 1,
                "gains": after - column_score(own[at]),
                "score": after,
                "destroys": against[at].count(value),
                "takes": column_score(against[at]) - left,
            }
        )
    return choices
