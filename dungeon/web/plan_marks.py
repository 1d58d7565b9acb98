"""A plan's marks on the map: arrows for steps, rings for arrivals, numbers for staying."""

from collections.abc import Iterator
from dataclasses import dataclass

from dungeon.engine.action_outcomes import CLIMB, Landing
from dungeon.engine.hexes import DIRECTIONS, towards
from dungeon.engine.state import Spot
from dungeon.plan_preview import Floor, Plotted, floor_of
from dungeon.web.hex_geometry import arrow, between, centre_of

STUB = 0.55  # of the distance to a hex that cannot be entered


@dataclass(frozen=True, slots=True)
class Mark:
    """An action of the viewer's plan on the map: its number, and an arrow to its target if it has one."""

    number: int
    x: float
    y: float
    path: str = ""
    is_lost: bool = False
    is_arrival: bool = False


def marks_of(plotted: Plotted, floor: Floor) -> Iterator[Mark]:
    """Yield an action's marks on one level.

    They are arrows along its path, and a ring for an arrival from elsewhere.
    """
    landing, start = plotted.landing, plotted.start
    if landing is None:
        return
    if start is not None and (landing.how in ("lost", "waited") or plotted.do == CLIMB) and floor_of(start) == floor:
        yield _standing(plotted, start, landing)
    if landing.how in ("lost", "waited"):
        return
    way = list(dict.fromkeys(spot for spot in (start, *landing.way, landing.end) if spot is not None))
    for before, spot in zip([None, *way], way, strict=False):
        if floor_of(spot) != floor or spot == start:
            continue
        if before is not None and floor_of(before) == floor:
            path, (x, y) = arrow(before.hex, spot.hex)
            yield Mark(plotted.number, x, y, path)
        else:
            x, y = centre_of(spot.hex)
            yield Mark(plotted.number, x, y, is_arrival=True)


def _standing(plotted: Plotted, at: Spot, landing: Landing) -> Mark:
    """Return the mark of an action that goes nowhere on this level.

    A blocked step points at the obstacle.
    """
    if landing.how == "lost" and plotted.do in DIRECTIONS:
        onto = towards(at.hex, plotted.do)
        x, y = between(at.hex, onto, 0.25 + 0.25 * plotted.number)  # the next ones may be blocked, too
        return Mark(plotted.number, x, y, arrow(at.hex, onto, STUB)[0], is_lost=True)
    x, y = centre_of(at.hex)
    return Mark(plotted.number, x - 16 + 10 * (plotted.number - 1), y - 18)
