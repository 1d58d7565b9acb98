"""Values that rules keep, as pages, bots and the wiki are shown them: each with what it is now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomic.clauses.compiled import Placed, clauses_of
from nomic.clauses.models import KeptValue, ValueChange
from nomic.clauses.schema.value_kinds import IsKind, Kept, ValueClause, as_texts
from nomic.clauses.store.values import THE_CYCLE, from_columns
from nomic.cycles.models import Cycle, Entry
from nomic.db.prepared_query import Prepared

COLUMNS = ("name", "holder", "number", "members", "revealed")
_of_one = Prepared(
    lambda cycle, holder: KeptValue.objects.filter(cycle_id=cycle, holder=holder).order_by().values_list(*COLUMNS),
    int,
    str,
    for_pages=True,
)


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value, the rule that keeps it, and what it is now; of what the viewer may not see, nothing."""

    name: str
    rule: str
    title: str
    is_: IsKind
    kept: Kept | None
    words: str
    beside: str = ""
    place: str = ""  # where the clause stands in the law that keeps it

    @property
    def is_hidden(self) -> bool:
        """Whether the viewer may not see what it is."""
        return self.kept is None

    @property
    def number(self) -> int:
        """What it is where it is a number; of a flag 1 or 0."""
        return self.kept if isinstance(self.kept, int) else 0

    @property
    def members(self) -> tuple[str, ...]:
        """What it is where it is names or players."""
        return () if self.kept is None else as_texts(self.kept)


@dataclass(frozen=True, slots=True)
class ShownChange:
    """What an entry made of a value, for everybody to see; `after` is empty where it is kept no more."""

    name: str
    holder: str
    before: str
    after: str


def changes_by(entry: Entry) -> list[ShownChange]:
    """Which values an entry changed, in their order; of secrets nothing, whether they are revealed by now or not."""
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
    """What is kept for the cycle, in the order of the rules. No query where the law keeps nothing."""
    return _shown(cycle, _kept_for(cycle, "cycle"), [THE_CYCLE], "")[THE_CYCLE]


def values_of_players(cycle: Cycle, players: Sequence[str], viewer: str = "") -> dict[str, list[ShownValue]]:
    """What is kept for each of these players, in the order of the rules: one query for all of them, or none.

    What only its owner sees the viewer, a player by name, sees of their own.
    """
    return _shown(cycle, _kept_for(cycle, "player"), players, viewer)


def beside_names(cycle: Cycle, players: Sequence[str]) -> dict[str, list[str]]:
    """What stands beside the names of these players, as a title does: one query for all of them, or none."""
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
