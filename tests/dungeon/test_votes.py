"""What players vote into the law holds in the dungeon from the next period on (R106)."""

import re
from typing import Any

import pytest

from dungeon.engine.hexes import DIRECTIONS, distance
from nomic.cycles.sealed_arguments import revealed_arguments
from nomic.matches.models import Match, TurnClock
from tests.support.dungeon_cycles import BLANKS, CHESTS, GUARDS, PITS, STATUE, TWO_COINS, Delve, Open
from tests.support.hall import DAY, START, WEEK
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db

COMPOSE = "/c/hall/proposals/compose/"
BAT = {"weight": 1, "behaviour": [{"charge": {"hexes": 20}}, {"stay": {}}]}
BAT_AS_WRITTEN = "weight: 1\nbehaviour:\n  - {charge: {hexes: 20}}\n  - {stay: {}}\n"
CROWN = {"weight": 1, "coins": 9}


def propose(deep: Delve, changes: dict[str, Any], **more: str) -> None:
    """A proposal with these values, by their places in the section, which all vote for."""
    amendments = [{"op": "add", "path": f"/dungeon/{path}", "value": value} for path, value in changes.items()]
    deep.hall.vote(deep.hall.propose("ada", *amendments, **more), ada="for", bob="for")


def test_R106_a_new_enemy_is_on_the_next_level_that_is_made_and_does_what_the_law_says(delve: Open) -> None:
    """Each on a line with the player charges till it is beside the centre; all others stay."""
    deep = delve("ada", "bob", pool=PITS, enemies=STATUE)
    propose(deep, {"enemies/Bat": BAT, "enemies/Statue/weight": 0, "pool": GUARDS})
    deep.hall.to(WEEK)
    deep.plan("ada", "E")
    deep.hall.to(WEEK + DAY)
    first, second = deep.state.dungeons[0].levels
    assert first.enemies == ()
    assert {enemy.name for enemy in second.enemies} == {"Bat"}
    assert len(second.enemies) == 60
    beside = [enemy.hex for enemy in second.enemies if distance((0, 0), enemy.hex) == 1]
    assert sorted(beside) == sorted([*DIRECTIONS.values()] * 4)
    assert deep.explorer("ada").at.hex == (0, 0)
    deep.hall.is_sound()


def test_R106_a_new_loot_is_found_from_the_period_after_the_vote(delve: Open) -> None:
    """What ends with the voting period is still looted by the old law: games come first at one instant (R3)."""
    deep = delve("ada", "bob", pool=CHESTS, loot=TWO_COINS)
    propose(deep, {"loot/Crown": CROWN, "loot/2 coins/weight": 0})
    deep.hall.to(WEEK - DAY)
    deep.plan("ada", "E")
    deep.hall.to(WEEK)
    assert (deep.hall.cycle.revision, deep.explorer("ada").pocket) == (1, 6)
    deep.plan("ada", "E")
    deep.hall.to(WEEK + DAY)
    assert deep.explorer("ada").pocket == 6 + 27
    deep.hall.is_sound()


def test_R106_a_running_period_keeps_its_end_and_the_next_follows_the_new_law(delve: Open) -> None:
    """Of 12 hours, at noon and at midnight; and with as many actions as the law now has."""
    deep = delve("ada", "bob", pool=CHESTS)
    propose(deep, {"period_minutes": 720, "actions": 1})
    deep.hall.to(WEEK)
    assert TurnClock.objects.get().due_at == WEEK + DAY
    deep.hall.to(WEEK + DAY)
    assert TurnClock.objects.get().due_at == WEEK + DAY * 1.5
    deep.hall.bad("ada", "move", "answers/1", match=deep.code, move={"kind": "plan"}, answers=[["E"], ["W"]])
    deep.plan("ada", "E")
    deep.hall.to(WEEK + DAY * 1.5)
    assert deep.explorer("ada").at.hex == (1, 0)


def test_R106_a_plan_for_more_actions_than_the_law_has_left_is_cut_short(delve: Open) -> None:
    """Planned under three actions, the first is done under one; the law changed at noon."""
    deep = delve("ada", "bob", pool=BLANKS)
    deep.hall.to(START + DAY / 2)
    propose(deep, {"actions": 1}, **{"class": "urgent"})
    deep.hall.to(START + 2 * DAY)
    deep.plan("ada", "E", "E", "E")
    deep.hall.to(START + 3 * DAY)
    assert deep.hall.cycle.revision == 1
    assert deep.explorer("ada").at.hex == (1, 0)
    deep.hall.is_sound()


def test_a_law_without_the_game_ends_its_match_and_one_that_has_it_again_begins_another(delve: Open) -> None:
    """Plans are opened then, and nobody is seated meanwhile; on its return everybody begins anew."""
    deep = delve("ada", "bob", pool=CHESTS)
    law = deep.hall.cycle.law.document
    quoting = [
        name for name, rule in law["rules"].items() if "|/dungeon/" in rule["body"] or "law table" in rule["body"]
    ]
    unquoted = [{"op": "replace", "path": f"/rules/{name}/body", "value": "–"} for name in quoting]
    removal = deep.hall.propose("ada", *unquoted, {"op": "remove", "path": "/dungeon"}, **{"class": "urgent"})
    deep.hall.vote(removal, ada="for", bob="for")
    deep.hall.to(START + 1.5 * DAY)
    plan = deep.plan("ada", "E")
    deep.hall.to(START + 2 * DAY)
    assert (deep.match.result, TurnClock.objects.count()) == ({"ending": "stopped", "winners": []}, 0)
    assert set(revealed_arguments([plan])) == {plan.pk}
    deep.hall.join("eve")
    again = deep.hall.propose("ada", {"op": "add", "path": "/dungeon", "value": law["dungeon"]})
    deep.hall.vote(again, ada="for", bob="for")
    deep.hall.to(WEEK)
    first, second = Match.objects.order_by("opened_seq")
    assert [seat.player for seat in first.seats.all()] == ["ada", "bob"]
    assert [seat.player for seat in second.seats.all()] == ["ada", "bob", "eve"]
    deep.hall.is_sound()


def test_an_enemy_is_proposed_in_the_builder_and_told_in_words(delve: Open) -> None:
    """It opens with every field of an enemy and what they say; what it would do is told. It has no effects."""
    delve("ada")
    client = browser_of("ada")
    asked = client.get(f"{COMPOSE}?entry=/dungeon/enemies/%2B")
    assert asked.context["open_entry"]["entry_text"] == "weight: 0\nbehaviour: []\n"
    page = asked.content.decode()
    assert re.search(
        '<summary>Behaviour</summary>[^\\n]*<p class="help">What it does in a period, the first of these', page
    )
    assert "The effect language" not in page
    fields = {"title": "Bats", "text": "Words.", "open_entry": "/dungeon/enemies/+", "put": "1"}
    answer = client.post(COMPOSE, {**fields, "entry_name": "Bat", "entry_text": BAT_AS_WRITTEN})
    page = answer.content.decode()
    assert "the enemy Bat" in page
    assert (
        "It charges up to 20 hexes at a player who is in line with it and not behind a wall. If it cannot, it stays"
        in page
    )
    wrong = client.post(COMPOSE, {**fields, "entry_name": "Bat", "entry_text": "weight: 1\nbehaviour: [{fly: {}}]"})
    assert wrong.status_code == 422
    assert next(error.field for error in wrong.context["draft"].errors).startswith("amendments")
    assert "Minotaur" not in client.get("/c/hall/effects/").content.decode()
