"""Bots in a practice cycle of Dungeon: they plan as soon as a period begins, and nobody knows what before it ends."""

import pytest

from nomic.cycles.models import Entry
from nomic.cycles.sealed_arguments import revealed_arguments
from nomic.law.document.templates import document_of
from tests.support.dungeon_cycles import CHESTS, TWO_COINS, Delve
from tests.support.hall import DAY, START, Hall, OpenCycle

pytestmark = pytest.mark.django_db
BOTS = ("Greedy bot 1", "Random bot 2")


@pytest.fixture
def deep(open_cycle: OpenCycle) -> Delve:
    """Ada and two bots in a practice cycle of hers."""
    document = document_of("dungeon")
    document["dungeon"] |= {"pool": CHESTS, "loot": TWO_COINS}
    hall = open_cycle(document, template="dungeon", practice=True, owner_name="ada", joined=("ada",))
    for mind in ("Greedy", "Random"):
        hall.do("ada", "seat-bot", bot=mind)
    hall.settle()
    return Delve(hall)


def plans(hall: Hall) -> list[Entry]:
    """The entries in which bots have planned."""
    return [entry for entry in hall.entries("bot-acts") if entry.sealed]


def test_bots_plan_at_once_and_every_period_anew(deep: Delve) -> None:
    """Ada can let the clock go: the bots' plans are carried out, and they make the next."""
    assert [deep.explorer(bot).plan is not None for bot in BOTS] == [True, True]
    deep.hall.to(START + DAY)
    assert [deep.explorer(bot).plan is not None for bot in BOTS] == [True, True]
    assert len(plans(deep.hall)) == 4
    assert deep.explorer("Greedy bot 1").pocket == 18  # three chests, of three times two coins
    deep.hall.is_sound()


def test_what_a_bot_plans_is_secret_until_its_period_ends(deep: Delve) -> None:
    """As a person's is; then anybody can check it."""
    first = plans(deep.hall)
    assert revealed_arguments(first) == {}
    assert all(set(entry.args["answers"]) == {"commitment"} for entry in first)
    deep.hall.to(START + DAY)
    assert set(revealed_arguments(plans(deep.hall))) == {entry.pk for entry in first}
