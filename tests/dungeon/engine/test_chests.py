"""Chests: looted by whoever steps onto them, blank when the period is over (R67, R114)."""

from collections import Counter

from dungeon.engine.parsed_law import Rules, draw_weighted
from dungeon.engine.state import Act, HexKind
from nomic.chance.draw_source import Source
from tests.dungeon.engine.maps import NoDraws, Told, at, law, level, match, on, over, purse, told

CHEST = level({(1, 0): "chest"})


def loots(player: str, action: int, *values: int) -> dict[str, int]:
    """The draws of one chest."""
    return {f"action {action}, loot {number}: {player}": value for number, value in enumerate(values, 1)}


def test_R67_three_loot_draws_go_to_the_pocket(rules: Rules) -> None:
    """Of 10: 0–1 nothing, 2–6 a coin, 7–9 two coins. One of each makes three coins."""
    chance = Told(loots("ada", 1, 1, 6, 7))
    step = over(rules, match(CHEST, ada=on(0, 0)), chance, ada=["E"])
    assert purse(step.state, "ada") == (3, 0)
    assert [sides for _, sides in chance.drawn] == [10, 10, 10]
    assert told(step, "looted")[0].text == "ada loots a Chest and finds 3 coins."
    loot = ("Nothing", "1 coin", "2 coins")
    assert step.state.last.frames[0].acts == (Act("ada", "E", "looted", (on(0, 0), on(1, 0)), loot, 3),)


def test_R67_several_may_loot_the_same_chest_in_a_period(rules: Rules) -> None:
    """At once or one after the other; each draws for themselves."""
    chance = Told({**loots("ada", 1, 9, 9, 9), **loots("bob", 1, 0, 0, 2), **loots("eve", 3, 2, 2, 2)})
    state = match(CHEST, ada=on(0, 0), bob=on(2, 0), eve=on(4, 0))
    step = over(rules, state, chance, ada=["E"], bob=["W"], eve=["W", "W", "W"])
    assert [purse(step.state, name)[0] for name in ("ada", "bob", "eve")] == [6, 1, 3]


def test_R67_a_looted_chest_is_blank_when_the_period_is_over(rules: Rules) -> None:
    """Not before; another one stays. Stepping onto it then brings nothing."""
    state = match(level({(1, 0): "chest", (-1, 0): "chest"}), ada=on(0, 0), bob=on(0, 0))
    step = over(rules, state, Told(loots("ada", 1, 9, 9, 9)), ada=["E"])
    ground = step.state.dungeons[0].levels[0]
    assert (ground.kind((1, 0)), ground.kind((-1, 0))) == (HexKind("Blank", "blank"), HexKind("Chest", "chest"))
    assert step.state.last.emptied == ((on(1, 0), HexKind("Chest", "chest")),)
    again = over(rules, step.state, NoDraws(), bob=["E"])
    assert (at(again.state, "bob"), purse(again.state, "bob")) == (on(1, 0), (0, 0))


def test_R67_standing_still_on_a_chest_loots_nothing_further(rules: Rules) -> None:
    """One step onto it, two actions on it: three draws."""
    chance = Told(loots("ada", 1, 9, 9, 9))
    step = over(rules, match(CHEST, ada=on(0, 0)), chance, ada=["E", "wait", "wait"])
    assert purse(step.state, "ada") == (6, 0)
    assert len(chance.drawn) == 3


def test_R67_who_stands_on_a_chest_without_having_stepped_there_loots_nothing(rules: Rules) -> None:
    """A player who stands on a chest gets nothing, and the chest stays."""
    step = over(rules, match(CHEST, ada=on(1, 0)), NoDraws(), ada=["wait"])
    assert purse(step.state, "ada") == (0, 0)
    assert step.state.dungeons[0].levels[0].terrain((1, 0)) == "chest"


def test_R114_stepping_onto_a_chest_again_loots_again(rules: Rules) -> None:
    """Onto it, off it, and back in one period: the first and the third action draw."""
    chance = Told({**loots("ada", 1, 9, 9, 9), **loots("ada", 3, 2, 0, 0)})
    step = over(rules, match(CHEST, ada=on(2, 0)), chance, ada=["W", "E", "W"])
    assert purse(step.state, "ada") == (7, 0)


def test_R67_how_often_a_chest_is_looted_is_law() -> None:
    """A law of five draws, and of loot worth seven."""
    rules = law(chest_loot=5, loot={"a crown": {"weight": 1, "coins": 7}})
    chance = Told(loots("ada", 1, 0, 0, 0, 0, 0))
    step = over(rules, match(CHEST, ada=on(0, 0)), chance, ada=["E"])
    assert purse(step.state, "ada") == (35, 0)


def test_a_law_without_loot_draws_leaves_a_chest_to_be_opened_for_nothing() -> None:
    """Nothing is drawn, and the chest is used up all the same."""
    step = over(law(chest_loot=0), match(CHEST, ada=on(0, 0)), NoDraws(), ada=["E"])
    assert told(step, "looted")[0].text == "ada loots a Chest and finds nothing."
    assert step.state.dungeons[0].levels[0].terrain((1, 0)) == "blank"


def test_loot_is_as_frequent_as_its_weight(rules: Rules) -> None:
    """2, 5 and 3 of 10, by chi-square with two degrees of freedom."""
    chance, many = Source("ef" * 32, "loot"), 5000
    found = Counter(draw_weighted(rules.loot, 1, chance, f"loot {each}", "").name for each in range(many))
    expected = {"Nothing": many * 2 / 10, "1 coin": many * 5 / 10, "2 coins": many * 3 / 10}
    assert sum((found[name] - often) ** 2 / often for name, often in expected.items()) < 27.6
