"""The parsed law of the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, get_args

from msgspec import Struct

from dungeon.engine.state import HexKind, Terrain
from nomic.effects.running.formula import Formula, Test, evaluate, is_met
from nomic.matches.contract.game import Chance

BehaviourKind = Literal["charge", "chase", "flee", "wander", "stay"]
WorksAs = Literal[Terrain, "enemy"]
Entry = Mapping[str, Any]  # of the law: its fields by name
LEVEL = "level"  # a weight written as this word is the level's number
MAX_DEPTH = 100  # formulas use this for deeper levels
NOBODY_NEAR = 50  # the distance to a player if there is none on the level; more than any real distance


class Weighted(Protocol):
    """An entry of a table from which one is drawn by weight."""

    def weight_on(self, level: int) -> int:
        """Return the relative weight on a level."""


W = TypeVar("W", bound=Weighted)


class PoolEntry(Struct, frozen=True):
    """A possible kind of hex. `weight` is None if it is the number of the level."""

    name: str
    weight: int | None
    works_as: WorksAs

    def weight_on(self, level: int) -> int:
        return level if self.weight is None else self.weight


class Loot(Struct, frozen=True):
    """A possible content of a chest."""

    name: str
    weight: int
    coins: int

    def weight_on(self, level: int) -> int:
        return self.weight


class Behaviour(Struct, frozen=True):
    """A behaviour of an enemy, with the number of hexes and a condition."""

    kind: BehaviourKind
    hexes: Formula = 0
    if_: Test | None = None

    def is_possible(self, level: int, near: int) -> bool:
        """Return whether the condition holds on a level, if the nearest player is `near` steps away."""
        return self.if_ is None or is_met(self.if_, level=min(level, MAX_DEPTH), near=near)

    def reach(self, level: int, near: int) -> int:
        """Return the maximum number of hexes that the enemy moves, if the nearest player is `near` steps away."""
        return evaluate(self.hexes, level=min(level, MAX_DEPTH), near=near)


class EnemyKind(Struct, frozen=True):
    """An enemy of the law. It performs the first of its behaviours that is possible."""

    name: str
    weight: int
    behaviours: tuple[Behaviour, ...]

    def weight_on(self, level: int) -> int:
        return self.weight


class Rules(Struct, frozen=True):
    """The parsed section `dungeon` of a law. Tables keep the law's order."""

    number: int
    radius: int
    period_minutes: int
    actions: int
    chest_loot: int
    pool: tuple[PoolEntry, ...]
    loot: tuple[Loot, ...]
    enemies: dict[str, EnemyKind]
    escaped_more_than: int
    levels_at_least: int
    coins_more_than: int
    ahead_by: int

    def kind_of(self, terrain: Terrain) -> HexKind:
        """Return the law's first kind of hex for a terrain. Its name is the terrain's if the pool has none."""
        name = next((entry.name for entry in self.pool if entry.works_as == terrain), terrain)
        return HexKind(name, terrain)


def rules_of(document: Mapping[str, Any], number: int) -> Rules:
    """Parse the rules of a law document."""
    section = document["dungeon"]
    return Rules(
        number=number,
        radius=section["radius"],
        period_minutes=section["period_minutes"],
        actions=section["actions"],
        chest_loot=section["chest_loot"],
        pool=tuple(_pool_entry(name, entry) for name, entry in _in_order(section["pool"])),
        loot=tuple(Loot(name, entry["weight"], entry["coins"]) for name, entry in _in_order(section["loot"])),
        enemies={name: _enemy(name, entry) for name, entry in _in_order(section["enemies"])},
        escaped_more_than=section["new_dungeon"]["escaped_more_than"],
        levels_at_least=section["new_dungeon"]["levels_at_least"],
        coins_more_than=section["victory"]["coins_more_than"],
        ahead_by=section["victory"]["ahead_by"],
    )


def draw_weighted(entries: Sequence[W], level: int, chance: Chance, label: str, purpose: str) -> W:
    """Draw one of the entries, by their weights on that level. Raises ValueError if all weights are zero."""
    left = chance.below(sum(entry.weight_on(level) for entry in entries), label, purpose)
    for entry in entries:
        left -= entry.weight_on(level)
        if left < 0:
            return entry
    raise ValueError("a weight is negative")


def _in_order(entries: Mapping[str, Entry]) -> list[tuple[str, Entry]]:
    return sorted(entries.items(), key=lambda pair: (pair[1].get("place", 0), pair[0]))


def _pool_entry(name: str, entry: Entry) -> PoolEntry:
    return PoolEntry(name, None if entry["weight"] == LEVEL else entry["weight"], entry["is"])


def _enemy(name: str, entry: Entry) -> EnemyKind:
    return EnemyKind(name, entry["weight"], tuple(_behaviour(each) for each in entry["behaviour"]))


def _behaviour(entry: Entry) -> Behaviour:
    kind: BehaviourKind = next(kind for kind in get_args(BehaviourKind) if kind in entry)
    fields = entry[kind]
    return Behaviour(kind, fields.get("hexes", 0), entry.get("if"))
