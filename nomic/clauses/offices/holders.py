"""Holders of offices that clauses define, for the predicates `holds` and `held` and for operations that appoint."""

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.offices.schema import OfficeClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.store.deferred_effects import deferred_store
from nomic.clauses.store.values import THE_CYCLE, changes_of, stored_value
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.law.document.sections import Law


def office_named(law: Law, name: str) -> Placed[OfficeClause] | None:
    """Return the clause of an office whose holder is stored as a value of the law, or None."""
    placed = clauses_of(law).by_kind["office"].get(name, ())
    return placed[0] if placed and name in clauses_of(law).values else None


def holders_of(ctx: ReadContext, office: str) -> tuple[str, ...]:
    """Return the holders of an office defined by law, in the order of appointment; empty if there is none."""
    found = stored_value(ctx, office) if office_named(ctx.law, office) is not None else ()
    return found if isinstance(found, tuple) else ()


def appoint_by_law(act: ActionContext, office: str, player: str) -> bool:
    """Make a player the only holder of an office defined by law, without a term. Without a player, vacate the office.

    Returns whether anything changed.
    """
    placed = office_named(act.law, office)
    if placed is None:
        return False
    deferred_store(act).lasts(office, (THE_CYCLE,))
    changes_of(act).keep(Names(placed.clause).since, THE_CYCLE, act.cycle.phase)
    return changes_of(act).keep(office, THE_CYCLE, (player,) if player else ())
