"""The hall of fame over all finished real cycles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import cycles_now
from nomic.cycles.visibility import readable
from nomic.recaps.how_it_ended import winners_of
from nomic.web.people.finished_cycles import REAL, summaries, title_of, titles_of

MAX_CYCLES = 200  # the newest
MAX_ROWS = 10  # of a list
Ranked = list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Fame:
    """The hall of fame: finished cycles with their winners, and rankings of people."""

    cycles: Sequence[tuple[Cycle, list[str]]]
    cycles_won: Ranked
    passed: Ranked
    titles: Ranked
    games: Sequence[tuple[str, Ranked]]

    @property
    def names(self) -> set[str]:
        """All names in the hall of fame."""
        lists = [self.cycles_won, self.passed, self.titles, *(rows for _, rows in self.games)]
        return {name for _, names in self.cycles for name in names} | {name for rows in lists for name, _ in rows}


def hall_of_fame() -> Fame:
    """Return the hall of fame.

    Running cycles are settled first, because one may have ended by now (R2). Cycles and names of merged accounts are
    always queried; the summaries of cycles are cached.
    """
    cycles_now(Cycle.objects.filter(readable(), status=Status.RUNNING, **REAL).order_by("-pk")[:MAX_CYCLES])
    ended = Cycle.objects.filter(readable(), status=Status.ENDED, **REAL)
    cycles = list(ended.order_by("-ended_at", "-pk")[:MAX_CYCLES])
    found = summaries(cycles)
    kept = dict(Person.objects.exclude(merged_into=None).values_list("username", "merged_into__username"))

    def counted_as(counted: Mapping[str, int]) -> Counter[str]:
        """Add up numbers by name, counting those of a merged account for the account that remains."""
        total: Counter[str] = Counter()
        for name, number in counted.items():
            total[kept.get(name, name)] += number
        return total

    winners = [(cycle, winners_of(cycle.winner, *found[cycle.pk]["players"])) for cycle in cycles]
    wins: dict[str, Counter[str]] = {}
    passed: Counter[str] = Counter()
    for each in found.values():
        passed.update(counted_as(each["passed"]))
        for game, of_game in each["wins"].items():
            wins.setdefault(game, Counter()).update(counted_as(of_game))
    return Fame(
        winners,
        _ranked(counted_as(Counter(name for _, names in winners for name in names))),
        _ranked(passed),
        _ranked(
            counted_as(Counter(name for each in found.values() for title in titles_of(each) for name in title.names))
        ),
        sorted((title_of(game), _ranked(counted)) for game, counted in wins.items()),
    )


def _ranked(counted: Counter[str]) -> Ranked:
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MAX_ROWS]
