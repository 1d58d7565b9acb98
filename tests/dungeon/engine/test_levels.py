"""Levels: their form, and what their hexes are drawn from (R64, R65)."""

from collections import Counter

import pytest

from dungeon.engine.create_levels import ground, make_level
from dungeon.engine.hexes import CENTRE, DIRECTIONS, distance, hexes, neighbours
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import HexKind, Level
from nomic.chance.draw_source import Source
from tests.dungeon.engine.maps import Told, law

MADE = 300
FAR_OUT = 38.3  # what chi-square with 6 degrees of freedom exceeds once in a million times


def made(rules: Rules, number: int, seed: int = 0) -> Level:
    return make_level(rules, 1, number, 1, Source("cd" * 32, f"level {seed}"))


@pytest.mark.parametrize(("radius", "count"), [(1, 7), (2, 19), (3, 37), (4, 61), (10, 331)])
def test_R64_a_level_is_a_hexagon_of_hexes(radius: int, count: int) -> None:
    """A radius of 4 makes 61: all hexes that are at most so far from the centre."""
    assert len(hexes(radius)) == len(set(hexes(radius))) == count
    assert {distance(CENTRE, at) for at in hexes(radius)} == set(range(radius + 1))


def test_R64_six_hexes_are_adjacent_to_one() -> None:
    """In axial coordinates, and opposite directions lead back."""
    assert set(neighbours((2, -1))) == {(3, -1), (3, -2), (2, -2), (1, -1), (1, 0), (2, 0)}
    for one, other in (("E", "W"), ("NE", "SW"), ("NW", "SE")):
        assert DIRECTIONS[one] == tuple(-each for each in DIRECTIONS[other])


def test_R64_the_radius_is_law(rules: Rules) -> None:
    """By default 4; a vote can make levels of another size."""
    assert len(made(rules, 1).hexes) == 61
    assert len(made(law(radius=2), 1).hexes) == 19


@pytest.mark.parametrize("number", [1, 2, 9])
def test_R65_the_centre_is_a_rope_on_every_level(rules: Rules, number: int) -> None:
    """Whatever is drawn for the other hexes."""
    assert all(made(rules, number, seed).kind(CENTRE) == HexKind("Rope", "rope") for seed in range(20))


def test_R65_every_hex_but_the_centre_is_a_draw_named_after_it(rules: Rules) -> None:
    """Sides: all weights together, which at level 3 are 8 + 5 + 3 + 2 + 3 + 2 + 1."""
    source = Source("cd" * 32, "level")
    level = make_level(rules, 2, 3, 1, source)
    drawn = [(each.label, each.sides) for each in source.drawn if not each.label.endswith("enemy")]
    assert drawn == [(f"dungeon 2, level 3, hex ({q},{r})", 24) for q, r in hexes(4) if (q, r) != CENTRE]
    assert len(source.drawn) - len(drawn) == len(level.enemies) > 0


def test_R65_an_enemy_hex_is_blank_with_an_enemy_from_the_table(rules: Rules) -> None:
    """Of the 22 that a hex of level 1 is drawn from, the 19th is an enemy; they are numbered as they are made."""
    names = [f"dungeon 1, level 1, hex ({q},{r})" for q, r in hexes(1) if (q, r) != CENTRE]
    two = {f"{names[1]}: enemy": 0, f"{names[4]}: enemy": 1}
    chance = Told({**dict.fromkeys(names, 0), names[1]: 18, names[4]: 18, **two})
    level = make_level(law(radius=1), 1, 1, 7, chance)
    assert {kind for _, kind in ground(level)} == {HexKind("Blank", "blank"), HexKind("Rope", "rope")}
    assert [(each.id, each.name, each.hex) for each in level.enemies] == [
        (7, "Minotaur", (1, -1)),
        (8, "Minotaur", (-1, 1)),
    ]
    assert [sides for drawn, sides in chance.drawn if drawn.endswith("enemy")] == [2, 2]


def test_R65_hexes_take_their_places_among_the_weights_in_the_laws_order(rules: Rules) -> None:
    """On level 1: 0–7 Blank, 8–12 Stone Wall, 13–15 Pool, 16–17 Chest, 18 Enemy, 19–20 Pit, 21 Rope."""
    kinds = {}
    for value in range(22):
        names = [f"dungeon 1, level 1, hex ({q},{r})" for q, r in hexes(1) if (q, r) != CENTRE]
        told = {**dict.fromkeys(names, value), **{f"{name}: enemy": 0 for name in names}}
        level = make_level(law(radius=1), 1, 1, 1, Told(told))
        kinds[value] = "Enemy" if level.enemies else next(kind.name for at, kind in ground(level) if at != CENTRE)
    expected = ["Blank"] * 8 + ["Stone Wall"] * 5 + ["Pool"] * 3 + ["Chest"] * 2 + ["Enemy"] + ["Pit"] * 2 + ["Rope"]
    assert [kinds[value] for value in range(22)] == expected


@pytest.mark.parametrize("number", [1, 5, 20])
def test_R65_hexes_are_as_frequent_as_their_weights(rules: Rules, number: int) -> None:
    """By chi-square over the hexes of many levels; an enemy weighs as much as its level's number."""
    weights = {"Blank": 8, "Stone Wall": 5, "Pool": 3, "Chest": 2, "Enemy": number, "Pit": 2, "Rope": 1}
    counts: Counter[str] = Counter()
    for seed in range(MADE):
        level = made(rules, number, seed)
        guarded = {enemy.hex for enemy in level.enemies}
        counts.update("Enemy" if at in guarded else kind.name for at, kind in ground(level) if at != CENTRE)
    expected = {name: weight * MADE * 60 / sum(weights.values()) for name, weight in weights.items()}
    assert sum((counts[name] - many) ** 2 / many for name, many in expected.items()) < FAR_OUT


def test_R65_enemies_are_as_frequent_as_their_weights() -> None:
    """Two kinds, one three times as likely as the other: by chi-square with one degree of freedom."""
    stay = [{"stay": {}}]
    rules = law(
        pool={"Enemy": {"weight": 1, "is": "enemy"}},
        enemies={
            "Ogre": {"weight": 3, "behaviour": stay, "place": 0},
            "Bat": {"weight": 1, "behaviour": stay, "place": 1},
        },
    )
    names = Counter(enemy.name for seed in range(50) for enemy in made(rules, 1, seed).enemies)
    assert names.total() == 3000
    assert (names["Ogre"] - 2250) ** 2 / 2250 + (names["Bat"] - 750) ** 2 / 750 < 23.9


def test_R65_nothing_without_weight_is_ever_drawn() -> None:
    """An entry of weight 0 stands in the law and is never made."""
    rules = law(pool={"Pit": {"weight": 1, "is": "pit"}, "Never": {"weight": 0, "is": "chest"}})
    assert {kind.name for _, kind in ground(made(rules, 1))} == {"Pit", "rope"}
