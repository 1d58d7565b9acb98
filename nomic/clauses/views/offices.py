"""View models of offices defined by law: their holders and terms, and the current election."""

from dataclasses import dataclass
from datetime import datetime

from nomic.clauses.clause_index import clauses_of, name_of_action
from nomic.clauses.models import DeferredEffect
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.offices.schema import OfficeClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.store.values import THE_CYCLE
from nomic.clauses.views.deferred_effects import event_of, rows_of
from nomic.clauses.views.values import contents_of
from nomic.cycles.models import Cycle


@dataclass(frozen=True, slots=True)
class ShownEnd:
    """The end of a term or an election.

    `at` is the instant if known. `when` is a text if an event ends it, otherwise "".
    """

    at: datetime | None
    when: str


@dataclass(frozen=True, slots=True)
class ShownOffice:
    """An office, its holders, and its election.

    `holders` is empty for an office of the host, which stores its holder itself. `vote` is the name of the voting
    action. `removal` holds the players who want a holder removed.
    """

    name: str
    rule: str
    title: str
    seats: int
    is_of_host: bool
    holders: tuple[str, ...]
    since_phase: int | None
    until: ShownEnd | None
    candidates: tuple[str, ...]
    election_ends: ShownEnd | None
    vote: str
    rounds: tuple[str, ...]
    removal: tuple[str, ...]

    @property
    def has_news(self) -> bool:
        """True if there is more to show than the holder of one of the host's offices, which pages always show."""
        return not self.is_of_host or bool(self.candidates or self.election_ends or self.rounds or self.removal)

    @property
    def place(self) -> str:
        """The JSON pointer of the office's rule."""
        return f"/rules/{self.rule}"


def offices_of(cycle: Cycle) -> list[ShownOffice]:
    """Return the offices of a cycle's law in the order of the rules. No query is sent if there are none."""
    offices = [placed for filed in clauses_of(cycle.law).by_kind["office"].values() for placed in filed]
    if not offices:
        return []
    contents, deferred = contents_of(cycle, THE_CYCLE), rows_of(cycle)
    return [_shown(cycle, placed, contents, deferred) for placed in offices]


def _shown(
    cycle: Cycle, placed: Placed[OfficeClause], contents: dict[str, int | tuple[str, ...]], rows: list[DeferredEffect]
) -> ShownOffice:
    names = Names(placed.clause)

    def members(value: str) -> tuple[str, ...]:
        found = contents.get(value, ())
        return found if isinstance(found, tuple) else ()

    since = contents.get(names.since, 0)
    holders = members(names.office)
    running = bool(contents.get(names.running, 0))
    actions = clauses_of(cycle.law).actions.values()
    vote = next((name_of_action(each) for each in actions if each.key == f"{placed.key}_vote"), "")
    return ShownOffice(
        name=names.office,
        rule=placed.rule,
        title=str(placed.title),
        seats=placed.clause.seats,
        is_of_host=names.is_of_host,
        holders=holders,
        since_phase=since if holders and isinstance(since, int) else None,
        until=_end([row for row in rows if holders and row.ends == names.office]),
        candidates=members(names.candidates),
        election_ends=_end([row for row in rows if running and not row.ends and row.clause == f"{placed.key}_stand"]),
        vote=vote,
        rounds=members(names.record),
        removal=members(names.removal) if names.is_of_host else _removal(cycle, names, holders),
    )


def _removal(cycle: Cycle, names: Names, holders: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players who want a holder removed."""
    if names.clause.removed_by is None:
        return ()
    of_each = (contents_of(cycle, holder).get(names.removal, ()) for holder in holders)
    return tuple(dict.fromkeys(name for found in of_each if isinstance(found, tuple) for name in found))


def _end(rows: list[DeferredEffect]) -> ShownEnd | None:
    """Return when the first of these deferred effects is due, or None without any."""
    return ShownEnd(rows[0].at, event_of(rows[0])) if rows else None
