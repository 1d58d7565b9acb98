"""Dungeon when acts come in an unusual order: at midnight, in an outage, voided, or under a law of this period."""

from typing import Any

import pytest

from dungeon.engine.state import Spot, centre
from tests.corrections.conftest import adopt, tell
from tests.support.dungeon_cycles import BLANKS, CHESTS, PITS, STATUE, TWO_COINS, Delve, Open
from tests.support.hall import ADMIN, DAY, HOUR, START

pytestmark = pytest.mark.django_db

HUNTER = {"Hunter": {"weight": 1, "behaviour": [{"charge": {"hexes": 3}}, {"stay": {}}]}}
EASY = {"coins_more_than": 5, "ahead_by": 1}


def voted(deep: Delve, path: str, value: Any) -> None:
    """An urgent vote on a value of the section, which is law after 48 hours."""
    deep.hall.propose("ada", {"op": "replace", "path": f"/dungeon/{path}", "value": value}, **{"class": "urgent"})


# ── within one period


def test_R66_R70_who_is_caught_goes_on_from_the_first_centre_with_what_is_left_of_the_plan(delve: Open) -> None:
    """Caught by the first action; the two others are steps from the centre, onto another statue and then onto one."""
    deep = delve("ada", pool={**BLANKS, "Enemy": {"weight": 1, "is": "enemy"}}, enemies=STATUE, radius=1)
    (level,) = deep.state.dungeons[0].levels
    guarded = {enemy.hex for enemy in level.enemies}
    names = {(1, 0): "E", (1, -1): "NE", (0, -1): "NW", (-1, 0): "W", (-1, 1): "SW", (0, 1): "SE"}
    onto = next(name for at, name in names.items() if at in guarded)
    free = next(at for at in names if at not in guarded)
    deep.plan("ada", onto, onto, names[free])
    deep.hall.to(START + DAY)
    assert [entry.words.count("ada is caught by a Statue and loses nothing.") for entry in deep.hall.entries()][-1] == 2
    assert deep.explorer("ada").at == Spot(1, 1, *free)
    deep.hall.is_sound()


def test_R67_R70_what_is_looted_in_the_period_is_lost_to_an_enemy_at_its_end(delve: Open) -> None:
    """Enemies act after all players; the chest is blank all the same, and what others stored is safe."""
    deep = delve("ada", "bob", pool={**CHESTS, "Enemy": {"weight": 1, "is": "enemy"}}, loot=TWO_COINS, enemies=HUNTER)
    (level,) = deep.state.dungeons[0].levels
    ways = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
    back = dict(zip(ways, ("W", "SW", "SE", "E", "NE", "NW"), strict=True))
    way, at = next((way, at) for way, at in ways.items() if level.terrain(at) == "chest")
    deep.plan("ada", way)
    deep.plan("bob", way, back[way], "rope:escape")
    deep.hall.to(START + DAY)
    words = deep.hall.entries("clock-expired")[-1].words
    assert "ada is caught by a Hunter and loses 6 coins." in words
    assert (deep.explorer("ada").at, deep.explorer("ada").pocket) == (centre(1, 1), 0)
    assert deep.explorer("bob").store == 6
    assert deep.state.dungeons[0].levels[0].terrain(at) == "blank"


def test_R2_R71_who_leaves_at_midnight_has_won_already(delve: Open) -> None:
    """An act at the very end of a period comes after it."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS, victory=EASY)
    deep.plan("ada", "E", "W", "rope:escape")
    deep.hall.pass_on(START + DAY)
    deep.hall.refused("ada", "leave", "cycle-ended")
    assert deep.hall.cycle.winner == "ada"


# ── corrections and outages


def test_R128_a_plan_made_at_a_midnight_that_an_outage_put_off_is_one_of_the_longer_period(delve: Open) -> None:
    """Recorded late: what was walked at midnight has not been, and the later plan takes the place of the earlier."""
    deep = delve("ada", pool=BLANKS)
    deep.plan("ada", "E")
    deep.hall.to(START + DAY + HOUR)
    assert deep.explorer("ada").at == Spot(1, 1, 1, 0)
    deep.plan("ada", "E")
    times = {"began": (START + DAY - HOUR).isoformat(), "ended": (START + DAY + 3 * HOUR).isoformat()}
    deep.hall.do(ADMIN, "record-outage", **times, reason="a flood")
    assert (deep.state.period, deep.explorer("ada").at) == (1, centre(1, 1))
    assert deep.match.clocks.get().due_at == START + DAY + 4 * HOUR
    deep.hall.to(START + DAY + 4 * HOUR)
    assert deep.explorer("ada").at == Spot(1, 1, 1, 0)
    deep.hall.to(START + 2 * DAY)
    assert (deep.state.period, deep.explorer("ada").at) == (3, Spot(1, 1, 1, 0))
    deep.hall.is_sound()


def test_R68_without_the_plan_of_who_fell_first_the_level_is_made_by_who_falls_next(delve: Open) -> None:
    """Ada's plan is voided: she stands where she stood, and level 2 is found a day later, by Bob."""
    deep = delve("ada", "bob", pool=PITS)
    plan = deep.plan("ada", "E")
    deep.hall.to(START + DAY)
    deep.plan("bob", "E")
    deep.hall.to(START + 2 * DAY)
    edits = [{"do": "void", "entry": plan.key}]
    deep.hall.do(ADMIN, "open-correction", edits=edits, reason="it was another one's")
    adopt(deep.hall, tell(deep.hall))
    assert (deep.explorer("ada").at, deep.explorer("bob").at) == (centre(1, 1), centre(1, 2))
    found = [entry.at for entry in deep.hall.entries() if "Level 2 of dungeon 1 is found." in entry.words]
    assert found == [START + 2 * DAY]
    deep.hall.is_sound()


# ── amendments and leaving


def test_R106_a_plan_made_before_the_vote_on_more_actions_ends_with_its_last_one(delve: Open) -> None:
    """Bob, who plans after the vote, has five; nobody's steps are guessed."""
    deep = delve("ada", "bob", pool=BLANKS, radius=6)
    deep.hall.to(START + HOUR)
    voted(deep, "actions", 5)
    deep.hall.to(START + 2 * DAY)
    deep.plan("ada", "E", "E", "E")
    deep.hall.to(START + 2 * DAY + HOUR)
    assert deep.hall.cycle.revision == 1
    deep.plan("bob", "E", "E", "E", "E", "E")
    deep.hall.to(START + 3 * DAY)
    assert [deep.explorer(name).at for name in ("ada", "bob")] == [Spot(1, 1, 3, 0), Spot(1, 1, 5, 0)]
    deep.hall.is_sound()


def test_R71_coins_that_are_enough_by_a_changed_law_win_when_the_period_ends(delve: Open) -> None:
    """DUN decides at the end of a period, not when the law changes."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS)
    deep.plan("ada", "E", "W", "rope:escape")
    deep.hall.to(START + HOUR)
    voted(deep, "victory", EASY)
    deep.hall.to(START + 2 * DAY + HOUR)
    assert (deep.hall.cycle.revision, deep.hall.cycle.is_running) == (1, True)
    deep.hall.to(START + 3 * DAY)
    assert deep.hall.cycle.winner == "ada"


def test_R115_who_has_escaped_and_left_has_escaped(delve: Open) -> None:
    """Three players escaped, and one of them is gone. Who comes back and escapes again is nobody new."""
    deep = delve("ada", "bob", "eve", pool=BLANKS)
    for name in ("ada", "bob"):
        deep.plan(name, "climb")
    deep.hall.to(START + DAY)
    deep.hall.do("bob", "leave")
    deep.plan("eve", "climb")
    deep.hall.to(START + 2 * DAY)
    deep.move("ada", "new-dungeon")
    for name in ("ada", "eve"):
        deep.plan(name, "enter 1", "climb")
    deep.hall.to(START + 8 * DAY)
    deep.hall.join("bob")
    deep.hall.refused("bob", "move", "few-escaped", "R71", match=deep.code, move={"kind": "new-dungeon"})
    deep.plan("bob", "climb")
    deep.hall.to(START + 9 * DAY)
    deep.move("bob", "new-dungeon")
    assert len(deep.state.dungeons) == 3
    deep.hall.is_sound()
