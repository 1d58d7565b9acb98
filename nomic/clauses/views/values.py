"""View models of values stored by rules, for pages, bots and the wiki."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.code_labels import labels_of, with_labels
from nomic.clauses.models import KeptValue, ValueChange, full_name
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.value_kinds import IsKind, Kept, KeyKind, ValueClause, as_texts
from nomic.clauses.store.values import THE_CYCLE, from_columns
from nomic.cycles.models import Cycle, Entry
from nomic.db import Prepared

COLUMNS = ("name", "holder", "key", "number", "members", "revealed")
MAX_ENTRIES = 200  # of a value by key, that are shown
_of_one = Prepared(
    lambda cycle, holder: KeptValue.objects.filter(cycle_id=cycle, holder=holder).order_by().values_list(*COLUMNS),
    int,
    str,
    for_pages=True,
)


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """The content of a value for one key, a player or a name. `label` is the key as people read it."""

    key: str
    kept: Kept
    words: str
    label: str

    @property
    def number(self) -> int:
        """The content if it is a number, otherwise 0. A flag is 1 or 0."""
        return self.kept if isinstance(self.kept, int) else 0

    @property
    def members(self) -> tuple[str, ...]:
        """The content if it consists of names or players, otherwise empty."""
        return self.kept if isinstance(self.kept, tuple) else ()


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value, its rule, and its current content if the viewer may see it."""

    name: str
    rule: str
    title: str
    is_: IsKind
    kept: Kept | None
    words: str
    beside: str = ""
    place: str = ""  # the JSON pointer of its clause
    by: KeyKind | None = None  # what it is kept for, if it is kept by key
    entries: tuple[ShownEntry, ...] = ()  # of a value by key, sorted by key; at most `MAX_ENTRIES`
    count: int = 0  # of a value by key: how many entries there are in all
    is_blank: bool = False  # whether it is 0, no or nothing, as at its beginning

    @property
    def is_hidden(self) -> bool:
        """True if the content is hidden from the viewer."""
        return self.kept is None

    @property
    def number(self) -> int:
        """The content if it is a number, otherwise 0. A flag is 1 or 0."""
        return self.kept if isinstance(self.kept, int) else 0

    @property
    def members(self) -> tuple[str, ...]:
        """The members of the content, empty if it is hidden. A number is one member, as text."""
        return () if self.kept is None else as_texts(self.kept)


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A public change of a value by an entry. `after` is "" if the value was deleted."""

    name: str
    holder: str
    before: str
    after: str


def changes_by(entry: Entry) -> list[ShownChange]:
    """Return the public changes of values by an entry, in order.

    Secrets are left out even if they have been revealed since.
    """
    changes = ValueChange.objects.filter(entry=entry, hidden=False)
    contents = [
        (
            from_columns(change.before, change.members_before),
            None if change.after is None else from_columns(change.after, change.members_after),
        )
        for change in changes
    ]
    keys = [change.key for change in changes]
    labels = labels_of(
        entry.cycle, (*keys, *(text for pair in contents for kept in pair for text in as_texts(kept or ())))
    )
    return [
        ShownChange(
            full_name(change.name, "", labels.get(change.key, change.key)),
            change.holder,
            _listed(before, labels),
            "" if after is None else _listed(after, labels),
        )
        for change, (before, after) in zip(changes, contents, strict=True)
    ]


def _listed(kept: Kept, labels: Mapping[str, str]) -> str:
    kept = with_labels(kept, labels)
    return ", ".join(as_texts(kept)) or "–"


def values_of_cycle(cycle: Cycle) -> list[ShownValue]:
    """Return the cycle's values in the order of the rules, without those of offices.

    No query is sent if the law has none.
    """
    shown = [placed for placed in _kept_for(cycle, "cycle") if not _is_of_office(placed)]
    return _shown(cycle, shown, [THE_CYCLE], "")[THE_CYCLE]


def values_of_players(cycle: Cycle, players: Sequence[str], viewer: str = "") -> dict[str, list[ShownValue]]:
    """Return each player's values in the order of the rules, with at most one query.

    `viewer`, the name of a player, sees their own values that are visible to the owner only. Values of offices and
    elections, which `nomic/clauses/views/offices.py` shows, are left out unless `players` is only the viewer.
    """
    own = list(players) == [viewer]
    shown = [placed for placed in _kept_for(cycle, "player") if own or not _is_of_office(placed)]
    return _shown(cycle, shown, players, viewer)


def noteworthy(values: Iterable[ShownValue]) -> list[ShownValue]:
    """Return the values, except those that still have a blank initial content: 0, "no" or nothing."""
    return [value for value in values if not value.is_blank]


def contents_of(cycle: Cycle, holder: str) -> dict[str, Kept]:
    """Return a holder's stored contents by name, for public values without keys."""
    values = clauses_of(cycle.law).values
    return {
        name: from_columns(number, members)
        for name, _, key, number, members, revealed in _rows(cycle, [holder])
        if name in values and not key and (revealed or not values[name].clause.is_secret)
    }


def beside_names(cycle: Cycle, players: Sequence[str]) -> dict[str, list[str]]:
    """Return texts to show next to players' names, such as titles, by player. Sends at most one query."""
    beside = [placed for placed in _kept_for(cycle, "player") if placed.clause.beside]
    shown = _shown(cycle, beside, players, "")
    return {player: [value.beside for value in values if value.beside] for player, values in shown.items()}


def _is_of_office(placed: Placed[ValueClause]) -> bool:
    """Return whether a value belongs to an office, which has a view of its own."""
    return placed.of != ""


def _kept_for(cycle: Cycle, of: str) -> list[Placed[ValueClause]]:
    return [placed for placed in clauses_of(cycle.law).values.values() if placed.clause.of == of]


def _shown(
    cycle: Cycle, kept: Sequence[Placed[ValueClause]], holders: Sequence[str], viewer: str
) -> dict[str, list[ShownValue]]:
    if not kept:
        return {holder: [] for holder in holders}
    now: dict[tuple[str, str], dict[str, tuple[Kept, bool]]] = {}
    for name, holder, key, number, members, revealed in _rows(cycle, holders):
        now.setdefault((name, holder), {})[key] = from_columns(number, members), revealed

    def shown(placed: Placed[ValueClause], holder: str) -> ShownValue:
        found = now.get((placed.clause.value, holder), {})
        own = placed.clause.seen == "owner" and viewer != "" and viewer == holder
        is_open = own or not placed.clause.is_secret
        if placed.clause.by is not None:
            seen = {key: value for key, (value, revealed) in found.items() if is_open or revealed}
            return _by_key(placed, seen if is_open or seen else None, labels)
        value, revealed = found.get("", (placed.clause.at_first, False))
        return _value(placed, value if is_open or revealed else None, labels)

    labels = labels_of(
        cycle,
        (text for by_key in now.values() for key, (value, _) in by_key.items() for text in (key, *as_texts(value))),
    )
    return {holder: [shown(placed, holder) for placed in kept] for holder in holders}


def _rows(cycle: Cycle, holders: Sequence[str]) -> Iterable[tuple[str, str, str, int, str, bool]]:
    if len(holders) == 1:
        return _of_one.all(cycle.pk, holders[0])
    return KeptValue.objects.filter(cycle=cycle, holder__in=holders).order_by().values_list(*COLUMNS)


def _value(placed: Placed[ValueClause], kept: Kept | None, labels: Mapping[str, str]) -> ShownValue:
    clause = placed.clause
    about = (clause.value, placed.rule, placed.title, clause.is_)
    if kept is None:
        return ShownValue(*about, None, "secret", place=placed.path)
    said = with_labels(kept, labels)
    beside = clause.beside_name(said) if clause.beside else ""
    is_blank = not kept and kept == clause.at_first
    return ShownValue(*about, kept, clause.in_words(said), beside, placed.path, is_blank=is_blank)


def _by_key(placed: Placed[ValueClause], kept: Mapping[str, Kept] | None, labels: Mapping[str, str]) -> ShownValue:
    clause = placed.clause
    about = (clause.value, placed.rule, placed.title, clause.is_)
    if kept is None:
        return ShownValue(*about, None, "secret", place=placed.path, by=clause.by)
    keys = sorted(key for key, value in kept.items() if key and value != clause.at_first)
    entries = tuple(
        ShownEntry(key, kept[key], clause.in_words(with_labels(kept[key], labels)), labels.get(key, key))
        for key in keys[:MAX_ENTRIES]
    )
    more = [f"{len(keys) - len(entries)} more"] if len(keys) > len(entries) else []
    words = "; ".join([*(f"{entry.label}: {entry.words}" for entry in entries), *more]) or "nothing"
    return ShownValue(
        *about, (), words, place=placed.path, by=clause.by, entries=entries, count=len(keys), is_blank=not entries
    )
