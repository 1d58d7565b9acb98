"""Suggestions for rows of lists in the composer: items, phases, kinds of clauses, names of the law."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from nomic.clauses.clause_index import vocabulary_of
from nomic.clauses.schema.kind_registry import kinds
from nomic.effects.blocks.name_kinds import names_of_kind
from nomic.forms.list_rows import Offer, Rows, rows_of
from nomic.forms.schema_forms import Input
from nomic.inventory.law_section import items_of
from nomic.law.document.entries import entries_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.value_labels import words_at

# Lists whose elements are names of the law, by the key of the list.
NAMED = frozenset(("suits", "colours", "types", "items", "species", "modifiers"))
PHASES = "in"
ONLY = "only"  # the items, or the cards, that a freeze holds
MAX_OFFERS = 500


def rows_at(law: Law, shown: Input, more: str) -> Rows | None:
    """Return the rows of a list input of the composer, or None for an input without rows.

    `more` is the name of the input that gets an additional empty row.
    """
    rows = rows_of(shown, one_more=shown.name == more)
    if rows is None:
        return None
    has_amounts = shown.kind == "counts"
    offers, is_closed = _offers(law, shown)
    return Rows(rows, offers, is_closed, shown.choices if has_amounts else (), has_amounts, shown.kind == "numbers")


def suggested_at(law: Law, shown: Input, players: Sequence[str]) -> tuple[Offer, ...]:
    """Return names that fit into a text input, each with a description.

    Empty if the schema does not say which names fit.
    """
    if shown.kind != "text":
        return ()
    known = vocabulary_of(law)
    if shown.names == "pool":
        return tuple((name, "") for name in names_of_kind(known, "pools")[:MAX_OFFERS])
    if shown.names == "place":
        return tuple(islice(_places(law), MAX_OFFERS))
    if shown.names == "name":
        names = (*names_of_kind(known, "items"), *players, *names_of_kind(known, "species"))
        return tuple((name, "") for name in dict.fromkeys(names))[:MAX_OFFERS]
    return ()


def _places(law: Law) -> Iterator[Offer]:
    """Yield the places to which a class of proposals can be limited: clauses, maps of entries, sections."""
    for entries in entries_of(law.document):
        yield entries.path, entries.title
    for name in law.document:
        yield pointer(name), words_at(law.document, pointer(name))


def _offers(law: Law, shown: Input) -> tuple[tuple[Offer, ...], bool]:
    """Return the offers for a row, and whether no other values are valid."""
    key = shown.label_of_key
    if shown.kind == "counts" and not shown.choices:
        return tuple((name, item.plural) for name, item in items_of(law).items())[:MAX_OFFERS], True
    if shown.kind != "lines":
        return (), False
    if shown.choices:
        return tuple((word, kinds()[word].offered_as if word in kinds() else word) for word in shown.choices), True
    if key == PHASES:
        phases: list[dict[str, Any]] = law.document.get("calendar", {}).get("phases", [])
        return tuple({str(each["kind"]): str(each["title"]) for each in phases}.items()), bool(phases)
    if key == ONLY:
        known = vocabulary_of(law)
        return tuple((name, "") for kind in ("items", "species") for name in names_of_kind(known, kind))[
            :MAX_OFFERS
        ], False
    names = names_of_kind(vocabulary_of(law), key) if key in NAMED else sorted(set(_used(law.document, key)))
    return tuple((name, "") for name in names[:MAX_OFFERS]), False


def _used(held: Any, key: str) -> Iterator[str]:
    """Yield the texts in all lists under this key, at any depth of a document."""
    waiting = [held]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found = each.get(key)
            yield from (text for text in found if isinstance(text, str)) if isinstance(found, list) else ()
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
