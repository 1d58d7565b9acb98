"""The outcomes of a pool that are available to a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.schema.clause_models import OutcomeClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Condition, Effect
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.world import Names, Runner
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class Offered:
    """A parsed outcome: its title, its condition and its effect."""

    title: str
    needs: Condition | None
    do: Effect

    def is_on_offer(self, run: Runner, names: Names) -> bool:
        """Return whether the outcome is available to the player bound to `$me`."""
        return self.needs is None or self.needs.value(run, dict(names))


def outcomes_of(law: Law, pool: str) -> Sequence[Offered]:
    """Return all outcomes of a pool in the order of the rules. They are parsed once per law."""
    return law.once(("outcomes", pool), lambda: [_read(each) for each in clauses_of(law).outcomes.get(pool, ())])


def _read(placed: Placed[OutcomeClause]) -> Offered:
    clause = placed.clause
    needs = None if clause.if_ is None else read_condition(clause.if_, scopes.WHO_ACTS)
    return Offered(clause.outcome, needs, read_effect(clause.do, scopes.WHO_ACTS))
