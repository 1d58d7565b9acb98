"""Shortest paths on existing levels: to loot, further down, or out. Bots use them."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from dungeon.engine.action_outcomes import CLIMB, ENTER, Landing, landings, ropes
from dungeon.engine.hexes import DIRECTIONS
from dungeon.engine.state import PlanStep, Spot
from dungeon.engine.terrain import Land

Aim = Literal["loot", "down", "out"]
AIMS: tuple[Aim, ...] = get_args(Aim)


@dataclass(frozen=True, slots=True)
class Way:
    """A sequence of actions that leads to an aim, and its end."""

    aim: Aim
    steps: tuple[PlanStep, ...]
    end: Spot | None


@dataclass(frozen=True, slots=True)
class Transition:
    """An action, the spot where it ends, and the aim that it reaches, if any."""

    step: PlanStep
    end: Spot | None
    aim: Aim | None


class Ways:
    """The paths of a land. The actions from each spot, and the ways from it, are computed once."""

    def __init__(self, land: Land) -> None:
        self._land = land
        self._known: dict[Spot | None, list[Transition]] = {}
        self._nearest: dict[Spot | None, dict[Aim, Way]] = {}

    def nearest(self, start: Spot | None) -> Mapping[Aim, Way]:
        """Return the shortest sequence of actions to each aim that can be reached without being caught."""
        if start not in self._nearest:
            self._nearest[start] = self._search(start)
        return self._nearest[start]

    def within(self, start: Spot | None, most: int) -> dict[Spot | None, tuple[PlanStep, ...]]:
        """Return the spots on existing levels that `most` actions can reach, each with the fewest actions to it."""
        found: dict[Spot | None, tuple[PlanStep, ...]] = {start: ()}
        border = [start]
        for _ in range(most):
            onwards = [(at, each) for at in border for each in self._transitions(at) if self._is_made(each.end)]
            border = []
            for at, onward in onwards:
                if onward.end not in found:
                    found[onward.end] = (*found[at], onward.step)
                    border.append(onward.end)
        return found

    def _search(self, start: Spot | None) -> dict[Aim, Way]:
        came: dict[Spot | None, tuple[Spot | None, Transition]] = {}
        found: dict[Aim, tuple[Spot | None, Transition]] = {}
        waiting = deque([start])
        while waiting and len(found) < len(AIMS):
            at = waiting.popleft()
            for onward in self._transitions(at):
                if onward.aim is not None:
                    found.setdefault(onward.aim, (at, onward))
                if onward.end != start and onward.end not in came and self._is_made(onward.end):
                    came[onward.end] = (at, onward)
                    waiting.append(onward.end)
        return {aim: self._way(start, aim, came, *last) for aim, last in found.items()}

    def _way(
        self,
        start: Spot | None,
        aim: Aim,
        came: Mapping[Spot | None, tuple[Spot | None, Transition]],
        at: Spot | None,
        last: Transition,
    ) -> Way:
        """Return the way to an aim, from the transitions by which the search came to each spot."""
        steps = [last.step]
        while at != start:
            at, onward = came[at]
            steps.insert(0, onward.step)
        return Way(aim, tuple(steps), last.end)

    def _transitions(self, at: Spot | None) -> list[Transition]:
        """Return every action that leads from a spot to another one."""
        if at not in self._known:
            self._known[at] = [
                Transition(step, landing.end, self._aim_of(landing))
                for step in self._steps(at)
                for landing in landings(self._land, at, step)
                if landing.how not in ("lost", "caught")
            ]
        return self._known[at]

    def _steps(self, at: Spot | None) -> Iterator[PlanStep]:
        """Yield every possible action at that spot. The newest dungeon comes first."""
        if at is None:
            yield from (PlanStep(f"{ENTER}{number}") for number in range(len(self._land.dungeons), 0, -1))
            return
        for do in (*DIRECTIONS, CLIMB):
            yield PlanStep(do)
            yield from (PlanStep(do, rope) for onto in ropes(self._land, at, do) for rope in self._land.above(onto))

    def _aim_of(self, landing: Landing) -> Aim | None:
        if landing.how == "looted":
            return "loot"
        if landing.how == "fell" and not self._is_made(landing.end):
            return "down"
        return "out" if landing.how == "escaped" else None

    def _is_made(self, spot: Spot | None) -> bool:
        return spot is None or self._land.level(spot.dungeon, spot.level) is not None
