"""Whatever is voided, kept or inserted in whatever week: items add up, and what is left as it was is the same."""

from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.chance.seeds import new_seed
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.history.corrected_fork import begin_correction, catch_up_and_settle
from nomic.cycles.history.edits import Edit
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.ledger import discrepancies
from tests.support.example_counts import examples
from tests.support.hall import HOUR, START, Clock, Hall, cycle_16

ACTS: dict[str, dict[str, Any]] = {
    "buy": {"offer": "Handy Pack"},
    "open-pack": {"pack": "Handy Pack"},
    "gift": {"to": "bob"},
    "leave": {},
}
deeds = st.lists(
    st.tuples(st.sampled_from(["ada", "bob"]), st.sampled_from([*ACTS, "buy", "later"])), min_size=4, max_size=9
)
edits = st.lists(st.tuples(st.sampled_from(["void", "keep", "insert"]), st.integers(0, 9)), max_size=4)


@pytest.mark.django_db
@settings(max_examples=examples(6), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(deeds, edits)
def test_forks_conserve_items_and_change_nothing_unasked(
    doing: list[tuple[str, str]], editing: list[tuple[str, int]]
) -> None:
    """A correction without an edit gives the very same digest; with any, the ledger adds up, and the cycle stays."""
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(cycle_16(), starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        hall.join("ada", "bob")
        for name, action in doing:
            _do(hall, name, action)
        before = hall.digest
        assert digest_of(state_of(_told(hall, []))) == before
        fork = _told(hall, _edits(hall, editing))
        assert discrepancies(fork) == []
        assert hall.digest == before
        transaction.set_rollback(True)


def _do(hall: Hall, name: str, action: str) -> None:
    if action == "later":
        hall.to(hall.clock.now + 30 * HOUR)
        return
    try:
        perform(hall.slug, hall.actor(name), action, ACTS[action])
    except Refusal:
        return


def _edits(hall: Hall, editing: list[tuple[str, int]]) -> list[Edit]:
    acts = list(Entry.objects.filter(cycle=hall.pk).exclude(actor_kind="system").order_by("seq"))
    found: dict[str, Edit] = {}
    for do, which in editing:
        entry = acts[which % len(acts)]
        if do == "insert":
            found[f"{which}"] = Edit(do="insert", actor="ada", action="buy", args=ACTS["buy"], at=entry.at)
        else:
            found[entry.key] = Edit(do="void" if do == "void" else "keep", entry=entry.key)
    return list(found.values())


def _told(hall: Hall, edits: list[Edit]) -> Cycle:
    builder = begin_correction(lock_cycle(hall.slug), edits, new_seed())
    builder.build()
    catch_up_and_settle(builder, lock_cycle(hall.slug))
    return builder.fork
