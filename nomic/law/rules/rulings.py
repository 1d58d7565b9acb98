"""The rulings of `docs/rulings.md`: interpretations of the games' texts where these leave something open."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

RULINGS = Path(__file__).resolve().parents[3] / "docs" / "rulings.md"
RULING = re.compile(r'- <a id="(?P<id>R\d+)"></a>\*\*(?P=id)\*\* (?P<text>.+)')
CITED = re.compile(r"\bR[1-9]\d{0,2}\b")


@dataclass(frozen=True, slots=True)
class Ruling:
    """One ruling: its number as code and pages cite it, such as "R22", and its text.

    In the text, `*words*` are in italics.
    """

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Topic:
    """Rulings about one subject, in order."""

    title: str
    rulings: tuple[Ruling, ...]


@lru_cache(maxsize=1)
def topics() -> tuple[Topic, ...]:
    """Return the rulings grouped by the headings of the document."""
    _, *parts = RULINGS.read_text(encoding="utf-8").split("\n## ")
    return tuple(
        Topic(part.partition("\n")[0], tuple(Ruling(m["id"], m["text"]) for m in RULING.finditer(part)))
        for part in parts
    )


@lru_cache(maxsize=1)
def ruling_numbers() -> frozenset[str]:
    """Return the numbers of all rulings."""
    return frozenset(ruling.id for topic in topics() for ruling in topic.rulings)
