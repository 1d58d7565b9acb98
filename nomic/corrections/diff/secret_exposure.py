"""Detection of acts whose result may have shown the actor a secret value of a rule."""

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from nomic.clauses.clause_index import Clauses, clauses_of
from nomic.clauses.handlers.triggers import BY_RULE
from nomic.clauses.schema.placed_clause import AnyPlaced
from nomic.cycles.models import Entry
from nomic.cycles.state_digest import canonical_json
from nomic.law.models import law_at


def touches_secrets(entry: Entry, followed: QuerySet[Entry]) -> bool:
    """Return whether a clause that ran in the entry, or in one of its direct consequences, names a secret value.

    `followed` is a query for the entry and its direct consequences. Naming a secret suffices, because even the result
    of a condition on it reveals a part of it.
    """
    clauses = clauses_of(law_at(entry.cycle.book_id, entry.revision))
    secrets = [canonical_json(name) for name, placed in clauses.values.items() if placed.clause.is_secret]
    if not secrets:
        return False
    keys = set(_keys_of(followed.values_list("action", "args")))
    said = [canonical_json(placed.clause.model_dump(mode="json")) for placed in _carried_out(clauses, keys)]
    return any(secret in text for secret in secrets for text in said)


def _keys_of(rows: Iterable[tuple[str, dict[str, object]]]) -> Iterator[str]:
    """Yield the names of the entries' actions, or, for acts performed by a rule, the keys of their clauses."""
    for action, args in rows:
        yield str(args["clause"]) if action == BY_RULE else action


def _carried_out(clauses: Clauses, keys: set[str]) -> Iterator[AnyPlaced]:
    yield from (placed for name, placed in clauses.actions.items() if name in keys)
    for listening in clauses.at_events.values():
        yield from (placed for placed in listening if placed.key in keys)
