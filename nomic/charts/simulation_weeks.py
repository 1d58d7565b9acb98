"""The charts of a simulation: the median and the quartiles of each item, week by week, before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

WIDTH, HEIGHT = 100.0, 40.0
NOTHING = {"least": 0, "quarter": 0, "median": 0, "three_quarters": 0, "most": 0}


@dataclass(frozen=True, slots=True)
class ItemOverWeeks:
    """The chart of an item: medians as two lines, each in a band between the quartiles, and the final distribution."""

    item: str
    before_line: str
    after_line: str
    before_band: str
    after_band: str
    most: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    rows: tuple[tuple[int, Mapping[str, int], Mapping[str, int]], ...]

    @property
    def is_seldom(self) -> bool:
        """True if the median is 0 in every week, before and after, so that its line would be flat."""
        return not self.most


def over_weeks(report: Mapping[str, Any]) -> list[ItemOverWeeks]:
    """Return every item of a report, the item with the largest change of its median first."""
    found = {which: {each["item"]: each["weeks"] for each in report[which]["items"]} for which in ("before", "after")}
    items = [
        _item(name, found["before"].get(name, []), found["after"].get(name, []))
        for name in sorted({*found["before"], *found["after"]})
    ]
    items = [each for each in items if each.before["most"] or each.after["most"]]
    return sorted(items, key=lambda each: -abs(each.before["median"] - each.after["median"]))


def _item(name: str, before: Sequence[Mapping[str, int]], after: Sequence[Mapping[str, int]]) -> ItemOverWeeks:
    most = max((week["median"] for week in (*before, *after)), default=0)
    high = max((week["three_quarters"] for week in (*before, *after)), default=0)
    both = zip_longest(before, after, fillvalue=NOTHING)
    return ItemOverWeeks(
        item=name,
        before_line=_line(_of(before, "median"), high),
        after_line=_line(_of(after, "median"), high),
        before_band=_band(before, high),
        after_band=_band(after, high),
        most=most,
        before=before[-1] if before else NOTHING,
        after=after[-1] if after else NOTHING,
        rows=tuple((number, *pair) for number, pair in enumerate(both, 1)),
    )


def _of(weeks: Sequence[Mapping[str, int]], name: str) -> list[int]:
    """Return the number called `name` for each week. A single week is repeated, so that it becomes a level line."""
    found = [week[name] for week in weeks]
    return found * 2 if len(found) == 1 else found


def _band(weeks: Sequence[Mapping[str, int]], most: int) -> str:
    """Return the polygon between the quartiles: along the upper quartile, and back along the lower one."""
    upper, lower = (_line(_of(weeks, name), most).split() for name in ("three_quarters", "quarter"))
    return " ".join([*upper, *reversed(lower)])


def _line(numbers: Sequence[int], most: int) -> str:
    """Return the points of a line, from left to right."""
    step = WIDTH / max(len(numbers) - 1, 1)
    high = HEIGHT - 4
    return " ".join(
        f"{place * step:.1f},{HEIGHT - 2 - high * each / (most or 1):.1f}" for place, each in enumerate(numbers)
    )
