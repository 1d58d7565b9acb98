"""Tables generated from the law's sections and clauses, as data. The web and the wiki render them separately."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nomic.law.document.sections import Law

EMPTY = "–"  # the text of a cell without content; a phone leaves it out


@dataclass(frozen=True, slots=True)
class LawTable:
    """A table: its caption, its columns, its rows of plain text.

    `places` are the JSON pointers of the rows in the law, and `place` is the pointer of all the table's data. Each is
    empty if the law has no such place.
    """

    caption: str
    columns: list[str]
    rows: list[list[str]]
    places: tuple[str, ...] = ()
    place: str = ""

    @property
    def without_rows(self) -> str:
        """The text shown in place of a table without rows."""
        return f"{self.caption}: there are none."


Build = Callable[[Law], LawTable]
_builders: dict[str, Build] = {}
_of_one_law: list[Callable[[Law], Mapping[str, LawTable]]] = []


def register_table(name: str, build: Build) -> None:
    """Register a table that rules can show by `{{law table|name}}`.

    `build(law)` may raise KeyError if the law lacks the sections from which the table is made. Under that law the table
    does not exist.
    """
    _builders[name] = build


def register_tables(tables: Callable[[Law], Mapping[str, LawTable]]) -> None:
    """Register a function that returns a law's own tables by name, such as those of its clauses."""
    _of_one_law.append(tables)


def table_names() -> list[str]:
    """Return the names of the tables that are generated from sections of any law."""
    return sorted(_builders)


def tables_of_one_law(law: Law) -> Mapping[str, LawTable]:
    """Return a law's own tables by name."""
    return law.once("own tables", lambda: {name: table for find in _of_one_law for name, table in find(law).items()})


def table_of(law: Law, name: str) -> LawTable:
    """Return the table with that name under a law. Raises KeyError if there is no such table."""
    if name not in _builders:
        return tables_of_one_law(law)[name]
    return law.once(("table", name), lambda: _builders[name](law))
