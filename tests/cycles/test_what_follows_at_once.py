"""What follows at once is due as other deadlines are, whether it has been written by then or not."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.cycles.journal.append import lock_cycle, save_cycle
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.db import unit_of_work
from nomic.inventory.models import Balance
from tests.support.hall import START, Hall

LABELS = st.sampled_from(["a", "b", "c"])
MINUTES = st.integers(0, 2)
STEPS = st.one_of(
    st.tuples(st.just("follows"), LABELS, MINUTES),
    st.tuples(st.just("is due"), LABELS, MINUTES),
    st.tuples(st.just("in place of"), LABELS, LABELS, MINUTES),
    st.tuples(st.just("is off"), LABELS),
    st.tuples(st.just("all is off")),
    st.tuples(st.just("moved"), MINUTES),
    st.tuples(st.just("undone"), LABELS, MINUTES),
    st.tuples(st.just("done"), MINUTES),
    st.tuples(st.just("looked")),
    st.tuples(st.just("locked anew")),
)


class Agenda:
    """A cycle's deadlines twice: as the host keeps them, and plainly."""

    def __init__(self, cycle: Cycle) -> None:
        self.cycle = cycle
        self.plain: dict[str, tuple[datetime, int, int]] = {}

    def take(self, kind: str, *args: Any) -> None:
        steps: dict[str, Callable[..., None]] = {
            "follows": lambda label, minutes: self.schedule(label, minutes, Rank.AT_ONCE),
            "is due": lambda label, minutes: self.schedule(label, minutes, Rank.GAMES),
            "in place of": self.replace,
            "is off": self.cancel,
            "all is off": self.cancel_all,
            "moved": self.move,
            "undone": self.undo,
            "done": self.do_all,
            "looked": self.look,
            "locked anew": self.lock_anew,
        }
        steps[kind](*args)

    def schedule(self, label: str, minutes: int, rank: Rank) -> None:
        self.cycle.seq += 1
        at = START + timedelta(minutes=minutes)
        deadlines.schedule(self.cycle, label, at=at, rank=rank, action="tick")
        self.plain[label] = at, rank, self.cycle.seq + 1

    def replace(self, label: str, other: str, minutes: int) -> None:
        at = START + timedelta(minutes=minutes)
        row = Deadline(cycle=self.cycle, label=label, at=at, rank=Rank.GAMES, order=0)
        deadlines.store_deadlines(self.cycle, [row], cancelled=[other])
        self.plain.pop(other, None)
        self.plain[label] = at, Rank.GAMES, 0

    def cancel(self, label: str) -> None:
        deadlines.cancel(self.cycle, label)
        self.plain.pop(label, None)

    def cancel_all(self) -> None:
        deadlines.cancel_all(self.cycle)
        self.plain.clear()

    def move(self, minutes: int) -> None:
        """As where the calendar changes."""
        at = START + timedelta(minutes=minutes)
        Deadline.objects.filter(cycle=self.cycle, rank=Rank.GAMES).update(at=at)
        deadlines.refresh(self.cycle)
        self.plain |= {label: (at, *rest) for label, (_, *rest) in self.plain.items() if rest[0] == Rank.GAMES}

    def undo(self, label: str, minutes: int) -> None:
        """An act that fails: rows are as at a savepoint, columns as in memory before."""
        plain, due_at, seq = dict(self.plain), self.cycle.due_at, self.cycle.seq
        point = transaction.savepoint()
        self.schedule(label, minutes, Rank.AT_ONCE)
        transaction.savepoint_rollback(point)
        self.plain, self.cycle.due_at, self.cycle.seq = plain, due_at, seq

    def look(self) -> None:
        """As a page does, or the digest of the state."""
        rows = Deadline.objects.filter(cycle=self.cycle).values_list("label", "at", "rank", "order")
        assert {label: tuple(rest) for label, *rest in rows} == self.plain
        if self.plain:
            assert self.cycle.due_at is not None
            assert self.cycle.due_at <= min(self.plain.values())[0]

    def lock_anew(self) -> None:
        """As the next transaction does, of another process perhaps."""
        save_cycle(self.cycle)
        self.cycle = lock_cycle(self.cycle.slug)

    def do_all(self, minutes: int) -> None:
        """As `settle_locked` does; each that is due at first has another follow it."""
        now = START + timedelta(minutes=minutes)
        while self.cycle.due_at is not None and self.cycle.due_at <= now:
            deadline = deadlines.next_deadline(self.cycle)
            first = min(self.plain, key=lambda label: (*self.plain[label], label), default=None)
            assert first == (None if deadline is None else deadline.label)
            self.cycle.due_at = None if deadline is None else deadline.at
            if deadline is None or deadline.at > now:
                break
            deadlines.take(self.cycle, deadline)
            del self.plain[deadline.label]
            if deadline.rank == Rank.GAMES:
                self.schedule(f"after {deadline.label}", minutes, Rank.AT_ONCE)
        assert all(at > now for at, _, _ in self.plain.values())


@pytest.mark.parametrize("in_haste", [True, False])
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])  # each begins with none
@example(steps=[("follows", "a", 0), ("is due", "b", 0), ("done", 1)])
@example(steps=[("follows", "a", 0), ("follows", "b", 0), ("done", 0)])
@example(steps=[("follows", "b", 0), ("locked anew",), ("follows", "a", 0), ("done", 0)])
@example(steps=[("follows", "a", 1), ("undone", "b", 0), ("done", 2)])
@example(steps=[("is due", "a", 2), ("follows", "b", 1), ("moved", 0), ("done", 2)])
@example(steps=[("follows", "a", 1), ("looked",), ("follows", "a", 0), ("done", 2)])
@example(steps=[("follows", "a", 0), ("follows", "b", 0), ("in place of", "c", "a", 1), ("done", 2)])
@example(steps=[("follows", "a", 1), ("in place of", "b", "c", 0), ("done", 2)])
@example(steps=[("is due", "a", 0), ("follows", "a", 0), ("follows", "a", 1), ("done", 0), ("looked",)])
@given(steps=st.lists(STEPS, max_size=10))
def test_in_every_order_the_first_is_done_next(hall: Hall, steps: list[Any], in_haste: bool) -> None:
    """And what is left is what a plain table has left, in the end too."""
    with transaction.atomic(), unit_of_work() if in_haste else nullcontext():
        agenda = Agenda(lock_cycle(hall.slug))
        agenda.cancel_all()
        for step in steps:
            agenda.take(*step)
        agenda.do_all(1)
    agenda.look()


def test_what_is_done_at_once_is_not_looked_for(hall: Hall) -> None:
    """Not even where something else is written between."""
    with unit_of_work():
        agenda = Agenda(lock_cycle(hall.slug))
        now = agenda.cycle.last_at
        with CaptureQueriesContext(connection) as queries:
            for label in ("a", "b"):
                deadlines.schedule(agenda.cycle, label, at=now, rank=Rank.AT_ONCE, action="tick")
                Balance.objects.filter(cycle=hall.pk, holder="~").delete()
                deadline = deadlines.next_deadline(agenda.cycle)
                assert deadline is not None
                assert deadline.label == label
                deadlines.take(agenda.cycle, deadline)
        assert [query["sql"] for query in queries if "cycles_deadline" in query["sql"]] == []
    assert not Deadline.objects.filter(cycle=hall.pk, label__in=["a", "b"]).exists()
