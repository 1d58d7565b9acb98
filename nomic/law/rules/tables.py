"""Tables that the system makes of the law's sections, as data: the web and the wiki each draw them their way."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class LawTable:
    """A table: what it lists, its columns, its rows of plain text.

    `places` are JSON pointers of what each row shows, `place` that of what all of them show; empty for no single piece.
    """

    caption: str
    columns: list[str]
    rows: list[list[str]]
    places: tuple[str, ...] = ()
    place: str = ""

    @property
    def without_rows(self) -> str:
        """What stands in its place where it has no rows: heads over nothing tell nobody anything."""
        return f"{self.caption}: there are none."


_builders: dict[str, Callable[[Law], LawTable]] = {}


Build = Callable[[Law], LawTable]


def register_table(name: str, build: Build) -> None:
    """Make a table known, so that a rule may ask for it by `{{law table|name}}`.

    `build(law)` is called only for laws that have what the table is made of; it may raise KeyError otherwise.
    """
    _builders[name] = build


def table_names() -> list[str]:
    """Names of all tables that a rule may ask for."""
    return sorted(_builders)


def table_of(law: Law, name: str) -> LawTable:
    """The table of that name under a law. Raises KeyError where there is none."""
    return law.once(("table", name), lambda: _builders[name](law))
