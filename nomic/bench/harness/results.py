"""Results of benchmarks."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value. `at_least` and `at_most` are the targets, if there are any."""

    part: str
    name: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    database: str = ""

    @property
    def aim(self) -> str:
        """The target as text, and whether it is met. Empty if there is no target."""
        if self.at_least is not None:
            return f"≥ {self._written(self.at_least)} {'ok' if self.value >= self.at_least else 'MISSED'}"
        if self.at_most is not None:
            return f"≤ {self._written(self.at_most)} {'ok' if self.value <= self.at_most else 'MISSED'}"
        return ""

    @property
    def amount(self) -> str:
        """The measured value, with its unit."""
        return f"{self.value:,.{2 if self.unit == 'times' else 1}f} {self.unit}"

    def _written(self, aim: float) -> str:
        return f"{aim:,.1f}" if aim % 1 else f"{aim:,.0f}"

    def as_json(self) -> str:
        return json.dumps(asdict(self))


def compared(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Yield the ratio of replayed acts to acts through HTTP per second, if both were measured."""
    http: dict[str, float] = {}
    for each in figures:
        if each.part == "acts" and each.unit == "acts/s" and each.at_least is not None:
            http[each.database] = max(http.get(each.database, 0), each.value)
        elif each.part == "replay" and each.unit == "entries/s" and each.database in http:
            name = f"{each.name}: times the acts through HTTP"
            yield Figure("replay", name, each.value / http[each.database], "times", at_least=5, database=each.database)


def table(figures: Iterable[Figure]) -> str:
    """Format the figures as a table."""
    rows = [(each.part, each.database, each.name, each.amount, each.aim) for each in figures]
    rows.insert(0, ("part", "database", "what", "figure", "aim"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
