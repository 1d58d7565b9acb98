"""Cycles of Dungeon, through the doors that every act comes in by."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from dungeon.engine.state import Spot, centre
from dungeon.standing import dungeon_standing
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Status
from nomic.matches.models import Match, TurnClock
from nomic.notices.models import Notice
from tests.support.dungeon_cycles import BLANKS, CHESTS, GUARDS, PITS, STATUE, TWO_COINS, Open
from tests.support.hall import ADMIN, DAY, HOUR, START

pytestmark = pytest.mark.django_db


def test_a_cycle_can_be_created_from_the_template(db: None) -> None:
    """By the command with which every cycle begins."""
    call_command("create_cycle", "dungeon", "--slug", "deep")
    assert Cycle.objects.get(slug="deep").title == "Dungeon"


def test_R64_a_level_has_61_hexes_and_a_period_ends_at_midnight(delve: Open) -> None:
    """Whenever the first player joins: the first period ends when that UTC day does, and so does every other."""
    deep = delve()
    deep.hall.to(START + 15 * HOUR + timedelta(minutes=31, seconds=7))
    deep.hall.join("ada")
    (dungeon,) = deep.state.dungeons
    assert [len(level.hexes) for level in dungeon.levels] == [61]
    due = [TurnClock.objects.get().due_at]
    for day in (1, 2):
        deep.hall.to(START + day * DAY)
        due.append(TurnClock.objects.get().due_at)
    assert due == [START + DAY, START + 2 * DAY, START + 3 * DAY]
    assert deep.state.period == 3


def test_R65_each_hex_but_the_centre_is_a_draw_that_anybody_can_check(delve: Open) -> None:
    """60 draws of 22, the weights of level 1, in the entry that made the level; an enemy is one draw more."""
    deep = delve("ada")
    draws = deep.hall.entries("join")[0].draws
    (level,) = deep.state.dungeons[0].levels
    assert [int(draw.sides) for draw in draws if "enemy" not in draw.label] == [22] * 60
    assert len(draws) == 60 + len(level.enemies)
    assert level.kind((0, 0)).terrain == "rope"


def test_R66_the_plan_that_stands_when_the_period_ends_is_what_is_done(delve: Open) -> None:
    """It can be changed and taken back till then; whoever has none stays where they are."""
    deep = delve("ada", "bob", "eve", pool=BLANKS)
    deep.plan("ada", "E", "E", "E")
    deep.plan("ada", "W", "NW")
    deep.plan("bob", "SE")
    deep.move("bob", "withdraw-plan")
    assert TurnClock.objects.get().players == ["bob", "eve"]
    deep.hall.to(START + DAY)
    assert [each.at for each in deep.state.explorers] == [Spot(1, 1, -1, -1), centre(1, 1), centre(1, 1)]
    deep.hall.is_sound()


def test_R66_a_plan_made_at_midnight_is_one_for_the_next_period(delve: Open) -> None:
    """R2: an act stamped exactly at the deadline is late."""
    deep = delve("ada", pool=BLANKS)
    deep.hall.pass_on(START + DAY)
    deep.plan("ada", "E")
    assert (deep.state.period, deep.explorer("ada").at) == (2, centre(1, 1))
    deep.hall.to(START + 2 * DAY)
    assert deep.explorer("ada").at == Spot(1, 1, 1, 0)


def test_R67_R114_a_chest_is_looted_at_each_step_onto_it_and_then_blank(delve: Open) -> None:
    """Three draws of loot each time; by several in one period, and by one who steps onto it again."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS)
    deep.plan("ada", "E", "E", "W")
    deep.plan("bob", "E")
    deep.hall.to(START + DAY)
    assert (deep.explorer("ada").pocket, deep.explorer("bob").pocket) == (18, 6)
    level = deep.state.dungeons[0].levels[0]
    assert [level.terrain(at) for at in ((1, 0), (2, 0), (3, 0))] == ["blank", "blank", "chest"]
    assert Notice.objects.get(kind="dungeon-outcome", person__username="bob").text == (
        "Dungeon: bob loots a Chest and finds 6 coins."
    )
    deep.hall.is_sound()


def test_R68_a_pit_leads_to_a_level_that_is_made_when_it_is_needed(delve: Open) -> None:
    """Several who fall find the same level, made once."""
    deep = delve("ada", "bob", pool=PITS)
    deep.plan("ada", "E")
    deep.plan("bob", "NW")
    deep.hall.to(START + DAY)
    assert deep.explorer("ada").at == deep.explorer("bob").at == centre(1, 2)
    assert [len(dungeon.levels) for dungeon in deep.state.dungeons] == [2]


def test_R68_R69_up_the_rope_with_the_pocket_and_in_again(delve: Open) -> None:
    """On level 1 a rope leads out; what was in the pocket is in the store. Outside, an action enters a dungeon."""
    deep = delve("ada", pool=CHESTS, loot=TWO_COINS)
    deep.plan("ada", "E", "W", "rope:escape", "enter 1")
    deep.hall.to(START + DAY)
    ada = deep.explorer("ada")
    assert (ada.pocket, ada.store, ada.at) == (0, 6, centre(1, 1))
    assert deep.state.dungeons[0].escaped == ("ada",)


def test_R70_whoever_walks_onto_an_enemy_is_caught(delve: Open) -> None:
    """Back at the first centre, with an empty pocket; and is told so."""
    deep = delve("ada", pool=GUARDS, enemies=STATUE)
    deep.plan("ada", "E")
    deep.hall.to(START + DAY)
    assert (deep.explorer("ada").at, deep.explorer("ada").pocket) == (centre(1, 1), 0)
    assert Notice.objects.filter(kind="dungeon-outcome").values_list("text", flat=True)[0] == (
        "Dungeon: ada is caught by a Statue and loses nothing."
    )


def test_R71_R115_a_new_dungeon_once_enough_have_escaped_since_the_newest_was_made(delve: Open) -> None:
    """More than 2 players, and a level without a pit; from then on it counts anew. The first dungeon stays."""
    deep = delve("ada", "bob", "eve", pool=BLANKS)
    for name in ("ada", "bob"):
        deep.plan(name, "climb")
    deep.hall.to(START + DAY)
    deep.hall.refused("eve", "move", "few-escaped", "R71", match=deep.code, move={"kind": "new-dungeon"})
    deep.plan("eve", "climb")
    deep.hall.to(START + 2 * DAY)
    deep.move("eve", "new-dungeon")
    assert [len(dungeon.levels) for dungeon in deep.state.dungeons] == [1, 1]
    deep.hall.refused("eve", "move", "few-escaped", "R71", match=deep.code, move={"kind": "new-dungeon"})
    deep.plan("eve", "enter 2", "E")
    deep.plan("bob", "enter 1", "E")
    deep.hall.to(START + 3 * DAY)
    assert (deep.explorer("eve").at, deep.explorer("bob").at) == (Spot(2, 1, 1, 0), Spot(1, 1, 1, 0))
    deep.hall.is_sound()


def test_R71_enough_coins_in_store_win_the_cycle_when_a_period_ends(delve: Open) -> None:
    """More than the law says, and far enough ahead of every other; then nothing more can be done."""
    victory = {"coins_more_than": 10, "ahead_by": 5}
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS, victory=victory, actions=4)
    deep.plan("ada", "E", "E", "W", "W", "rope:escape")
    deep.plan("bob", "E", "E", "W", "W", "rope:stay")
    deep.hall.to(START + DAY)
    cycle = deep.hall.cycle
    assert (cycle.status, cycle.winner, cycle.ended_at) == (Status.ENDED, "ada", START + DAY)
    assert deep.match.result == {"ending": "won", "winners": ["ada"]}
    assert deep.hall.entries()[-1].words == [
        "ada wins Dungeon: more than 10 coins in store, at least 5 more than anybody else."
    ]
    assert not TurnClock.objects.exists()
    deep.hall.refused("bob", "move", "cycle-ended", "", match=deep.code, move={"kind": "plan"})
    deep.hall.is_sound()


def test_R71_the_goal_names_the_coins_and_the_lead(delve: Open) -> None:
    """Wherever a goal is shown: in the hall, in standings and on the wiki."""
    deep = delve("ada", victory={"coins_more_than": 10, "ahead_by": 5})
    standing = dungeon_standing(ReadContext(deep.hall.cycle, Actor.nobody(), START))
    assert standing is not None
    assert standing.brief == (
        "At the end of a period, have at least 11 coins in your store, and at least 5 more than every other player."
    )


def test_R71_one_player_who_escapes_three_times_is_one(delve: Open) -> None:
    deep = delve("ada", pool=BLANKS, actions=5)
    deep.plan("ada", "climb", "enter 1", "climb", "enter 1", "climb")
    deep.hall.to(START + DAY)
    deep.hall.refused("ada", "move", "few-escaped", "R71", match=deep.code, move={"kind": "new-dungeon"})


def test_R71_who_has_left_is_nobody_to_be_ahead_of(delve: Open) -> None:
    """At the end of the period in which Bob leaves, Ada's 6 coins are more than anybody else's."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS, victory={"coins_more_than": 5, "ahead_by": 1})
    for name in ("ada", "bob"):
        deep.plan(name, "E", "W", "rope:escape")
    deep.hall.to(START + DAY)
    deep.hall.do("bob", "leave")
    assert deep.hall.cycle.is_running
    deep.hall.to(START + 2 * DAY)
    assert deep.hall.cycle.winner == "ada"


def test_R71_equally_rich_players_do_not_win(delve: Open) -> None:
    """Both have more than enough, and neither is ahead."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS, victory={"coins_more_than": 5, "ahead_by": 1})
    for name in ("ada", "bob"):
        deep.plan(name, "E", "W", "rope:escape")
    deep.hall.to(START + DAY)
    assert [each.store for each in deep.state.explorers] == [6, 6]
    assert deep.hall.cycle.is_running


def test_R114_who_joins_late_begins_at_the_first_centre(delve: Open) -> None:
    """In the one match of the cycle, when others are far below; the level is the one that was made for the first."""
    deep = delve("ada", pool=PITS)
    first = deep.state.dungeons[0].levels[0]
    for day in (1, 2, 3):
        deep.plan("ada", "E")
        deep.hall.to(START + day * DAY)
    deep.hall.join("bob")
    assert Match.objects.count() == 1
    assert (deep.explorer("ada").at, deep.explorer("bob").at) == (centre(1, 4), centre(1, 1))
    assert deep.state.dungeons[0].levels[0] == first


def test_who_leaves_is_gone_and_comes_back_with_nothing(delve: Open) -> None:
    """R114: after seven days, at the first centre; what they had is not kept for them."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS)
    deep.plan("ada", "E", "W", "rope:escape")
    deep.hall.to(START + DAY)
    assert deep.explorer("ada").store == 6
    deep.plan("ada", "enter 1", "E")
    deep.hall.do("ada", "leave")
    assert deep.state.explorer("ada") is None
    assert [(seat.player, seat.status) for seat in deep.match.seats.all()] == [("ada", "out"), ("bob", "in")]
    deep.hall.to(START + 9 * DAY)
    deep.hall.join("ada")
    ada = deep.explorer("ada")
    assert (ada.at, ada.pocket, ada.store) == (centre(1, 1), 0, 0)
    deep.hall.is_sound()


def test_R2_settling_late_is_the_same_as_settling_on_time(delve: Open) -> None:
    """Three days at once: the same entries at the same instants, the same state, as when each day was settled."""
    found = []
    for slug, late in (("punctual", False), ("late", True)):
        deep = delve(pool=CHESTS, loot=TWO_COINS, slug=slug)
        deep.hall.clock.to(START)
        deep.hall.join("ada")
        deep.plan("ada", "E", "E", "W")
        for day in (1, 2, 3):
            if not late:
                deep.hall.to(START + day * DAY)
        deep.hall.to(START + 3 * DAY + HOUR)
        told = [(entry.at, entry.action, entry.words) for entry in deep.hall.entries()]
        found.append((told, deep.state))
    assert found[0] == found[1]
    assert found[0][1].period == 4


def test_R105_an_outage_makes_the_running_period_longer_and_leaves_midnight_the_end_of_the_next(delve: Open) -> None:
    """What is open moves by its length; later periods end when they always do."""
    deep = delve("ada", pool=BLANKS)
    deep.hall.do(ADMIN, "record-outage", hours=5, reason="The power was cut.")
    assert TurnClock.objects.get().due_at == START + DAY + 5 * HOUR
    deep.hall.to(START + DAY + 4 * HOUR)
    deep.plan("ada", "E")
    deep.hall.to(START + DAY + 5 * HOUR)
    assert (deep.state.period, deep.explorer("ada").at) == (2, Spot(1, 1, 1, 0))
    assert TurnClock.objects.get().due_at == START + 2 * DAY
