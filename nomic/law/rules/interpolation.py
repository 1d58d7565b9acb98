"""Interpolation: fills the law's values into the text of a rule, and collects its tables."""

import re
from dataclasses import dataclass

from nomic.law.document.sections import Law
from nomic.law.rules.generated_tables import LawTable
from nomic.law.rules.placeholders import fill_placeholders

TABLE = "\u2064"  # an invisible character around the index of a table; removed from users' texts
PLAIN = re.compile(r"[^\w .,–-]")


@dataclass(frozen=True, slots=True)
class Filled:
    """A rule's wikitext with the values of a law filled in, and a marker in place of each table."""

    text: str
    tables: tuple[LawTable, ...] = ()


def mark_of(count: int) -> str:
    """Return the marker for the table with index `count`."""
    return f"{TABLE}{count}{TABLE}"


def filled(law: Law, body: str, drawn: set[str] | None = None) -> Filled:
    """Return a rule's body with the law's values filled in.

    `drawn` holds the captions of tables that are shown elsewhere and only named here. The captions of tables shown here
    are added to it. Raises ValueError or KeyError if the body quotes a value or table that the law does not have.
    """
    tables: list[LawTable] = []

    def keep(table: LawTable) -> str:
        tables.append(table)
        return f"\n{mark_of(len(tables) - 1)}\n"

    text = fill_placeholders(law, body.replace(TABLE, ""), value=_as_text, table=keep, drawn=drawn)
    return Filled(text, tuple(tables))


def _as_text(words: str) -> str:
    """Return a value escaped for wikitext."""
    return PLAIN.sub(lambda sign: f"&#{ord(sign[0])};", words.replace(TABLE, ""))
