"""Forks built by replaying a journal with some acts added, removed or changed."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db import transaction

from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.history.replay import CHUNK, RecordedSources, repeat_act
from nomic.cycles.history.reseed import is_performed_again
from nomic.cycles.history.seeds_of_repeated_acts import Spare
from nomic.cycles.journal.append import STATE_FIELDS, ReplaySource, lock_cycle, save_cycle
from nomic.cycles.journal.failures import AWAY
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle_locked
from nomic.db import current_unit, unit_of_work


class ConcurrentRewrite(Exception):
    """Raised if the cycle's history was replaced while the fork was built. `perform` handles this.

    Either another history was adopted meanwhile, or this act was already performed. The fork has to be rebuilt or given
    up.
    """


@dataclass(frozen=True, slots=True)
class Step:
    """An act to perform in a fork, and its instant. `entry` is None for a new act. `edit` is the act's edit, if any."""

    at: datetime
    entry: Entry | None = None
    edit: Any = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """A step that cannot be performed in the fork, with the reason and the refusing rule."""

    step: Step
    detail: str
    rule: str = ""

    def __str__(self) -> str:
        entry = self.step.entry
        return self.detail if entry is None else f"entry {entry.seq}: {' '.join(entry.words)} ({self.detail})"


@dataclass(kw_only=True)
class ForkBuilder:
    """Builder that replays the acts of a journal in a fork.

    Acts that exist only in the fork get their ids and seeds from the source `new`.
    """

    acts: list[Entry]
    new: ReplaySource
    origin_of: RecordedSources
    fork: Cycle
    newest: int  # number and digest of the newest entry when the fork was started
    head: str
    spare: Spare
    first: int = field(default=0, init=False)
    impossible: list[Impossible] = field(default_factory=list, init=False)

    def in_order(self) -> Iterable[Step]:
        """Return the steps in order, including new acts."""
        raise NotImplementedError

    def perform_step(self, step: Step) -> None:
        """Perform a step in the fork. Raises Refusal if it is impossible."""
        raise NotImplementedError

    def continues(self, entries: list[Entry]) -> bool:
        """Return whether these entries, made meanwhile, can be appended to the replayed ones."""
        return True

    def refused(self, step: Step, refusal: Refusal) -> None:
        """Record that a step is impossible, or raise the refusal."""
        detail = refusal.detail
        if isinstance(refusal, Refused):
            refusal.name_in(self.fork.law)
        self.impossible.append(Impossible(step, detail, getattr(refusal, "rule", "")))

    def build(self, report_progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Replay all steps in transactions of bounded size, and call `report_progress(done, of)` after each."""
        steps = list(self.in_order())
        for start in range(0, len(steps), CHUNK):
            self._go_on(steps[start : start + CHUNK])
            report_progress(min(start + CHUNK, len(steps)), len(steps))

    def _go_on(self, steps: list[Step]) -> None:
        """Perform these steps in one transaction, in a unit of work.

        If one fails there, perform them one by one instead.
        """
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
        self.fork = lock_cycle(self.fork.slug, fork=True)
        for step in steps:
            self._perform(step)
        save_cycle(self.fork)

    def catch_up(self, cycle: Cycle) -> None:
        """Replay the acts performed meanwhile.

        The rows of the cycle and the fork must be locked; they are not saved. Raises ConcurrentRewrite if the cycle's
        history does not continue the replayed one.
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
        """Settle everything due by the step's instant, and perform its act.

        An act that has become impossible is recorded and left out.
        """
        settle_locked(self.fork, step.at, origin_of=self.origin_of)
        before = copy_columns(self.fork)
        try:
            with transaction.atomic() if current_unit() is None else nullcontext():
                self.perform_step(step)
        except Refusal as refusal:
            if current_unit() is not None:
                raise
            restore_columns(self.fork, before)
            self.refused(step, refusal)
        settle_locked(self.fork, step.at, origin_of=self.origin_of)

    def repeat(self, step: Step, entry: Entry) -> None:
        """Perform a recorded act again in the fork.

        Raises Refusal if it is impossible, even after a draw (R126). An act that originally failed is recorded as
        failed again.
        """
        failure = repeat_act(self.fork, entry, step.at, self.spare).failure
        if failure is not None and entry.failure is None:
            raise Refused("failed", failure["reason"])


def first_difference(cycle: Cycle, fork: Cycle) -> int:
    """Return the number of the first entry that differs between cycle and fork, or 0 if none does."""
    rows = [Entry.objects.filter(cycle=each).order_by("seq").values_list("digest", flat=True) for each in (cycle, fork)]
    for seq, (one, other) in enumerate(zip_longest(*rows), start=1):
        if one != other:
            return seq
    return 0


def refuse_unexpected(do: Callable[[], None]) -> None:
    """Call `do`, and convert any unexpected exception to Refused.

    Refusals and database outages propagate unchanged.
    """
    try:
        do()
    except (Refusal, *AWAY):
        raise
    except Exception as error:
        raise Refused("broken", f"The program cannot do this ({type(error).__name__}).") from error


def copy_columns(cycle: Cycle) -> dict[str, Any]:
    """Return a copy of the columns of a cycle's row, because an act may change them before it is refused."""
    return {name: copy(getattr(cycle, name)) for name in STATE_FIELDS}


def restore_columns(cycle: Cycle, before: dict[str, Any]) -> None:
    """Set the columns of a cycle's row to values copied by `copy_columns`."""
    for name, value in before.items():
        setattr(cycle, name, value)
    cycle.forget_law()
