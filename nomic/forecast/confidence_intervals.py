"""Confidence intervals for the results of a simulation, over its games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

# Student's t for two-sided 95 % by degrees of freedom, 1 and more. The last one is used for more, which is cautious.
T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
MAX_ESTIMATES = 12
WIDTH = 100.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """The difference that a proposal makes in a bot's final amount of an item: the average, and a confidence interval.

    `without` and `with_` are the averages over all games. With a single game there is no interval: `low` and `high` are
    None.
    """

    item: str
    without: float
    with_: float
    low: float | None
    high: float | None
    games: int

    @property
    def difference(self) -> float:
        return self.with_ - self.without

    @property
    def is_clear(self) -> bool:
        """True if the interval does not contain 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def words(self) -> str:
        """The interval in words: "between 1 and 5 more", "between 2 fewer and 3 more"."""
        if self.low is None or self.high is None:
            return "unknown, because only one game was played"
        low, high = round(self.low, 1), round(self.high, 1)
        if low == high:
            return _count(low) if low else "no difference"
        if low >= 0:
            return f"between {_number(low)} and {_count(high)}"
        if high <= 0:
            return f"between {_number(high)} and {_count(low)}"
        return f"between {_count(low)} and {_count(high)}"


@dataclass(frozen=True, slots=True)
class EstimateBar:
    """An estimate as a bar on its own scale: `left` and `width`, with lines at `middle` and `zero`, all in per cent.

    A width of 0 means that there is no interval.
    """

    estimate: Estimate
    left: float
    width: float
    middle: float
    zero: float


def estimates(report: Mapping[str, Any]) -> list[Estimate]:
    """Return an estimate of each item, clear ones first, then by size.

    Games are paired by number. Reports of older versions, which lack the averages of games, give no estimates.
    """
    before, after = (report[which].get("games", {}) for which in ("before", "after"))
    games = [min(map(len, found.values()), default=0) for found in (before, after) if found]
    count = min(games, default=0)
    found = [
        estimate_of(item, before.get(item, [0.0] * count)[:count], after.get(item, [0.0] * count)[:count])
        for item in sorted({*before, *after})
        if count
    ]
    found = [each for each in found if each.without or each.with_]
    return sorted(found, key=lambda each: (not each.is_clear, -abs(each.difference), each.item))[:MAX_ESTIMATES]


def estimate_of(item: str, before: Sequence[float], after: Sequence[float]) -> Estimate:
    """Return the mean difference between paired games, with a 95% confidence interval (Student's t).

    `before` and `after` list a bot's average amount of the item in each game, without and with the proposal.
    """
    differences = [now - was for was, now in zip(before, after, strict=True)]
    middle, games = fmean(differences), len(differences)
    low = high = None
    if games > 1:
        reach = T_95[min(games - 1, len(T_95)) - 1] * stdev(differences) / sqrt(games)
        low, high = middle - reach, middle + reach
    return Estimate(item, fmean(before), fmean(after), low, high, games)


def ranges(found: Sequence[Estimate]) -> list[EstimateBar]:
    """Return each estimate as a bar. Each bar has its own scale, because items differ in size."""
    return [_range(each) for each in found]


def _range(estimate: Estimate) -> EstimateBar:
    if estimate.low is None or estimate.high is None:
        return EstimateBar(estimate, 0.0, 0.0, 0.0, 0.0)
    most = max(abs(estimate.low), abs(estimate.high)) or 1.0

    def place(number: float) -> float:
        return round(WIDTH / 2 + number / most * (WIDTH / 2 - 2), 2)

    left, right = place(estimate.low), place(estimate.high)
    return EstimateBar(estimate, left, max(round(right - left, 2), 1.0), place(estimate.difference), WIDTH / 2)


def _number(number: float) -> str:
    return f"{abs(number):g}"


def _count(number: float) -> str:
    """Describe a difference: "3 more", "1.5 fewer", "0 fewer"."""
    return f"{_number(number)} {'more' if number > 0 else 'fewer'}"
