"""Finds names and ids that a law does not use yet."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from nomic.cycles.actions.registry import all_actions
from nomic.law.document.entries import entries_of
from nomic.law.document.sections import Law
from nomic.law.rules.tree import rules_of

MAX_ID = 24  # characters of an id without its number, so that it fits wherever a law has ids
NAMING = ("value", "table", "keeping", "action", "office", "class", "outcome", "voting")


class Taken:
    """The names and ids of a law and of a draft proposal, regardless of case."""

    def __init__(self, law: Law) -> None:
        names, ids = law.once("names taken", lambda: ({name.casefold() for name in _names_in(law)}, {*_ids_in(law)}))
        self._names, self._ids = {*names}, {*ids}

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._names

    def free_name(self, base: str) -> str:
        """Return an unused name: `base`, or `base` with the first free number."""
        return _free(base, " ", self._names)

    def give_name(self, base: str) -> str:
        """Return an unused name, and reserve it."""
        name = self.free_name(base)
        self._names.add(name.casefold())
        return name

    def give_id(self, name: str) -> str:
        """Return an unused id derived from a name, and reserve it."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_ID].strip("-")
        found = _free(words or "rule", "-", self._ids)
        self._ids.add(found)
        return found


def _free(base: str, mark: str, taken: set[str]) -> str:
    name, number = base, 1
    while name.casefold() in taken:
        number += 1
        name = f"{base}{mark}{number}"
    return name


def _names_in(law: Law) -> Iterator[str]:
    """Yield the names that people see: of rules, of entries, and of what clauses create."""
    yield "Judge"
    for map_ in entries_of(law.document):
        yield from map_.of(law.document)
    for rule in rules_of(law).values():
        yield rule.title
        for clause in rule.clauses.values():
            yield from _names_of_clause(clause)


def _ids_in(law: Law) -> Iterator[str]:
    """Yield the identifiers of rules, clauses and actions: the names in addresses and in the API, not the titles."""
    yield from (action.name for action in all_actions())
    for id_, rule in rules_of(law).items():
        yield id_
        for name, clause in rule.clauses.items():
            yield name
            yield str(clause.get("called", name))


def _names_of_clause(clause: dict[str, Any]) -> Iterator[str]:
    yield from (clause[key] for key in NAMING if isinstance(clause.get(key), str))
    columns = clause.get("columns")
    if isinstance(columns, dict):
        yield from columns
