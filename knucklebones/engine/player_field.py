"""A player's field, and the score of the dice on it (R59).

A column lists the values of its dice in the order of placement, because the row of a die has no relevance.
"""

Column = tuple[int, ...]
Field = tuple[Column, ...]


def empty(columns: int) -> Field:
    """Return a field without dice."""
    return ((),) * columns


def column_score(column: Column) -> int:
    """Return the score of a column: each of k dice with the value v counts k times, v·k·k in all (R59)."""
    return sum(value * column.count(value) for value in column)


def score(field: Field) -> int:
    """Return the score of a field: the sum of its columns' scores."""
    return sum(map(column_score, field))


def is_full(field: Field, rows: int) -> bool:
    """Return whether every cell has a die."""
    return min(map(len, field)) >= rows


def free_columns(field: Field, rows: int) -> list[int]:
    """Return the columns with a free cell, counted from 0."""
    return [at for at, column in enumerate(field) if len(column) < rows]


def with_die(field: Field, place: int, value: int) -> Field:
    """Return the field with a die added to the column at this place, counted from 0."""
    return (*field[:place], (*field[place], value), *field[place + 1 :])


def without(field: Field, place: int, value: int) -> Field:
    """Return the field without dice of this value in the column at this place, whose cells become free (R58)."""
    left = tuple(die for die in field[place] if die != value)
    return (*field[:place], left, *field[place + 1 :])
