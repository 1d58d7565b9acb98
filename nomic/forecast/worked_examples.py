"""Worked examples of a proposal's clauses: what each would do in the cycle as it is, if its event happened now."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from nomic.clauses.clause_index import clauses_of, every_clause
from nomic.clauses.schema.trial_interface import Case
from nomic.clauses.worked_examples import NOTHING, example_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law

MAX_EXAMPLES = 4  # of a proposal
MAX_TRIED = 2 * MAX_EXAMPLES


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """The effect of one clause now: the title of its rule, an introduction, the cases, and notes."""

    title: str
    lead: str
    cases: tuple[Case, ...]
    notes: tuple[str, ...] = ()


def worked_examples(cycle: Cycle, law: Law, author: str) -> list[WorkedExample]:
    """Return examples of the clauses that a law adds to the cycle's law or changes, with the author as first player.

    Clauses that would do nothing now are left out, unless all those that are tried would. Must not be called while the
    cycle is locked.
    """
    found = list(islice(_examples(cycle, law, author), MAX_TRIED))
    telling = [each for each in found if any(case.sentences != (NOTHING,) for case in each.cases)]
    return (telling or found)[:MAX_EXAMPLES]


def _examples(cycle: Cycle, law: Law, author: str) -> Iterator[WorkedExample]:
    ctx = ReadContext(cycle, Actor(author), cycle.now())
    before = {placed.key: placed.clause for placed in every_clause(clauses_of(cycle.law))}
    for placed in every_clause(clauses_of(law)):
        if before.get(placed.key) == placed.clause:
            continue
        found = example_of(ctx, law, placed.path)
        if found is not None and found.cases:
            yield WorkedExample(str(placed.title), found.lead, found.cases, found.notes)
