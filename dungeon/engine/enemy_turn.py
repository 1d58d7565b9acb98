"""The enemies' turn after the players' (R70). Enemies act one after the other, in the order of their creation."""

from collections.abc import Iterator
from itertools import repeat

from msgspec import Struct
from msgspec.structs import replace

from dungeon.engine.hexes import CENTRE, DIRECTIONS, Hex, distance, towards
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.parsed_law import NOBODY_NEAR, Behaviour
from dungeon.engine.simultaneous_action import catch_player
from dungeon.engine.state import Act, Enemy, EnemyAct, Frame, Level, Spot, centre
from dungeon.engine.terrain import CLOSED

BARRED = (None, *CLOSED, "pit")  # hexes that enemies cannot enter, in addition to the centre
SIDES = tuple(DIRECTIONS)


class Prey(Struct, frozen=True):
    """A player that an enemy sees, and the direction from the enemy."""

    player: str
    direction: str


def act_all(draft: MutableState) -> Frame:
    """Perform the turn of all enemies, in order of their ids, that is, of their creation.

    Return the turn as a frame.
    """
    done: list[EnemyAct] = []
    caught: list[Act] = []
    for dungeon, number in _in_order(draft):
        turn = _LevelTurn(draft, dungeon, number)
        turn.act()
        done += turn.done
        caught += turn.caught
    return Frame(tuple(caught), tuple(done))


def _in_order(draft: MutableState) -> list[tuple[int, int]]:
    """Return the levels that have enemies, ordered by the ids of their enemies."""
    found = [
        (level.enemies[0].id, dungeon, number)
        for dungeon, levels in enumerate(draft.levels, 1)
        for number, level in enumerate(levels, 1)
        if level.enemies
    ]
    return [(dungeon, number) for _, dungeon, number in sorted(found)]


def in_line(level: Level, at: Hex, players: dict[Hex, list[str]]) -> Iterator[Prey]:
    """Yield the players in a straight line from a hex, with at least one hex and no wall between.

    They are ordered by direction. In each direction, the nearest comes first.
    """
    for direction in SIDES:
        seen = towards(at, direction)
        while level.terrain(seen) not in (None, "wall"):
            yield from (Prey(player, direction) for player in players.get(seen, ()))
            seen = towards(seen, direction)


def is_barred(level: Level, at: Hex) -> bool:
    """Return whether enemies cannot enter the hex."""
    return at == CENTRE or level.terrain(at) in BARRED


class _LevelTurn:
    """The turn of a level's enemies, with the players' current positions and the results so far."""

    def __init__(self, draft: MutableState, dungeon: int, number: int) -> None:
        self._draft = draft
        self._dungeon = dungeon
        self._number = number
        self._level = draft.levels[dungeon - 1][number - 1]
        self._players: dict[Hex, list[str]] = {}
        self.done: list[EnemyAct] = []
        self.caught: list[Act] = []
        for explorer in draft.explorers.values():
            at = explorer.at
            if at is not None and (at.dungeon, at.level) == (dungeon, number):
                self._stand(explorer.player, at.hex)

    def act(self) -> None:
        """Let all enemies act, one after the other."""
        enemies = tuple(self._act(enemy) for enemy in self._level.enemies)
        self._draft.put_level(self._dungeon, self._number, replace(self._level, enemies=enemies))

    def _act(self, enemy: Enemy) -> Enemy:
        """Return the enemy after its first possible behaviour. An enemy that is no longer in the law does not move."""
        known = self._draft.rules.enemies.get(enemy.name)
        near = self._steps_to_nearest(enemy.hex)
        for behaviour in known.behaviours if known else ():
            directions = self._directions(enemy, behaviour, near)
            if directions is not None:
                return self._go(enemy, behaviour.kind, directions)
        return enemy

    def _directions(self, enemy: Enemy, behaviour: Behaviour, near: int) -> Iterator[str] | None:
        """Return the directions of the enemy's steps, drawn lazily.

        Returns None if the behaviour is impossible now.
        """
        if not behaviour.is_possible(self._number, near):
            return None
        hexes = behaviour.reach(self._number, near)
        if behaviour.kind == "charge":
            direction = self._prey(enemy)
            return None if direction is None else repeat(direction, hexes)
        if behaviour.kind in ("chase", "flee"):
            return self._hunting(enemy, hexes, -1 if behaviour.kind == "flee" else 1) if self._players else None
        return self._wandering(enemy, hexes)

    def _steps_to_nearest(self, at: Hex) -> int:
        """Return the hexes to the nearest player on the level, ignoring obstacles, or NOBODY_NEAR if there is none."""
        return min((distance(at, where) for where, there in self._players.items() if there), default=NOBODY_NEAR)

    def _hunting(self, enemy: Enemy, hexes: int, sign: int) -> Iterator[str]:
        """Yield the direction of each step towards the nearest player, or away from them.

        The steps end when no direction helps. Of several equally good directions, choose the first clockwise from the
        north-east.
        """
        at = enemy.hex
        for _ in range(hexes):
            ways = [direction for direction in SIDES if not is_barred(self._level, towards(at, direction))]
            best = min(ways, key=lambda way: sign * self._steps_to_nearest(towards(at, way)), default=None)
            if best is None:
                return
            onto = towards(at, best)
            if sign * self._steps_to_nearest(onto) >= sign * self._steps_to_nearest(at):
                return
            yield best
            at = onto

    def _prey(self, enemy: Enemy) -> str | None:
        """Return the direction in which the enemy charges, or None if it sees no player.

        Each visible player is equally likely.
        """
        seen = list(in_line(self._level, enemy.hex, self._players)) if self._players else []
        if len(seen) > 1:
            return seen[
                self._draft.chance.below(len(seen), f"enemy {enemy.id}: at whom", "at whom it charges")
            ].direction
        return seen[0].direction if seen else None

    def _wandering(self, enemy: Enemy, steps: int) -> Iterator[str]:
        """Yield one of six directions for each step. It is drawn when the step is made."""
        for number in range(1, steps + 1):
            yield SIDES[self._draft.chance.below(6, f"enemy {enemy.id}: step {number}", "where it wanders")]

    def _go(self, enemy: Enemy, how: str, directions: Iterator[str]) -> Enemy:
        """Move the enemy until it is blocked, has caught a player, or has made all its steps."""
        path = [enemy.hex]
        caught: tuple[str, ...] = ()
        for direction in directions:
            onto = towards(path[-1], direction)
            if is_barred(self._level, onto):
                break
            path.append(onto)
            caught = self._catch_at(onto, enemy.name)
            if caught:
                break
        if len(path) > 1:
            spots = tuple(Spot(self._dungeon, self._number, *at) for at in path)
            self.done.append(EnemyAct(enemy.id, enemy.name, how, spots, caught))
        q, r = path[-1]
        return replace(enemy, q=q, r=r)

    def _catch_at(self, at: Hex, enemy: str) -> tuple[str, ...]:
        """Catch all players on this hex, and move them to the first centre of the dungeon. Return their names.

        That centre may be on this level.
        """
        caught = tuple(self._players.pop(at, ()))
        home = centre(self._dungeon, 1)
        for player in caught:
            explorer = self._draft.explorers[player]
            lost = catch_player(self._draft, explorer, enemy)
            self._draft.put(self._draft.explorers[player], at=home)
            self.caught.append(Act(player, "", "caught", (explorer.at, home), (), lost))
            if self._number == home.level:
                self._stand(player, home.hex)
        return caught

    def _stand(self, player: str, at: Hex) -> None:
        self._players.setdefault(at, []).append(player)
