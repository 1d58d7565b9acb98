"""Benchmark of replaying a journal, and of rewriting it in the fork of a correction."""

import time
from collections.abc import Iterator
from itertools import cycle as round_and_round

from django.db import transaction

from nomic.bench.harness.fixtures import add_player, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.acts import ACTS
from nomic.chance.seeds import new_seed
from nomic.cycles.commands.perform import perform
from nomic.cycles.history.corrected_fork import begin_correction
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle

PLAYERS = 10


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the speed of a replay and of a stepwise rewrite.

    The journal of the usual acts is created in this process. It is rewritten in the steps that a correction takes.
    """
    slug = "replayed"
    open_cycle(slug)
    actors = [add_player(slug, f"Replayed{number}") for number in range(PLAYERS)]
    started = time.perf_counter()
    made = 0
    for name, args in round_and_round(ACTS):
        if made >= sizes.replay_entries:
            break
        for actor in actors:
            perform(slug, actor, name, args)
            made += 1
    yield Figure("replay", "acts without HTTP, one after the other", made / (time.perf_counter() - started), "acts/s")
    started = time.perf_counter()
    replayed = replay_journal(Cycle.objects.get(slug=slug))
    elapsed = time.perf_counter() - started
    discard_fork(replayed.fork)
    if not replayed.same:
        raise AssertionError(replayed.difference)
    name = f"a journal of {replayed.entries:,} entries, compared"
    yield Figure("replay", name, replayed.entries / elapsed, "entries/s", at_least=500)
    started = time.perf_counter()
    with transaction.atomic():
        builder = begin_correction(lock_cycle(slug), [], new_seed())
    builder.build()
    elapsed = time.perf_counter() - started
    name = f"a correction's fork of {builder.fork.seq:,} entries"
    yield Figure("replay", name, builder.fork.seq / elapsed, "entries/s", at_least=670)
