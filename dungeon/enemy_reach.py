"""Enemies' reach after a period's plans, from their present places."""

from collections.abc import Iterator

from dungeon.engine.enemy_turn import is_barred
from dungeon.engine.hexes import DIRECTIONS, Hex, distance, towards
from dungeon.engine.parsed_law import Behaviour, Rules
from dungeon.engine.state import Enemy, Level, Spot
from dungeon.engine.terrain import Land


def enemy_that_reaches(rules: Rules, land: Land, at: Spot | None) -> str:
    """Return the name of an enemy that could reach a player at `at` by a charge or a chase, or "" if none could."""
    level = None if at is None else land.level(at.dungeon, at.level)
    if at is None or level is None:
        return ""
    return next((enemy.name for enemy in level.enemies if _reaches(rules, level, at, enemy)), "")


def _reaches(rules: Rules, level: Level, at: Spot, enemy: Enemy) -> bool:
    known, near = rules.enemies.get(enemy.name), distance(enemy.hex, at.hex)
    return any(
        _can_catch(level, at.hex, enemy.hex, behaviour, behaviour.reach(at.level, near))
        for behaviour in (known.behaviours if known else ())
        if behaviour.is_possible(at.level, near)
    )


def _can_catch(level: Level, at: Hex, enemy: Hex, behaviour: Behaviour, hexes: int) -> bool:
    """Return whether this behaviour, over that many hexes, can bring the enemy to the player."""
    if behaviour.kind == "charge":
        return at in _charged(level, enemy, hexes)
    return behaviour.kind == "chase" and distance(enemy, at) <= hexes and not is_barred(level, at)


def _charged(level: Level, enemy: Hex, hexes: int) -> Iterator[Hex]:
    """Yield the hexes that an enemy can reach by charging."""
    for direction in DIRECTIONS:
        at = enemy
        for _ in range(hexes):
            at = towards(at, direction)
            if is_barred(level, at):
                break
            yield at
