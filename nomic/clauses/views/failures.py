"""View models of clauses that have failed: the reason, and whether they are suspended."""

from dataclasses import dataclass

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.handlers.triggers import MAX_FAILURES, clause_named
from nomic.clauses.models import Failures
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class Failing:
    """A triggered clause that failed in its last run, with its number of failures in a row."""

    rule: str
    title: str
    clause: str
    times: int
    reason: str

    @property
    def rests(self) -> bool:
        """True if the clause is suspended until it is amended or reactivated."""
        return self.times >= MAX_FAILURES

    @property
    def words(self) -> str:
        """The failure, described in sentences."""
        times = "" if self.times == 1 else f" {self.times} times in a row"
        failed = f"“{self.clause}” has failed{times}: {self.reason.rstrip('.')}."
        if not self.rests:
            return f"{failed} After {MAX_FAILURES} failures it is suspended."
        return f"{failed} It is suspended until a vote amends it or an admin resumes it."


def failing_in(cycle: Cycle) -> list[Failing]:
    """Return the failing clauses of a cycle. No query is sent if the law has no triggered clauses."""
    law = cycle.law
    if not clauses_of(law).at_events:
        return []
    found = (_failing(law, row) for row in Failures.objects.filter(cycle=cycle).order_by("clause"))
    return [each for each in found if each is not None]


def _failing(law: Law, row: Failures) -> Failing | None:
    placed = clause_named(law, row.clause)
    return None if placed is None else Failing(placed.rule, placed.title, placed.name, row.times, row.reason)
