"""An act alone locks nothing where the cycle is believed to be as this process left it: it writes, or begins anew.

On PostgreSQL; on SQLite, which tells no versions of rows, each act locks first, and all of this holds as well.
"""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args, NoArgs
from nomic.cycles.caching import write_cache
from nomic.cycles.commands.perform import perform, perform_queued
from nomic.cycles.domain.exceptions import KeyReused, Refusal, Refused
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.db import StaleRow, VersionedRow, update
from nomic.db.bulk_sql import update_rows, write_rows
from nomic.db.statement_batch import batch
from nomic.inventory.models import Balance
from tests.cycles.test_bursts import ACTS, PACK, answer, odd_acts, turn
from tests.cycles.test_working_set import another_process
from tests.support.concurrent_acts import PATIENCE, locks_waited_for
from tests.support.counted_queries import statements
from tests.support.hall import Hall
from tests.support.perform_directly import perform_alone

__all__ = ["odd_acts"]

pytestmark = pytest.mark.django_db(transaction=True)

BUY = {"offer": PACK}


@pytest.fixture(autouse=True)
def known_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The second act after a stranger's is believed to be alone already."""
    monkeypatch.setattr(write_cache, "MIN_CONSECUTIVE", 1)
    write_cache.clear_cache()
    yield
    write_cache.clear_cache()


@pytest.fixture
def rich(cast: Hall) -> Hall:
    """Ada can pay for twelve packs."""
    cast.grant("ada", "Vertebra", 40)
    return cast


def said_by(hall: Hall, name: str, action: str, key: str | None = None, **args: Any) -> list[str]:
    """What an act says to the database, but for where a transaction begins and ends."""
    with CaptureQueriesContext(connection) as queries:
        perform(hall.slug, hall.actor(name), action, args, idempotency_key=key)
    return [sql for sql in statements(queries) if sql not in ("BEGIN", "COMMIT")]


def buy(hall: Hall, times: int = 1) -> None:
    for _ in range(times):
        hall.do("ada", "buy", **BUY)


def test_an_act_that_knows_all_says_one_thing(rich: Hall) -> None:
    """With its key, too. Who has been refused asks again, and so has whoever comes after a stranger."""
    buy(rich, 3)
    rich.do("ada", "open-pack", pack=PACK)
    is_revealed = connection.vendor == "postgresql"
    assert (len(said_by(rich, "ada", "buy", "a key", **BUY)) == 1) is is_revealed
    assert (len(said_by(rich, "ada", "open-pack", pack=PACK)) == 1) is is_revealed
    assert rich.has("ada", PACK) == 2
    with another_process({}):
        buy(rich)
    assert len(said_by(rich, "ada", "buy", **BUY)) > 1
    rich.is_sound()


def test_a_key_that_came_before_is_found_by_its_number(rich: Hall) -> None:
    """Nobody asked for it: the row is there already. With other arguments it is refused."""
    buy(rich, 3)
    args = {"offer": PACK}
    first = perform(rich.slug, rich.actor("ada"), "buy", args, idempotency_key="k")
    buy(rich)
    with rich.nothing_changes():
        again = perform(rich.slug, rich.actor("ada"), "buy", args, idempotency_key="k")
        with pytest.raises(KeyReused):
            perform(rich.slug, rich.actor("ada"), "buy", {**args, "count": 2}, idempotency_key="k")
    assert (again.is_repeated, again.entry.pk) == (True, first.entry.pk)
    buy(rich)
    assert rich.has("ada", PACK) == 6


def test_who_is_refused_is_refused_by_what_is_so(cast: Hall) -> None:
    """What somebody has got elsewhere meanwhile they can pay with here; what they spent there is spent here."""
    poor = cast.has("ada", "Vertebra") // 5
    buy(cast, poor)
    for _ in range(2):
        with another_process({}):
            cast.grant("ada", "Vertebra", 10)
        buy(cast, 2)  # after which nothing is left, as far as is known here
    cast.grant("ada", "Vertebra", 10)
    buy(cast)
    with another_process({}):
        buy(cast)
    with pytest.raises(Refused, match="cannot afford"):
        buy(cast)
    assert cast.has("ada", PACK) == poor + 6
    cast.is_sound()


def test_whatever_changes_the_row_is_found_out(rich: Hall) -> None:
    """Also where no act did, as an admin may in the database itself."""
    buy(rich, 3)
    Cycle.objects.filter(pk=rich.pk).update(published=True, winner="nobody")
    buy(rich)
    assert Cycle.objects.values_list("published", "winner").get(pk=rich.pk) == (True, "nobody")
    assert rich.has("ada", PACK) == 4


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("is_locked", [False, True])
@pytest.mark.parametrize("begins", [False, True])
def test_nothing_is_written_where_the_row_is_another(cast: Hall, times: int, is_locked: bool, begins: bool) -> None:
    """In one statement, or in two for a table that is written twice; in a transaction that has begun or in none."""
    if connection.vendor != "postgresql":
        assert write_cache.take_cycle(cast.slug) is None  # type: ignore[arg-type] # nobody asks it anything
        return

    def write(version: str) -> VersionedRow:
        held = VersionedRow(Cycle, cast.pk, version, is_locked=is_locked)
        with transaction.atomic():
            if begins:
                Cycle.objects.get(pk=cast.pk)
            cycle = Cycle(pk=cast.pk, title=f"by {version}")
            with batch(held):
                update_rows([cycle], ("title",))
                for number in range(times):
                    write_rows([Balance(cycle_id=cast.pk, holder=f"~{number}", item="Chip", amount=7)])
        return held

    if not is_locked:  # who holds the lock has read the row, and does not check its version
        with cast.nothing_changes(), pytest.raises(StaleRow, match="no longer version 0"):
            write("0")
    left = write(version(cast)).new_version
    assert left == version(cast)
    assert Balance.objects.filter(cycle=cast.pk, holder__startswith="~").count() == times
    assert cast.cycle.title == f"by {Cycle.objects.get(pk=cast.pk).title.removeprefix('by ')}"
    assert not connection.in_atomic_block
    assert connection.get_autocommit()


def version(hall: Hall) -> str:
    """The version of the cycle's row, as the database tells it."""
    with connection.cursor() as cursor:
        cursor.execute('SELECT "xmin"::text FROM "cycles_cycle" WHERE "id" = %s', [hall.pk])
        return str(cursor.fetchone()[0])


STEPS = st.one_of(
    st.tuples(st.sampled_from(["ada", "bob", "eve"]), ACTS, st.sampled_from("AAAABC")),
    st.sampled_from(["an hour", "a claim"]),
)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=4, max_size=14), keyed=st.booleans())
def test_acts_in_any_order_of_processes_are_those_of_the_journal(cast: Hall, steps: list[Any], keyed: bool) -> None:
    """Two processes that believe, and one (C) that locks first; time passes, and a publisher changes the row.

    Whoever is refused is refused by one that knows nothing as well. In the end the journal gives the same state again.
    """
    kept: dict[str, dict[str, Any]] = {"A": {}, "B": {}, "C": {}}
    with suppress(Refused):  # an earlier example may have ended the cycle
        cast.grant("ada", "Vertebra", 50)
    before, accepted = cast.cycle.seq, 0
    for number, step in enumerate(steps):
        if step == "an hour":
            cast.clock.wait(hours=1)
        elif step == "a claim":
            Cycle.objects.filter(pk=cast.pk).update(pages_claimed=number)
        else:
            name, (action, args), process = step
            key = f"{before} {number}" if keyed else None
            sent = turn(cast, name, action, key, **args).sent
            through = perform_alone if process == "C" else perform_queued
            with another_process(kept[process]):
                said = answer(lambda: through(sent))  # noqa: B023 # asked at once
            accepted += said == "performed"
            if said != "performed":
                assert answer(lambda: perform_alone(sent)) == said  # noqa: B023 # asked at once
            if keyed and said == "performed":
                with another_process(kept[process]):
                    again = perform_queued(sent)
                assert again is not None
                assert again.is_repeated
    entries = Entry.objects.filter(cycle=cast.pk, seq__gt=before, actor_kind="person")
    assert entries.count() == accepted
    cast.is_sound()


def test_an_act_may_write_the_cycle_s_row_itself(rich: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a statement of its own, or by one that asks for what was changed: its version is another then."""

    def mark(act: ActionContext, args: Args) -> None:
        Cycle.objects.filter(pk=act.cycle.pk).update(owner_name="by hand")
        act.message("The row is marked.")

    def name(act: ActionContext, args: Args) -> None:
        act.cycle.title = "Another"
        update(act.cycle, ("title",))
        assert Cycle.objects.get(pk=act.cycle.pk).title == "Another"
        act.message("The row is named.")

    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    for run in (mark, name):
        declared = Action(name=run.__name__, channel="games", title="T", summary="S", rule="L0", args=NoArgs, run=run)
        actions.register_actions(declared)
    buy(rich, 3)
    for each in ("mark", "name", "name", "mark"):
        rich.do("ada", each)
        buy(rich)
    assert Cycle.objects.values_list("owner_name", "title").get(pk=rich.pk) == ("by hand", "Another")
    assert rich.has("ada", PACK) == 7
    rich.is_sound()


def test_who_is_one_of_many_is_not_believed(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where acts of a cycle come to several processes, each asks first until it has been alone for a while."""
    monkeypatch.setattr(write_cache, "MIN_CONSECUTIVE", 3)
    kept: dict[str, dict[str, Any]] = {"A": {}, "B": {}}
    cast.grant("ada", "Vertebra", 100)
    buying = [statements_of_one(cast, kept[process]) for process in "AAAAAABABAAAAAA"]
    if connection.vendor == "postgresql":
        assert [said == 1 for said in buying] == [False] * 4 + [True] * 2 + [False] * 7 + [True] * 2
    cast.is_sound()


def statements_of_one(hall: Hall, kept: dict[str, Any]) -> int:
    """How much a process says that knows this."""
    with another_process(kept):
        return len(said_by(hall, "ada", "buy", **BUY))


def test_refusals_are_made_sure_of(rich: Hall) -> None:
    """Once the row is locked; whoever is refused twice reads nothing that is older."""
    buy(rich, 3)
    for _ in range(2):
        with rich.nothing_changes(), pytest.raises(Refusal):
            rich.do("ada", "buy", offer=PACK, count=1000)
    buy(rich)
    assert rich.has("ada", PACK) == 4


def test_a_phase_ends_before_what_comes_after_its_end(rich: Hall) -> None:
    """What is due is settled first, however well the cycle is known."""
    buy(rich, 3)
    phase = rich.cycle.phase
    rich.clock.wait(days=8)
    buy(rich)
    assert rich.cycle.phase > phase
    newest = Entry.objects.filter(cycle=rich.pk).latest("seq")
    assert (newest.action, newest.phase) == ("buy", rich.cycle.phase)
    rich.is_sound()


def test_whoever_finds_the_row_held_waits_for_it_as_ever(rich: Hall) -> None:
    """And is not refused, nor is what they do stamped before it is theirs; who held it changed nothing."""
    if connection.vendor != "postgresql":
        return  # there whoever writes has the whole database
    buy(rich, 3)
    held, seen = threading.Event(), []

    def hold() -> None:
        with transaction.atomic():
            lock_cycle(rich.slug)
            held.set()
            until = time.monotonic() + PATIENCE
            while not (waiting := locks_waited_for()) and time.monotonic() < until:
                time.sleep(0.01)
            seen.append(waiting)
        connection.close()

    with ThreadPoolExecutor(1) as threads:
        holding = threads.submit(hold)
        assert held.wait(PATIENCE)
        buy(rich)
        holding.result(PATIENCE)
    assert seen == [1]
    assert rich.has("ada", PACK) == 4
    rich.is_sound()
