"""Check for values with one member that a raised limit allows to be overwritten.

For example, a gift stores its receiver in a value that holds one player. If a change lets players give twice a phase,
the second receiver replaces the first. This is seldom intended, so the author and the voters get a warning.
"""

from collections.abc import Iterator
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.schema.clause_models import ActionClause, Limit, ValueClause
from nomic.law.diff.outdated_words import OutdatedWords
from nomic.law.document.sections import Law
from nomic.law.rules.tree import rules_of

ONE_MEMBER = {"player": "one player", "name": "one name"}


def overwritten_values(old: Law, new: Law) -> Iterator[OutdatedWords]:
    """Yield a warning for each value that a raised limit allows an action to overwrite.

    Under the old law the action could set the value only once in the period of the limit.
    """
    if rules_of(old) == rules_of(new):
        return
    before = {placed.key: placed.clause for placed in clauses_of(old).actions.values()}
    values = clauses_of(new).values
    for placed in clauses_of(new).actions.values():
        clause, was = placed.clause, before.get(placed.key)
        if was is None or not _is_once(was.limit) or _is_once(clause.limit):
            continue
        for name in dict.fromkeys(_set_by(clause)):
            kept = values.get(name)
            if kept is not None and kept.clause.is_ in ONE_MEMBER:
                yield OutdatedWords(placed.title, kept.path, _holds(kept.clause), _change_in_words(was, clause))


def _is_once(limit: Limit | None) -> bool:
    return limit is not None and limit.times == 1


def _set_by(clause: ActionClause) -> Iterator[str]:
    """Yield the values that an action sets to an argument or another name, but not to a constant."""
    stack: list[Any] = [clause.do]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            name, to = node.get("set"), node.get("to")
            if isinstance(name, str) and isinstance(to, str) and to.startswith("$"):
                yield name
            stack += node.values()
        elif isinstance(node, list):
            stack += node


def _holds(value: ValueClause) -> str:
    return f"“{value.value}” holds {ONE_MEMBER[value.is_]}, so a second one replaces the first."


def _change_in_words(was: ActionClause, now: ActionClause) -> str:
    return f"how often a player can use “{now.action}”: {_times(was.limit)} → {_times(now.limit)}"


def _times(limit: Limit | None) -> str:
    if limit is None:
        return "without limit"
    return f"{limit.times if isinstance(limit.times, int) else 'a number that is worked out'} per {limit.per}"
