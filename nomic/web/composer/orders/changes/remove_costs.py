"""Orders that make an action free: "Remove the cost of lighting a lamp"."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.law.document.sections import Law, pointer
from nomic.law.search.values import stems_of, value_or_none
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced
from nomic.web.composer.orders.changes.rule_text import set_to
from nomic.web.typed_amendments import Operation


def remove_cost(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that set the costs of an action to zero.

    The entries remain, because words of the law may quote them. Raises NotPlaced unless the order names one action
    whose costs are fixed numbers.
    """
    named = [*_actions(draft.now, frozenset(stems_of(said["what"])))]
    if len(named) != 1:
        which = "several actions are" if named else "no action that costs something is"
        raise NotPlaced(f"{which} called {said['what']}; for an offer, write “Set the price of … to 0”")
    path, costs = named[0]
    operations: list[Operation] = []
    for item in costs:
        value = value_or_none(draft.now, path + pointer(item))
        if value is None:
            raise NotPlaced("what this costs is not a fixed number: change it in the rule")
        draft.count_a_value()
        operations += set_to(draft, value, "0")
    return operations


def _actions(law: Law, wanted: frozenset[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the costs of actions with these words, each with its path."""
    for id_, rule in law.document["rules"].items():
        for key, clause in (rule.get("clauses") or {}).items():
            if clause.get("costs") and frozenset(stems_of(str(clause.get("action", "")))) == wanted:
                yield pointer("rules", id_, "clauses", key, "costs"), clause["costs"]
