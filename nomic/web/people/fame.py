"""The hall of fame over all finished real cycles.

A finished cycle is summed up once for each head of its journal, so a page reads only what is new since the last one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count

from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import cycles_now
from nomic.matches.models import Match, MatchStatus
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.ratelimit.fail_open_cache import answer_or
from nomic.web.people.profile import REAL, title_of, winners_of

MAX_CYCLES = 200  # the newest
MAX_ROWS = 10  # of a list
WEEK = 7 * 24 * 3600  # seconds

Summary = dict[str, Any]
Ranked = list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Fame:
    """Finished cycles with their winners, and the people who come first in each way."""

    cycles: Sequence[tuple[Cycle, list[str]]]
    cycles_won: Ranked
    passed: Ranked
    games: Sequence[tuple[str, Ranked]]


def hall_of_fame() -> Fame:
    """Return the hall of fame. Two queries beside those for the cycles, and none if nothing has ended since.

    Running cycles are settled first, because one may have ended by now (R2).
    """
    cycles_now(Cycle.objects.filter(status=Status.RUNNING, **REAL).order_by("-pk")[:MAX_CYCLES])
    cycles = list(Cycle.objects.filter(status=Status.ENDED, **REAL).order_by("-ended_at", "-pk")[:MAX_CYCLES])
    found = _summaries(cycles)
    winners = [(cycle, winners_of(cycle.winner, *found[cycle.pk]["players"])) for cycle in cycles]
    wins: dict[str, Counter[str]] = {}
    passed: Counter[str] = Counter()
    for each in found.values():
        passed.update(each["passed"])
        for game, of_game in each["wins"].items():
            wins.setdefault(game, Counter()).update(of_game)
    return Fame(
        winners,
        _ranked(Counter(name for _, names in winners for name in names)),
        _ranked(passed),
        sorted((title_of(game), _ranked(counted)) for game, counted in wins.items()),
    )


def summary_of(cycle: Cycle) -> Summary:
    """Return what people did in one cycle: `passed` and, by game, `wins`, each a number by name."""
    return _summaries([cycle])[cycle.pk]


def _ranked(counted: Counter[str]) -> Ranked:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MAX_ROWS]


def _summaries(cycles: Sequence[Cycle]) -> dict[int, Summary]:
    """Return the summaries of cycles by primary key. Those that are not cached are worked out together."""
    keys = {cycle.pk: f"fame:{cycle.pk}:{cycle.head}" for cycle in cycles}
    known: dict[str, Any] = answer_or({}, lambda: cache.get_many(keys.values()))
    missing = _worked_out([pk for pk, key in keys.items() if key not in known])
    answer_or(None, lambda: cache.set_many({keys[pk]: summary for pk, summary in missing.items()}, WEEK))
    return {pk: known.get(key) or missing[pk] for pk, key in keys.items()}


def _worked_out(missing: Sequence[int]) -> dict[int, Summary]:
    found: dict[int, Summary] = {pk: {"wins": {}, "passed": {}, "players": []} for pk in missing}
    if not missing:
        return found
    enacted = Proposal.objects.filter(cycle__in=missing, status=ProposalStatus.ENACTED).order_by()
    for cycle, author, count in enacted.values_list("cycle", "author").annotate(Count("pk")):
        found[cycle]["passed"][author] = count
    over = Match.objects.filter(cycle__in=missing, status=MatchStatus.OVER).order_by()
    for cycle, game, result in over.values_list("cycle", "game", "result").iterator():
        of_game = found[cycle]["wins"].setdefault(game, {})
        for name in _winners(result):
            of_game[name] = of_game.get(name, 0) + 1
    for cycle, name in Cycle.objects.filter(pk__in=missing).values_list("pk", "players__name"):
        found[cycle]["players"].append(name)
    return found


def _winners(result: Any) -> Iterable[str]:
    return result.get("winners", ()) if isinstance(result, dict) else ()
