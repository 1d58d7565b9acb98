"""The enemies' turn, after the players' (R70): one after the other, in the order in which they were made."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import repeat

from msgspec import Struct
from msgspec.structs import replace

from dungeon.engine.acting import catch
from dungeon.engine.draft import Draft
from dungeon.engine.hexes import CENTRE, DIRECTIONS, Hex, towards
from dungeon.engine.land import CLOSED
from dungeon.engine.rules import Behaviour
from dungeon.engine.state import Act, Enemy, EnemyAct, Frame, Level, Spot, centre

BARRED = (None, *CLOSED, "pit")  # to enemies, as is the centre
SIDES = tuple(DIRECTIONS)


class Prey(Struct, frozen=True):
    """A player whom an enemy sees, and in which direction."""

    player: str
    direction: str


def act_all(draft: Draft) -> Frame:
    """Everything that the enemies do."""
    return _Turn(draft).whole()


def in_line(level: Level, at: Hex, players: dict[Hex, list[str]]) -> Iterator[Prey]:
    """The players in a straight line with a hex and no wall between; by direction, the nearest first."""
    for direction in SIDES:
        seen = towards(at, direction)
        while level.terrain(seen) not in (None, "wall"):
            yield from (Prey(player, direction) for player in players.get(seen, ()))
            seen = towards(seen, direction)


def is_barred(level: Level, at: Hex) -> bool:
    """Whether no enemy goes there."""
    return at == CENTRE or level.terrain(at) in BARRED


class _Turn:
    """Where players are while enemies move, and what has come of it."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._there: dict[tuple[int, int], dict[Hex, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._caught: list[Act] = []
        for explorer in draft.explorers.values():
            if explorer.status == "in" and explorer.at is not None:
                self._stand(explorer.player, explorer.at)

    def whole(self) -> Frame:
        """All enemies act."""
        done: list[EnemyAct] = []
        for dungeon, level, enemy in self._in_order():
            behaviour, path, caught = self._act(dungeon, level, enemy)
            if len(path) > 1:
                spots = tuple(Spot(dungeon, level, *at) for at in path)
                done.append(EnemyAct(enemy.id, enemy.name, behaviour, spots, caught))
        return Frame(tuple(self._caught), tuple(done))

    def _in_order(self) -> list[tuple[int, int, Enemy]]:
        found = [
            (number, depth, enemy)
            for number, levels in enumerate(self._draft.levels, 1)
            for depth, level in enumerate(levels, 1)
            for enemy in level.enemies
        ]
        return sorted(found, key=lambda each: each[2].id)

    def _act(self, dungeon: int, depth: int, enemy: Enemy) -> tuple[str, list[Hex], tuple[str, ...]]:
        """The first behaviour that the enemy can; an enemy that the law has no more stays."""
        level = self._draft.levels[dungeon - 1][depth - 1]
        known = self._draft.rules.enemies.get(enemy.name)
        for behaviour in known.behaviours if known else ():
            directions = self._directions(level, (dungeon, depth), enemy, behaviour)
            if directions is not None:
                path, caught = self._walk(level, (dungeon, depth), enemy, directions)
                return behaviour.kind, path, caught
        return "stay", [enemy.hex], ()

    def _directions(
        self, level: Level, where: tuple[int, int], enemy: Enemy, behaviour: Behaviour
    ) -> Iterator[str] | None:
        """Step by step where the enemy means to go, or None where it cannot behave so now."""
        if behaviour.kind == "charge":
            direction = self._prey(level, where, enemy)
            return None if direction is None else repeat(direction, behaviour.hexes)
        return self._wandering(enemy, behaviour.hexes)

    def _prey(self, level: Level, where: tuple[int, int], enemy: Enemy) -> str | None:
        """In which direction is the player at whom it charges: each whom it sees is as likely."""
        if where not in self._there:
            return None
        seen = list(in_line(level, enemy.hex, self._there[where]))
        if not seen:
            return None
        label = f"enemy {enemy.id}: at whom"
        chosen = self._draft.chance.below(len(seen), label, "at whom it charges") if len(seen) > 1 else 0
        return seen[chosen].direction

    def _wandering(self, enemy: Enemy, steps: int) -> Iterator[str]:
        """One of six neighbours for each step, drawn when the step is made."""
        for number in range(1, steps + 1):
            yield SIDES[self._draft.chance.below(6, f"enemy {enemy.id}: step {number}", "where it wanders")]

    def _walk(
        self, level: Level, where: tuple[int, int], enemy: Enemy, directions: Iterator[str]
    ) -> tuple[list[Hex], tuple[str, ...]]:
        """Over which hexes the enemy goes until something bars its way or it has caught somebody, and whom."""
        path = [enemy.hex]
        caught: tuple[str, ...] = ()
        for direction in directions:
            onto = towards(path[-1], direction)
            if is_barred(level, onto):
                break
            path.append(onto)
            caught = self._catch_at(where, onto, enemy.name)
            if caught:
                break
        self._move(where, enemy, path[-1])
        return path, caught

    def _move(self, where: tuple[int, int], enemy: Enemy, end: Hex) -> None:
        if end == enemy.hex:
            return
        level = self._draft.levels[where[0] - 1][where[1] - 1]
        moved = replace(enemy, q=end[0], r=end[1])
        enemies = tuple(moved if each.id == enemy.id else each for each in level.enemies)
        self._draft.put_level(*where, replace(level, enemies=enemies))

    def _catch_at(self, where: tuple[int, int], at: Hex, enemy: str) -> tuple[str, ...]:
        """Everybody there is caught, and back at the dungeon's first centre."""
        if where not in self._there or at not in self._there[where]:
            return ()
        caught = self._there[where].pop(at)
        for player in caught:
            explorer = self._draft.explorers[player]
            lost = catch(self._draft, explorer, enemy)
            home = centre(where[0], 1)
            self._draft.put(self._draft.explorers[player], at=home)
            self._stand(player, home)
            self._caught.append(Act(player, "", "caught", (explorer.at, home), (), lost))
        return tuple(caught)

    def _stand(self, player: str, at: Spot) -> None:
        self._there[at.dungeon, at.level][at.hex].append(player)
