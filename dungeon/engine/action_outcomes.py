"""Outcomes of a player's action (R66, R68–R70), for plans and for their execution.

On a level that exists, an action has one outcome. On a level that nobody has seen, the outcomes are all possible ones.
"""

from collections.abc import Iterator

from msgspec import Struct

from dungeon.engine.hexes import DIRECTIONS
from dungeon.engine.state import How, PlanStep, Spot, centre
from dungeon.engine.terrain import CLOSED, Face, Land

WAIT = "wait"
CLIMB = "climb"
ENTER = "enter "


class Landing(Struct, frozen=True):
    """The outcome of an action: its end (None is outside), and the spots passed on the way."""

    how: How
    end: Spot | None
    way: tuple[Spot, ...] = ()


def landings(land: Land, at: Spot | None, step: PlanStep) -> Iterator[Landing]:
    """Yield every possible outcome of an action of a player at that spot."""
    if step.do == WAIT:
        yield Landing("waited", at)
    elif at is None:
        yield _entering(land, step.do)
    elif step.do == CLIMB:
        yield from _climbing(land, at, step.rope)
    elif step.do in DIRECTIONS:
        onto = at.towards(step.do)
        yield from (_stepping(land, at, onto, face, step.rope) for face in land.faces(onto))
    else:
        yield Landing("lost", at)


def ropes(land: Land, at: Spot | None, do: str) -> Iterator[Spot]:
    """Yield the ropes that a player may be on after an action."""
    if at is None:
        return
    onto = at if do == CLIMB else at.towards(do) if do in DIRECTIONS else None
    if onto is not None and land.is_rope(onto):
        yield onto


def _entering(land: Land, do: str) -> Landing:
    """Return the outcome of entering a dungeon from outside (R69)."""
    for number in range(1, len(land.dungeons) + 1):
        if do == f"{ENTER}{number}":
            return Landing("entered", centre(number, 1))
    return Landing("lost", None)


def _climbing(land: Land, at: Spot, rope: str) -> Iterator[Landing]:
    """Yield the outcomes of climbing the rope under the player (R68)."""
    for face in land.faces(at):
        climbed = _up(land, at, rope) if face.terrain == "rope" else None
        yield climbed or Landing("lost", at)


def _stepping(land: Land, at: Spot, onto: Spot, face: Face, rope: str) -> Landing:
    """Return the outcome of a step onto the next hex, including where that hex leads, such as a pit."""
    if face.terrain is None or face.terrain in CLOSED:
        return Landing("lost", at)
    if face.enemy:
        return _caught(onto)
    if face.terrain == "pit":
        return Landing("fell", centre(onto.dungeon, onto.level + 1), (onto,))
    climbed = _up(land, onto, rope) if face.terrain == "rope" else None
    return climbed or Landing("looted" if face.terrain == "chest" else "moved", onto)


def _up(land: Land, at: Spot, rope: str) -> Landing | None:
    """Return the outcome of climbing a rope to the plan's target, or None if no rope leads there."""
    targets = land.above(at)
    if rope not in targets:
        return None
    target = targets[rope]
    if target is None:
        return Landing("escaped", None, (at,))
    return _caught(at, target) if land.faces(target)[0].enemy else Landing("climbed", target, (at,))


def _caught(*way: Spot) -> Landing:
    """Return the outcome for a player who enters an enemy's hex (R70).

    The player is caught, and moved to the dungeon's first centre.
    """
    return Landing("caught", centre(way[0].dungeon, 1), way)
