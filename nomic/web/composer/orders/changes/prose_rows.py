"""Rows of tables that are written as prose: "Copper with a price of 2", "Lamp Copper and Price 2"."""

import re
from collections.abc import Sequence

from nomic.law.search.values import stems_of
from nomic.web.composer.orders.changes.drafted_law import NotPlaced

_HEADINGS = re.compile(r"^!(?P<heads>[^\n]{1,400})", re.MULTILINE)
_PIECES = re.compile(r",? (?:and|with|at) |, ")
_LEAD = re.compile(r"(?:(?:the|an?|its|whose|with|where|called|named) ){1,3}", re.IGNORECASE)
_BETWEEN = re.compile(r" ?(?::|=|(?:being|is|of|shall be|should be)\b) ?", re.IGNORECASE)

_NAME_AND_NUMBER = re.compile(r"(?P<name>[^\d,;:]{1,60}?) (?:costs?|at|for|is|has) (?P<number>\d{1,9}(?: \w{1,30})?)")


def headings(body: str) -> list[str]:
    """Return the headings of the one table in a text; empty if it has none, or several."""
    if body.count("{|") != 1:
        return []
    heads = [head for found in _HEADINGS.finditer(body) for head in re.split(r"!!|\|\||\n!", found["heads"])]
    return [head.strip().strip("'") for head in heads]


def two_cells(words: str) -> tuple[str, str] | None:
    """Return the name and the number in text such as "Copper costs 2", or None for other text."""
    found = _NAME_AND_NUMBER.fullmatch(words.strip(" ."))
    return None if found is None else (found["name"], found["number"])


def cells_in(words: str, columns: Sequence[str]) -> list[str]:
    """Return the cells of a row in the order of the columns.

    Words without the name of a column belong to the first. Raises NotPlaced if a column has no cell or two, or if words
    belong to no column.
    """
    cells: dict[str, str] = {}
    for piece in _PIECES.split(words.strip(" .")):
        plain = _without_lead(piece)
        column = next((each for each in columns if _begins_with(plain, each)), None)
        if column is None and not cells:
            column, said = columns[0], plain
        elif column is None:
            raise NotPlaced(f"it is not clear which column “{piece[:40]}” is for: the columns are {', '.join(columns)}")
        else:
            rest = plain[len(" ".join(plain.split()[: len(column.split())])) :]
            said = _BETWEEN.sub("", rest.strip(), count=1) if _BETWEEN.match(rest.strip()) else rest.strip()
        if column in cells:
            raise NotPlaced(f"the row has two cells for “{column[:40]}”")
        cells[column] = said.strip()
    missing = [column for column in columns if not cells.get(column)]
    if missing:
        raise NotPlaced(f"the row has no {', '.join(missing)}")
    return [cells[column] for column in columns]


def _without_lead(piece: str) -> str:
    lead = _LEAD.match(piece.strip())
    return piece.strip() if lead is None else piece.strip()[lead.end() :]


def _begins_with(words: str, column: str) -> bool:
    begin = " ".join(words.split()[: len(column.split())])
    return begin.casefold().rstrip(":=") == column.casefold() or stems_of(begin) == stems_of(column) != []
