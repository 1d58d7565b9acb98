"""The words of a rule with the law's values put in, and its tables beside them: what a page needs to show the rule."""

import re
from dataclasses import dataclass

from nomic.law.document.sections import Law
from nomic.law.rules.placeholders import fill
from nomic.law.rules.tables import LawTable

TABLE = "\u2064"  # an invisible sign around the number of a table, taken out of what people wrote
PLAIN = re.compile(r"[^\w .,–-]")


@dataclass(frozen=True, slots=True)
class Filled:
    """A rule's wikitext in which values stand as they are under a law, and a mark for each of its tables."""

    text: str
    tables: tuple[LawTable, ...] = ()


def mark_of(count: int) -> str:
    """What stands in the text for the table of that number."""
    return f"{TABLE}{count}{TABLE}"


def filled(law: Law, body: str, drawn: set[str] | None = None) -> Filled:
    """A rule's body under a law. Raises ValueError or KeyError where it quotes what this law has not.

    `drawn` are captions of tables that stand elsewhere already and are only named; those that it draws are added.
    """
    tables: list[LawTable] = []

    def keep(table: LawTable) -> str:
        tables.append(table)
        return f"\n{mark_of(len(tables) - 1)}\n"

    text = fill(law, body.replace(TABLE, ""), value=_as_text, table=keep, drawn=drawn)
    return Filled(text, tuple(tables))


def _as_text(words: str) -> str:
    """A value in wikitext that shows it as it is: nothing in it means anything there."""
    return PLAIN.sub(lambda sign: f"&#{ord(sign[0])};", words.replace(TABLE, ""))
