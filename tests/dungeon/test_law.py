"""What the law about Dungeon can be, and how it reads."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import dungeon
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.law.labels.explanations import changed_explanations, entry_explanation
from nomic.law.rules.generated_tables import table_of
from nomic.law.rules.placeholders import fill_placeholders
from nomic.law.rules.tree import rules_of

WANDERER = {"weight": 1, "behaviour": [{"wander": {"hexes": 2}}]}


@pytest.fixture
def document() -> dict[str, Any]:
    return copy.deepcopy(document_of("dungeon"))


def _set(document: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split("/")
    held = document["dungeon"]
    for parent in parents:
        held = held[int(parent)] if isinstance(held, list) else held[parent]
    held[last] = value


def test_the_template_has_the_numbers_of_the_rulings(document: dict[str, Any]) -> None:
    """R64–R71: radius 4, a UTC day, three actions, three loot draws, a charge of three hexes, and what wins."""
    law = document["dungeon"]
    assert (law["radius"], law["period_minutes"], law["actions"], law["chest_loot"]) == (4, 1440, 3, 3)
    assert {name: entry["weight"] for name, entry in law["pool"].items()} == {
        "Blank": 8,
        "Stone Wall": 5,
        "Pool": 3,
        "Chest": 2,
        "Enemy": "level",
        "Pit": 2,
        "Rope": 1,
    }
    assert {name: (loot["weight"], loot["coins"]) for name, loot in law["loot"].items()} == {
        "Nothing": (2, 0),
        "1 coin": (5, 1),
        "2 coins": (3, 2),
    }
    assert law["enemies"]["Minotaur"]["behaviour"] == [{"charge": {"hexes": 3}}, {"wander": {"hexes": 1}}]
    assert law["new_dungeon"] == {"escaped_more_than": 2, "levels_at_least": 6}
    assert law["victory"] == {"coins_more_than": 50, "ahead_by": 5}


def test_R72_time_players_and_proposals_are_those_of_cycle_16(document: dict[str, Any]) -> None:
    """And there is no grant on becoming reputable (R7)."""
    other = document_of("cycle-16")
    assert document["calendar"] == other["calendar"]
    assert document["membership"].items() <= other["membership"].items()
    for name in ("standard-class-proposal", "urgent-class-proposal"):
        assert document["rules"][name]["clauses"] == other["rules"][name]["clauses"]
    assert "starting_grant" not in document


@pytest.mark.parametrize(
    ("path", "value", "flawed", "words"),
    [
        ("radius", 0, "/dungeon/radius", "a whole number from 1 to 10, not 0"),
        ("radius", 11, "/dungeon/radius", "a whole number from 1 to 10, not 11"),
        ("radius", 4.0, "/dungeon/radius", "a whole number from 1 to 10, not 4.0"),
        ("period_minutes", 59, "/dungeon/period_minutes", "60"),
        ("period_minutes", 10_081, "/dungeon/period_minutes", "a whole number from 60 to 10,080, not 10081"),
        ("actions", 0, "/dungeon/actions", "1"),
        ("actions", 11, "/dungeon/actions", "10"),
        ("chest_loot", 11, "/dungeon/chest_loot", "10"),
        ("chest_loot", -1, "/dungeon/chest_loot", "0"),
        ("pool", {}, "/dungeon/pool", "1 to 50 names, each with fields: with weight and is"),
        ("pool", {"Stone Wall": {"weight": 1, "is": "wall"}}, "/dungeon", "players can enter"),
        ("pool", {"Blank": {"weight": 0, "is": "blank"}}, "/dungeon", "players can enter"),
        ("pool/Blank/weight", -1, "/dungeon/pool/Blank/weight", "whole number from 0 to 1,000,000, or 'level'"),
        ("pool/Blank/weight", "depth", "/dungeon/pool/Blank/weight", "or 'level'"),
        ("pool/Blank/weight", True, "/dungeon/pool/Blank/weight", "whole number"),
        ("pool/Blank/weight", 10**30, "/dungeon/pool/Blank/weight", "whole number"),
        ("pool/Blank/is", "lava", "/dungeon/pool/Blank/is", 'one of "blank", "wall"'),
        ("pool/Blank/colour", "red", "/dungeon/pool/Blank/colour", "there is no such field here, only"),
        (
            "pool/a|b",
            {"weight": 1, "is": "blank"},
            "/dungeon/pool/a|b",
            "its name must be text of 1 to 60 characters without any of / ~",
        ),
        (
            "pool",
            {f"Blank {n}": {"weight": 1, "is": "blank"} for n in range(51)},
            "/dungeon/pool",
            "at most 50 here, not 51",
        ),
        ("loot", {"Nothing": {"weight": 0, "coins": 0}}, "/dungeon", "some loot needs a weight"),
        ("loot/Nothing/coins", -1, "/dungeon/loot/Nothing/coins", "0"),
        ("loot/Nothing/coins", 10**7, "/dungeon/loot/Nothing/coins", "1000000"),
        ("enemies", {}, "/dungeon", "some enemy needs a weight"),
        ("enemies/Minotaur/weight", 0, "/dungeon", "some enemy needs a weight"),
        ("enemies/Minotaur/weight", "level", "/dungeon/enemies/Minotaur/weight", "a whole number from 0 to 1,000,000"),
        ("enemies/Minotaur/behaviour", [], "/dungeon/enemies/Minotaur/behaviour", "a list of entries, 1 to 10 of them"),
        ("enemies/Minotaur/behaviour", [{}], "/dungeon/enemies/Minotaur/behaviour/0", "one of charge"),
        ("enemies/Minotaur/behaviour", [{"charge": None}], "/dungeon/enemies/Minotaur/behaviour/0", "one of charge"),
        (
            "enemies/Minotaur/behaviour",
            [{"charge": {"hexes": 1}, "stay": {}}],
            "/dungeon/enemies/Minotaur/behaviour/0",
            "one of charge",
        ),
        (
            "enemies/Minotaur/behaviour",
            [{"fly": {}}],
            "/dungeon/enemies/Minotaur/behaviour/0/fly",
            "there is no such field here, only",
        ),
        (
            "enemies/Minotaur/behaviour",
            [{"stay": {}}, {"charge": {"hexes": 1}}],
            "/dungeon/enemies/Minotaur",
            "nothing can come after",
        ),
        ("enemies/Minotaur/behaviour/1/wander", {"hexes": 6}, "/dungeon/enemies/Minotaur/behaviour/1", "5"),
        (
            "enemies/Minotaur/behaviour/0/charge",
            {"hexes": {"times": ["$level", 3]}},
            "/dungeon/enemies/Minotaur/behaviour/0/charge/hexes",
            "from 1 to 20, and is 21 for level 7",
        ),
        (
            "enemies/Minotaur/behaviour",
            [{"if": {"is": [{"roll": "1d6"}, "at_least", 2]}, "charge": {"hexes": 3}}],
            "/dungeon/enemies/Minotaur/behaviour/0/if",
            "only numbers are reckoned here",
        ),
        ("enemies/Minotaur/behaviour/0/charge", {"hexes": 21}, "/dungeon/enemies/Minotaur/behaviour/0", "20"),
        ("victory/ahead_by", 0, "/dungeon/victory/ahead_by", "1"),
        ("new_dungeon/levels_at_least", 0, "/dungeon/new_dungeon/levels_at_least", "1"),
    ],
)
def test_what_cannot_be_law(document: dict[str, Any], path: str, value: Any, flawed: str, words: str) -> None:
    """Each flaw names its place and says what is wrong."""
    _set(document, path, value)
    found = [flaw for flaw in flaws_of(document) if not flaw.path.startswith("/rules")]
    assert any(flaw.path.startswith(flawed) and words in flaw.detail for flaw in found), found


def test_a_law_without_enemies_or_pits_is_law(document: dict[str, Any]) -> None:
    """What is not in the pool needs no table."""
    document["dungeon"] |= {"pool": {"Blank": {"weight": 1, "is": "blank"}}, "enemies": {}}
    assert flaws_of(document) == []


def test_the_rules_say_the_numbers_of_the_law(document: dict[str, Any]) -> None:
    """They stand in the text as they are in force, the tables too."""
    document["dungeon"] |= {"period_minutes": 720, "actions": 4}
    law = Law(document)
    said = {
        name: fill_placeholders(law, rule.body, value=str, table=lambda table: f"<{table.caption}>")
        for name, rule in rules_of(law).items()
    }
    assert "A period lasts 12 hours" in said["actions"]
    assert "plan up to 4 actions" in said["actions"]
    assert "<Hexes>" in said["generating-a-dungeon"]
    assert "<Enemies>" in said["enemies"]
    assert "<Loot>" in said["loot"]


def test_the_tables_tell_weights_and_what_things_do(document: dict[str, Any]) -> None:
    """In the law's order; an enemy by its behaviours."""
    law = Law(document)
    hexes = {row[0]: row[1:] for row in table_of(law, "hexes").rows}
    assert list(hexes)[:3] == ["Blank", "Stone Wall", "Pool"]
    assert hexes == {
        "Blank": ["8", "can be entered"],
        "Stone Wall": ["5", "cannot be entered, and no enemy charges through it"],
        "Pool": ["3", "cannot be entered"],
        "Chest": ["2", "is looted by the player who steps onto it"],
        "Enemy": ["the number of the level", "can be entered, and an enemy begins there"],
        "Pit": ["2", "leads to the level below"],
        "Rope": ["1", "leads to the level above"],
    }
    assert table_of(law, "loot").rows == [["Nothing", "2", "0"], ["1 coin", "5", "1"], ["2 coins", "3", "2"]]
    (minotaur,) = table_of(law, "enemies").rows
    assert minotaur[2] == (
        "It charges up to 3 hexes at a player who is in line with it and not behind a wall. "
        "If it cannot, it wanders 1 hex at random, but stops if its way is blocked."
    )


def test_a_proposal_tells_what_a_new_enemy_would_do(document: dict[str, Any]) -> None:
    """In words made of its behaviours; what stays as it was is not told."""
    changed = copy.deepcopy(document)
    changed["dungeon"]["enemies"]["Bat"] = WANDERER
    changed["dungeon"]["loot"]["Crown"] = {"weight": 1, "coins": 9}
    told = {each.path: each for each in changed_explanations(Law(document), Law(changed))}
    assert set(told) == {"/dungeon/enemies/Bat", "/dungeon/loot/Crown"}
    assert told["/dungeon/enemies/Bat"].name == "the enemy Bat"
    assert told["/dungeon/enemies/Bat"].before == ()
    assert told["/dungeon/enemies/Bat"].after == (
        "It wanders 2 hexes at random, but stops if its way is blocked.",
        "Each enemy has a 1 in 3 chance of being a Bat.",
    )
    assert told["/dungeon/loot/Crown"].after == (
        "It is worth 9 coins.",
        "Each thing found in a chest has a 1 in 11 chance of being a Crown.",
    )


def test_what_is_never_drawn_is_said_to_be(document: dict[str, Any]) -> None:
    """A weight of 0 keeps an entry in the law and out of the dungeon."""
    document["dungeon"]["enemies"]["Statue"] = {"weight": 0, "behaviour": [{"stay": {}}]}
    assert entry_explanation(Law(document), "dungeon", "Statue", "enemies") == (
        "It stays where it is.",
        "It is never drawn.",
    )


def test_no_program_has_the_name_of_a_hex_or_an_enemy(document: dict[str, Any]) -> None:
    """What they are called, and what they do, stands in the law alone."""
    names = document["dungeon"]["pool"].keys() | document["dungeon"]["enemies"].keys()
    names -= {"Enemy"}  # which is also what an enemy is called in general
    assert names == {"Blank", "Stone Wall", "Pool", "Chest", "Pit", "Rope", "Minotaur"}
    programs = sorted(Path(dungeon.__file__).parent.rglob("*.py"))
    assert len(programs) > 20
    texts = {path.name: set(re.findall(r'"([^"\n]+)"', path.read_text(encoding="utf-8"))) for path in programs}
    assert {path: sorted(found & names) for path, found in texts.items() if found & names} == {}
    assert not any("Minotaur" in path.read_text(encoding="utf-8") for path in programs)
