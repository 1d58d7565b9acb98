"""The machine's clock goes back by an hour: nothing is done twice, and nothing early."""

from datetime import timedelta

import pytest
from django.core import mail

from nomic.accounts.tokens import find_token, issue_token, revoke_token
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Deadline, Entry
from nomic.cycles.schedule.settle import settle, settle_all
from nomic.notices.delivery.outbox import deliver_due
from nomic.notices.reminders import remind_due
from nomic.ratelimit.rates import count_within_rate
from nomic.reliability.integrity import integrity_violations
from tests.notices.conftest import Clocks, clocks, mailable, person
from tests.support.hall import BATTLE, HOUR, START, WEEK, Hall

__all__ = ["clocks"]

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
    assert list(integrity_violations(cast.cycle)) == []


def test_nobody_is_told_twice_or_early(cast: Hall, clocks: Clocks) -> None:
    """Of time that is nearly up they hear once; what is to be mailed in a minute waits until that minute."""
    mailable("ada", "ada@example.org")
    clocks.start(cast, "ada", began_at=START, due_at=START + 10 * HOUR)
    cast.clock.to(START + 8 * HOUR)
    assert remind_due() == 1
    cast.clock.wait(hours=-1)
    assert (remind_due(), deliver_due(), len(mail.outbox)) == (0, 0, 0)
    cast.clock.wait(hours=1, minutes=1)
    assert (remind_due(), deliver_due(), len(mail.outbox)) == (0, 1, 1)
    cast.clock.wait(hours=-1)
    assert (remind_due(), deliver_due(), len(mail.outbox)) == (0, 0, 1)
    cast.clock.wait(hours=1, minutes=1)
    assert (remind_due(), deliver_due(), len(mail.outbox)) == (0, 0, 1)


def test_an_act_that_was_sent_before_is_not_performed_again(cast: Hall) -> None:
    """Its key is known, whatever the clock says."""

    def buy() -> PerformedAct:
        args = {"offer": "Already-opened Pack"}
        return perform(cast.slug, cast.actor("ada"), "buy", args, idempotency_key="one")

    once = buy()
    cast.clock.wait(hours=-1)
    again = buy()
    assert (again.entry.pk, again.is_repeated) == (once.entry.pk, True)
    assert journal(cast)[-1] == ("buy", once.entry.at)


def test_nobody_is_held_back_for_longer_than_a_stretch(cast: Hall) -> None:
    """Who has asked for too much waits for a minute and a part of one, not until the clock is where it was."""
    waited = [count_within_rate("2/min", "asked", "ada").wait for _ in range(3)]
    assert [bool(each) for each in waited] == [False, False, True]
    cast.clock.wait(hours=-1)
    assert [bool(count_within_rate("2/min", "asked", "ada").wait) for _ in range(3)] == [False, False, True]
    assert count_within_rate("2/min", "asked", "ada").wait <= 63


def test_tokens_work_and_stay_revoked(cast: Hall) -> None:
    """One that was made, used or revoked by the clock as it was."""
    (kept, secret), (gone, other) = (issue_token(person("ada"), name) for name in ("kept", "gone"))
    assert find_token(secret) == kept
    revoke_token(gone)
    cast.clock.wait(hours=-1)
    assert find_token(secret) == kept
    assert find_token(other) is None
