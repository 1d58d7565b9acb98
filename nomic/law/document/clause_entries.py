"""The clauses of one rule as a map of entries, so that they are edited like cards and offers."""

from dataclasses import dataclass
from typing import Any

from nomic.law.document.entries import Entries, Entry
from nomic.law.document.sections import Document, pointer

CLAUSES = "clauses"


@dataclass(frozen=True, slots=True)
class ClausesOfARule(Entries):
    """The clauses of one rule, in document order."""

    rule: str
    rule_title: str

    @property
    def path(self) -> str:
        return pointer("rules", self.rule, CLAUSES)

    @property
    def title(self) -> str:
        return f"what the rule {self.rule_title} does"

    def of(self, document: Document) -> dict[str, Entry]:
        """Return the clauses that the rule has in a law."""
        return dict(document["rules"].get(self.rule, {}).get(CLAUSES) or {})

    def blank(self) -> Entry:
        return {}

    def fields(self) -> dict[str, str]:
        return {}

    def added(self, document: Document, name: str, new: Entry) -> dict[str, Any]:
        return {"op": "add", "path": f"{self.path}{pointer(name)}", "value": new}
