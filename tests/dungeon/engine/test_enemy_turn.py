"""Enemies: whom they see, how they charge and wander, what stops them, and being caught (R70)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon.engine.enemy_turn import in_line
from dungeon.engine.hexes import DIRECTIONS, Hex, hexes
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Act, Dungeon, Enemy, EnemyAct, Explorer, Level, State, Terrain
from nomic.chance.draw_source import Source
from tests.dungeon.engine.maps import NoDraws, Told, at, law, level, match, on, over, purse, told

BULL = "Minotaur"
SIDES = list(DIRECTIONS)
STILL = {"weight": 1, "behaviour": [{"stay": {}}]}


def enemy(state: State, number: int = 1) -> Hex:
    """Where an enemy is."""
    levels = state.dungeons[0].levels
    return next(each.hex for found in levels for each in found.enemies if each.id == number)


# ── charging


def test_R70_it_charges_three_hexes_toward_a_player_in_line(rules: Rules) -> None:
    """Five to the west of it: it comes to two from the player, and draws nothing, for it sees no other."""
    step = over(rules, match(level(enemies={(4, -1): BULL}), ada=on(-1, -1)), NoDraws())
    assert enemy(step.state) == (1, -1)
    charge = EnemyAct(1, BULL, "charge", (on(4, -1), on(3, -1), on(2, -1), on(1, -1)))
    assert step.state.last.frames[-1].enemies == (charge,)


@pytest.mark.parametrize("far", [1, 2, 3])
def test_R70_reaching_a_players_hex_it_catches_them_and_the_charge_ends(rules: Rules, far: int) -> None:
    """At most three hexes away. Their pocket is destroyed, their store is not, and they are back on level 1."""
    ada = Explorer("", at=on(4 - far, -1, 2), pocket=4, store=9)
    step = over(rules, match(level(), level(enemies={(4, -1): BULL}), ada=ada), NoDraws())
    assert (at(step.state, "ada"), purse(step.state, "ada")) == (on(0, 0), (0, 9))
    assert enemy(step.state) == (4 - far, -1)
    assert told(step, "caught")[0].text == "ada is caught by a Minotaur and loses 4 coins."
    frame = step.state.last.frames[-1]
    assert frame.acts == (Act("ada", "", "caught", (on(4 - far, -1, 2), on(0, 0)), (), 4),)
    assert frame.enemies[0].caught == ("ada",)


def test_R70_four_hexes_away_is_too_far_to_be_caught(rules: Rules) -> None:
    """It comes to the hex beside the player."""
    step = over(rules, match(level(enemies={(4, -1): BULL}), ada=on(0, -1)), NoDraws())
    assert (at(step.state, "ada"), enemy(step.state)) == (on(0, -1), (1, -1))


def test_R70_all_on_the_hex_it_reaches_are_caught(rules: Rules) -> None:
    """It charges at one of them; which one is drawn, and makes no difference."""
    chance = Told({"enemy 1: at whom": 1})
    step = over(rules, match(level(enemies={(4, -1): BULL}), ada=on(2, -1), bob=on(2, -1)), chance)
    assert [at(step.state, name) for name in ("ada", "bob")] == [on(0, 0), on(0, 0)]
    assert chance.drawn == [("enemy 1: at whom", 2)]


@pytest.mark.parametrize(("drawn", "end"), [(0, (4, -4)), (1, (1, -1))])
def test_R70_of_several_in_line_it_charges_at_a_random_one(rules: Rules, drawn: int, end: Hex) -> None:
    """One is three hexes to the north-west and would be reached, the other five to the west: one draw of two."""
    state = match(level(enemies={(4, -1): BULL}), ada=on(-1, -1), bob=on(4, -4))
    chance = Told({"enemy 1: at whom": drawn})
    assert enemy(over(rules, state, chance).state) == end
    assert chance.drawn == [("enemy 1: at whom", 2)]


def test_R70_one_who_stands_in_the_way_is_caught_in_place_of_the_one_behind(rules: Rules) -> None:
    """It sees both, and whichever it charges at, the nearer one ends the charge."""
    for drawn in (0, 1):
        state = match(level(enemies={(4, -1): BULL}), ada=on(1, -1), bob=on(2, -1))
        step = over(rules, state, Told({"enemy 1: at whom": drawn}))
        assert (at(step.state, "ada"), at(step.state, "bob"), enemy(step.state)) == (on(1, -1), on(0, 0), (2, -1))


def test_R70_a_stone_wall_between_hides_a_player(rules: Rules) -> None:
    """So it wanders; a wall behind the player hides nothing."""
    hidden = match(level({(2, -1): "wall"}, {(4, -1): BULL}), ada=on(1, -1))
    assert enemy(over(rules, hidden, Told({"enemy 1: step 1": SIDES.index("NE")})).state) == (4, -1)
    seen = match(level({(0, -1): "wall"}, {(4, -1): BULL}), ada=on(1, -1))
    assert at(over(rules, seen, NoDraws()).state, "ada") == on(0, 0)


@pytest.mark.parametrize("barrier", ["water", "pit"])
def test_R70_pools_and_pits_hide_nobody_and_end_the_charge_before_them(rules: Rules, barrier: Terrain) -> None:
    """It sees the player beyond, comes as far as it can, and nobody is caught."""
    state = match(level({(2, -1): barrier}, {(4, -1): BULL}), ada=on(1, -1))
    step = over(rules, state, NoDraws())
    assert (at(step.state, "ada"), enemy(step.state)) == (on(1, -1), (3, -1))


def test_R70_a_charge_that_is_barred_at_once_is_all_the_same_what_it_does(rules: Rules) -> None:
    """It does not wander in place of it, and nothing is drawn."""
    state = match(level({(3, -1): "water"}, {(4, -1): BULL}), ada=on(1, -1))
    step = over(rules, state, NoDraws())
    assert enemy(step.state) == (4, -1)
    assert step.state.last.frames[-1].enemies == ()


def test_R70_the_centre_ends_a_charge_and_whoever_stands_there_is_safe(rules: Rules) -> None:
    """It sees them, and those beyond the centre as well."""
    for spot in (on(0, 0), on(-2, 0)):
        step = over(rules, match(level(enemies={(3, 0): BULL}), ada=spot), NoDraws())
        assert (at(step.state, "ada"), enemy(step.state)) == (spot, (1, 0))


@pytest.mark.parametrize("ground", ["chest", "rope"])
def test_R70_it_goes_over_chests_and_other_ropes(rules: Rules, ground: Terrain) -> None:
    """Only pools, walls, pits and the centre bar its way."""
    state = match(level({(2, -1): ground}, {(4, -1): BULL}), ada=on(-1, -1))
    assert enemy(over(rules, state, NoDraws()).state) == (1, -1)


def test_R70_players_of_other_levels_and_those_outside_are_not_seen(rules: Rules) -> None:
    """Two hexes away in line, but a level below: it wanders."""
    state = match(level(enemies={(4, -1): BULL}), level(), ada=on(2, -1, 2), bob=None)
    chance = Told({"enemy 1: step 1": SIDES.index("W")})
    assert enemy(over(rules, state, chance).state) == (3, -1)


def test_R70_it_sees_players_where_their_actions_have_brought_them(rules: Rules) -> None:
    """It acts after all actions: who steps out of the line is not seen, who steps into it is."""
    state = match(level(enemies={(4, -1): BULL}), ada=on(2, -1))
    away = over(rules, state, Told({"enemy 1: step 1": SIDES.index("W")}), ada=["SW"])
    assert (at(away.state, "ada"), enemy(away.state)) == (on(1, 0), (3, -1))
    state = match(level(enemies={(4, -1): BULL}), ada=on(1, 0))
    assert at(over(rules, state, NoDraws(), ada=["NE"]).state, "ada") == on(0, 0)


cells = st.sampled_from(hexes(4))


def by_cubes(walls: set[Hex], start: Hex, players: dict[Hex, list[str]]) -> Counter[str]:
    """Whom one sees, worked out another way: in cube coordinates, by what two hexes share and by what lies between."""

    def cube(at: Hex) -> tuple[int, int, int]:
        return at[0], at[1], -at[0] - at[1]

    seen: Counter[str] = Counter()
    for other, names in players.items():
        one, two = cube(start), cube(other)
        shared = [a == b for a, b in zip(one, two, strict=True)].count(True)
        between = [
            wall
            for wall in walls
            if sum(a == b == c for a, b, c in zip(one, cube(wall), two, strict=True)) == 1
            and all(min(a, c) <= b <= max(a, c) for a, b, c in zip(one, cube(wall), two, strict=True))
            and wall not in (start, other)
        ]
        if shared == 1 and not between:
            seen.update(names)
    return seen


@given(st.sets(cells, max_size=12), cells, st.lists(cells, max_size=12))
def test_R70_in_line_is_one_of_six_straight_lines_with_no_wall_between(
    walls: set[Hex], start: Hex, standing: list[Hex]
) -> None:
    """Found by walking outwards, and again by cube coordinates: two hexes are in line if they share exactly one."""
    walls -= {start, *standing}
    players: dict[Hex, list[str]] = {}
    for number, spot in enumerate(standing):
        players.setdefault(spot, []).append(f"P{number}")
    seen = Counter(prey.player for prey in in_line(level(dict.fromkeys(walls, "wall")), start, players))
    assert seen == by_cubes(walls, start, players)


# ── wandering


@pytest.mark.parametrize("side", range(6))
def test_R70_without_anybody_in_line_it_moves_to_a_random_adjacent_hex(rules: Rules, side: int) -> None:
    """One of six, by one draw."""
    chance = Told({"enemy 1: step 1": side})
    step = over(rules, match(level(enemies={(2, 0): BULL})), chance)
    q, r = DIRECTIONS[SIDES[side]]
    assert enemy(step.state) == (2 + q, r)
    assert chance.drawn == [("enemy 1: step 1", 6)]


@pytest.mark.parametrize("barrier", ["wall", "water", "pit"])
def test_R70_it_does_not_wander_onto_walls_pools_or_pits(rules: Rules, barrier: Terrain) -> None:
    """Where the drawn hex is barred it stays; no other is drawn."""
    chance = Told({"enemy 1: step 1": SIDES.index("E")})
    step = over(rules, match(level({(3, 0): barrier}, {(2, 0): BULL})), chance)
    assert enemy(step.state) == (2, 0)
    assert len(chance.drawn) == 1


def test_R70_it_wanders_neither_onto_the_centre_nor_off_the_level(rules: Rules) -> None:
    """Beyond the edge is a neighbour like others, on which it cannot go."""
    for spot, side in (((1, 0), "W"), ((4, 0), "E"), ((4, 0), "NE")):
        chance = Told({"enemy 1: step 1": SIDES.index(side)})
        assert enemy(over(rules, match(level(enemies={spot: BULL})), chance).state) == spot


def test_R70_wandering_onto_a_player_catches_them() -> None:
    """Of an enemy that only wanders; it goes no further then, though it might."""
    rules = law(enemies={"Bat": {"weight": 1, "behaviour": [{"wander": {"hexes": 3}}]}})
    east = {f"enemy 1: step {number}": SIDES.index("E") for number in (1, 2)}
    chance = Told(east)
    step = over(rules, match(level(enemies={(1, 1): "Bat"}), ada=on(3, 1)), chance)
    assert (at(step.state, "ada"), enemy(step.state), len(chance.drawn)) == (on(0, 0), (3, 1), 2)


def test_R70_each_side_is_as_likely(rules: Rules) -> None:
    """By chi-square with five degrees of freedom."""
    state, ends = match(level(enemies={(2, 0): BULL})), Counter()
    for number in range(1200):
        ends[enemy(over(rules, state, Source("ab" * 32, f"{number}")).state)] += 1
    assert len(ends) == 6
    assert sum((count - 200) ** 2 / 200 for count in ends.values()) < 35.9


# ── being caught by walking, order, behaviours


def test_R70_walking_onto_a_minotaur_is_being_caught(rules: Rules) -> None:
    """At once: the later actions are made from the first centre. The minotaur has not moved for it."""
    ada = Explorer("", at=on(0, 0, 2), pocket=3, store=5)
    state = match(level(), level(enemies={(1, 0): BULL}), ada=ada)
    chance = Told({"enemy 1: step 1": SIDES.index("W")})
    step = over(rules, state, chance, ada=["E", "W", "W"])
    assert (at(step.state, "ada"), purse(step.state, "ada")) == (on(-2, 0), (0, 5))
    path = (on(0, 0, 2), on(1, 0, 2), on(0, 0))
    assert step.state.last.frames[0].acts == (Act("ada", "E", "caught", path, (), 3),)


@pytest.mark.parametrize("ground", ["chest", "rope"])
def test_R70_who_is_caught_gets_nothing_of_the_hex(ground: Terrain) -> None:
    """Neither loot nor a way up: being caught comes first. The chest is not used up."""
    rules = law(enemies={"Statue": STILL})
    state = match(level({(1, 0): ground}, {(1, 0): "Statue"}), ada=on(0, 0))
    step = over(rules, state, NoDraws(), ada=["E"])
    assert (at(step.state, "ada"), purse(step.state, "ada")) == (on(0, 0), (0, 0))
    assert step.state.dungeons[0].levels[0].terrain((1, 0)) == ground


def test_R70_a_rope_can_bring_one_to_an_enemy() -> None:
    """Who climbs to a hex on which one stands is caught there; the way over which they came is told."""
    rules = law(enemies={"Statue": STILL})
    state = match(level({(2, 0): "pit"}, {(1, 0): "Statue"}), level(), ada=Explorer("", at=on(0, 0, 2), pocket=1))
    step = over(rules, state, NoDraws(), ada=["climb", "1,0"])
    assert (at(step.state, "ada"), purse(step.state, "ada")) == (on(0, 0), (0, 0))
    path = (on(0, 0, 2), on(1, 0), on(0, 0))
    assert step.state.last.frames[0].acts[0].path == path


def test_R70_who_is_caught_in_a_later_dungeon_is_back_at_that_dungeons_first_centre(rules: Rules) -> None:
    """They are removed from the level, not from the dungeon."""
    state = match(level(), ada=on(2, -1, 2, 2))
    second = Dungeon((level(), level(enemies={(4, -1): BULL})))
    state = replace(state, dungeons=(*state.dungeons, second), enemies_made=1)
    assert at(over(rules, state, NoDraws()).state, "ada") == on(0, 0, 1, 2)


def test_R70_enemies_act_level_by_level_in_the_order_they_were_made(rules: Rules) -> None:
    """The one of level 1 acts before ada is brought up from level 2, so it does not see her in the centre, and wanders;
    the second of level 2 acts after the first has caught her, and does not see her any more."""
    state = match(
        level(enemies={(3, 0): BULL}), level(enemies={(4, -1): BULL, (2, 2): BULL}, first=2), ada=on(2, -1, 2)
    )
    south = SIDES.index("SW")
    chance = Told({"enemy 1: step 1": south, "enemy 3: step 1": south})
    step = over(rules, state, chance)
    assert [label for label, _ in chance.drawn] == ["enemy 1: step 1", "enemy 3: step 1"]
    assert [enemy(step.state, number) for number in (1, 2, 3)] == [(2, 1), (2, -1), (1, 3)]


def test_R70_enemies_of_an_old_dungeons_new_level_act_after_those_of_a_newer_dungeon(rules: Rules) -> None:
    """The order is that in which they were made, not that of the dungeons."""
    old = (level(enemies={(3, 0): BULL}), level(enemies={(3, 0): BULL}, first=3))
    state = match(*old, ada=on(2, -1))
    newer = Dungeon((level(enemies={(3, 0): BULL}, first=2),))
    state = replace(state, dungeons=(*state.dungeons, newer), enemies_made=3)
    chance = Told({f"enemy {number}: step 1": SIDES.index("SW") for number in (1, 2, 3)})
    over(rules, state, chance)
    assert [label for label, _ in chance.drawn] == [f"enemy {number}: step 1" for number in (1, 2, 3)]


def test_R70_enemies_of_a_level_that_was_made_in_the_period_act_in_it() -> None:
    """They come after those of earlier levels, with the next numbers."""
    everywhere = {"Enemy": {"weight": 1, "is": "enemy"}}
    rules = law(radius=1, pool=everywhere, enemies={"Bull": {"weight": 1, "behaviour": [{"charge": {"hexes": 1}}]}})
    state = match(level({(1, 0): "pit"}, {(-4, 0): "Bull"}), ada=on(0, 0))
    step = over(rules, state, ada=["E"])
    assert [each.id for each in step.state.dungeons[0].levels[1].enemies] == [2, 3, 4, 5, 6, 7]
    assert (step.state.enemies_made, at(step.state, "ada")) == (7, on(0, 0, 2))


def test_the_first_behaviour_that_applies_acts() -> None:
    """A charge of one hex; else a charge that cannot be, for it is the same condition; else it stays."""
    ram = {"weight": 1, "behaviour": [{"charge": {"hexes": 1}}, {"stay": {}}]}
    rules = law(enemies={"Ram": ram, "Statue": STILL})
    chased = match(level(enemies={(4, -1): "Ram"}), ada=on(0, -1))
    assert enemy(over(rules, chased, NoDraws()).state) == (3, -1)
    alone = match(level(enemies={(4, -1): "Ram", (-4, 0): "Statue"}))
    step = over(rules, alone, NoDraws())
    assert [enemy(step.state, number) for number in (1, 2)] == [(4, -1), (-4, 0)]


def test_R106_an_enemy_that_the_law_has_no_more_stays_and_still_catches_who_walks_onto_it(rules: Rules) -> None:
    """Its behaviours are gone with its entry; it is not."""
    state = match(level(enemies={(1, 0): "Wyvern"}), ada=on(0, 0), bob=on(3, 0))
    step = over(rules, state, NoDraws(), ada=["E"])
    assert (at(step.state, "bob"), enemy(step.state)) == (on(3, 0), (1, 0))
    assert [act.how for act in step.state.last.frames[0].acts] == ["caught"]


def test_enemies_share_hexes(rules: Rules) -> None:
    """Nothing says that one bars another."""
    state = match(level(enemies={(4, -1): BULL, (3, -1): BULL}), ada=on(2, -1))
    step = over(rules, state, Told({"enemy 2: step 1": SIDES.index("NW")}))
    assert (enemy(step.state, 1), at(step.state, "ada")) == ((2, -1), on(0, 0))


def test_a_level_of_enemies_is_as_it_was_but_for_where_they_are(rules: Rules) -> None:
    """A step of theirs changes no hex."""
    before: Level = level({(2, -2): "wall"}, {(2, 0): BULL})
    after = over(rules, match(before), Told({"enemy 1: step 1": 0})).state.dungeons[0].levels[0]
    assert (after.kinds, after.hexes) == (before.kinds, before.hexes)
    assert after.enemies == (Enemy(1, BULL, 3, 0),)
