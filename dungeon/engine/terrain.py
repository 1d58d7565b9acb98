"""The terrain, as plans and their execution see it. For plans, levels that nobody has seen are uncertain."""

from collections.abc import Mapping, Sequence
from typing import get_args

from msgspec import Struct

from dungeon.engine.create_levels import ground
from dungeon.engine.hexes import CENTRE, Hex, neighbours
from dungeon.engine.state import HexKind, Level, Spot, Terrain

CLOSED = ("wall", "water")  # players cannot enter these
STANDING = ("blank", "rope", "chest")  # where a rope can lead (R68)
ESCAPE = "escape"


class Face(Struct, frozen=True):
    """The terrain of a hex and the enemy on it. `terrain` is None beyond the level."""

    terrain: Terrain | None
    enemy: str = ""


ANYTHING = (Face(None), *(Face(terrain) for terrain in get_args(Terrain)), Face("blank", "an enemy"))


class Land:
    """The levels of the dungeons while enemies do not move.

    It refers to the given lists, so levels that are added to them later are visible.
    """

    def __init__(self, dungeons: Sequence[Sequence[Level]]) -> None:
        self.dungeons = dungeons
        self._guards: dict[tuple[int, int], dict[Hex, str]] = {}
        self._above: dict[tuple[int, int], dict[str, Spot | None]] = {}

    def level(self, dungeon: int, level: int) -> Level | None:
        """Return a level, or None if it does not exist yet."""
        levels = self.dungeons[dungeon - 1]
        return levels[level - 1] if level <= len(levels) else None

    def kind(self, spot: Spot) -> HexKind | None:
        """Return the kind of a hex, or None beyond its level or on a level that does not exist yet."""
        level = self.level(spot.dungeon, spot.level)
        return None if level is None else level.kind(spot.hex)

    def faces(self, spot: Spot) -> tuple[Face, ...]:
        """Return the possible faces of a hex: one on an existing level, any elsewhere, except at the centre."""
        level = self.level(spot.dungeon, spot.level)
        if level is not None:
            return (Face(level.terrain(spot.hex), self._guards_of(spot, level).get(spot.hex, "")),)
        return (Face("rope"),) if spot.hex == CENTRE else ANYTHING

    def is_rope(self, spot: Spot) -> bool:
        """Return whether a hex is a rope, or may be one."""
        return Face("rope") in self.faces(spot)

    def above(self, spot: Spot) -> Mapping[str, Spot | None]:
        """Return the possible ends of a rope at this spot, by the name in a plan (R68).

        None is outside of the dungeon.
        """
        key = (spot.dungeon, spot.level)
        if key not in self._above:
            self._above[key] = self._targets(*key)
        return self._above[key]

    def _targets(self, dungeon: int, number: int) -> dict[str, Spot | None]:
        if number == 1:
            return {ESCAPE: None}
        level = self.level(dungeon, number - 1)
        return {} if level is None else {f"{q},{r}": Spot(dungeon, number - 1, q, r) for q, r in _beside_pits(level)}

    def _guards_of(self, spot: Spot, level: Level) -> dict[Hex, str]:
        key = (spot.dungeon, spot.level)
        if key not in self._guards:
            self._guards[key] = {enemy.hex: enemy.name for enemy in level.enemies}
        return self._guards[key]


def _beside_pits(level: Level) -> list[Hex]:
    """Return the hexes beside a pit on which a player can stand, row by row."""
    pits = [at for at, kind in ground(level) if kind.terrain == "pit"]
    beside = {each for pit in pits for each in neighbours(pit) if level.terrain(each) in STANDING}
    return sorted(beside, key=lambda at: (at[1], at[0]))
