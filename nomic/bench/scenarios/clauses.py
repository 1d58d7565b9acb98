"""Benchmark of clauses: their cost for acts, for effects on every player, and for trial runs."""

import time
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.bench.harness.fixtures import MONEY, PACK, TEMPLATE, add_player, insert_players, keeper, new_user
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.clauses.models import PendingQuestion
from nomic.clauses.runtime.pending_questions import GO_ON
from nomic.clauses.trial_run import flaws_in_cycle
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of

CLAUSES = 200  # None of the clauses listens for the measured acts.
OF_A_RULE = 20
TRIED = 10
AIMED_PLAYERS = 10_000
ROUNDS = 4  # The two cycles alternate, so that other load on the machine affects both.
# One of these clauses changes two values after each purchase.
BELL: dict[str, Any] = {
    "well": {"value": "The Well", "of": "cycle"},
    "lamps": {"value": "Lamps lit", "of": "player"},
    "bell": {
        "when": "bought",
        "do": [{"raise": "The Well", "by": 1}, {"raise": "Lamps lit", "by": 1, "of": "$player"}],
    },
}
THEM = {"each": "them", "in": {"players": "players"}}


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the figures of all measurements below."""
    with_unheard = f"acts/s with {CLAUSES} clauses that do not listen, of those without"
    yield Figure("clauses", with_unheard, _ratio("unheard", _unheard(), sizes.ruled_acts), "%", at_least=90)
    with_heard = "acts/s with a rule that changes two values after each, of those without"
    yield Figure("clauses", with_heard, _ratio("heard", {"measured": BELL}, sizes.ruled_acts), "%", at_least=40)
    for count in sizes.settle_players:
        seconds = _phase_end(count)
        aim = 10 if count == AIMED_PLAYERS else None
        name = f"phase end that gives something to {count:,} players, of the processor"
        yield Figure("clauses", name, seconds, "s", at_most=aim)
        asked = _asked(count)
        yield Figure(
            "clauses", f"asking {count:,} players, and going on without an answer, of the processor", asked, "s"
        )
    yield Figure("clauses", f"trial of {TRIED} clauses, of the processor", _trial(), "s", at_most=2)


def _ratio(name: str, clauses: dict[str, dict[str, Any]], acts: int) -> float:
    """Return acts per second in a cycle with these clauses, by rule, in per cent of a cycle without clauses."""
    slugs = {"without": _open(f"{name}-without", {}), "with": _open(f"{name}-with", clauses)}
    for slug in slugs.values():
        add_player(slug, f"Buyer-{slug}")
        _buy(slug, 20)  # warm up: the law is read
    taken = dict.fromkeys(slugs, 0.0)
    for _ in range(ROUNDS):
        for which, slug in slugs.items():
            taken[which] += _buy(slug, acts // ROUNDS)
    return 100 * taken["without"] / taken["with"]


def _buy(slug: str, times: int) -> float:
    """Buy a pack `times` times. Return the duration in seconds."""
    actor = new_user(f"Buyer-{slug}")
    started = time.perf_counter()
    for _ in range(times):
        perform(slug, actor, "buy", {"offer": PACK})
    return time.perf_counter() - started


def _phase_end(count: int) -> float:
    """Return the CPU time of the end of a phase at which every player gains items and a value grows."""
    clauses = {
        "lamps": {"value": "Lamps lit", "of": "player"},
        "grow": {
            "when": "phase-began",
            "do": [{**THEM, "do": [{"grant": MONEY, "to": "$them"}, {"raise": "Lamps lit", "by": 1, "of": "$them"}]}],
        },
    }
    slug = _open(f"ruled-{count}", {"measured": clauses}, practice=True)
    cycle = Cycle.objects.get(slug=slug)
    insert_players(cycle, count)
    cycle.clock_offset += cycle.phase_ends_at - cycle.now()
    cycle.save(update_fields=["clock_offset"])
    started = time.thread_time()
    settle(slug)
    seconds = time.thread_time() - started
    entry = cycle.entries.filter(action="act-by-rule").latest("seq")
    if entry.failure is not None:
        raise AssertionError(f"with {count} players: {entry.words}")
    return seconds


def _asked(count: int) -> float:
    """Return the CPU time of a question to all players that expires, so that chance answers for all."""
    everybody = {"everybody": "them", "in": THEM["in"], "chooses": "choice", "from": [1, 2]}
    gain = {"grant": MONEY, "to": {"who_chose": "$choice", "is": 1}}
    slug = _open(f"asked-{count}", {"measured": {"ask": {"action": "Ask", "do": [everybody, gain]}}}, practice=True)
    insert_players(Cycle.objects.get(slug=slug), count)
    started = time.thread_time()
    perform(slug, keeper(), "measured_ask", {})
    cycle = Cycle.objects.get(slug=slug)
    cycle.clock_offset += PendingQuestion.objects.get(cycle=cycle).due_at - cycle.now()
    cycle.save(update_fields=["clock_offset"])
    settle(slug)
    seconds = time.thread_time() - started
    entry = cycle.entries.get(action=GO_ON)
    if entry.failure is not None:
        raise AssertionError(f"with {count} players: {entry.words}")
    return seconds


def _trial() -> float:
    """Return the CPU time of a trial run of a proposal with ten clauses and twenty players (`limits.TRIAL_SECONDS`)."""
    slug = _open("ruled-trial", {})
    cycle = Cycle.objects.get(slug=slug)
    insert_players(cycle, 20)
    document = dict(cycle.law.document)
    clauses = {
        f"act-{number}": {"action": f"Act {number}", "do": [{**THEM, "do": [{"grant": MONEY, "to": "$them"}]}]}
        for number in range(TRIED)
    }
    law = Law(document | {"rules": document["rules"] | _rules({"tried": clauses})}, number=cycle.revision + 1)
    started = time.thread_time()
    flaws = flaws_in_cycle(ReadContext(cycle, keeper(), cycle.now()), law)
    seconds = time.thread_time() - started
    if flaws:
        raise AssertionError(str(flaws[0]))
    return seconds


def _unheard() -> dict[str, dict[str, Any]]:
    """Return CLAUSES clauses of all kinds, by name, none of which is triggered by the measured acts."""
    kinds: list[dict[str, Any]] = [
        {"value": "Value {}", "of": "player"},
        {"action": "Act {}", "do": [{"grant": MONEY, "to": "$me"}]},
        {"when": "match-over", "do": [{"grant": MONEY, "to": {"players": "players"}}]},
        {"when": "left", "do": [{"grant": MONEY, "to": {"players": "players"}}]},
        {"forbid": "gift", "because": "This hall is measured"},
        {"when": "does", "act": "vote", "before": True, "do": [{"grant": MONEY, "to": "$who"}]},
        {"freeze": "items", "only": ["Exploration permit"], "because": "This hall is measured"},
    ]
    by_rule: dict[str, dict[str, Any]] = {}
    for number in range(CLAUSES):
        clause = {
            word: text.format(number) if isinstance(text, str) else text
            for word, text in kinds[number % len(kinds)].items()
        }
        by_rule.setdefault(f"measured-{number // OF_A_RULE}", {})[f"c{number}"] = clause
    return by_rule


def _rules(clauses: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        rule: {"title": rule.capitalize(), "body": "This is measured.", "place": 900 + place, "clauses": each}
        for place, (rule, each) in enumerate(clauses.items())
    }


def _open(slug: str, clauses: dict[str, dict[str, Any]], *, practice: bool = False) -> str:
    """Create a cycle under the usual law plus these clauses, by rule. The keeper plays in it."""
    document = document_of(TEMPLATE)
    document = document | {"rules": document["rules"] | _rules(clauses)}
    with transaction.atomic():
        owner = keeper().name if practice else ""
        begin_cycle(
            create_cycle_row(
                document, template=TEMPLATE, slug=slug, starts_at=timezone.now(), practice=practice, owner_name=owner
            )
        )
    perform(slug, keeper(), "join", {})
    return slug
