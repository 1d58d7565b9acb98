"""The greedy bot's route through the dungeons: its aims, and its avoidance of enemies."""

from collections.abc import Sequence

from dungeon.enemy_reach import enemy_that_reaches
from dungeon.engine.action_outcomes import WAIT, landings
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import PlanStep, Spot
from dungeon.engine.terrain import Land
from dungeon.shortest_paths import AIMS, Way, Ways

WORTH_STORING = 5  # coins in the pocket with which the bot heads for the exit
A_LEVEL_COSTS = 2  # steps by which a chest may be further away than a new level, from which the bot has to climb back
FAR = 1_000  # steps to an aim that cannot be reached


class Route:
    """The plans of one player, who carries `pocket` coins and has `store` coins in store."""

    def __init__(self, rules: Rules, land: Land, ways: Ways, pocket: int, store: int) -> None:
        self._rules = rules
        self._land = land
        self._ways = ways
        self._pocket = pocket
        self._store = store

    def plan(self, start: Spot | None, *, is_careful: bool) -> list[PlanStep]:
        """Return the actions of a period. They are too few if nothing can be reached.

        A careful plan ends out of enemies' reach if the player has something to lose, and comes nearer to an aim.
        """
        steps = self._steps(start)
        return self._safe(start, steps) or steps if is_careful else steps

    def aim(self, start: Spot | None, pocket: int) -> Way | None:
        """Return the way to the best aim from a spot, with that many coins in the pocket, or None."""
        ways = self._ways.nearest(start)
        if self._is_worth_storing(pocket) and "out" in ways:
            return ways["out"]
        return min((ways[aim] for aim in AIMS if aim in ways), key=_costs, default=None)

    def _is_worth_storing(self, pocket: int) -> bool:
        """Return whether `pocket` coins justify leaving: many, or as many as are missing for the victory."""
        return pocket >= WORTH_STORING or (pocket > 0 and self._store + pocket > self._rules.coins_more_than)

    def _steps(self, at: Spot | None) -> list[PlanStep]:
        """Return actions for one aim after the other, up to the number of actions in a period."""
        steps: list[PlanStep] = []
        pocket = self._pocket
        while len(steps) < self._rules.actions:
            way = self.aim(at, pocket)
            if way is None:
                break
            steps += way.steps
            at = way.end
            pocket = 0 if way.aim == "out" else pocket + self._rules.chest_loot * (way.aim == "loot")
            if way.aim == "down":  # nobody knows what is around the place where the player lands
                return self._waiting(steps[: self._rules.actions])
        return steps[: self._rules.actions]

    def _safe(self, start: Spot | None, steps: Sequence[PlanStep]) -> list[PlanStep]:
        """Return the plan's longest prefix after which the player can get out of enemies' reach in time.

        Without loot or a new level on the way, the player has to approach the aim or the exit. If that is impossible, a
        player who carries coins waits out of reach. An empty list means that nothing is safe.
        """
        ends = [start]
        for step in steps:
            ends.append(next(landings(self._land, ends[-1], step)).end)
        for to_exit in (False, True):
            for count in range(len(steps), -1, -1):
                if detour := self._detour(start, steps[:count], ends[count], to_exit=to_exit):
                    return detour
        return self._waiting([]) if self._pocket and self._is_safe(start) else []

    def _detour(
        self, start: Spot | None, done: Sequence[PlanStep], at: Spot | None, *, to_exit: bool
    ) -> list[PlanStep]:
        """Return actions that lead to a safe place after the completed ones, or an empty list."""
        is_new = not self._is_made(at)  # a place on a level that has not been created yet
        has_gained = is_new or self._pocket_after(start, done) != self._pocket
        least = FAR + 1 if has_gained else self._left(start, to_exit=to_exit)
        reached = {at: ()} if is_new else self._ways.within(at, self._rules.actions - len(done))
        found = [
            (self._left(end, to_exit=to_exit), len(way), place)
            for place, (end, way) in enumerate(reached.items())
            if self._is_safe(end)
        ]
        best = min(found, default=(FAR + 1, 0, 0))
        return self._waiting([*done, *list(reached.values())[best[2]]]) if best[0] < least else []

    def _left(self, at: Spot | None, *, to_exit: bool) -> int:
        """Return the number of steps from a spot to the best aim, or out of the dungeon."""
        way = self._ways.nearest(at).get("out") if to_exit else self.aim(at, self._pocket)
        if to_exit and at is None:
            return 0
        return FAR if way is None else len(way.steps)

    def _pocket_after(self, at: Spot | None, steps: Sequence[PlanStep]) -> int:
        """Return the maximum number of coins that the player carries after these actions."""
        pocket = self._pocket
        for step in steps:
            landing = next(landings(self._land, at, step))
            at = landing.end
            pocket = 0 if landing.how == "escaped" else pocket + self._rules.chest_loot * (landing.how == "looted")
        return pocket

    def _is_safe(self, at: Spot | None) -> bool:
        return not enemy_that_reaches(self._rules, self._land, at)

    def _is_made(self, at: Spot | None) -> bool:
        return at is None or self._land.level(at.dungeon, at.level) is not None

    def _waiting(self, steps: Sequence[PlanStep]) -> list[PlanStep]:
        """Return the actions, padded with waiting for the rest of the period."""
        return [*steps, *[PlanStep(WAIT)] * (self._rules.actions - len(steps))]


def _costs(way: Way) -> int:
    """Return the number of steps to an aim, more for an unseen level. Leaving with few coins comes last."""
    if way.aim == "out":
        return FAR + len(way.steps)
    return len(way.steps) + A_LEVEL_COSTS * (way.aim == "down")
