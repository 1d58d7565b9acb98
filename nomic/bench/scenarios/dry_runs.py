"""Benchmark of dry runs: of one proposal, of many together, and of the evaluations by bots."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.bench.harness.fixtures import MONEY, TEMPLATE, add_player, insert_players, keeper, new_user
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.models import Cycle
from nomic.forecast.dry_run import dry_run
from nomic.forecast.models import SimulationStatus
from nomic.forecast.simulation_jobs import MAX_SECONDS, ask_for, play_waiting
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal

AIMED_SECONDS = 2  # the longest acceptable time for a page
AIMED_PLAYERS = 200
THEM = {"each": "them", "in": {"players": "players"}}


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the cost of dry runs and simulations in CPU seconds, which do not depend on other load on the machine."""
    for players in sizes.foreseen_players:
        slug = _proposed(f"foreseen-{players}", players, sizes.foreseen_together)
        proposals = list(Proposal.objects.filter(cycle__slug=slug).order_by("number"))
        for some in (proposals[:1], proposals):
            name = f"dry run of {len(some)} of the proposals that end together, {players:,} players"
            aim = AIMED_SECONDS if players <= AIMED_PLAYERS else None
            yield Figure("foresight", name, _tried(slug, some), "s", at_most=aim)
    weeks = sizes.simulated_weeks
    name = f"simulation of {weeks} weeks under the law before and after, each played five times, and matches apart"
    yield Figure("foresight", name, _simulated(weeks, sizes.foreseen_together), "s", at_most=MAX_SECONDS)


def _proposed(slug: str, players: int, proposals: int) -> str:
    """Create a cycle with players and proposals. Each proposal adds a rule that gives every player an item."""
    with transaction.atomic():
        begin_cycle(create_cycle_row(document_of(TEMPLATE), template=TEMPLATE, slug=slug, starts_at=timezone.now()))
    perform(slug, keeper(), "join", {})
    for number in range(proposals):
        add_player(slug, f"Proposer-{number}")
        dole = {"when": "phase-ends", "do": [{**THEM, "do": [{"grant": MONEY, "to": "$them"}]}]}
        rule = {"title": f"Dole {number}", "body": "", "parent": None, "place": 900, "clauses": {"dole": dole}}
        _propose(slug, number, {"op": "add", "path": f"/rules/dole-{number}", "value": rule})
    insert_players(Cycle.objects.get(slug=slug), max(players - proposals - 1, 0))
    return slug


def _propose(slug: str, number: int, amendment: dict[str, Any]) -> None:
    proposed = {"title": f"Dole {number}", "text": "Words.", "amendments": [amendment]}
    perform(slug, new_user(f"Proposer-{number}"), "submit-proposal", proposed)


def _tried(slug: str, proposals: Sequence[Proposal]) -> float:
    started = time.thread_time()
    seen = dry_run(slug, proposals)
    taken = time.thread_time() - started
    if not all(place.applies for place in seen.places) or len(seen.places) < len(proposals) or not seen.whole:
        raise AssertionError("not all of the proposals took effect")
    return taken


def _simulated(weeks: int, players: int) -> float:
    slug = _proposed("simulated", 0, players)
    cycle = Cycle.objects.get(slug=slug)
    proposal = Proposal.objects.filter(cycle=cycle).order_by("number")[0]
    row = ask_for(Person.objects.get(username=keeper().name), cycle, proposal, weeks)
    started = time.thread_time()
    play_waiting()
    taken = time.thread_time() - started
    row.refresh_from_db()
    if row.status != SimulationStatus.DONE or row.done < row.of:
        raise AssertionError(f"it was not played to its end: {row.status} {row.trouble}")
    return taken
