"""For each rule of a law, the revisions that changed it."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from nomic.law.models import Revision, document_at
from nomic.outage_tolerant_cache import cached_for_a_day

RULES = "rules"


def rule_history(book_id: uuid.UUID, number: int) -> Mapping[str, list[int]]:
    """Return, by rule id, the numbers of the revisions up to `number` that created or changed the rule, ascending.

    Changes of a rule's title, text, place or clauses count. Repealed rules are included. The result is cached, because
    revisions never change. Computing it takes one query, and time linear in the size of all amendments.
    """
    return cached_for_a_day("rule-history-1", [str(book_id), number], lambda: _read(book_id, number))


def _read(book_id: uuid.UUID, number: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    rows = Revision.objects.filter(book_id=book_id, number__lte=number).order_by("number")
    for each, amendments in rows.values_list("number", "amendments").iterator(chunk_size=500):
        for rule in sorted(_touched(book_id, each, amendments)):
            found.setdefault(rule, []).append(each)
    return found


def _touched(book_id: uuid.UUID, number: int, amendments: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the ids of the rules that a revision changed."""
    paths = [
        str(operation[key])
        for operation in amendments
        if operation.get("op") != "test"
        for key in ("path", "from")
        if key in operation and not (key == "from" and operation["op"] == "copy")
    ]
    parts = [path.split("/")[1:] for path in paths]
    if paths and all(len(each) > 1 or (each and each[0] != RULES) for each in parts):
        return {each[1] for each in parts if each[0] == RULES}
    now, before = (
        document_at(book_id, each).get(RULES, {}) if each >= 0 else {} for each in (number, number - 1)
    )  # all rules were written at once
    return {rule for rule in now.keys() | before.keys() if now.get(rule) != before.get(rule)}
