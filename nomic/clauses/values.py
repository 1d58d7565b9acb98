"""Values that clauses keep: what they are now, and the one way in which they change."""

from nomic.clauses.events import ValueChanged
from nomic.clauses.kinds import ValueClause
from nomic.clauses.law import clauses_of
from nomic.clauses.models import KeptValue, ValueChange
from nomic.cycles.events import LawChanged
from nomic.cycles.legislation import law_before
from nomic.cycles.models import Entry
from nomic.cycles.moment import Act, Moment
from nomic.law.sections import Law
from nomic.players.events import Left

THE_CYCLE = ""  # the holder of what is kept for the cycle


def is_kept(law: Law, name: str, holder: str) -> bool:
    """Whether a law keeps a value of that name for such a holder: the cycle or a player."""
    placed = clauses_of(law).values.get(name)
    return placed is not None and (placed.clause.of == "cycle") == (holder == THE_CYCLE)


def kept(moment: Moment, name: str, holder: str = THE_CYCLE) -> int:
    """A value as it is now: of a player by their name, or the cycle's."""
    return numbers(moment, name).get(holder, clauses_of(moment.law).values[name].clause.starts)


def numbers(moment: Moment, name: str) -> dict[str, int]:
    """By holder, what a value is that is not what it starts from."""
    return moment.recall(
        ("kept value", name),
        lambda: dict(KeptValue.objects.filter(cycle=moment.cycle, name=name).values_list("holder", "number")),
    )


class Changes:
    """What one act does to values. It is written with the act's entry."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._before: dict[tuple[str, str], int] = {}
        self._ended: set[tuple[str, str]] = set()
        act.when_saved(self._write)

    def keep(self, name: str, holder: str, number: int) -> bool:
        """A value is this from now on, or the bound that this lies beyond. Whether it is another than before."""
        clause = clauses_of(self._act.law).values[name].clause
        before, after = kept(self._act, name, holder), clause.within(number)
        if before == after:
            return False
        self._before.setdefault((name, holder), before)
        numbers(self._act, name)[holder] = after
        return True

    def end(self, name: str, holder: str) -> None:
        """A value is kept no more for this holder, of whom it is not what it starts from."""
        self._before.setdefault((name, holder), numbers(self._act, name).pop(holder))
        self._ended.add((name, holder))

    @property
    def changed(self) -> dict[tuple[str, str], tuple[int, int | None]]:
        """What is another than before the act, by name and holder: before and now, None for what is kept no more."""
        found: dict[tuple[str, str], tuple[int, int | None]] = {}
        for (name, holder), before in self._before.items():
            now = None if (name, holder) in self._ended else numbers(self._act, name)[holder]
            if now != before:
                found[name, holder] = (before, now)
        return found

    def tell(self) -> None:
        """Say which values are others now: for those who listen, an event for each."""
        for name in dict.fromkeys(name for name, _ in self.changed):
            self._act.tell(
                ValueChanged(value=name, of=[holder for one, holder in self.changed if one == name and holder])
            )

    def _write(self, entry: Entry) -> None:
        changed = self.changed
        now = {key: after for key, (_, after) in changed.items() if after is not None}
        KeptValue.objects.bulk_create(
            (KeptValue(cycle=entry.cycle, name=name, holder=holder, number=now[name, holder]) for name, holder in now),
            update_conflicts=True,
            unique_fields=["cycle", "name", "holder"],
            update_fields=["number"],
        )
        for name in {name for name, _ in changed.keys() - now.keys()}:
            ended = [holder for one, holder in changed.keys() - now.keys() if one == name]
            KeptValue.objects.filter(cycle=entry.cycle, name=name, holder__in=ended).delete()
        ValueChange.objects.bulk_create(
            ValueChange(entry=entry, place=place, name=name, holder=holder, before=before, after=after)
            for place, ((name, holder), (before, after)) in enumerate(changed.items())
        )


def changes_of(act: Act) -> Changes:
    """What this act does to values."""
    return act.recall("changes of values", lambda: Changes(act))


def changes_so_far(act: Act) -> Changes | None:
    """What this act did to values so far; None where it never asked."""
    known: Changes | None = act.known("changes of values")
    return known


def follow_law(act: Act, changed: LawChanged) -> None:
    """A value that the law keeps no more ends; one whose bounds are others now is brought within them."""
    was, now = clauses_of(law_before(act)).values, clauses_of(act.law).values
    for name in was:
        if name not in now or was[name].clause.of != now[name].clause.of:
            for holder in sorted(numbers(act, name)):
                changes_of(act).end(name, holder)
        elif was[name].clause != now[name].clause:
            _bring_within(act, name, was[name].clause, now[name].clause)


def _bring_within(act: Act, name: str, was: ValueClause, now: ValueClause) -> None:
    """Who stands where the value starts stays there, wherever that is now, whether it ever was another or not."""
    for holder, number in sorted(numbers(act, name).items()):
        if was.starts == number != now.starts:
            del numbers(act, name)[holder]
        else:
            changes_of(act).keep(name, holder, number)
    if was.starts != now.starts:
        KeptValue.objects.filter(cycle=act.cycle, name=name, number=was.starts).delete()


def end_of_leaver(act: Act, left: Left) -> None:
    """R5: what is kept for whoever leaves is kept no more."""
    for name, placed in clauses_of(act.law).values.items():
        if placed.clause.of == "player" and left.player in numbers(act, name):
            changes_of(act).end(name, left.player)
