"""The content of the page that changes numbers: a value of the law, or a piece of it with its numbers."""

from dataclasses import dataclass

from nomic.clauses.views.explanations import explain_clause
from nomic.clauses.views.numbers.number_conversion import as_counted
from nomic.clauses.views.numbers.number_labels import with_labels, with_short_labels
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.value_labels import path_of, words_at
from nomic.law.search.values import LawValue, is_a_number, value_or_none, values_of
from nomic.web.links.composer_links import opening_of

SINGLE = "new_value"  # the field of a page with one value
MAX_NUMBERS = 150  # of one piece; the page says so if there are more
MAX_SEEN = 500  # characters of a value by which it is known whether it has changed
ENTRY_OF_MAP = 3  # parts of the path of an entry in a map of a section


@dataclass(frozen=True, slots=True)
class Changeable:
    """One value of the law, or a piece of the law with its name, its sentences and its numbers."""

    path: str
    words: str
    values: tuple[LawValue, ...]
    sentences: tuple[str, ...] = ()
    is_piece: bool = False

    @property
    def has_more(self) -> bool:
        """True if the piece may have more numbers than are shown."""
        return len(self.values) == MAX_NUMBERS


@dataclass(frozen=True, slots=True)
class Field:
    """The field for a new value: the text typed into it, and the error about that text.

    `seen` is the value that the page showed when the text was typed, or "" if that is unknown.
    """

    value: LawValue
    called: str
    typed: str = ""
    wrong: str = ""
    seen: str = ""

    @property
    def name(self) -> str:
        return self.called or f"new:{self.value.path}"

    @property
    def is_number(self) -> bool:
        return is_a_number(self.value.value)

    @property
    def is_stale(self) -> bool:
        """True if the law has changed the value since the page showed it."""
        return bool(self.seen) and self.seen != self.value.said[:MAX_SEEN]


def changeable_at(law: Law, place: str) -> Changeable | None:
    """Return the value at a JSON pointer, or else the rule, entry or clause there with its numbers.

    Returns None if there is neither.
    """
    if not place.startswith("/"):
        return None
    if (value := value_or_none(law, place)) is not None:
        (value,) = with_labels(law, [value])
        return Changeable(value.path, value.words, (as_counted(law, value),))
    opening = opening_of(law, place)
    if opening is None:
        return None
    path = pointer("rules", opening[1]) if opening[0] == "rule" else opening[1]
    values = numbers_in(law, path) if path == place or opening[0] == "entry" else ()
    if not values:
        return None
    named = tuple(as_counted(law, each) for each in with_short_labels(law, values))
    return Changeable(path, words_at(law.document, path), named, _sentences(law, path), is_piece=True)


def change_in_words(value: LawValue, new: str) -> str:
    """Return the sentence of a proposal that changes a value; `new` is the new value in words, with its unit."""
    return values_in_words(value.words, value.said, new)


def values_in_words(name: str, before: str, after: str) -> str:
    """Return the sentence of a proposal that changes a value, from the value's name and both values in words."""
    return f"Change “{name}” from “{before}” to “{after}”."


def numbers_in(law: Law, path: str) -> tuple[LawValue, ...]:
    """Return up to `MAX_NUMBERS` numbers inside a piece of the law, in the order of the law.

    The `place` of clauses is left out.
    """
    found = (value for value in values_of(law) if value.path.startswith(f"{path}/") and is_a_number(value.value))
    return tuple(value for value in found if not value.path.endswith("/place"))[:MAX_NUMBERS]


def _sentences(law: Law, path: str) -> tuple[str, ...]:
    """Return sentences that describe a piece of the law, empty unless it is a clause or an entry."""
    section, *rest = path_of(path)
    if section == "rules" and rest[1:2] == [CLAUSES]:
        return explain_clause(law, rest[0], rest[2])
    *key, name = rest or [""]
    return entry_explanation(law, section, name, *key) if len(key) <= ENTRY_OF_MAP - 2 else ()
