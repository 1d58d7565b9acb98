"""Benchmark of the bytes that an act permanently adds to the database: data and indexes."""

from collections.abc import Iterator
from itertools import cycle as round_and_round
from itertools import islice

from django.db import connection

from nomic.bench.harness.fixtures import add_player, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.acts import ACTS
from nomic.cycles.commands.perform import new_idempotency_key, perform

SLUG = "stored"
PLAYERS = 10
MAX_TABLES = 6  # The largest tables have a figure each.
PART = "storage"

Space = dict[str, int]  # bytes by kind


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the bytes that the usual acts add. Each act has an idempotency key, as acts from forms and bots do."""
    open_cycle(SLUG)
    actors = [add_player(SLUG, f"Stored{number}") for number in range(PLAYERS)]
    acts = list(islice(((actor, act) for act in round_and_round(ACTS) for actor in actors), 2 * sizes.stored_acts))
    before: Space = {}
    for number, (actor, (name, args)) in enumerate(acts):
        if number == sizes.stored_acts:  # The first half fills pages and caches.
            before = _space()
        perform(SLUG, actor, name, args, idempotency_key=new_idempotency_key())
    added = {what: (size - before.get(what, 0)) / sizes.stored_acts for what, size in _space().items()}
    yield Figure(PART, "stored for an act", sum(added.values()), "bytes")
    for what in sorted(added, key=lambda what: -added[what])[: 2 * MAX_TABLES]:
        yield Figure(PART, f"stored for an act: {what}", max(added[what], 0), "bytes")


def _space() -> Space:
    return _on_postgres() if connection.vendor == "postgresql" else _on_sqlite()


def _on_postgres() -> Space:
    """Vacuum the database, and return the size of each table and of its indexes."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute(
            "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        rows = cursor.fetchall()
    return {name: table for name, table, _ in rows} | {f"indexes of {name}": indexes for name, _, indexes in rows}


def _on_sqlite() -> Space:
    """Vacuum the database, and return the size of its file. Not every SQLite build can report details."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        sizes = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")]
    return {"the file": sizes[0] * sizes[1]}
