"""Creation of levels from the law's pool, with one draw per hex (R65)."""

from collections.abc import Iterator

from dungeon.engine.hexes import CENTRE, Hex, hexes, places
from dungeon.engine.parsed_law import Rules, draw_weighted
from dungeon.engine.state import Enemy, HexKind, Level
from nomic.matches.contract.game import Chance


def make_level(rules: Rules, dungeon: int, number: int, next_enemy: int, chance: Chance) -> Level:
    """Create level `number` of a dungeon, with its enemies numbered from `next_enemy`. The centre is always a rope."""
    kinds: list[HexKind] = []
    enemies: list[Enemy] = []
    for at in hexes(rules.radius):
        name = f"dungeon {dungeon}, level {number}, hex ({at[0]},{at[1]})"
        if at == CENTRE:
            kinds.append(rules.kind_of("rope"))
            continue
        entry = draw_weighted(rules.pool, number, chance, name, "what a hex is")
        if entry.works_as != "enemy":
            kinds.append(HexKind(entry.name, entry.works_as))
            continue
        kinds.append(rules.kind_of("blank"))
        kind = draw_weighted(
            tuple(rules.enemies.values()), number, chance, f"{name}: enemy", "which enemy begins there"
        )
        enemies.append(Enemy(next_enemy + len(enemies), kind.name, *at))
    return level_of(rules.radius, kinds, tuple(enemies))


def level_of(radius: int, kinds: list[HexKind], enemies: tuple[Enemy, ...] = ()) -> Level:
    """Return the level whose hexes, in the order of `hexes(radius)`, have these kinds."""
    known = tuple(dict.fromkeys(kinds))
    return Level(radius, known, tuple(known.index(kind) for kind in kinds), enemies)


def with_kind(level: Level, at: Hex, kind: HexKind) -> Level:
    """Return the level with one hex changed to another kind."""
    kinds = [level.kinds[each] for each in level.hexes]
    kinds[places(level.radius)[at]] = kind
    return level_of(level.radius, kinds, level.enemies)


def ground(level: Level) -> Iterator[tuple[Hex, HexKind]]:
    """Yield every hex of a level with its kind."""
    return ((at, level.kinds[kind]) for at, kind in zip(hexes(level.radius), level.hexes, strict=True))
