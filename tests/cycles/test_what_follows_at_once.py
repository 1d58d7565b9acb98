"""What follows at once is due as other deadlines are, whether it has been written by then or not."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.config.swiftly import swiftly
from nomic.cycles import deadlines
from nomic.cycles.deadlines import Rank
from nomic.cycles.journal import lock, save
from nomic.cycles.models import Cycle, Deadline
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
)


class Agenda:
    """A cycle's deadlines, and the labels of those that were done."""

    def __init__(self, cycle: Cycle) -> None:
        self.cycle = cycle
        self.done: list[Any] = []

    def take(self, kind: str, *args: Any) -> None:
        steps: dict[str, Callable[..., None]] = {
            "follows": lambda label, minutes: self.schedule(label, minutes, Rank.AT_ONCE),
            "is due": lambda label, minutes: self.schedule(label, minutes, Rank.GAMES),
            "in place of": self.replace,
            "is off": lambda label: deadlines.cancel(self.cycle, label),
            "all is off": lambda: deadlines.cancel_all(self.cycle),
            "moved": self.move,
            "undone": self.undo,
            "done": self.do_all,
            "looked": lambda: self.done.append(Deadline.objects.filter(cycle=self.cycle).count()),
        }
        steps[kind](*args)
        first = Deadline.objects.filter(cycle=self.cycle).order_by("at").first() if kind == "looked" else None
        if first is not None:
            assert self.cycle.due_at is not None
            assert self.cycle.due_at <= first.at

    def schedule(self, label: str, minutes: int, rank: Rank) -> None:
        self.cycle.seq += 1
        at = START + timedelta(minutes=minutes)
        deadlines.schedule(self.cycle, label, at=at, rank=rank, action="tick", args={"seq": self.cycle.seq})

    def replace(self, label: str, other: str, minutes: int) -> None:
        row = Deadline(cycle=self.cycle, label=label, at=START + timedelta(minutes=minutes), rank=Rank.GAMES, order=0)
        deadlines.replace(self.cycle, other, row)

    def move(self, minutes: int) -> None:
        """As where the calendar changes."""
        Deadline.objects.filter(cycle=self.cycle, rank=Rank.GAMES).update(at=START + timedelta(minutes=minutes))
        deadlines.refresh(self.cycle)

    def undo(self, label: str, minutes: int) -> None:
        """An act that fails: rows by a savepoint, columns from memory."""
        due_at = self.cycle.due_at
        point = transaction.savepoint()
        self.schedule(label, minutes, Rank.AT_ONCE)
        transaction.savepoint_rollback(point)
        self.cycle.due_at = due_at

    def do_all(self, minutes: int) -> None:
        """As `settle_locked` does; each that is due at first has another follow it."""
        now = START + timedelta(minutes=minutes)
        while self.cycle.due_at is not None and self.cycle.due_at <= now:
            deadline = deadlines.next_deadline(self.cycle)
            self.cycle.due_at = None if deadline is None else deadline.at
            if deadline is None or deadline.at > now:
                return
            deadlines.take(self.cycle, deadline)
            self.done.append((deadline.label, deadline.at, deadline.args))
            if deadline.rank == Rank.GAMES:
                self.schedule(f"after {deadline.label}", minutes, Rank.AT_ONCE)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])  # each begins with none
@example([("follows", "a", 0), ("is due", "b", 0), ("done", 1)])
@example([("follows", "a", 1), ("undone", "b", 0), ("done", 2)])
@example([("is due", "a", 2), ("follows", "b", 1), ("moved", 0), ("done", 2)])
@example([("follows", "a", 1), ("looked",), ("follows", "a", 0), ("done", 2)])
@example([("follows", "a", 0), ("follows", "b", 0), ("in place of", "c", "a", 1), ("done", 2)])
@given(st.lists(STEPS, max_size=10))
def test_in_every_order_the_same_is_done_in_haste_and_without(hall: Hall, steps: list[Any]) -> None:
    """The same one after the other, and the same is left."""

    def comes_of(*, in_haste: bool) -> Any:
        with transaction.atomic(), swiftly() if in_haste else nullcontext():
            cycle = lock(hall.slug)
            deadlines.cancel_all(cycle)
            agenda = Agenda(cycle)
            for step in steps:
                agenda.take(*step)
            agenda.do_all(1)
            cycle.seq = hall.cycle.seq
            save(cycle)
        rows = Deadline.objects.filter(cycle=hall.pk).order_by("at", "rank", "order", "label")
        left = list(rows.values_list("label", "at", "rank"))
        due_at = hall.cycle.due_at
        assert not left or (due_at is not None and due_at <= left[0][1])
        return agenda.done, left

    assert comes_of(in_haste=True) == comes_of(in_haste=False)


def test_what_is_done_at_once_is_not_looked_for(hall: Hall) -> None:
    """Not even where something else is written between."""
    with swiftly():
        agenda = Agenda(lock(hall.slug))
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
