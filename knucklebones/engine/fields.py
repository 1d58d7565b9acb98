"""A player's field, and what the dice on it are worth (R59).

A column is the values of its dice in the order of their coming: in which row a die lies has no relevance.
"""

Column = tuple[int, ...]
Field = tuple[Column, ...]


def empty(columns: int) -> Field:
    """A field without dice."""
    return ((),) * columns


def column_score(column: Column) -> int:
    """R59: a value v that stands k times scores v·k·k, for each of the k dice counts k times."""
    return sum(value * column.count(value) for value in column)


def score(field: Field) -> int:
    """What a field scores: its columns together."""
    return sum(map(column_score, field))


def is_full(field: Field, rows: int) -> bool:
    """Whether every cell has its die."""
    return min(map(len, field)) >= rows


def free_columns(field: Field, rows: int) -> list[int]:
    """Columns with a free cell, counted from 0."""
    return [at for at, column in enumerate(field) if len(column) < rows]


def with_die(field: Field, place: int, value: int) -> Field:
    """The field with one die more in the column at this place, counted from 0."""
    return (*field[:place], (*field[place], value), *field[place + 1 :])


def without(field: Field, place: int, value: int) -> Field:
    """The field with no die of this value in the column at this place; the cells that they leave are free (R58)."""
    left = tuple(die for die in field[place] if die != value)
    return (*field[:place], left, *field[place + 1 :])
