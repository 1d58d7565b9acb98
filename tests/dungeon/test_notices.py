"""Who is told what of a dungeon: whose plan is missing, and what a period has brought."""

import pytest

from dungeon.notices import OUTCOME
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.notices.models import Notice
from nomic.notices.reminders import remind_due
from tests.support.dungeon_cycles import BLANKS, CHESTS, GUARDS, STATUE, TWO_COINS, Open
from tests.support.hall import DAY, START
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db


def told(name: str, kind: str = "") -> list[str]:
    """What somebody was told, the oldest first."""
    notices = Notice.objects.filter(person__username=name).order_by("pk")
    return list((notices.filter(kind=kind) if kind else notices).values_list("text", flat=True))


def test_who_has_no_plan_is_reminded_when_a_fifth_of_the_period_is_left(delve: Open) -> None:
    """Once; who has one is left alone, and so is who makes one after all."""
    deep = delve("ada", "bob", "eve", pool=BLANKS)
    deep.plan("ada", "E")
    deep.hall.clock.to(START + 0.79 * DAY)
    remind_due()
    assert told("bob", "reminder") == []
    deep.plan("eve", "W")
    deep.hall.clock.to(START + 0.8 * DAY)
    assert [remind_due(), remind_due()] == [1, 0]
    assert [told(name, "reminder") for name in ("ada", "bob", "eve")] == [
        [],
        ["Your time in Dungeon is nearly up; it ends Tuesday 02 January, 00:00 UTC."],
        [],
    ]


def test_everybody_whom_something_happened_to_is_told_in_one_notice(delve: Open) -> None:
    """In the order in which it happened; steps alone are no news."""
    deep = delve("ada", "bob", "eve", pool=CHESTS, loot=TWO_COINS)
    deep.plan("ada", "E", "W", "rope:escape")
    deep.plan("bob", "wait")
    deep.hall.to(START + DAY)
    assert told("ada", "dungeon-outcome") == [
        "Dungeon: ada loots a Chest and finds 6 coins. ada escapes and stores 6 coins."
    ]
    assert told("bob", "dungeon-outcome") == told("eve", "dungeon-outcome") == []
    assert Notice.objects.get(kind="dungeon-outcome").link == f"/c/hall/matches/{deep.code}/"


def test_who_is_caught_is_told_by_what(delve: Open) -> None:
    """The notice says what caught them, and how much was lost."""
    deep = delve("ada", pool=GUARDS, enemies=STATUE)
    deep.plan("ada", "NW")
    deep.hall.to(START + DAY)
    assert told("ada", "dungeon-outcome") == ["Dungeon: ada is caught by a Statue and loses nothing."]


def test_a_replay_tells_nobody(delve: Open) -> None:
    """What has been told once is not told again."""
    deep = delve("ada", pool=CHESTS)
    deep.plan("ada", "E")
    deep.hall.to(START + DAY)
    before = Notice.objects.count()
    replayed = replay_journal(deep.hall.cycle)
    assert replayed.same
    discard_fork(replayed.fork)
    assert Notice.objects.count() == before == 1


def test_what_is_told_can_be_switched_off(delve: Open) -> None:
    """It is among the kinds of notices that people choose from."""
    delve("ada")
    client = browser_of("ada")
    assert OUTCOME.title in client.get("/notices/settings/").content.decode()
