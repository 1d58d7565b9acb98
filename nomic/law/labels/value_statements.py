"""Sentences for values of the law, built from the `sentence` of their labels."""

from collections.abc import Mapping, Sequence

from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import ValueName
from nomic.law.rules.placeholders import value_in_words
from nomic.law.schema.json_reader import Json
from nomic.law.schema.section_label import Path


def statement(law: Law, path: Path, value: Json, name: ValueName, words: str) -> str:
    """Return the sentence for a value, or "" if its label has none for this value.

    `words` is the value as text.
    """
    if name.rest:
        return ""
    if callable(name.sentence):
        try:
            return name.sentence(law, path, value)
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
            return ""  # the document is not a valid law
    if isinstance(name.sentence, Mapping):
        return name.sentence.get(value_in_words(value), "").format(*name.titles)
    one, _, several = name.sentence.partition("|")
    text = one if not several or _is_one(value) else several
    said = enumerated(value) if isinstance(value, list) and name.said is None else words
    return text.format(*name.titles, value=said)


def _is_one(value: Json) -> bool:
    return len(value) == 1 if isinstance(value, list) else value == 1


def enumerated(values: Sequence[Json]) -> str:
    """Return at least one value as a list in words: "a", "a and b" or "a, b and c"."""
    *most, last = map(value_in_words, values)
    return f"{', '.join(most)} and {last}" if most else last
