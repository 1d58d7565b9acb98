"""The machine's clock goes back by an hour: nothing is done twice, and nothing early."""

from datetime import timedelta

import pytest

from nomic.cycles.models import Deadline, Entry
from nomic.cycles.settle import settle, settle_all
from nomic.sure.checks import findings
from tests.support.hall import BATTLE, HOUR, WEEK, Hall

pytestmark = [pytest.mark.django_db, pytest.mark.chained]


def journal(cast: Hall) -> list[tuple[str, object]]:
    return list(Entry.objects.filter(cycle=cast.pk).order_by("seq").values_list("action", "at"))


@pytest.mark.parametrize("ahead", [timedelta(seconds=1), HOUR / 2, HOUR])
def test_nothing_is_done_twice_or_early_when_the_clock_goes_back(cast: Hall, ahead: timedelta) -> None:
    """A phase has begun by the clock as it was; by the clock as it is now it has not, or has only just."""
    cast.clock.to(BATTLE + ahead)
    settle_all()
    before = journal(cast)
    due = set(Deadline.objects.filter(cycle=cast.pk).values_list("label", "at"))
    cast.clock.to(BATTLE + ahead - HOUR)
    assert (settle_all(), settle(cast.cycle.slug)) == (0, 0)
    assert journal(cast) == before
    assert set(Deadline.objects.filter(cycle=cast.pk).values_list("label", "at")) == due

    cast.do("ada", "buy", offer="Handy Pack")  # an act is never before what the journal has already
    instants = [at for _, at in journal(cast)]
    assert instants == sorted(instants)  # type: ignore[type-var]
    assert [action for action, _ in journal(cast)] == [*(action for action, _ in before), "buy"]

    cast.clock.to(BATTLE + ahead)
    settle_all()
    assert len(journal(cast)) == len(before) + 1
    cast.clock.to(WEEK + HOUR)
    settle_all()
    begun = [at for action, at in journal(cast) if action == "begin-phase"]
    assert len(begun) == len(set(begun)) == cast.cycle.phase
    assert list(findings(cast.cycle)) == []
