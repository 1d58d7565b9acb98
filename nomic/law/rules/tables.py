"""Tables generated from the law's sections, as data. The web and the wiki render them separately."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class LawTable:
    """A table: its caption, its columns, its rows of plain text.

    `places` are the JSON pointers of the single rows, and `place` is the pointer of the table's data. Both are empty if
    there is no such single place.
    """

    caption: str
    columns: list[str]
    rows: list[list[str]]
    places: tuple[str, ...] = ()
    place: str = ""

    @property
    def without_rows(self) -> str:
        """The text that replaces the table if it has no rows, because a header alone says nothing."""
        return f"{self.caption}: there are none."


_builders: dict[str, Callable[[Law], LawTable]] = {}


Build = Callable[[Law], LawTable]


def register_table(name: str, build: Build) -> None:
    """Register a table, so that a rule may show it by `{{law table|name}}`.

    `build(law)` is called only for laws that have the required sections; otherwise it may raise KeyError.
    """
    _builders[name] = build


def table_names() -> list[str]:
    """Return the names of all tables that a rule may show."""
    return sorted(_builders)


def table_of(law: Law, name: str) -> LawTable:
    """Return the table of that name under a law. Raises KeyError if there is no such table."""
    return law.once(("table", name), lambda: _builders[name](law))
