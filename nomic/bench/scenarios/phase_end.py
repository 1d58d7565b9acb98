"""Benchmark of the end of a phase with many players.

Votes are counted, a proposal takes effect, and some players become reputable.
"""

import time
from collections.abc import Iterator

from nomic.bench.harness.fixtures import BATCH, insert_players, keeper, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.settle import settle
from nomic.players.models import Player
from nomic.players.reputation import deadline_label
from nomic.proposals.models import Proposal, ProposalStatus, Vote

REPUTABLE_IN_TEN = 1  # Of ten players, this number becomes reputable at the end of the phase.
AIMED_PLAYERS = 10_000


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the duration of a rollover for each number of players, and its growth."""
    times: dict[int, float] = {}
    for count in sizes.settle_players:
        cycle = _before_the_end(f"settle-{count}", count)
        started = time.perf_counter()
        entries = settle(cycle.slug)
        times[count] = time.perf_counter() - started
        _check(cycle, count, entries)
        name = f"rollover with {count:,} players ({entries:,} entries)"
        yield Figure("settle", name, times[count], "s", at_most=10 if count == AIMED_PLAYERS else None)
    few, many = sizes.settle_players[-2:]
    ratio = (times[many] / many) / (times[few] / few)
    yield Figure("settle", f"time per player, {many:,} to {few:,} players (1: linear)", ratio, "times")


def _before_the_end(slug: str, count: int) -> Cycle:
    """Create a practice cycle just before the end of the phase in which the votes are cast."""
    open_cycle(slug, practice=True)
    perform(slug, keeper(), "advance-clock", {"to_next_phase": True})
    cycle = Cycle.objects.get(slug=slug)
    waiting = max(count * REPUTABLE_IN_TEN // 10, 1)
    players = insert_players(cycle, count)
    Player.objects.filter(pk__in=[player.pk for player in players[:waiting]]).update(
        reputable_since=None, ever_reputable=False
    )
    Deadline.objects.bulk_create(
        (
            Deadline(
                cycle=cycle,
                label=deadline_label(player),
                at=cycle.phase_ends_at,
                rank=Rank.STANDING,
                order=number,
                action="become-reputable",
                args={"player": player.name, "because": "time"},
            )
            for number, player in enumerate(players[:waiting])
        ),
        batch_size=BATCH,
    )
    proposal = Proposal.objects.get(cycle=cycle, number=1)
    Vote.objects.bulk_create(
        (
            Vote(proposal=proposal, name=player.name, vote="against" if number % 3 == 0 else "for")
            for number, player in enumerate(players)
        ),
        batch_size=BATCH,
    )
    cycle.clock_offset += cycle.phase_ends_at - cycle.now()
    cycle.save(update_fields=["clock_offset"])
    return cycle


def _check(cycle: Cycle, count: int, entries: int) -> None:
    """Check that the rollover did its work. Otherwise its figure would be meaningless."""
    proposal = Proposal.objects.get(cycle=cycle, number=1)
    still_waiting = Player.objects.filter(cycle=cycle, reputable_since=None).count()
    if proposal.status != ProposalStatus.ENACTED or proposal.votes_for is None or still_waiting:
        raise AssertionError(f"{entries} entries with {count} players left {proposal.status}, {still_waiting} waiting")
