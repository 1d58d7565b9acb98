"""The pictures of a simulation: of each item what half of the bots had at least, week by week, before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

WIDTH, HEIGHT = 100.0, 40.0
NOTHING = {"least": 0, "quarter": 0, "median": 0, "three_quarters": 0, "most": 0}


@dataclass(frozen=True, slots=True)
class ItemOverWeeks:
    """An item: the medians as two lines, and the spread at the end."""

    item: str
    before_line: str
    after_line: str
    most: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    rows: tuple[tuple[int, Mapping[str, int], Mapping[str, int]], ...]

    @property
    def is_seldom(self) -> bool:
        """Whether at no week's end half of the bots had any, before or after: no line would show it."""
        return not self.most


def over_weeks(report: Mapping[str, Any]) -> list[ItemOverWeeks]:
    """Every item of a report, those first of which the bots then have another amount."""
    found = {which: {each["item"]: each["weeks"] for each in report[which]["items"]} for which in ("before", "after")}
    items = [
        _item(name, found["before"].get(name, []), found["after"].get(name, []))
        for name in sorted({*found["before"], *found["after"]})
    ]
    items = [each for each in items if each.before["most"] or each.after["most"]]
    return sorted(items, key=lambda each: -abs(each.before["median"] - each.after["median"]))


def _item(name: str, before: Sequence[Mapping[str, int]], after: Sequence[Mapping[str, int]]) -> ItemOverWeeks:
    most = max((week["median"] for week in (*before, *after)), default=0)
    both = zip_longest(before, after, fillvalue=NOTHING)
    return ItemOverWeeks(
        item=name,
        before_line=_line(before, most),
        after_line=_line(after, most),
        most=most,
        before=before[-1] if before else NOTHING,
        after=after[-1] if after else NOTHING,
        rows=tuple((number, *pair) for number, pair in enumerate(both, 1)),
    )


def _line(weeks: Sequence[Mapping[str, int]], most: int) -> str:
    """The points of a line from left to right; a single week is a level line."""
    medians = [week["median"] for week in weeks]
    points = medians * 2 if len(medians) == 1 else medians
    step = WIDTH / max(len(points) - 1, 1)
    high = HEIGHT - 4
    return " ".join(
        f"{place * step:.1f},{HEIGHT - 2 - high * each / (most or 1):.1f}" for place, each in enumerate(points)
    )
