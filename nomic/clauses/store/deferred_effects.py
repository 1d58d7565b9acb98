"""Deferred effects that an act adds, changes and deletes. The rows are written with the act's entry."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import DeferredEffect
from nomic.clauses.store.calendar_deadlines import schedule_calendar_events
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import outages_of
from nomic.cycles.state_digest import canonical_json
from nomic.effects.language.event_names import PHASE_ENDS
from nomic.effects.language.world import Due, Players, Rest

WHEN_DUE = "act-when-due"
KIND = "rules"  # The name of the law's time spans that apply to them.
MAX_KEPT = 1_000  # deferred effects per cycle
MAX_ONE = 200  # deferred effects per clause or other source
MAX_BYTES = 200_000  # JSON size of the names of one deferred effect
NOTHING = "[]"  # text of an effect that is still due but does nothing
TIMED = "@"  # element of the cycle's `awaited`: something is due at an instant

_SOURCE = "the clause that acts"


@dataclass(frozen=True, slots=True)
class _Source:
    """The source of a deferred effect: a clause of a rule, or another part of the law."""

    rule: str = ""
    clause: str = ""


def acts_by(act: ActionContext, rule: str, clause: str) -> None:
    """Record the rule and the clause whose effect the act runs."""
    act.know(_SOURCE, _Source(rule, clause))


class DeferredStore:
    """The deferred effects that an act adds, changes and deletes."""

    def __init__(self, act: ActionContext) -> None:
        self._act = act
        self.new: list[DeferredEffect] = []
        self._changed: dict[str, DeferredEffect] = {}
        self._gone: dict[str, DeferredEffect] = {}
        act.when_saved(self._write, needs_row=False)

    @property
    def _source(self) -> _Source:
        """The clause or other part of the law whose effect the act is running."""
        return self._act.known(_SOURCE) or _Source()

    def keep(self, due: Due, rest: Rest, title: str, me: str, ends: str = "") -> None:
        """Store a deferred effect. Raises Refused if the effect is too large or the cycle has too many.

        `title` is the title of its rule, and `me` the player for whom it runs. `ends` is the value that the effect
        resets, or "".
        """
        if len(canonical_json(rest.names)) > MAX_BYTES:
            raise Refused("too-much-later", "This concerns too many players to be scheduled. Choose fewer.", title)
        act, cycle, place = self._act, self._act.cycle, len(self.new)
        row = DeferredEffect(
            cycle=cycle,
            code=act.code(f"later {place}"),
            seq=cycle.seq + 1,
            place=place,
            rule=self._source.rule,
            clause=self._source.clause,
            title=title[:120],
            me=me,
            ends=ends,
            text=rest.text,
            scope=dict(rest.scope),
            names=as_json(rest.names),
            hidden=self._is_hidden(rest, ends),
        )
        if due.hours:
            row.began, row.at = act.at, outages_of(cycle, KIND).due(act.at, timedelta(hours=due.hours))
        else:
            row.event = due.event or PHASE_ENDS
        if row.event == PHASE_ENDS:
            running = cycle.phase if act.at < cycle.phase_ends_at else cycle.phase + 1
            row.phase = running + max(due.phases, 1) - 1
        self.new.append(row)
        self._check_room(title)

    def _is_hidden(self, rest: Rest, ends: str) -> bool:
        """Return whether showing the effect could disclose a secret."""
        kept = clauses_of(self._act.law).values
        secret = {name for name, placed in kept.items() if placed.clause.is_secret}
        return bool(self._act.sealed) or ends in secret or bool(secret and rest.names.keys() - {"me", "those"})

    def _check_room(self, title: str) -> None:
        kept = self._act.recall("how much is kept for later", lambda: _counts(self._act.cycle))
        of_one = kept.get(self._source.clause, 0)
        if len(self.new) + of_one > MAX_ONE or len(self.new) + sum(kept.values()) > MAX_KEPT:
            most = f"{MAX_ONE} by one clause, {MAX_KEPT} in all"
            raise Refused("too-much-later", f"Too many effects would be scheduled: at most {most}.", title)

    def lasts(self, name: str, holders: Players, key: str | None = "") -> bool:
        """Cancel the scheduled reset of a value for these holders, because it was set again.

        `key` is None for all keys. Returns whether a reset was scheduled.
        """
        was_to_end = False
        ending = [row for row in self._ending(name) if key is None or row.names.get("key", [""]) == [key]]
        for row in [row for row in ending if row.code not in self._gone]:
            left = [each for each in row.names.get("those", []) if each not in holders]
            was_to_end = was_to_end or len(left) < len(row.names.get("those", []))
            if not left and self._is_secret(name):  # deleting the row would reveal the holder
                row.names, row.text = {**row.names, "those": []}, NOTHING
                self._changed[row.code] = row
            elif not left:
                self.drop(row)
            elif len(left) < len(row.names["those"]):
                row.names = {**row.names, "those": left}
                self._changed[row.code] = row
        return was_to_end

    def _is_secret(self, name: str) -> bool:
        """Return whether the value is secret, so that its reset must be secret too."""
        placed = clauses_of(self._act.law).values.get(name)
        return placed is not None and placed.clause.is_secret

    def _ending(self, name: str) -> list[DeferredEffect]:
        """Return the deferred effects that reset this value. No query is sent if the cycle has none."""
        act = self._act
        known = act.recall(
            ("what ends", name),
            lambda: (
                list(DeferredEffect.objects.filter(cycle=act.cycle, ends=name))
                if awaited_reset(name) in act.cycle.awaited
                else []
            ),
        )
        return [*known, *(row for row in self.new if row.ends == name)]

    def change(self, row: DeferredEffect) -> None:
        """Mark a row whose names have changed, so that it is written with the act's entry."""
        self._changed[row.code] = row

    def drop(self, row: DeferredEffect) -> None:
        """Mark a row for deletion with the act's entry."""
        self._gone[row.code] = row

    def _write(self, entry: Entry) -> None:
        new = [row for row in self.new if row.code not in self._gone]
        gone = [row for row in self._gone.values() if row.pk is not None]
        changed = [row for row in self._changed.values() if row.pk is not None and row.code not in self._gone]
        if not (new or gone or changed):
            return
        cycle = self._act.cycle
        DeferredEffect.objects.filter(pk__in=[row.pk for row in gone]).delete()
        DeferredEffect.objects.bulk_update(changed, ["names", "me", "text"])
        DeferredEffect.objects.bulk_create(new)
        deadlines.store_deadlines(
            cycle,
            [deadline_of(row, row.at) for row in new if row.at is not None],
            cancelled=[row.label for row in gone if row.at is not None],
        )
        note_awaited(cycle)
        schedule_calendar_events(self._act, {row.event for row in new})


def deferred_store(act: ActionContext) -> DeferredStore:
    """Return the act's store of deferred effects."""
    return act.recall("kept for later", lambda: DeferredStore(act))


def kept_rows(ctx: ReadContext) -> list[DeferredEffect]:
    """Return all deferred effects of a cycle in the order in which they were stored."""
    return list(DeferredEffect.objects.filter(cycle=ctx.cycle).order_by("seq", "place"))


def deadline_of(row: DeferredEffect, at: datetime) -> Deadline:
    """Return a new, unsaved deadline for a deferred effect that is due at `at`."""
    return Deadline(
        cycle=row.cycle,
        label=row.label,
        at=at,
        rank=Rank.RULES,
        order=row.seq,
        action=WHEN_DUE,
        args={"piece": row.code},
    )


def note_awaited(cycle: Cycle) -> None:
    """Update the cycle's `awaited`: the events for which deferred effects wait.

    Acts that emit none of these events skip the query for deferred effects.
    """
    rows = DeferredEffect.objects.filter(cycle=cycle).order_by().values_list("event", "ends").distinct()
    cycle.awaited = sorted({event or TIMED for event, _ in rows} | {awaited_reset(ends) for _, ends in rows if ends})


def awaited_reset(value: str) -> str:
    """Return the text by which the cycle's `awaited` refers to the scheduled reset of a value."""
    return f"={value}"


def as_json(names: Iterable[Any] | Any) -> dict[str, Any]:
    """Return bound names and their values as JSON data for a row. `names` is a mapping or pairs."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in dict(names).items()}


def _counts(cycle: Cycle) -> dict[str, int]:
    """Return the number of deferred effects by clause."""
    counts: dict[str, int] = {}
    if cycle.awaited:
        for clause in DeferredEffect.objects.filter(cycle=cycle).order_by().values_list("clause", flat=True):
            counts[clause] = counts.get(clause, 0) + 1
    return counts
