"""Achievements in cycles: wins, passed laws and rulings by name, and the holders of titles.

The summary of a cycle is cached by the head of its journal, so it is computed again only after new entries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count

from nomic.court.models import Ruling
from nomic.cycles.models import Cycle
from nomic.effects.prose.english_grammar import listed
from nomic.matches.hosting.registry import game_named
from nomic.matches.models import Match, MatchStatus
from nomic.outage_tolerant_cache import answer_or
from nomic.proposals.models import Proposal, ProposalStatus

REAL = {"fork_of": None, "practice": False}
MAX_NAMED = 3  # holders of a title; more are counted
WEEK = 7 * 24 * 3600  # seconds

Summary = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Title:
    """A title: its name, the names of its holders, and the number that they reached."""

    name: str
    names: tuple[str, ...]
    number: int

    @property
    def holders(self) -> str:
        """The holders in words."""
        return listed(list(self.names)) if len(self.names) <= MAX_NAMED else f"{len(self.names)} players"


def summary_of(cycle: Cycle) -> Summary:
    """Return the summary of one cycle.

    `passed` and `ruled` map names to numbers, `wins` maps games to such maps, and `players` is a list of names.
    """
    return summaries([cycle])[cycle.pk]


def summaries(cycles: Sequence[Cycle]) -> dict[int, Summary]:
    """Return the summaries of cycles by primary key. Those that are not cached are computed together."""
    keys = {cycle.pk: f"finished:{cycle.pk}:{cycle.head}" for cycle in cycles}
    known: dict[str, Any] = answer_or({}, lambda: cache.get_many(keys.values()))
    missing = _worked_out([pk for pk, key in keys.items() if key not in known])
    answer_or(None, lambda: cache.set_many({keys[pk]: summary for pk, summary in missing.items()}, WEEK))
    return {pk: known.get(key) or missing[pk] for pk, key in keys.items()}


def titles_of(summary: Summary) -> list[Title]:
    """Return the titles that people have earned in a cycle. People with the same number share a title."""
    found = [*_title("Most laws passed", summary["passed"])]
    for game in sorted(summary["wins"]):
        found += _title(f"Most games of {title_of(game)} won", summary["wins"][game])
    return [*found, *_title("Most rulings as Judge", summary["ruled"])]


def title_of(game: str) -> str:
    """Return the title of a game, even if the game is no longer installed."""
    try:
        return game_named(game).title
    except KeyError:
        return game.capitalize()


def _title(name: str, counted: Mapping[str, int]) -> Iterable[Title]:
    """Yield the title for the person with the largest number. Yields nothing if all numbers are 0."""
    most = max(counted.values(), default=0)
    if most > 0:
        yield Title(name, tuple(sorted(who for who, number in counted.items() if number == most)), most)


def _worked_out(missing: Sequence[int]) -> dict[int, Summary]:
    found: dict[int, Summary] = {pk: {"wins": {}, "passed": {}, "ruled": {}, "players": []} for pk in missing}
    if not missing:
        return found
    enacted = Proposal.objects.filter(cycle__in=missing, status=ProposalStatus.ENACTED).order_by()
    for cycle, author, count in enacted.values_list("cycle", "author").annotate(Count("pk")):
        found[cycle]["passed"][author] = count
    ruled = Ruling.objects.filter(cycle__in=missing).exclude(judge="").order_by()
    for cycle, judge, count in ruled.values_list("cycle", "judge").annotate(Count("pk")):
        found[cycle]["ruled"][judge] = count
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
