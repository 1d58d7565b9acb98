"""Stored values. All reads and changes of them go through this module."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.events import ValueChanged, ValueMoved, ValueRevealed
from nomic.clauses.models import KeptValue, SaidInSecret, ValueChange, full_name
from nomic.clauses.schema.value_kinds import MAX_LENGTH, Kept, ValueClause
from nomic.clauses.store.value_keys import MAX_ENTRIES, MAX_KEYS, NAMED_BY_LAW, is_key
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.journal.reveal_sealed_arguments import unseal
from nomic.cycles.law_changes import law_before
from nomic.cycles.models import Entry
from nomic.db import Prepared, UpsertTarget, insert, replace
from nomic.effects.language.world import Value
from nomic.law.document.sections import Law
from nomic.players.events import Left

THE_CYCLE = ""  # the holder of the cycle's values
MAX_MOVED = 201  # Maximum number of `ValueMoved` events of an act. No more entries can follow.
TOGETHER = "kept values of a rule"
PLACE: UpsertTarget = (KeptValue, ("cycle_id", "name", "holder", "key"), ("number", "members", "revealed", "hidden"))
Spot = tuple[str, str]  # the holder of a content, and its key, which is empty for values that have none
Key = tuple[str, str, str]  # the name of a value, the holder and the key
Row = tuple[str, str, str, int, str, bool]  # name, holder, key, number, members, and whether it is revealed


def is_kept(law: Law, name: str, holder: str, key: str = "") -> bool:
    """Return whether the law has a value called `name` for this holder.

    If `key` is empty, the value must have no keys, otherwise it must have keys. The holder is a player, or `THE_CYCLE`.
    """
    placed = clauses_of(law).values.get(name)
    if placed is None or (placed.clause.of == "cycle") != (holder == THE_CYCLE):
        return False
    return (placed.clause.by is None) == (key == "")


@dataclass(slots=True)
class StoredValues:
    """The stored contents of a value by holder and key, and which contents of a secret are revealed.

    Of a value with keys, contents equal to the initial one are not stored. `keys` holds the keys by holder.
    """

    now: dict[Spot, Kept] = field(default_factory=dict)
    revealed: set[Spot] = field(default_factory=set)
    keys: dict[str, set[str]] = field(default_factory=dict)

    def put(self, spot: Spot, value: Kept) -> None:
        """Set the content for a holder and key."""
        self.now[spot] = value
        if spot[1]:
            self.keys.setdefault(spot[0], set()).add(spot[1])

    def drop(self, spot: Spot) -> Kept | None:
        """Remove the content for a holder and key, and return it; None if there was none."""
        self.keys.get(spot[0], set()).discard(spot[1])
        self.revealed.discard(spot)
        return self.now.pop(spot, None)


def stored_values(ctx: ReadContext, name: str) -> StoredValues:
    """Return the contents of a value for all holders, loaded with all values of the same rule.

    The result is cached in the context.
    """
    return ctx.recall(("kept value", name), lambda: _of_its_rule(ctx, name)[name])


def _of_its_rule(ctx: ReadContext, name: str) -> dict[str, StoredValues]:
    """Return the contents of all values of the same rule by name, loaded with one query.

    Values of a rule are usually read together, such as candidates and the votes for them.
    """
    names = _together(ctx.law, name)
    return ctx.recall((TOGETHER, names), lambda: _read(ctx, names))


def _together(law: Law, name: str) -> tuple[str, ...]:
    """Return the names of all values of the rule that declares this one."""
    values = clauses_of(law).values
    rule = values[name].rule if name in values else None
    return tuple(sorted({name, *(other for other, placed in values.items() if placed.rule == rule)}))


def _read(ctx: ReadContext, names: tuple[str, ...]) -> dict[str, StoredValues]:
    found = {name: StoredValues() for name in names}
    for name, holder, key, number, members, revealed in _rows_of(ctx.law, names).all(ctx.cycle.pk):
        found[name].put((holder, key), from_columns(number, members))
        if revealed:
            found[name].revealed.add((holder, key))
    return found


def _rows_of(law: Law, names: tuple[str, ...]) -> Prepared[Row]:
    """Return the prepared query for values of these names."""
    return law.once(
        ("rows of kept values", names),
        lambda: Prepared(
            lambda cycle: (
                KeptValue.objects.filter(cycle_id=cycle, name__in=names)
                .order_by()
                .values_list("name", "holder", "key", "number", "members", "revealed")
            ),
            int,
            cacheable=True,
        ),
    )


def _rows_now(found: dict[str, StoredValues]) -> list[Row]:
    """Return the rows that the query would return after the act's changes are written."""
    return [
        (name, *spot, *as_columns(value), spot in each.revealed)
        for name, each in found.items()
        for spot, value in each.now.items()
    ]


def hide_values(ctx: ReadContext, names: Iterable[str]) -> None:
    """Make these values read as their initial content in this context, so that trial runs disclose no secrets."""
    for name in names:
        ctx.recall(("kept value", name), StoredValues)


def stored_value(ctx: ReadContext, name: str, holder: str = THE_CYCLE, key: str = "") -> Kept:
    """Return the current content of a value for a holder, by default the cycle. `key` is for values with keys."""
    return stored_values(ctx, name).now.get((holder, key), clauses_of(ctx.law).values[name].clause.at_first)


def keys_of(ctx: ReadContext, name: str, holder: str = THE_CYCLE) -> Sequence[str]:
    """Return the keys under which a holder's value `name` has other than its initial content, sorted.

    For a value without keys the result is one empty key.
    """
    if clauses_of(ctx.law).values[name].clause.by is None:
        return ("",)
    return sorted(stored_values(ctx, name).keys.get(holder, ()))


def from_columns(number: int, members: str) -> Kept:
    """Return the content stored in two database columns."""
    return tuple(json.loads(members)) if members else number


def as_columns(value: Kept) -> tuple[int, str]:
    """Return a content as two database columns: (number, "") or (0, members as JSON)."""
    return (value, "") if isinstance(value, int) else (0, json.dumps(value, ensure_ascii=False))


def key_problem(ctx: ReadContext, clause: ValueClause, holder: str, key: str) -> str | None:
    """Return why the value of `clause` cannot be stored for `holder` under `key`, or None if it can.

    Either the key is not allowed, or there are too many entries.
    """
    if not is_key(ctx.law, clause, key):
        return f"{clause.value} has no entry for {key[:MAX_LENGTH]!r}."
    known = stored_values(ctx, clause.value)
    if (holder, key) in known.now:
        return None
    if clause.by != "player" and len(known.keys.get(holder, ())) >= MAX_KEYS:
        return (
            f"{full_name(clause.value, holder)} already has entries for {MAX_KEYS} names, so none for {key} can be "
            "added."
        )
    if len(known.now) >= MAX_ENTRIES:
        return f"{clause.value} already has {MAX_ENTRIES} entries, so none for {key} can be added."
    return None


class ValueChanges:
    """The changes that one act makes to values. They are written with the act's entry."""

    def __init__(self, act: ActionContext) -> None:
        self._act = act
        self._before: dict[Key, Kept] = {}
        self._ended: set[Key] = set()
        self._hidden: set[Key] = set()
        self._set: dict[Key, None] = {}  # secrets that were set, even to the same content
        self._revealed: dict[Key, None] = {}
        self._closed: set[Key] = set()  # values that became secret after they were public
        self._emitted: dict[Key, Kept | None] = {}
        self._emitted_revealed: set[Key] = set()
        self.said: dict[Key, Kept | None] = {}  # contents that the messages of the act have already told
        act.when_saved(self._write, needs_row=False)

    def keep(self, name: str, holder: str, value: Value, key: str = "") -> bool:
        """Set a stored value to `value`, or to the nearest allowed content. Return whether it changed.

        A revealed secret becomes secret again.
        """
        clause = clauses_of(self._act.law).values[name].clause
        if clause.is_secret:
            self._hidden.add((name, holder, key))
            self._set[name, holder, key] = None
            self._revealed.pop((name, holder, key), None)
            stored_values(self._act, name).revealed.discard((holder, key))
        return self._put((name, holder, key), clause.within(value))

    def adjust(self, name: str, holder: str, value: Kept, key: str = "") -> None:
        """Set the content of a value for a holder and key, without making a revealed secret secret again."""
        known = stored_values(self._act, name)
        if clauses_of(self._act.law).values[name].clause.is_secret and (holder, key) not in known.revealed:
            self._hidden.add((name, holder, key))
        self._put((name, holder, key), value)

    def _put(self, key: Key, after: Kept) -> bool:
        name, *spot = key
        before = stored_value(self._act, *key)
        if before == after:
            return False
        self._before.setdefault(key, before)
        self._ended.discard(key)
        known = stored_values(self._act, name)
        if self._is_bare(key, after):
            known.drop((spot[0], spot[1]))
        else:
            known.put((spot[0], spot[1]), after)
        return True

    def _is_bare(self, key: Key, value: Kept) -> bool:
        """Return whether a content needs no row: the initial content of a value with keys."""
        return bool(key[2]) and value == clauses_of(self._act.law).values[key[0]].clause.at_first

    def reset(self, name: str, holder: str, key: str = "") -> bool:
        """Reset a value for a holder and key to its initial content, and return whether it changed."""
        return self.keep(name, holder, clauses_of(self._act.law).values[name].clause.at_first, key)

    def end(self, name: str, holder: str, key: str = "", *, hidden: bool = False) -> None:
        """Delete the content of a value for a holder and key. If `hidden` is set, the public changes leave it out."""
        before = stored_values(self._act, name).drop((holder, key))
        if before is not None:
            self._before.setdefault((name, holder, key), before)
        self._ended.add((name, holder, key))
        self._revealed.pop((name, holder, key), None)
        if hidden:
            self._hidden.add((name, holder, key))

    def close(self, name: str) -> None:
        """Note that the value `name`, which was public, is now secret, for all holders."""
        self._closed.update((name, *spot) for spot in stored_values(self._act, name).now)

    def reveal(self, name: str, holder: str, key: str = "") -> None:
        """Reveal the secret `name` of a holder, under `key`, to everybody until it is set again."""
        known = stored_values(self._act, name)
        if (holder, key) not in known.revealed:
            known.revealed.add((holder, key))
            self._revealed[name, holder, key] = None

    @property
    def changed(self) -> dict[Key, tuple[Kept, Kept | None]]:
        """The changed contents by name, holder and key, each as (before the act, now).

        The content now is None if it was deleted.
        """
        found: dict[Key, tuple[Kept, Kept | None]] = {}
        for key, before in self._before.items():
            now = None if key in self._ended else stored_value(self._act, *key)
            if now != before:
                found[key] = (before, now)
        return found

    @property
    def shown(self) -> dict[Key, tuple[Kept, Kept | None]]:
        """The public part of the changes."""
        return {key: change for key, change in self.changed.items() if key not in self._hidden}

    @property
    def secrets_touched(self) -> set[str]:
        """The names of secret values that this act has set, changed or deleted, even if their content is the same."""
        return {name for name, _, _ in (*self._hidden, *self._set, *self._closed)}

    @property
    def revealed(self) -> list[Key]:
        """The secrets that this act has revealed, as (name, holder, key)."""
        return list(self._revealed)

    def note_said(self) -> None:
        """Record that the act's messages already report all public changes so far."""
        self.said = {key: now for key, (_, now) in self.shown.items()}

    def emit_events(self) -> None:
        """Emit an event for each changed or revealed value for which none has been emitted yet.

        Changes of unrevealed secrets have no event, because the change alone may disclose their content.
        """
        news: list[tuple[Key, Kept | None, Kept | None]] = [
            (key, self._emitted.get(key, before), now)
            for key, (before, now) in self.shown.items()
            if self._emitted.get(key, before) != now
        ]
        self._emitted |= {key: now for key, _, now in news}
        for name in dict.fromkeys(name for (name, _, _), _, _ in news):
            of = dict.fromkeys(holder for (one, holder, _), _, _ in news if one == name and holder)
            self._act.emit(ValueChanged(value=name, of=[*of]))
        if ValueMoved.kind() in clauses_of(self._act.law).at_events:
            for event in islice(_moves(self._act.law, news), MAX_MOVED):
                self._act.emit(event)
        revealed = [key for key in self._revealed if key not in self._emitted_revealed]
        self._emitted_revealed.update(revealed)
        for name in dict.fromkeys(name for name, _, _ in revealed):
            spots = [(holder, key) for one, holder, key in revealed if one == name]
            of = dict.fromkeys(holder for holder, _ in spots if holder)
            self._act.emit(ValueRevealed(value=name, of=[*of]))
            self._open(name, spots)

    def _open(self, name: str, spots: Collection[Spot]) -> None:
        """Reveal the sealed arguments of entries that set the values revealed now.

        Entries that also set another secret value are left out.
        """
        said_before = SaidInSecret.objects.filter(entry__cycle=self._act.cycle, name=name).order_by("entry__seq")
        newest = {(holder, key): pk for holder, key, pk in said_before.values_list("holder", "key", "pk")}
        said = SaidInSecret.objects.filter(pk__in=[newest[spot] for spot in spots if spot in newest])
        said.update(revealed=True)
        entries = Entry.objects.filter(pk__in=said.values("entry")).order_by("seq")
        unseal(self._act, entries.exclude(pk__in=SaidInSecret.objects.filter(revealed=False).values("entry")))

    def _write(self, entry: Entry) -> None:
        changed = self.changed
        now = {key: after for key, (_, after) in changed.items() if after is not None}
        for key in (*self._set, *self._revealed, *self._closed):  # secret again, or no longer secret
            if key not in self._ended:
                now.setdefault(key, stored_value(self._act, *key))
        if not (changed or now or self._ended):
            return
        gone = [*self._ended, *(key for key, value in now.items() if self._is_bare(key, value))]
        rows = {key: value for key, value in now.items() if not self._is_bare(key, value)}
        for (name, *spot), value in rows.items():  # also contents equal to the initial one, which have a row now
            stored_values(self._act, name).put((spot[0], spot[1]), value)
        replace(
            PLACE,
            [self._row(entry, key, value) for key, value in rows.items()],
            deleted=[(entry.cycle_id, *key) for key in gone],
        )
        self._have_be_known({name for name, _, _ in (*now, *self._ended)})
        insert([self._change(entry, place, key, *change) for place, (key, change) in enumerate(changed.items())])
        if self._act.sealed:
            insert([SaidInSecret(entry=entry, name=name, holder=holder, key=key) for name, holder, key in self._set])

    def _have_be_known(self, names: Collection[str]) -> None:
        """Update the unit of work's cache with the values read and written here, unless this act changed the law."""
        act = self._act
        if act.emitted(LawChanged):
            return
        for together in {_together(act.law, name) for name in names}:
            found: dict[str, StoredValues] | None = act.known((TOGETHER, together))
            # no value is hidden
            if found is not None and all(stored_values(act, name) is each for name, each in found.items()):
                _rows_of(act.law, together).patch(_rows_now(found), act.cycle.pk)

    def _row(self, entry: Entry, of: Key, value: Kept) -> KeptValue:
        name, holder, key = of
        number, members = as_columns(value)
        revealed = (holder, key) in stored_values(self._act, name).revealed
        hidden = clauses_of(self._act.law).values[name].clause.is_secret and not revealed
        columns = {"number": number, "members": members, "revealed": revealed, "hidden": hidden}
        return KeptValue(cycle=entry.cycle, name=name, holder=holder, key=key, **columns)

    def _change(self, entry: Entry, place: int, key: Key, before: Kept, after: Kept | None) -> ValueChange:
        columns: dict[str, Any] = {}
        columns["before"], columns["members_before"] = as_columns(before)
        columns["after"], columns["members_after"] = (None, "") if after is None else as_columns(after)
        of = dict(zip(("name", "holder", "key"), key, strict=True))
        return ValueChange(entry=entry, place=place, hidden=key in self._hidden, **of, **columns)


def _moves(law: Law, news: Iterable[tuple[Key, Kept | None, Kept | None]]) -> Iterator[ValueMoved]:
    for (name, holder, key), before, now in news:
        if isinstance(before, int) and isinstance(now, int):
            is_player = key and clauses_of(law).values[name].clause.by == "player"
            under = {"key_player": key} if is_player else {"key": key}
            yield ValueMoved(value=name, of=[holder] if holder else [], before=before, now=now, **under)


def changes_of(act: ActionContext) -> ValueChanges:
    """Return the act's changes of values."""
    return act.recall("changes of values", lambda: ValueChanges(act))


def changes_so_far(act: ActionContext) -> ValueChanges | None:
    """Return the act's changes of values, or None if `changes_of` was not called yet."""
    known: ValueChanges | None = act.known("changes of values")
    return known


# ── changes of the law, and players who leave


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """Delete values that the law no longer has or that have changed their kind, and adjust values to new bounds.

    Values that become secret are hidden, and values for keys that the law no longer has are deleted.
    """
    was, now = clauses_of(law_before(act)).values, clauses_of(act.law).values
    for name in was:
        if name not in now or not _goes_on(was[name].clause, now[name].clause):
            for spot in sorted(stored_values(act, name).now):
                changes_of(act).end(name, *spot, hidden=was[name].clause.is_secret)
            continue
        if was[name].clause != now[name].clause:
            _bring_within(act, name, was[name].clause, now[name].clause)
            if now[name].clause.is_secret and not was[name].clause.is_secret:
                changes_of(act).close(name)
        if now[name].clause.by in NAMED_BY_LAW:
            _end_unknown_keys(act, name, now[name].clause)


OPENNESS = ("nobody", "owner", "all")


def _goes_on(was: ValueClause, now: ValueClause) -> bool:
    """Return whether a value keeps its content when the law changes.

    A secret loses its content if it becomes more visible, so that an amendment cannot publish it.
    """
    as_secret = OPENNESS.index(now.seen) <= OPENNESS.index(was.seen)
    return (was.of, was.is_, was.by) == (now.of, now.is_, now.by) and as_secret


def _end_unknown_keys(act: ActionContext, name: str, clause: ValueClause) -> None:
    """Delete the contents under keys that the law no longer allows, such as items it no longer has."""
    for holder, key in sorted(stored_values(act, name).now):
        if not is_key(act.law, clause, key):
            changes_of(act).end(name, holder, key, hidden=clause.is_secret)


def _bring_within(act: ActionContext, name: str, was: ValueClause, now: ValueClause) -> None:
    """Adjust contents to the new bounds of a value.

    A content equal to the old initial one becomes the new initial one, whether or not the value had ever been changed.
    """
    known = stored_values(act, name)
    bare = now.at_first if now.by else was.at_first  # the content that has no row from now on
    for spot, value in sorted(known.now.items()):
        if was.at_first != now.at_first and value == bare:
            known.drop(spot)
        elif now.within(value) != value:
            changes_of(act).adjust(name, spot[0], now.within(value), spot[1])
    if was.at_first != now.at_first:
        number, members = as_columns(bare)
        KeptValue.objects.filter(cycle=act.cycle, name=name, number=number, members=members).delete()


def delete_for_leaver(act: ActionContext, left: Left) -> None:
    """Delete the values of a leaving player, and remove the player from the contents of all other values (R5)."""
    for name, placed in clauses_of(act.law).values.items():
        clause = placed.clause
        for spot in _of_leaver(stored_values(act, name), clause, left.player):
            changes_of(act).end(name, *spot, hidden=clause.is_secret)
        if clause.kind == "players":
            for (holder, key), value in sorted(stored_values(act, name).now.items()):
                changes_of(act).adjust(name, holder, clause.without(value, left.player), key)


def _of_leaver(known: StoredValues, clause: ValueClause, player: str) -> list[Spot]:
    """Return the stored pairs of holder and key in which a leaving player occurs."""
    if clause.by is None:
        return [(player, "")] if (player, "") in known.now else []
    return sorted(
        (holder, key) for holder, key in known.now if player in (holder, key if clause.by == "player" else "")
    )
