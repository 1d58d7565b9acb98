"""View models of values stored by rules, for pages, bots and the wiki."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomic.clauses.compiled import Placed, clauses_of
from nomic.clauses.models import KeptValue, ValueChange
from nomic.clauses.schema.value_kinds import IsKind, Kept, ValueClause, as_texts
from nomic.clauses.store.values import THE_CYCLE, from_columns
from nomic.cycles.models import Cycle, Entry
from nomic.db import Prepared

COLUMNS = ("name", "holder", "number", "members", "revealed")
_of_one = Prepared(
    lambda cycle, holder: KeptValue.objects.filter(cycle_id=cycle, holder=holder).order_by().values_list(*COLUMNS),
    int,
    str,
    for_pages=True,
)


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

    @property
    def is_hidden(self) -> bool:
        """Whether the viewer may not see the content."""
        return self.kept is None

    @property
    def number(self) -> int:
        """The content if it is a number. A flag is 1 or 0."""
        return self.kept if isinstance(self.kept, int) else 0

    @property
    def members(self) -> tuple[str, ...]:
        """The content if it consists of names or players."""
        return () if self.kept is None else as_texts(self.kept)


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A public change of a value by an entry. `after` is "" if it was deleted."""

    name: str
    holder: str
    before: str
    after: str


def changes_by(entry: Entry) -> list[ShownChange]:
    """Return the public changes of values by an entry, in order.

    Secrets are left out even if they have been revealed since.
    """
    return [
        ShownChange(
            change.name,
            change.holder,
            _listed(from_columns(change.before, change.members_before)),
            "" if change.after is None else _listed(from_columns(change.after, change.members_after)),
        )
        for change in ValueChange.objects.filter(entry=entry, hidden=False)
    ]


def _listed(kept: Kept) -> str:
    return ", ".join(as_texts(kept)) or "–"


def values_of_cycle(cycle: Cycle) -> list[ShownValue]:
    """Return the cycle's values in the order of the rules. No query is sent if the law has none."""
    return _shown(cycle, _kept_for(cycle, "cycle"), [THE_CYCLE], "")[THE_CYCLE]


def values_of_players(cycle: Cycle, players: Sequence[str], viewer: str = "") -> dict[str, list[ShownValue]]:
    """Return the values of each player in the order of the rules, with one query at most.

    The viewer, a player by name, sees their own values that are visible to the owner only.
    """
    return _shown(cycle, _kept_for(cycle, "player"), players, viewer)


def beside_names(cycle: Cycle, players: Sequence[str]) -> dict[str, list[str]]:
    """Return the texts displayed beside the names of these players, such as titles. Sends at most one query."""
    beside = [placed for placed in _kept_for(cycle, "player") if placed.clause.beside]
    shown = _shown(cycle, beside, players, "")
    return {player: [value.beside for value in values if value.beside] for player, values in shown.items()}


def _kept_for(cycle: Cycle, of: str) -> list[Placed[ValueClause]]:
    return [placed for placed in clauses_of(cycle.law).values.values() if placed.clause.of == of]


def _shown(
    cycle: Cycle, kept: Sequence[Placed[ValueClause]], holders: Sequence[str], viewer: str
) -> dict[str, list[ShownValue]]:
    if not kept:
        return {holder: [] for holder in holders}
    now = {
        (name, holder): (from_columns(number, members), revealed)
        for name, holder, number, members, revealed in _rows(cycle, holders)
    }

    def shown(placed: Placed[ValueClause], holder: str) -> ShownValue:
        value, revealed = now.get((placed.clause.value, holder), (placed.clause.at_first, False))
        own = placed.clause.seen == "owner" and viewer != "" and viewer == holder
        return _value(placed, value if revealed or own or not placed.clause.is_secret else None)

    return {holder: [shown(placed, holder) for placed in kept] for holder in holders}


def _rows(cycle: Cycle, holders: Sequence[str]) -> Iterable[tuple[str, str, int, str, bool]]:
    if len(holders) == 1:
        return _of_one.all(cycle.pk, holders[0])
    return KeptValue.objects.filter(cycle=cycle, holder__in=holders).order_by().values_list(*COLUMNS)


def _value(placed: Placed[ValueClause], kept: Kept | None) -> ShownValue:
    clause = placed.clause
    about = (clause.value, placed.rule, placed.title, clause.is_)
    if kept is None:
        return ShownValue(*about, None, "secret", place=placed.path)
    beside = clause.beside_name(kept) if clause.beside else ""
    return ShownValue(*about, kept, clause.in_words(kept), beside, placed.path)
