"""Tables and descriptions of the law about Dungeon."""

from collections.abc import Mapping
from typing import TypeVar

from dungeon.engine.parsed_law import WorksAs
from dungeon.law_section import NAME, BehaviourEntry, DungeonRules, EnemyEntry, HexEntry, LootEntry
from nomic.effects.prose.english_grammar import with_article
from nomic.effects.prose.formulas import formula_in_words, test_in_words
from nomic.effects.running.formula import Formula
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.generated_tables import LawTable

Entry = TypeVar("Entry", HexEntry, EnemyEntry, LootEntry)

WORKS_AS: Mapping[WorksAs, str] = {
    "blank": "can be entered",
    "wall": "cannot be entered, and no enemy charges through it",
    "water": "cannot be entered",
    "chest": "is looted by the player who steps onto it",
    "enemy": "can be entered, and an enemy begins there",
    "pit": "leads to the level below",
    "rope": "leads to the level above",
}


def in_order(entries: Mapping[str, Entry]) -> list[tuple[str, Entry]]:
    """Return entries in the law's order."""
    return sorted(entries.items(), key=lambda pair: (pair[1].place, pair[0]))


def behaviour_in_words(behaviour: BehaviourEntry) -> str:
    """Describe a behaviour as the rest of a sentence about the enemy: "wanders 1 hex"."""
    said = _motion_in_words(behaviour)
    return said if behaviour.if_ is None else f"{said}, if {test_in_words(behaviour.if_, **GIVEN)}"


GIVEN = {"level": "its level", "near": "the way to the nearest player"}


def _motion_in_words(behaviour: BehaviourEntry) -> str:
    if behaviour.charge is not None:
        return (
            f"charges up to {_hexes(behaviour.charge.hexes)} at a player who is in line with it and not behind a wall"
        )
    if behaviour.chase is not None:
        return f"goes up to {_hexes(behaviour.chase.hexes)} towards the nearest player"
    if behaviour.flee is not None:
        return f"goes up to {_hexes(behaviour.flee.hexes)} away from the nearest player"
    if behaviour.wander is not None:
        return f"wanders {_hexes(behaviour.wander.hexes)} at random, but stops if its way is blocked"
    return "stays where it is"


def enemy_in_words(enemy: EnemyEntry) -> str:
    """Describe all behaviours of an enemy, each in one sentence."""
    first, *others = (behaviour_in_words(behaviour) for behaviour in enemy.behaviour)
    return " ".join([f"It {first}.", *(f"If it cannot, it {other}." for other in others)])


def explain_enemy(law: Law, name: str) -> tuple[str, ...]:
    """Describe an enemy and its probability on an enemy's hex."""
    enemies = _rules(law).enemies
    return enemy_in_words(enemies[name]), _share(
        name, {each: enemy.weight for each, enemy in enemies.items()}, "Each enemy", with_article(name)
    )


def explain_loot(law: Law, name: str) -> tuple[str, ...]:
    """Describe a loot's worth and probability."""
    loot = _rules(law).loot
    return f"It is worth {_coins(loot[name].coins)}.", _share(
        name, {each: entry.weight for each, entry in loot.items()}, "Each thing found in a chest", _found(name)
    )


def explain_hex(law: Law, name: str) -> tuple[str, ...]:
    """Describe a kind of hex and its probability on the first level."""
    pool = _rules(law).pool
    weights = {each: entry.weight if isinstance(entry.weight, int) else 1 for each, entry in pool.items()}
    grows = () if isinstance(pool[name].weight, int) else ("It becomes likelier with each level down.",)
    return (
        f"It {WORKS_AS[pool[name].is_]}.",
        _share(name, weights, "On level 1, each hex except the centre", with_article(name)),
        *grows,
    )


def hexes_table(law: Law) -> LawTable:
    """Return the table of the kinds of hexes in the pool."""
    rows = [
        [name, str(entry.weight) if isinstance(entry.weight, int) else "the number of the level", WORKS_AS[entry.is_]]
        for name, entry in in_order(_rules(law).pool)
    ]
    return LawTable("Hexes", ["Hex", "Weight", "What it does"], rows, _places(law, "pool"))


def enemies_table(law: Law) -> LawTable:
    """Return the table of the enemies and their behaviours."""
    rows = [[name, str(enemy.weight), enemy_in_words(enemy)] for name, enemy in in_order(_rules(law).enemies)]
    return LawTable("Enemies", ["Enemy", "Weight", "What it does"], rows, _places(law, "enemies"))


def loot_table(law: Law) -> LawTable:
    """Return the table of the possible contents of a chest."""
    rows = [[name, str(loot.weight), str(loot.coins)] for name, loot in in_order(_rules(law).loot)]
    return LawTable("Loot", ["Loot", "Weight", "Coins"], rows, _places(law, "loot"))


TABLES = {"hexes": hexes_table, "enemies": enemies_table, "loot": loot_table}
EXPLANATIONS = {"pool": explain_hex, "enemies": explain_enemy, "loot": explain_loot}


def _places(law: Law, key: str) -> tuple[str, ...]:
    """Return the paths of the entries of a map, in their order."""
    return tuple(pointer(NAME, key, name) for name, _ in in_order(getattr(_rules(law), key)))


def _rules(law: Law) -> DungeonRules:
    return law.section(NAME, DungeonRules)


def _found(name: str) -> str:
    """Return the name of a loot with an article, unless it is an amount or nothing: "a Ruby", "2 coins"."""
    return name if name[:1].isdigit() or name == "Nothing" else with_article(name)


def _share(name: str, weights: Mapping[str, int], subject: str, this: str) -> str:
    """Describe how likely one of several weighted things is: "Each enemy has a 2 in 5 chance of being a Bat."."""
    weight, total = weights[name], sum(weights.values())
    if not weight:
        return "It is never drawn."
    if weight == total:
        return f"{subject} is {this}."
    article = "an" if str(weight).startswith("8") or weight in (11, 18) else "a"
    return f"{subject} has {article} {weight} in {total} chance of being {this}."


def _hexes(count: Formula) -> str:
    if not isinstance(count, int):
        return f"as many hexes as {formula_in_words(count, **GIVEN)}"
    return "1 hex" if count == 1 else f"{count} hexes"


def _coins(count: int) -> str:
    return {0: "nothing", 1: "1 coin"}.get(count, f"{count} coins")
