"""The chart of a standing: a line for each player over the phases of a cycle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, MARGIN = 600.0, 200.0, 10.0


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line: its SVG points, the number of its colour, its end point, and the last amount."""

    player: str
    number: int
    points: str
    end: tuple[float, float]
    last: int


@dataclass(frozen=True, slots=True)
class PhasesChart:
    """The lines, the height of the target if it is on the chart, and the amounts of each phase as a table."""

    lines: tuple[Line, ...]
    target: int | None
    target_y: float
    most: int
    rows: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of the table's columns."""
        return tuple(line.player for line in self.lines)


def over_phases(phases: Sequence[str], amounts: Mapping[str, Sequence[int]], target: int | None = None) -> PhasesChart:
    """Return the chart of the players' amounts, each with one amount for each named phase."""
    every = [amount for line in amounts.values() for amount in line]
    least, most = min([0, *every]), max([1, *every, *([target] if target is not None else [])])

    def height(amount: int) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (amount - least) / (most - least)

    step = (WIDTH - 2 * MARGIN) / max(len(phases) - 1, 1)
    lines = []
    for number, (player, line) in enumerate(amounts.items(), 1):
        points = [(MARGIN + place * step, height(amount)) for place, amount in enumerate(line)]
        said = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(Line(player, number, said, points[-1] if points else (0.0, 0.0), line[-1] if line else 0))
    rows = tuple((phase, tuple(line[place] for line in amounts.values())) for place, phase in enumerate(phases))
    return PhasesChart(tuple(lines), target, height(target) if target is not None else 0.0, most, rows)
