"""The law of a cycle that is older than some kinds of clauses, told in them: one revision, by an entry of its own.

A migration makes it due in the cycles that it finds (`expect`); a replay makes it due at the same instant again.
"""

from collections.abc import Iterator
from typing import Any

from nomic.cycles import deadlines
from nomic.cycles.actions import Action, NoArgs
from nomic.cycles.deadlines import Rank
from nomic.cycles.legislation import enact
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.moment import Act
from nomic.law.amendments import Operation
from nomic.law.older import told_in_clauses
from nomic.law.sections import Document, flaws_of, pointer

TELL = "tell-in-clauses"


def tell(act: Act, args: NoArgs) -> None:
    """Rewrite what the law says as laws did before; nothing changes of what holds."""
    before = act.law.document
    amendments = list(_between(before, told_in_clauses(before, lawful=lambda law: not flaws_of(law))))
    if not amendments:
        act.says("The law says everything as it is said now.")
        return
    enact(act, amendments, "told in clauses")
    act.says(f"What the law said in sections stands in clauses of its rules: it is now revision {act.cycle.revision}.")


def _between(before: Document, after: Document) -> Iterator[Operation]:
    """The amendments that lead from one document to the other, by section, and by entry where it has entries."""
    for section in sorted(before.keys() | after.keys()):
        was, now = before.get(section), after.get(section)
        if isinstance(was, dict) and isinstance(now, dict):
            for name in sorted(was.keys() | now.keys()):
                yield from _amendment(was, now, name, pointer(section, name))
        else:
            yield from _amendment(before, after, section, pointer(section))


def _amendment(before: Document, after: Document, key: str, path: str) -> Iterator[dict[str, Any]]:
    if key not in after:
        yield {"op": "remove", "path": path}
    elif key not in before:
        yield {"op": "add", "path": path, "value": after[key]}
    elif before[key] != after[key]:
        yield {"op": "replace", "path": path, "value": after[key]}


def expect_as_in(fork: Cycle, entries: list[Entry]) -> None:
    """Have it be due in a fork when it was in the history that is replayed, or is still to be."""
    still_due = Deadline.objects.filter(cycle=fork.fork_of_id, action=TELL).values_list("at", flat=True)
    for at in [*(entry.at for entry in entries if entry.action == TELL), *still_due]:
        deadlines.schedule(fork, TELL, at=at, rank=Rank.AT_ONCE, action=TELL, order=0)


ACTIONS = (
    Action(
        name=TELL,
        channel="system",
        title="The law is told in clauses",
        told=("the law told in clauses", "the law told in clauses {count} times"),
        summary="What the law said in sections stands in clauses of its rules; nothing else changes.",
        rule="Clauses",
        args=NoArgs,
        run=tell,
        is_act=False,
    ),
)
