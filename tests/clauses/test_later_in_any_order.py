"""Timers, phase ends, outages, leaving and changes of the law, in any order: nothing comes twice or is lost."""

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.clauses.handlers.run_deferred_effects import AS_AWAITED
from nomic.clauses.models import DeferredEffect
from nomic.clauses.store.deferred_effects import WHEN_DUE, awaited_reset
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Deadline, Entry
from nomic.proposals.models import Proposal
from tests.clauses.conftest import with_clauses
from tests.clauses.test_later import TITLE, act
from tests.clauses.test_triggers import COUNT, when
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, HOUR, START, Clock, Hall, cycle_16

LOSE = {"revoke": "Vertebra", "n": 2, "from": "$me"}
CLAUSES = {
    **COUNT,
    **TITLE,
    "loan": act({"grant": "Vertebra", "n": 1, "to": "$me"}, {"after": {"hours": 30}, "do": [LOSE]}),
    "boon": act({"grant": "Vertebra", "n": 2, "to": {"players": "players"}, "until": "phase-ends"}),
    "rank": act({"set": "Rank", "to": 3, "of": "$me", "until": {"days": 2}}),
    "chain": act({"after": {"days": 1}, "do": [
        {"raise": "Count", "by": 1}, {"at": "day-begins", "do": [{"raise": "Count", "by": 10}]}
    ]}),
    "wait": act({"at": "value-changed", "do": [LOSE]}),
    "phases": act({"after": {"phases": 2}, "do": [LOSE, {"reset": "Rank", "of": "$me"}]}),
    "hears": when("joined", {"raise": "Count", "by": 1}),
}  # fmt: skip
ACTIONS = [f"tolls_{name}" for name in ("loan", "boon", "rank", "chain", "wait", "phases")]
PLAYERS = ("ada", "bob", "eve")
STEPS = st.one_of(
    st.tuples(st.just("act"), st.sampled_from(PLAYERS), st.sampled_from(ACTIONS)),
    st.tuples(st.just("act"), st.sampled_from(PLAYERS), st.sampled_from(ACTIONS)),
    st.tuples(st.just("wait"), st.integers(1, 90), st.just("")),
    st.tuples(st.just("phase"), st.just(0), st.just("")),
    st.tuples(st.just("outage"), st.integers(1, 60), st.integers(1, 40)),
    st.tuples(st.just("leave"), st.sampled_from(PLAYERS), st.just("")),
    st.tuples(st.just("law"), st.sampled_from(["loan", "boon", "count", "all"]), st.just("")),
)


def step(hall: Hall, what: str, one: Any, other: Any) -> None:
    """One of them; what the rules refuse is refused."""
    if what == "wait":
        hall.to(hall.clock.now + one * HOUR)
    elif what == "phase":
        hall.to(hall.cycle.phase_ends_at)
    elif what == "outage":
        began = hall.clock.now - one * HOUR
        ended = min(began + other * HOUR, hall.clock.now)
        hall.do(ADMIN, "record-outage", began=began.isoformat(), ended=ended.isoformat(), reason="r")
    elif what == "leave":
        hall.do(one, "leave")
    elif what == "law":
        left = {} if one == "all" else {name: each for name, each in CLAUSES.items() if name != one}
        change = {"op": "replace", "path": "/rules/tolls/clauses", "value": left}
        code = hall.propose("ada", change)
        for name in PLAYERS:
            with suppress(Refusal):
                hall.vote(code, **{name: "for"})
        hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    else:
        hall.do(one, other)


def is_in_order(hall: Hall) -> None:
    """What is kept is waited for, once, and in the future; what was done was done once."""
    rows = list(DeferredEffect.objects.filter(cycle=hall.pk))
    cycle = hall.cycle
    awaited = {row.event or "@" for row in rows} | {awaited_reset(row.ends) for row in rows if row.ends}
    assert set(cycle.awaited) == awaited
    timed = {row.label: row.at for row in rows if not row.event}
    due = dict(Deadline.objects.filter(cycle=hall.pk, action=WHEN_DUE).values_list("label", "at"))
    assert due == timed
    assert all(at > hall.clock.now for at in due.values())
    phases = [row.phase for row in rows if row.event == "phase-ends"]
    assert all(phase is not None and phase >= cycle.phase for phase in phases)
    done = Counter(
        entry.args["piece"] for entry in Entry.objects.filter(cycle=hall.pk, action__in=[WHEN_DUE, AS_AWAITED])
    )
    assert set(done.values()) <= {1}
    assert not done.keys() & {row.code for row in rows}
    assert cycle.phase_ends_at > hall.clock.now


@pytest.mark.django_db
@settings(max_examples=examples(24), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, min_size=4, max_size=14))
def test_nothing_comes_twice_or_is_lost(steps: list[tuple[str, Any, Any]]) -> None:
    """After every step what waits fits what is kept; at the end the journal gives the same cycle again."""
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(with_clauses(cycle_16(), CLAUSES), starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        hall.clock.to(START)
        hall.join(*PLAYERS)
        for what, one, other in steps:
            with suppress(Refusal):
                step(hall, what, one, other)
            is_in_order(hall)
        hall.is_sound()
        transaction.set_rollback(True)
