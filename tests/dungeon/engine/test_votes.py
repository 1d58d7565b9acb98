"""What a vote can make of the tables: other names, several entries that work alike, enemies of given behaviours."""

from dungeon.engine.create_levels import ground
from dungeon.engine.hexes import CENTRE
from dungeon.engine.parsed_law import Rules, rules_of
from dungeon.engine.state import HexKind
from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import Joined
from tests.dungeon.engine.maps import (
    GAME,
    NoDraws,
    NoWorld,
    Told,
    asked,
    at,
    document,
    label,
    law,
    level,
    match,
    on,
    over,
    purse,
)

MARSH = {"Marsh": {"weight": 1, "is": "water", "place": 1}, "Lake": {"weight": 1, "is": "water", "place": 0}}


def test_two_entries_can_work_alike_under_their_own_names() -> None:
    """A marsh and a lake bar the way as a pool does, and are seen as what they are called."""
    rules = law(radius=1, pool=MARSH)
    state = GAME.react(rules, GAME.setup(rules, {}), Joined("ada"), Source("ab" * 32, "1"), NoWorld())
    assert state is not None
    hexes = GAME.view(rules, state.state, None).level(1, 1).hexes
    assert {(each.terrain, each.name) for each in hexes} == {("water", "Marsh"), ("water", "Lake"), ("rope", "rope")}
    assert label(asked(rules, state.state, "ada"), "E").endswith(", so the step is lost")


def test_entries_are_drawn_in_the_laws_order_wherever_they_are_stored() -> None:
    """By their place, and those of one place by name: the same draw means the same hex."""
    turned = dict(reversed(MARSH.items()))
    for pool in (MARSH, turned):
        assert [entry.name for entry in law(pool=pool).pool] == ["Lake", "Marsh"]
    assert [
        entry.name for entry in law(pool={"B": {"weight": 1, "is": "pit"}, "A": {"weight": 1, "is": "pit"}}).pool
    ] == [
        "A",
        "B",
    ]


def test_the_centre_and_emptied_chests_have_the_laws_names() -> None:
    """The first entry that works so; where the law has none, what it works as."""
    rules = law(
        radius=1,
        pool={
            "Floor": {"weight": 1, "is": "blank", "place": 2},
            "Grass": {"weight": 0, "is": "blank", "place": 1},
            "Ladder": {"weight": 0, "is": "rope", "place": 3},
        },
    )
    assert (rules.kind_of("blank"), rules.kind_of("rope")) == (HexKind("Grass", "blank"), HexKind("Ladder", "rope"))
    step = over(rules, match(level({(1, 0): "chest"}), ada=on(2, 0)), ada=["W"])
    assert step.state.dungeons[0].levels[0].kind((1, 0)) == HexKind("Grass", "blank")
    bare = law(pool={"Pit": {"weight": 1, "is": "pit"}})
    step = over(bare, match(level({(1, 0): "chest"}), ada=on(2, 0)), ada=["W"])
    assert step.state.dungeons[0].levels[0].kind((1, 0)) == HexKind("blank", "blank")


def test_a_vote_can_add_an_enemy_of_given_behaviours(rules: Rules) -> None:
    """A hound that charges six hexes; where it sees nobody it wanders two, each drawn."""
    hound = {"weight": 1, "behaviour": [{"charge": {"hexes": 6}}, {"wander": {"hexes": 2}}]}
    hunting = law(enemies={"Hound": hound})
    seen = match(level(enemies={(4, -1): "Hound"}), ada=on(-2, -1))
    assert at(over(hunting, seen, NoDraws()).state, "ada") == on(0, 0)
    steps = Told({"enemy 1: step 1": 0, "enemy 1: step 2": 1})
    after = over(hunting, match(level(enemies={(1, 1): "Hound"})), steps).state
    assert after.dungeons[0].levels[0].enemies[0].hex == (3, 0)


def test_a_wanderer_that_is_barred_ends_its_turn() -> None:
    """Its second step is not drawn any more."""
    rules = law(enemies={"Bat": {"weight": 1, "behaviour": [{"wander": {"hexes": 3}}]}})
    chance = Told({"enemy 1: step 1": 0})
    over(rules, match(level({(3, 0): "wall"}, {(2, 0): "Bat"})), chance)
    assert chance.drawn == [("enemy 1: step 1", 6)]


def test_a_vote_can_add_loot() -> None:
    """Drawn among the others by its weight: of 11, the last is a crown."""
    found = document()
    loot = {**found["dungeon"]["loot"], "a crown": {"weight": 1, "coins": 12, "place": 99}}
    rules = law(loot=loot)
    chance = Told({f"action 1, loot {number}: ada": value for number, value in ((1, 10), (2, 0), (3, 2))})
    step = over(rules, match(level({(1, 0): "chest"}), ada=on(2, 0)), chance, ada=["W"])
    assert purse(step.state, "ada") == (13, 0)
    assert {sides for _, sides in chance.drawn} == {11}


def test_a_law_without_enemies_makes_levels_without_them() -> None:
    """Where the pool has none either."""
    rules = law(pool={"Blank": {"weight": 1, "is": "blank"}}, enemies={})
    state = GAME.react(rules, GAME.setup(rules, {}), Joined("ada"), Source("ab" * 32, "1"), NoWorld())
    assert state is not None
    (made,) = state.state.dungeons[0].levels
    assert not made.enemies
    assert {kind.name for at_, kind in ground(made) if at_ != CENTRE} == {"Blank"}


def test_the_rules_are_those_of_the_document() -> None:
    """Every number of the template, as the game reads it."""
    rules = rules_of(document(), 7)
    assert (rules.number, rules.radius, rules.period_minutes, rules.actions, rules.chest_loot) == (7, 4, 1440, 3, 3)
    assert [(entry.name, entry.weight, entry.works_as) for entry in rules.pool] == [
        ("Blank", 8, "blank"),
        ("Stone Wall", 5, "wall"),
        ("Pool", 3, "water"),
        ("Chest", 2, "chest"),
        ("Enemy", None, "enemy"),
        ("Pit", 2, "pit"),
        ("Rope", 1, "rope"),
    ]
    assert [(loot.name, loot.weight, loot.coins) for loot in rules.loot] == [
        ("Nothing", 2, 0),
        ("1 coin", 5, 1),
        ("2 coins", 3, 2),
    ]
    (minotaur,) = rules.enemies.values()
    assert (minotaur.name, minotaur.weight) == ("Minotaur", 2)
    assert [(each.kind, each.hexes) for each in minotaur.behaviours] == [("charge", 3), ("wander", 1)]
    assert (rules.escaped_more_than, rules.levels_at_least, rules.coins_more_than, rules.ahead_by) == (2, 6, 50, 5)
