"""The law section of Dungeon (R64–R71): levels, plans, loot, enemies, and victory."""

from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
    model_validator,
)
from pydantic.config import JsonDict

from dungeon.engine.parsed_law import LEVEL, MAX_DEPTH, NOBODY_NEAR, WorksAs
from nomic.effects.running.formula import Formula, Test, check_formula, check_test
from nomic.law.document.sections import Law, Section, SectionModel
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import LawName

NAME = "dungeon"
# Bounds limit the work that a vote can demand of a period's end: the number of hexes, steps and draws.
MAX_RADIUS = 10
MAX_ACTIONS = 10
MAX_LOOT = 10
MAX_ENTRIES = 50
MAX_WEIGHT = 1_000_000
MAX_COINS = 1_000_000

CLOSED_TO_PLAYERS: frozenset[WorksAs] = frozenset({"wall", "water"})
Weight = Annotated[int, Field(ge=0, le=MAX_WEIGHT)]


def _one_complaint(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """Report one flaw at the weight itself, not one for each form that it could have had."""
    try:
        return read(value)
    except ValidationError:
        raise ValueError(f"a weight is a whole number from 0 to {MAX_WEIGHT:,}, or {LEVEL!r}") from None


LevelWeight = Annotated[Weight | Literal["level"], WrapValidator(_one_complaint)]


# Variables of formulas about an enemy: its level, and the number of steps to the nearest player there.
LEVELS = range(1, MAX_DEPTH + 1)
STEPS = range(NOBODY_NEAR + 1)
ABOUT_AN_ENEMY: JsonDict = {"given": ["level", "near"]}


class Hexes(SectionModel):
    """The maximum number of hexes for an enemy's move: a number, or a formula of its $level and the distance $near."""

    hexes: Formula = Field(json_schema_extra=ABOUT_AN_ENEMY)

    @field_validator("hexes")
    @classmethod
    def _on_a_level(cls, hexes: Formula) -> Formula:
        check_formula(hexes, 1, 2 * MAX_RADIUS, level=LEVELS, near=STEPS)
        return hexes


class FewHexes(SectionModel):
    """The maximum number of hexes that an enemy wanders. Each step is drawn."""

    hexes: Formula = Field(json_schema_extra=ABOUT_AN_ENEMY)

    @field_validator("hexes")
    @classmethod
    def _few(cls, hexes: Formula) -> Formula:
        check_formula(hexes, 1, 5, level=LEVELS, near=STEPS)
        return hexes


class Nowhere(SectionModel):
    """The settings of the action of staying in place, which has none."""


class BehaviourEntry(SectionModel):
    """One behaviour of an enemy (R70), and its condition on the enemy's $level and on how $near a player is.

    It charges along a line at a player, chases the nearest, flees from the nearest, wanders, or stays.
    """

    if_: Test | None = Field(default=None, alias="if", json_schema_extra=ABOUT_AN_ENEMY)
    charge: Hexes | None = None
    chase: Hexes | None = None
    flee: Hexes | None = None
    wander: FewHexes | None = None
    stay: Nowhere | None = None

    @field_validator("if_")
    @classmethod
    def _compares(cls, test: Test | None) -> Test | None:
        if test is not None:
            check_test(test, "level", "near")
        return test

    @model_validator(mode="after")
    def is_one(self) -> "BehaviourEntry":
        given = self.model_fields_set - {"if_"}
        if len(given) != 1 or all(getattr(self, each) is None for each in given):
            raise ValueError("a behaviour is one of charge, chase, flee, wander and stay")
        return self

    @property
    def is_always_possible(self) -> bool:
        """True if the behaviour is always possible, which makes every later behaviour useless."""
        return self.if_ is None and (self.wander is not None or self.stay is not None)


class EnemyEntry(SectionModel):
    """An enemy: its weight among all enemies, and its behaviours. It performs the first one that is possible."""

    weight: Weight = Field(description="its weight among all enemies, if a hex has one")
    behaviour: list[BehaviourEntry] = Field(
        min_length=1,
        max_length=10,
        description="what it does in a period, the first of these that it can: {charge: {hexes: 3}} at a player in "
        "line with it, {chase: {hexes: 2}} and {flee: {hexes: 2}} the nearest player, {wander: {hexes: 1}} at random, "
        "{stay: {}}; with {if: …} only where that is so",
    )
    place: int = 0

    @model_validator(mode="after")
    def comes_to_all(self) -> "EnemyEntry":
        if any(each.is_always_possible for each in self.behaviour[:-1]):
            raise ValueError("an enemy can always wander or stay, so nothing can come after that")
        return self


class HexEntry(SectionModel):
    """A possible kind of hex: its weight and terrain. The weight `level` grows with the level (R65)."""

    weight: LevelWeight = Field(description=f"how likely it is, among all in the pool, or {LEVEL}: the level’s number")
    is_: WorksAs = Field(alias="is", description="what it works as: blank, wall, water, chest, enemy, pit or rope")
    place: int = 0


class LootEntry(SectionModel):
    """A possible content of a chest: its weight, and its worth in coins."""

    weight: Weight = Field(description="its weight among everything that can be found")
    coins: int = Field(ge=0, le=MAX_COINS, description="its worth in coins")
    place: int = 0


class NewDungeonRules(SectionModel):
    """The conditions of a new dungeon (R71).

    They are the number of players who must have escaped, and the required depth of the newest dungeon if all its levels
    have pits.
    """

    escaped_more_than: int = Field(ge=0, le=1000)
    levels_at_least: int = Field(ge=1, le=1000)


class VictoryRules(SectionModel):
    """The coins in store that win, and the required lead (R71). The lead is so large that only one player can win."""

    coins_more_than: int = Field(ge=0, le=MAX_COINS)
    ahead_by: int = Field(ge=1, le=MAX_COINS)


class DungeonRules(SectionModel):
    """The numbers and tables of R64–R71. `radius` is in hexes, `period_minutes` in minutes."""

    radius: int = Field(ge=1, le=MAX_RADIUS)
    period_minutes: int = Field(ge=60, le=7 * 24 * 60)
    actions: int = Field(ge=1, le=MAX_ACTIONS)
    pool: dict[LawName, HexEntry] = Field(min_length=1, max_length=MAX_ENTRIES)
    chest_loot: int = Field(ge=0, le=MAX_LOOT)
    loot: dict[LawName, LootEntry] = Field(min_length=1, max_length=MAX_ENTRIES)
    enemies: dict[LawName, EnemyEntry] = Field(max_length=MAX_ENTRIES)
    new_dungeon: NewDungeonRules
    victory: VictoryRules

    @model_validator(mode="after")
    def can_be_drawn(self) -> "DungeonRules":
        likely = {entry.is_ for entry in self.pool.values() if entry.weight}
        if likely <= CLOSED_TO_PLAYERS:
            raise ValueError("the pool needs something with a weight that players can enter: neither wall nor water")
        if not any(loot.weight for loot in self.loot.values()):
            raise ValueError("some loot needs a weight above 0")
        if "enemy" in likely and not any(enemy.weight for enemy in self.enemies.values()):
            raise ValueError("the pool has enemies, so some enemy needs a weight above 0")
        return self


def _weight(law: Law, path: Path, weight: int | str) -> str:
    """Describe the weight of a hex, which may be the number of the level."""
    return str(weight) if isinstance(weight, int) else "the number of the level"


LIKELY = "weight chance likely often probability"
LABELS = (
    Label("radius", "how far a level reaches out from its centre", "step|steps", "radius size hexes levels big"),
    Label("period_minutes", "how long a period lasts", "minutes", "turn time limit hours day plan"),
    Label("actions", "how many actions a plan can have", "action|actions", "moves steps limit period number"),
    Label("pool/*", "the hex {0}"),
    Label("pool/*/weight", "the weight of the hex {0}", also=f"{LIKELY} pool level", said=_weight),
    Label("pool/*/is", "how the hex {0} works", also="kind type", explained=True),
    Label("chest_loot", "how many times a chest is looted", "time|times", "loot chests number step coins"),
    Label("loot/*", "the loot {0}"),
    Label("loot/*/weight", "the weight of the loot {0}", also=f"{LIKELY} chest"),
    Label("loot/*/coins", "how many coins the loot {0} is worth", "coin|coins", "value money chest", explained=True),
    Label("enemies/*", "the enemy {0}"),
    Label("enemies/*/weight", "the weight of the enemy {0}", also=LIKELY),
    Label(
        "enemies/*/behaviour/*/charge/hexes",
        "how far the {0} charges",
        "hex|hexes",
        "enemy line attack move",
        explained=True,
    ),
    Label(
        "enemies/*/behaviour/*/chase/hexes",
        "how far the {0} chases",
        "hex|hexes",
        "enemy attack hunt move",
        explained=True,
    ),
    Label("enemies/*/behaviour/*/flee/hexes", "how far the {0} flees", "hex|hexes", "enemy away move", explained=True),
    Label(
        "enemies/*/behaviour/*/wander/hexes",
        "how far the {0} wanders",
        "hex|hexes",
        "enemy random move",
        explained=True,
    ),
    Label("enemies/*/behaviour/**", "what the {0} does in a period", also="enemy behaviour move", explained=True),
    Label(
        "new_dungeon/escaped_more_than",
        "how many escaped players must be exceeded before a new dungeon can be made",
        "player|players",
        "limit escape",
    ),
    Label(
        "new_dungeon/levels_at_least",
        "how many levels, all with pits, a dungeon needs before a new one can be made",
        "level|levels",
        "limit deep",
    ),
    Label(
        "victory/coins_more_than",
        "how many coins in store the winner must exceed",
        "coin|coins",
        "victory win goal end needed money",
    ),
    Label(
        "victory/ahead_by",
        "how many coins the winner must be ahead by",
        "coin|coins",
        "victory win lead margin",
    ),
)
SECTION = Section(NAME, "Dungeon", DungeonRules, ordered_maps=("pool", "loot", "enemies"), labels=LABELS)
