"""A fork in the making: the acts of a journal told again, with something among them that is otherwise."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db import transaction

from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.history.replay import CHUNK, RecordedSources, repeat
from nomic.cycles.history.reseed import Spare, is_performed_again
from nomic.cycles.journal.append import STATE_FIELDS, ReplaySource, lock, save
from nomic.cycles.journal.failures import AWAY
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle_locked
from nomic.db.unit_of_work import current_unit, unit_of_work


class ConcurrentRewrite(Exception):
    """What was told follows from a history that is the cycle's no more: it has to be told again, or not at all.

    Another history was adopted while this one was told, or the same act was. No caller of `perform` sees it.
    """


@dataclass(frozen=True, slots=True)
class Step:
    """An act at its instant; without an entry it is a new one. `how` says what is otherwise with it, if anything."""

    at: datetime
    entry: Entry | None = None
    how: Any = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """A step that cannot be done in the fork, and why; `rule` is the one by which it is refused."""

    step: Step
    detail: str
    rule: str = ""

    def __str__(self) -> str:
        entry = self.step.entry
        return self.detail if entry is None else f"entry {entry.seq}: {' '.join(entry.words)} ({self.detail})"


@dataclass
class ForkBuilder:
    """The acts of a journal, told again in a fork. What only the fork has comes from the origin `new`."""

    acts: list[Entry]
    new: ReplaySource
    origin_of: RecordedSources
    fork: Cycle
    newest: int  # number and digest of the newest entry that was known when the fork was begun
    head: str
    spare: Spare
    first: int = field(default=0, init=False)
    impossible: list[Impossible] = field(default_factory=list, init=False)

    def in_order(self) -> Iterable[Step]:
        """The acts with their instants, and what is new among them."""
        raise NotImplementedError

    def do(self, step: Step) -> None:
        """Perform a step in the fork. Raises Refusal where it is not possible."""
        raise NotImplementedError

    def continues(self, entries: list[Entry]) -> bool:
        """Whether these entries, which were made meanwhile, can be told after what has been told already."""
        return True

    def refused(self, step: Step, refusal: Refusal) -> None:
        """Note that a step is not possible; or raise."""
        detail = refusal.detail
        if isinstance(refusal, Refused):
            refusal.name_in(self.fork.law)
        self.impossible.append(Impossible(step, detail, getattr(refusal, "rule", "")))

    def tell(self, tell_progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Go through all acts, in transactions of bounded size; after each `tell_progress(done, of)` is called."""
        steps = list(self.in_order())
        for start in range(0, len(steps), CHUNK):
            self._go_on(steps[start : start + CHUNK])
            tell_progress(min(start + CHUNK, len(steps)), len(steps))

    def _go_on(self, steps: list[Step]) -> None:
        """These steps in one transaction: swiftly, or, where any is not possible or fails so, one by one."""
        before = self.__dict__ | {"impossible": [*self.impossible]}
        try:
            with self.origin_of.unless_it_fails(), unit_of_work():
                self._perform_all(steps)
        except AWAY:
            raise
        except Exception:
            self.__dict__.update(before)
            with transaction.atomic():
                self._perform_all(steps)

    def _perform_all(self, steps: list[Step]) -> None:
        self.fork = lock(self.fork.slug, fork=True)
        for step in steps:
            self._perform(step)
        save(self.fork)

    def catch_up(self, cycle: Cycle) -> None:
        """Go on with what was played meanwhile. The rows of the cycle and of the fork are locked, and not saved.

        Raises Overtaken where that does not continue what was told.
        """
        if not cycle.entries.filter(seq=self.newest, digest=self.head).exists():
            raise ConcurrentRewrite
        entries = list(cycle.entries.filter(seq__gt=self.newest).order_by("seq"))
        if not self.continues(entries):
            raise ConcurrentRewrite
        self.origin_of.add(entries)
        for entry in entries:
            if is_performed_again(entry):
                self._perform(Step(entry.at, entry))
        self.newest, self.head = cycle.seq, cycle.head

    def _perform(self, step: Step) -> None:
        """All that is due by then, and the act; one that is not possible any more is noted and left out."""
        settle_locked(self.fork, step.at, origin_of=self.origin_of)
        before = columns(self.fork)
        try:
            with transaction.atomic() if current_unit() is None else nullcontext():
                self.do(step)
        except Refusal as refusal:
            if current_unit() is not None:
                raise
            restore(self.fork, before)
            self.refused(step, refusal)
        settle_locked(self.fork, step.at, origin_of=self.origin_of)

    def repeat(self, step: Step, entry: Entry) -> None:
        """Raises Refusal, also where the act would fail after a draw (R126), unless it failed then as well."""
        failure = repeat(self.fork, entry, step.at, self.spare).failure
        if failure is not None and entry.failure is None:
            raise Refused("failed", failure["reason"])


def first_difference(cycle: Cycle, fork: Cycle) -> int:
    """The number of the first entry that is another one in the fork; 0 where all are the same."""
    rows = [Entry.objects.filter(cycle=each).order_by("seq").values_list("digest", flat=True) for each in (cycle, fork)]
    for seq, (one, other) in enumerate(zip_longest(*rows), start=1):
        if one != other:
            return seq
    return 0


def whole(do: Callable[[], None]) -> None:
    """Do something of which a mistake of the program is to be a refusal. Raises it where the database is away."""
    try:
        do()
    except (Refusal, *AWAY):
        raise
    except Exception as error:
        raise Refused("broken", f"The program cannot do this ({type(error).__name__}).") from error


def columns(cycle: Cycle) -> dict[str, Any]:
    """The columns of a cycle's row in memory, which an act changes before it may be refused."""
    return {name: copy(getattr(cycle, name)) for name in STATE_FIELDS}


def restore(cycle: Cycle, before: dict[str, Any]) -> None:
    """Put the columns back."""
    for name, value in before.items():
        setattr(cycle, name, value)
    cycle.forget_law()
