"""How often a correction's fork reads the history: not for each act that draws."""

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from nomic.chance.seeds import new_seed
from nomic.cycles.history.corrected_fork import begin_correction
from nomic.cycles.history.replay import CHUNK, discard_fork
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Entry, ForkSeed, PhaseSeed
from tests.cycles.test_new_seeds import dicing
from tests.support.hall import Hall

__all__ = ["dicing"]

HISTORY = [f'FROM "{model._meta.db_table}"' for model in (Entry, ForkSeed, PhaseSeed)]


def reads_of_history(hall: Hall) -> tuple[int, list[str]]:
    """Build a fork of the hall. Returns the number of its entries, and the queries for entries and seeds."""
    with transaction.atomic():
        builder = begin_correction(lock_cycle(hall.slug), [], new_seed())
    with CaptureQueriesContext(connection) as captured:
        builder.build()
    entries = builder.fork.seq
    discard_fork(builder.fork)
    queries = [each["sql"] for each in captured.captured_queries]
    return entries, [sql for sql in queries if sql.startswith("SELECT") and any(map(sql.__contains__, HISTORY))]


def test_a_fork_reads_entries_and_seeds_as_often_for_many_draws_as_for_few(dicing: Hall) -> None:
    for _ in range(10):
        dicing.do("ada", "time_throw")
    few, read_for_few = reads_of_history(dicing)
    for _ in range(30):
        dicing.do("bob", "time_throw")
    many, read_for_many = reads_of_history(dicing)
    assert few + 30 == many < CHUNK
    assert len(read_for_many) == len(read_for_few), read_for_many
