"""Benchmark of growth with the journal, players and cycles: acts, pages, the end of a phase, exports."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle as round_and_round
from itertools import islice

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from nomic.bench.harness.fixtures import TEMPLATE, add_player, insert_players, keeper, lengthen_journal, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.acts import ACTS
from nomic.cycles.caching.read_cache import MAX_ROWS
from nomic.cycles.commands.perform import new_idempotency_key, perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.history.export import proof
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle_all
from nomic.notices.reminders import remind_due

ACTOR = "Grower"
PAGES = {
    "hall": "",
    "players": "players/",
    "proposals": "proposals/",
    "journal, newest": "journal/",
    "journal, one action of somebody": f"journal/?actor={ACTOR}&action=vote",
    "chance": "chance/",
}
SWEEPS = {"a look for what is due": settle_all, "a look whom to remind": remind_due}
READS = {
    "journal over the API, its beginning": "journal/?since=0",
    "draws over the API": "draws/",
}


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield figures for each size of one dimension while the others are small.

    The target is the number of statements with the smallest size. Pages with too many players for the cache read the
    players again, which takes one more statement.
    """
    kinds: tuple[tuple[str, tuple[int, ...], Callable[[int], Cycle]], ...] = (
        ("entries", sizes.grown_entries, _long),
        ("players", sizes.grown_players, _crowded),
        ("cycles", sizes.grown_cycles, _among_others),
    )
    for kind, counts, opened in kinds:
        least: dict[str, float] = {}
        for count in counts:
            cycle = opened(count)
            _gather_statistics()
            too_many = kind == "players" and count > MAX_ROWS
            for name, value, unit in _measured(cycle, sizes.grown_rounds):
                aim = least.setdefault(name, value) + too_many if unit == "statements" else None
                yield Figure("growth", f"{count:,} {kind}: {name}", value, unit, at_most=aim)


def _long(count: int) -> Cycle:
    """Create a cycle with N entries."""
    cycle = _open(f"long-{count}")
    lengthen_journal(cycle, count)
    return cycle


def _crowded(count: int) -> Cycle:
    """Create a cycle with N players."""
    cycle = _open(f"crowded-{count}")
    insert_players(cycle, count, cards=5)
    return cycle


def _among_others(count: int) -> Cycle:
    """Create N running cycles, and return one of them."""
    for number in range(Cycle.objects.count() + 1, count):
        create_cycle(TEMPLATE, slug=f"other-{number}")
    return _open(f"among-{count}")


def _open(slug: str) -> Cycle:
    """Create a practice cycle with a player who has just performed every usual act once."""
    open_cycle(slug, practice=True)
    perform(slug, keeper(), "advance-clock", {"to_next_phase": True})
    actor = add_player(slug, ACTOR)
    _act(slug, actor, 2)
    return Cycle.objects.get(slug=slug)


def _act(slug: str, actor: Actor, rounds: int) -> None:
    for name, args in islice(round_and_round(ACTS), rounds * len(ACTS)):
        perform(slug, actor, name, args, idempotency_key=new_idempotency_key())


def _gather_statistics() -> None:
    """Update PostgreSQL's statistics, as autovacuum does after many inserts."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def _measured(cycle: Cycle, rounds: int) -> Iterator[tuple[str, float, str]]:
    """Yield the name, value and unit of each measurement of one cycle."""
    actor = Actor.person(Person.objects.get(username=ACTOR))
    _act(cycle.slug, actor, 1)
    yield "an act", 1000 * _seconds(lambda: _act(cycle.slug, actor, 1), rounds) / len(ACTS), "ms"
    yield "an act, statements", _statements(lambda: _act(cycle.slug, actor, 1)) / len(ACTS), "statements"
    client = Client()
    client.force_login(Person.objects.get(username=ACTOR))
    addresses = {name: f"/c/{cycle.slug}/{path}" for name, path in PAGES.items()}
    addresses |= {name: f"/api/v1/cycles/{cycle.slug}/{path}" for name, path in READS.items()}
    for name, address in {**addresses, "home": "/"}.items():
        _read(client, address)
        yield name, 1000 * _seconds(partial(_read, client, address), rounds), "ms"
        yield f"{name}, statements", _statements(partial(_read, client, address)), "statements"
    for name, sweep in SWEEPS.items():
        yield name, 1000 * _seconds(partial(_swept, sweep), rounds), "ms"
        yield f"{name}, statements", _statements(partial(_swept, sweep)), "statements"
    entries = Cycle.objects.get(pk=cycle.pk).seq
    taken = _seconds(lambda: _take_home(cycle))
    yield "the journal taken home, for 1,000 entries", 1_000_000 * taken / entries, "ms"
    yield "the end of a phase", 1000 * _seconds(lambda: _next_phase(cycle)), "ms"


def _read(client: Client, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != 200:
        raise AssertionError(f"{address} answers {answer.status_code}")


def _swept(sweep: Callable[[], int]) -> None:
    sweep()


def _take_home(cycle: Cycle) -> None:
    for _ in proof(Cycle.objects.get(pk=cycle.pk)):
        pass


def _next_phase(cycle: Cycle) -> None:
    perform(cycle.slug, keeper(), "advance-clock", {"to_next_phase": True})


def _seconds(work: Callable[[], None], rounds: int = 1) -> float:
    """Return the CPU time of this process for the work, the minimum of all rounds.

    It includes the work of SQLite, but not of PostgreSQL.
    """
    took = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


def _statements(work: Callable[[], None]) -> int:
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)
