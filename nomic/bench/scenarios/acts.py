"""Benchmark of acts through HTTP: throughput per second, and latency."""

import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.bench.harness.fixtures import PACK, add_player, open_cycle
from nomic.bench.harness.load_client import Client, Request
from nomic.bench.harness.results import Figure
from nomic.bench.harness.servers import Calls, Web, run_clients, web_servers
from nomic.bench.harness.sizes import Sizes

AIMED_CLIENTS = 10
ACTS: list[tuple[str, dict[str, Any]]] = [
    ("buy", {"offer": PACK}),
    ("open-pack", {"pack": PACK}),
    ("vote", {"proposal": "1", "vote": "for"}),
    ("buy", {"offer": PACK}),
    ("open-pack", {"pack": PACK}),
    ("vote", {"proposal": "1", "vote": "against"}),
]


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield figures for every number of clients and cycles.

    All requests of a cycle go to one process, as behind a proxy that routes by address (docs/scaling.md). Then every
    measurement is repeated with the requests spread over all processes.
    """
    bare = dict(of_the_bare_view(sizes, sizes.clients))
    for clients, calls in bare.items():
        name = f"{clients} client{'s' * (clients > 1)}: a bare view, for comparison"
        yield Figure("acts", name, calls.per_second, "acts/s")
        yield Figure("acts", f"{name}: p50", calls.percentile(50), "ms")
    callers = {count: _callers(count, max(sizes.clients)) for count in sizes.cycles}
    with web_servers(sizes.web_workers) as servers:
        for count, known in callers.items():
            for spread in (False, True):
                warm = 2 * len(ACTS)  # to warm up every connection and the law
                run_clients(
                    servers[0], [_client(servers, place, *who, warm, spread=spread) for place, who in enumerate(known)]
                )
                for clients in sizes.clients:
                    each = max(sizes.acts // clients // len(ACTS), 1) * len(ACTS)
                    some = enumerate(known[:clients])
                    senders = [_client(servers, place, *who, each, spread=spread) for place, who in some]
                    calls = run_clients(servers[0], senders)
                    where = f"{clients} client{'s' * (clients > 1)}, {count} cycle{'s' * (count > 1)}"
                    if spread:
                        yield from _compared(f"{where}, spread", clients, calls, bare[clients], aimed=False)
                    else:
                        yield from _of(where, calls, aimed=clients == AIMED_CLIENTS)
                        yield from _compared(where, clients, calls, bare[clients])


def _of(where: str, calls: Calls, *, aimed: bool) -> Iterator[Figure]:
    """Yield figures for throughput and latency. `aimed` is true if they have targets."""
    yield Figure("acts", where, calls.per_second, "acts/s", at_least=350 if aimed else None)
    yield Figure("acts", f"{where}: p50", calls.percentile(50), "ms")
    yield Figure("acts", f"{where}: p95", calls.percentile(95), "ms", at_most=60 if aimed else None)


def _compared(where: str, clients: int, calls: Calls, bare: Calls, *, aimed: bool = True) -> Iterator[Figure]:
    """Yield throughput and, for one client, latency, both relative to the bare view."""
    rate = calls.per_second / bare.per_second
    least = 0.9 if aimed and clients == AIMED_CLIENTS else None
    yield Figure("acts", f"{where}: of the bare view's", rate, "times", at_least=least)
    if clients == 1:
        longer = calls.percentile(50) / bare.percentile(50)
        yield Figure("acts", f"{where}: p50, of the bare view's", longer, "times", at_most=1.6 if aimed else None)


def of_the_bare_view(sizes: Sizes, clients_each: Iterable[int]) -> Iterator[tuple[int, Calls]]:
    """Yield the reference results for each number of clients, from a view that only locks and writes."""
    with web_servers(sizes.web_workers, "nomic.bench.harness.baseline:application") as servers:
        for clients in clients_each:
            each = max(sizes.acts // clients, 1)
            ports = [servers[number % len(servers)].port for number in range(clients)]
            yield (
                clients,
                run_clients(servers[0], [Client([Request("POST", "/act", {"n": 1})], each, port) for port in ports]),
            )


def _callers(cycles: int, clients: int) -> list[tuple[str, str]]:
    """Return the slug and the token of each client, spread evenly over new cycles."""
    slugs = [f"bench-{number}-of-{cycles}" for number in range(cycles)]
    for slug in slugs:
        open_cycle(slug)
    return [_caller(slugs[number % cycles], f"B{number}of{cycles}") for number in range(clients)]


def _caller(slug: str, name: str) -> tuple[str, str]:
    actor = add_player(slug, name)
    return slug, issue_token(Person.objects.get(username=actor.name), "bench")[1]


def _client(servers: list[Web], place: int, slug: str, token: str, count: int, *, spread: bool) -> Client:
    """Return a client that acts in a cycle through the cycle's own server, or through all if `spread` is set."""
    which = place if spread else zlib.crc32(slug.encode())
    return Client(requests(slug, token), count, servers[which % len(servers)].port)


def requests(slug: str, token: str) -> list[Request]:
    """Return one request for each of the usual acts."""
    return [Request("POST", f"/api/v1/cycles/{slug}/actions/{name}/", args, token) for name, args in ACTS]
