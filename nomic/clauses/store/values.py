"""Stored values. All reads and changes of them go through this module."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nomic.clauses.compiled import clauses_of
from nomic.clauses.events import ValueChanged, ValueMoved, ValueRevealed
from nomic.clauses.models import KeptValue, SaidInSecret, ValueChange
from nomic.clauses.schema.value_kinds import Kept, ValueClause
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.journal.reveal import unseal
from nomic.cycles.law_changes import law_before
from nomic.cycles.models import Entry
from nomic.db import Prepared, UpsertTarget, insert, replace
from nomic.effects.language.world import Value
from nomic.law.document.sections import Law
from nomic.players.events import Left

THE_CYCLE = ""  # the holder of the cycle's values
MAX_MOVED = 201  # Maximum number of `ValueMoved` events of an act. No more entries can follow.
TOGETHER = "kept values of a rule"
PLACE: UpsertTarget = (KeptValue, ("cycle_id", "name", "holder"), ("number", "members", "revealed", "hidden"))
Key = tuple[str, str]  # the name of a value, and its holder
Row = tuple[str, str, int, str, bool]  # name, holder, number, members, and whether it is revealed


def is_kept(law: Law, name: str, holder: str) -> bool:
    """Return whether a law has a value of that name for this holder, which is the cycle or a player."""
    placed = clauses_of(law).values.get(name)
    return placed is not None and (placed.clause.of == "cycle") == (holder == THE_CYCLE)


@dataclass(slots=True)
class Held:
    """The non-initial contents of a value by holder, and the holders whose secret is revealed."""

    now: dict[str, Kept] = field(default_factory=dict)
    revealed: set[str] = field(default_factory=set)


def held(moment: Moment, name: str) -> Held:
    """Load a value for all holders, together with all values of the same rule. Cached in the context."""
    return moment.recall(("kept value", name), lambda: _of_its_rule(moment, name)[name])


def _of_its_rule(moment: Moment, name: str) -> dict[str, Held]:
    """Load all values of a rule in one query.

    They are usually read together, such as candidates and the votes for them.
    """
    names = _together(moment.law, name)
    return moment.recall((TOGETHER, names), lambda: _read(moment, names))


def _together(law: Law, name: str) -> tuple[str, ...]:
    """Return the names of all values of the rule that declares this one."""
    values = clauses_of(law).values
    rule = values[name].rule if name in values else None
    return tuple(sorted({name, *(other for other, placed in values.items() if placed.rule == rule)}))


def _read(moment: Moment, names: tuple[str, ...]) -> dict[str, Held]:
    found = {name: Held() for name in names}
    for name, holder, number, members, revealed in _rows_of(moment.law, names).all(moment.cycle.pk):
        found[name].now[holder] = from_columns(number, members)
        if revealed:
            found[name].revealed.add(holder)
    return found


def _rows_of(law: Law, names: tuple[str, ...]) -> Prepared[Row]:
    """Return the prepared query for values of these names."""
    return law.once(
        ("rows of kept values", names),
        lambda: Prepared(
            lambda cycle: (
                KeptValue.objects.filter(cycle_id=cycle, name__in=names)
                .order_by()
                .values_list("name", "holder", "number", "members", "revealed")
            ),
            int,
            cacheable=True,
        ),
    )


def _rows_now(found: dict[str, Held]) -> list[Row]:
    """Return the rows that the query would return after the act's changes are written."""
    return [
        (name, holder, *as_columns(value), holder in each.revealed)
        for name, each in found.items()
        for holder, value in each.now.items()
    ]


def hide(moment: Moment, names: Iterable[str]) -> None:
    """Treat these values as if they had their initial content, so that trial runs reveal nothing about secrets."""
    for name in names:
        moment.recall(("kept value", name), Held)


def kept(moment: Moment, name: str, holder: str = THE_CYCLE) -> Kept:
    """Return the current content of a value, of the cycle or of a player by name."""
    return held(moment, name).now.get(holder, clauses_of(moment.law).values[name].clause.at_first)


def from_columns(number: int, members: str) -> Kept:
    """Build the content from the database columns."""
    return tuple(json.loads(members)) if members else number


def as_columns(value: Kept) -> tuple[int, str]:
    """Return the database columns of a content: a number without members, or members without a number."""
    return (value, "") if isinstance(value, int) else (0, json.dumps(value, ensure_ascii=False))


class Changes:
    """The changes of values by one act, written with the act's entry."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._before: dict[Key, Kept] = {}
        self._ended: set[Key] = set()
        self._hidden: set[Key] = set()
        self._set: dict[Key, None] = {}  # secrets that were set, even to the same content
        self._revealed: dict[Key, None] = {}
        self._closed: set[Key] = set()  # values that became secret after they were public
        self._told: dict[Key, Kept | None] = {}
        self._told_revealed: set[Key] = set()
        self.said: dict[Key, Kept | None] = {}  # contents that the messages of the act have already told
        act.when_saved(self._write, needs_row=False)

    def keep(self, name: str, holder: str, value: Value) -> bool:
        """Set a value to the nearest allowed content, and return whether it changed.

        A revealed secret becomes secret again.
        """
        clause = clauses_of(self._act.law).values[name].clause
        if clause.is_secret:
            self._hidden.add((name, holder))
            self._set[name, holder] = None
            self._revealed.pop((name, holder), None)
            held(self._act, name).revealed.discard(holder)
        return self._put(name, holder, clause.within(value))

    def adjust(self, name: str, holder: str, value: Kept) -> None:
        """Adjust the content of a value without changing who may see it."""
        known = held(self._act, name)
        if clauses_of(self._act.law).values[name].clause.is_secret and holder not in known.revealed:
            self._hidden.add((name, holder))
        self._put(name, holder, value)

    def _put(self, name: str, holder: str, after: Kept) -> bool:
        before = kept(self._act, name, holder)
        if before == after:
            return False
        self._before.setdefault((name, holder), before)
        self._ended.discard((name, holder))
        held(self._act, name).now[holder] = after
        return True

    def reset(self, name: str, holder: str) -> bool:
        """Reset a value to its initial content, and return whether it changed."""
        return self.keep(name, holder, clauses_of(self._act.law).values[name].clause.at_first)

    def end(self, name: str, holder: str, *, hidden: bool = False) -> None:
        """Delete the stored content of a value for a holder."""
        self._before.setdefault((name, holder), held(self._act, name).now.pop(holder))
        held(self._act, name).revealed.discard(holder)
        self._ended.add((name, holder))
        self._revealed.pop((name, holder), None)
        if hidden:
            self._hidden.add((name, holder))

    def close(self, name: str) -> None:
        """Make a public value secret from now on."""
        self._closed.update((name, holder) for holder in held(self._act, name).now)

    def reveal(self, name: str, holder: str) -> None:
        """Reveal a secret to everybody until it is set again."""
        known = held(self._act, name)
        if holder not in known.revealed:
            known.revealed.add(holder)
            self._revealed[name, holder] = None

    @property
    def changed(self) -> dict[Key, tuple[Kept, Kept | None]]:
        """The changed values by name and holder, with the content before the act and now.

        The content now is None if the value was deleted.
        """
        found: dict[Key, tuple[Kept, Kept | None]] = {}
        for (name, holder), before in self._before.items():
            now = None if (name, holder) in self._ended else held(self._act, name).now[holder]
            if now != before:
                found[name, holder] = (before, now)
        return found

    @property
    def shown(self) -> dict[Key, tuple[Kept, Kept | None]]:
        """The public part of the changes."""
        return {key: change for key, change in self.changed.items() if key not in self._hidden}

    @property
    def revealed(self) -> list[Key]:
        """The secrets that this act has revealed."""
        return list(self._revealed)

    def note_said(self) -> None:
        """Note that the messages of the act have told all public changes so far."""
        self.said = {key: now for key, (_, now) in self.shown.items()}

    def tell(self) -> None:
        """Emit an event for each changed value and for each revealed one.

        No event is emitted for a secret, because the change alone may reveal its content. No event is emitted twice.
        """
        news: list[tuple[Key, Kept | None, Kept | None]] = [
            (key, self._told.get(key, before), now)
            for key, (before, now) in self.shown.items()
            if self._told.get(key, before) != now
        ]
        self._told |= {key: now for key, _, now in news}
        for name in dict.fromkeys(name for (name, _), _, _ in news):
            of = [holder for (one, holder), _, _ in news if one == name and holder]
            self._act.emit(ValueChanged(value=name, of=of))
        if ValueMoved.kind() in clauses_of(self._act.law).at_events:
            for event in islice(_moves(news), MAX_MOVED):
                self._act.emit(event)
        revealed = [key for key in self._revealed if key not in self._told_revealed]
        self._told_revealed.update(revealed)
        for name in dict.fromkeys(name for name, _ in revealed):
            of = [holder for one, holder in revealed if one == name]
            self._act.emit(ValueRevealed(value=name, of=[holder for holder in of if holder]))
            self._open(name, of)

    def _open(self, name: str, holders: Collection[str]) -> None:
        """Reveal the sealed entries that set the values revealed now.

        Entries that also set another secret value are left out.
        """
        newest = dict(
            SaidInSecret.objects.filter(entry__cycle=self._act.cycle, name=name)
            .order_by("entry__seq")
            .values_list("holder", "pk")
        )
        said = SaidInSecret.objects.filter(pk__in=[newest[holder] for holder in holders if holder in newest])
        said.update(revealed=True)
        entries = Entry.objects.filter(pk__in=said.values("entry")).order_by("seq")
        unseal(self._act, entries.exclude(pk__in=SaidInSecret.objects.filter(revealed=False).values("entry")))

    def _write(self, entry: Entry) -> None:
        changed = self.changed
        now = {key: after for key, (_, after) in changed.items() if after is not None}
        for name, holder in (*self._set, *self._revealed, *self._closed):  # secret again, or no longer secret
            if (name, holder) not in self._ended:
                now.setdefault((name, holder), kept(self._act, name, holder))
        if not (changed or now or self._ended):
            return
        for (name, holder), value in now.items():  # also contents equal to the initial one, which have a row now
            held(self._act, name).now[holder] = value
        replace(
            PLACE,
            [self._row(entry, name, holder, value) for (name, holder), value in now.items()],
            deleted=[(entry.cycle_id, name, holder) for name, holder in self._ended],
        )
        self._have_be_known({name for name, _ in (*now, *self._ended)})
        insert([self._change(entry, place, key, *change) for place, (key, change) in enumerate(changed.items())])
        if self._act.sealed:
            insert([SaidInSecret(entry=entry, name=name, holder=holder) for name, holder in self._set])

    def _have_be_known(self, names: Collection[str]) -> None:
        """Update the unit of work's cache with the values read and written here, unless this act changed the law."""
        act = self._act
        if act.emitted(LawChanged):
            return
        for together in {_together(act.law, name) for name in names}:
            found: dict[str, Held] | None = act.known((TOGETHER, together))
            if found is not None and all(held(act, name) is each for name, each in found.items()):  # no value is hidden
                _rows_of(act.law, together).patch(_rows_now(found), act.cycle.pk)

    def _row(self, entry: Entry, name: str, holder: str, value: Kept) -> KeptValue:
        number, members = as_columns(value)
        revealed = holder in held(self._act, name).revealed
        hidden = clauses_of(self._act.law).values[name].clause.is_secret and not revealed
        columns = {"number": number, "members": members, "revealed": revealed, "hidden": hidden}
        return KeptValue(cycle=entry.cycle, name=name, holder=holder, **columns)

    def _change(self, entry: Entry, place: int, key: Key, before: Kept, after: Kept | None) -> ValueChange:
        columns: dict[str, Any] = {}
        columns["before"], columns["members_before"] = as_columns(before)
        columns["after"], columns["members_after"] = (None, "") if after is None else as_columns(after)
        return ValueChange(entry=entry, place=place, name=key[0], holder=key[1], hidden=key in self._hidden, **columns)


def _moves(news: Iterable[tuple[Key, Kept | None, Kept | None]]) -> Iterator[ValueMoved]:
    for (name, holder), before, now in news:
        if isinstance(before, int) and isinstance(now, int):
            yield ValueMoved(value=name, of=[holder] if holder else [], before=before, now=now)


def changes_of(act: Act) -> Changes:
    """Return the act's changes of values."""
    return act.recall("changes of values", lambda: Changes(act))


def changes_so_far(act: Act) -> Changes | None:
    """Return the act's changes of values so far, or None if it has not accessed any."""
    known: Changes | None = act.known("changes of values")
    return known


# ── changes of the law, and players who leave


def follow_law(act: Act, changed: LawChanged) -> None:
    """Delete values that the law no longer has or that have changed their kind, and adjust values to new bounds."""
    was, now = clauses_of(law_before(act)).values, clauses_of(act.law).values
    for name in was:
        if name not in now or not _goes_on(was[name].clause, now[name].clause):
            for holder in sorted(held(act, name).now):
                changes_of(act).end(name, holder, hidden=was[name].clause.is_secret)
        elif was[name].clause != now[name].clause:
            _bring_within(act, name, was[name].clause, now[name].clause)
            if now[name].clause.is_secret and not was[name].clause.is_secret:
                changes_of(act).close(name)


OPENNESS = ("nobody", "owner", "all")


def _goes_on(was: ValueClause, now: ValueClause) -> bool:
    """Return whether the content of a value is kept when the law changes.

    An amendment must not publish a secret, so the content of a secret that becomes public is deleted.
    """
    as_secret = OPENNESS.index(now.seen) <= OPENNESS.index(was.seen)
    return (was.of, was.is_) == (now.of, now.is_) and as_secret


def _bring_within(act: Act, name: str, was: ValueClause, now: ValueClause) -> None:
    """Adjust contents to new bounds. A content equal to the old initial one becomes the new initial one.

    This applies whether or not the value had ever been changed.
    """
    known = held(act, name)
    for holder, value in sorted(known.now.items()):
        if was.at_first == value != now.at_first:
            del known.now[holder]
            known.revealed.discard(holder)
        elif now.within(value) != value:
            changes_of(act).adjust(name, holder, now.within(value))
    if was.at_first != now.at_first:
        number, members = as_columns(was.at_first)
        KeptValue.objects.filter(cycle=act.cycle, name=name, number=number, members=members).delete()


def end_of_leaver(act: Act, left: Left) -> None:
    """Delete the values of a leaving player, and remove the player from all other values (R5)."""
    for name, placed in clauses_of(act.law).values.items():
        clause = placed.clause
        if clause.of == "player" and left.player in held(act, name).now:
            changes_of(act).end(name, left.player, hidden=clause.is_secret)
        if clause.kind == "players":
            for holder, value in sorted(held(act, name).now.items()):
                changes_of(act).adjust(name, holder, clause.without(value, left.player))
