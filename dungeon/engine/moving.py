"""What an action of a player comes to. One function for plans and for what becomes of them (R66, R68–R70).

On a level that is made, an action has one outcome; on one that nobody has seen, as many as there may be.
"""

from collections.abc import Iterator

from msgspec import Struct

from dungeon.engine.hexes import DIRECTIONS
from dungeon.engine.land import CLOSED, Face, Land
from dungeon.engine.state import How, PlanStep, Spot, centre

WAIT = "wait"
CLIMB = "climb"
ENTER = "enter "


class Landing(Struct, frozen=True):
    """What came of an action: where it ended, None being outside, and over which spots it led there."""

    how: How
    end: Spot | None
    way: tuple[Spot, ...] = ()


def landings(land: Land, at: Spot | None, step: PlanStep) -> Iterator[Landing]:
    """Everything that an action can come to for somebody at that spot."""
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
    """Where an action may have somebody hold on to a rope."""
    if at is None:
        return
    onto = at if do == CLIMB else at.towards(do) if do in DIRECTIONS else None
    if onto is not None and land.is_rope(onto):
        yield onto


def _entering(land: Land, do: str) -> Landing:
    """R69: from outside into any dungeon that there is."""
    for number in range(1, len(land.dungeons) + 1):
        if do == f"{ENTER}{number}":
            return Landing("entered", centre(number, 1))
    return Landing("lost", None)


def _climbing(land: Land, at: Spot, rope: str) -> Iterator[Landing]:
    """R68: up a rope on which one stands already."""
    for face in land.faces(at):
        climbed = _up(land, at, rope) if face.terrain == "rope" else None
        yield climbed or Landing("lost", at)


def _stepping(land: Land, at: Spot, onto: Spot, face: Face, rope: str) -> Landing:
    """Onto the next hex, and on to where that leads."""
    if face.terrain is None or face.terrain in CLOSED:
        return Landing("lost", at)
    if face.enemy:
        return _caught(onto)
    if face.terrain == "pit":
        return Landing("fell", centre(onto.dungeon, onto.level + 1), (onto,))
    climbed = _up(land, onto, rope) if face.terrain == "rope" else None
    return climbed or Landing("looted" if face.terrain == "chest" else "moved", onto)


def _up(land: Land, at: Spot, rope: str) -> Landing | None:
    """Up a rope to what the plan names; None where there is no such place."""
    targets = land.above(at)
    if rope not in targets:
        return None
    target = targets[rope]
    if target is None:
        return Landing("escaped", None, (at,))
    return _caught(at, target) if land.faces(target)[0].enemy else Landing("climbed", target, (at,))


def _caught(*way: Spot) -> Landing:
    """R70: whoever comes to an enemy's hex is caught, and back at the dungeon's first centre."""
    return Landing("caught", centre(way[0].dungeon, 1), way)
