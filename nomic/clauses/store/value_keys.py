"""Keys of stored values that have one content for each player or name: which keys are allowed."""

from nomic.clauses.clause_index import vocabulary_of
from nomic.clauses.schema.value_kinds import MAX_LENGTH, KeyKind, ValueClause
from nomic.law.document.sections import Law

MAX_KEYS = 100  # names of one holder. A list of the language has no more members.
MAX_ENTRIES = 10_000  # keys of one value, of all its holders together
NAMED_BY_LAW: tuple[KeyKind, ...] = ("item", "suit")  # keys that end with the name in the law


def is_key(law: Law, clause: ValueClause, key: str) -> bool:
    """Return whether the law allows this key for a value."""
    possible = vocabulary_of(law).keys.get(clause.value)
    return 0 < len(key) <= MAX_LENGTH if possible is None else key in possible
