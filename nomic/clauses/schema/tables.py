"""Tables of the law: constant values by row and column, which only an amendment can change."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments.numbers import Number
from nomic.clauses.schema.base_clause import Clause
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.world import Value
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import pointer
from nomic.law.rules.generated_tables import EMPTY, LawTable
from nomic.law.schema.text_types import LawName, clean_line

MAX_ROWS = 100  # a list of the language has no more members
MAX_COLUMNS = 10
MAX_CELL = 200  # characters of a name or text
MAX_CELL_NAMES = 20
ColumnKind = Literal["number", "flag", "name", "names", "item", "text"]
CellName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_CELL),
    AfterValidator(clean_line),
    Field(json_schema_extra={"format": "name"}),
]
CellNames = Annotated[list[CellName], Field(max_length=MAX_CELL_NAMES)]
Cell = bool | Number | CellName | CellNames
Row = Mapping[str, Cell]
NUMBERS: tuple[ColumnKind, ...] = ("number", "flag")
NEEDED: Mapping[ColumnKind, str] = {
    "number": "a whole number is needed here",
    "flag": "true or false is needed here",
    "name": "a name is needed here",
    "names": "a list of names is needed here, each once",
    "item": "an item is needed here",
    "text": "some text is needed here",
}


class TableClause(Clause):
    """A table of the law: columns, each with a kind, and rows by name. Only a change of the law changes it.

    Effects read a column like a value of the cycle whose keys are the rows. A missing cell is 0, no or nothing.
    """

    word: ClassVar[str] = "table"

    table: LawName = Field(title="What it is called")
    columns: dict[LawName, ColumnKind] = Field(min_length=1, max_length=MAX_COLUMNS, title="Its columns")
    rows: dict[LawName, dict[LawName, Cell]] = Field(default={}, max_length=MAX_ROWS, title="Its rows")

    def flaws(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield a flaw, as path and message, for each cell with an unknown column or content of the wrong kind."""
        for row, cells in self.rows.items():
            for column, cell in cells.items():
                kind = self.columns.get(column)
                if kind is None:
                    yield ("rows", row, column), f"there is no such column: only {listed(list(self.columns), 'or')}"
                elif not _fits(kind, cell):
                    yield ("rows", row, column), NEEDED[kind]

    def kind_of(self, column: str) -> Kind:
        """Return the kind of a column in effects."""
        return "number" if self.columns[column] in NUMBERS else "names"

    def cell(self, row: str, column: str) -> Value:
        """Return the content of a cell. A missing row or cell gives 0 or an empty tuple, by the kind of the column."""
        cell = self.rows.get(row, {}).get(column)
        if self.columns[column] in NUMBERS:
            return int(cell) if isinstance(cell, int) else 0
        return () if cell is None else tuple(cell) if isinstance(cell, list) else (str(cell),)

    def filled(self, column: str = "") -> Sequence[str]:
        """Return the names of all rows, or of the rows with content in the given column, sorted."""
        return sorted(row for row in self.rows if not column or self.cell(row, column))

    def as_law_table(self, path: str) -> LawTable:
        """Return the table for display in rules: the names of the rows, then the clause's columns. No cell is blank."""
        rows = sorted(self.rows.items())
        return LawTable(
            caption=self.table,
            columns=["Name", *self.columns],
            rows=[
                [row, *(_in_words(cells[column]) if column in cells else EMPTY for column in self.columns)]
                for row, cells in rows
            ],
            places=tuple(f"{path}{pointer('rows', row)}" for row, _ in rows),
            place=f"{path}/rows",
        )

    def lines(self) -> list[str]:
        """Return a text for each row: "Hall (Doors: Cellar and Attic; Toll: 2)."."""
        return [
            f"{row} ({line.rstrip('.')})." if (line := self._line(cells)) else f"{row}."
            for row, cells in sorted(self.rows.items())
        ]

    def _line(self, cells: Row) -> str:
        return "; ".join(f"{column}: {_in_words(cells[column])}" for column in self.columns if column in cells)


def _fits(kind: ColumnKind, cell: Cell) -> bool:
    if kind == "names":
        return isinstance(cell, list) and len(set(cell)) == len(cell)
    if kind in NUMBERS:
        return isinstance(cell, int) and isinstance(cell, bool) == (kind == "flag")
    return isinstance(cell, str)


def _in_words(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return listed(cell) or "nothing" if isinstance(cell, list) else str(cell)
