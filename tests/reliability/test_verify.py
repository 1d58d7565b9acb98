"""`manage.py verify` finds every bad state that is made here, row by row, and names it; in a sound house, nothing."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Cycle, Deadline, Entry, PhaseSeed, Status
from nomic.cycles.schedule.deadlines import Rank
from nomic.inventory.models import Balance, Card
from nomic.notices.models import Delivery, State, Webhook
from nomic.outbox.worker_identity import this_process
from nomic.reliability.integrity import MAX_TOLD
from nomic.wiki.models import Publisher, WikiPage
from tests.cycles.test_replay import live
from tests.support.database_tampering import change_draw
from tests.support.hall import DAY, Hall

pytestmark = [pytest.mark.django_db, pytest.mark.chained]
LONG_AGO = timedelta(hours=1)
Found = list[dict[str, str]]


@pytest.fixture
def lived(cast: Hall) -> Hall:
    """Cycle 16 after three phases, its pages on the wiki up to date, nothing left to be sent."""
    cast.once("lived for three phases", lambda: live(cast))
    WikiPage.objects.update(stale_since=None)
    Delivery.objects.update(state=State.SENT)
    return cast


def verified(*options: str) -> tuple[int, str]:
    """The exit status, and what was printed."""
    out = StringIO()
    try:
        call_command("verify", *options, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def found(*options: str) -> Found:
    status, out = verified("--json", *options)
    listed: Found = json.loads(out)
    assert status == (1 if listed else 0)
    return listed


def test_nothing_is_found_in_a_sound_house(lived: Hall) -> None:
    """And nothing is left behind, nor changed."""
    before = lived.digest, Cycle.objects.count()
    assert verified() == (0, "Nothing is wrong in 1 cycle.\n")
    assert found(lived.cycle.slug, "--quick") == []
    assert (lived.digest, Cycle.objects.count()) == before


def that_drew(cycle: Cycle) -> Any:
    return Entry.objects.filter(cycle=cycle, draws__isnull=False).order_by("seq")


def first_moved(cycle: Cycle, change: Callable[[Movement], list[Movement]]) -> None:
    """Have the first line of the ledger that moves no card be another, or none."""
    moving = Entry.objects.whole().filter(cycle=cycle, moved__isnull=False).order_by("seq")
    entry, place = next((entry, place) for entry in moving for place, line in enumerate(entry.moved) if not line.card)
    moved = [*entry.moved[:place], *change(entry.moved[place]), *entry.moved[place + 1 :]]
    an_entry(cycle, entry.seq).update(moved=moved)


def an_entry(cycle: Cycle, seq: int = 5) -> Any:
    return Entry.objects.filter(cycle=cycle, seq=seq)


def first_draw_again(cycle: Cycle) -> None:
    change_draw(that_drew(cycle)[0])


def newest_draw_again(cycle: Cycle) -> None:
    change_draw(that_drew(cycle).last(), -1)


def no_draws_any_more(cycle: Cycle) -> None:
    an_entry(cycle, that_drew(cycle)[0].seq).update(draws=[])


def taken_card(cycle: Cycle) -> None:
    card = Card.objects.filter(cycle=cycle).exclude(holder="").earliest("pk")
    Card.objects.filter(pk=card.pk).update(holder="eve" if card.holder != "eve" else "ada")


def left_behind(cycle: Cycle) -> None:
    """A deadline that nobody settles, because the cycle's row does not know of it."""
    Deadline.objects.create(
        cycle=cycle, label="left behind", at=cycle.now() - DAY, rank=Rank.RULES, order=1, action="begin-phase"
    )


def after_the_end(cycle: Cycle) -> None:
    Cycle.objects.filter(pk=cycle.pk).update(status=Status.ENDED)


def a_page(cycle: Cycle) -> Any:
    Cycle.objects.filter(pk=cycle.pk).update(published=True)
    page, _ = WikiPage.objects.get_or_create(cycle=cycle, kind="main", subject="", defaults={"title": "Nomic:Main"})
    return WikiPage.objects.filter(pk=page.pk)


def a_page_held(cycle: Cycle) -> None:
    ended = f"1-0@{this_process().partition('@')[2]}"
    since = timezone.now() - LONG_AGO
    a_page(cycle).update(claim="c", claimed_by=ended, claimed_at=since, claimed_until=timezone.now() + LONG_AGO)


def a_hook(cycle: Cycle, last_read_seq: int) -> Webhook:
    return Webhook.objects.create(cycle=cycle, url="https://example.org/hook", last_read_seq=last_read_seq)


def a_delivery(cycle: Cycle, **columns: Any) -> None:
    Delivery.objects.create(person=Person.objects.earliest("pk"), text="You are asked.", **columns)


BAD: dict[str, tuple[Callable[[Cycle], Any], str, str]] = {
    "a line of the ledger": (
        lambda cycle: first_moved(cycle, lambda line: [replace(line, amount=line.amount + 7)]),
        "ledger",
        "ledger says",
    ),
    "a line removed": (lambda cycle: first_moved(cycle, lambda line: []), "ledger", "the ledger says"),
    "a balance": (
        lambda cycle: Balance.objects.filter(cycle=cycle, holder="ada").update(amount=F("amount") + 1),
        "ledger",
        "ada has",
    ),
    "a card": (taken_card, "ledger", "holds the card"),
    "an entry removed": (lambda cycle: an_entry(cycle).delete(), "chain", "entry 6 comes after entry 4"),
    "the newest entry removed": (lambda cycle: an_entry(cycle, cycle.seq).delete(), "row", "newest entry"),
    "an entry's words": (lambda cycle: an_entry(cycle).update(words=["No."]), "chain", "entry 6: the entry before"),
    "the newest entry's words": (
        lambda cycle: an_entry(cycle, cycle.seq).update(words=["Nothing."]), "chain", "the journal does not end"
    ),
    "an entry's digest": (lambda cycle: an_entry(cycle).update(digest="0" * 64), "chain", "entry 6: the entry before"),
    "an entry's id": (lambda cycle: an_entry(cycle).update(key="0" * 32), "chain", "its id does not follow"),
    "a draw": (first_draw_again, "chain", "the seed gives"),
    "a draw whose seed is secret": (newest_draw_again, "chain", "the entry before it"),
    "a draw removed": (no_draws_any_more, "chain", "the entry before it"),
    "a seed": (
        lambda cycle: PhaseSeed.objects.filter(cycle=cycle, phase=0).update(seed="1" * 64), "chain", "published SHA-256"
    ),
    "the number in the cycle's row": (
        lambda cycle: Cycle.objects.filter(pk=cycle.pk).update(seq=F("seq") + 1), "row", "newest entry"
    ),
    "the head in the cycle's row": (
        lambda cycle: Cycle.objects.filter(pk=cycle.pk).update(head="0" * 64), "row", "head of the chain"
    ),
    "the revision in the cycle's row": (
        lambda cycle: Cycle.objects.filter(pk=cycle.pk).update(revision=0), "row", "revision of the law"
    ),
    "a deadline left behind": (left_behind, "due", "left behind"),
    "a deadline that the row forgot": (
        lambda cycle: Cycle.objects.filter(pk=cycle.pk).update(due_at=None), "row", "first deadline"
    ),
    "something due after the end": (after_the_end, "due", "it has ended"),
    "a page that nobody publishes": (
        lambda cycle: a_page(cycle).update(stale_since=timezone.now() - LONG_AGO), "wiki", "is stale since"
    ),
    "a page that is held by nobody": (a_page_held, "wiki", "is held by nobody"),
    "a channel that heard nothing": (lambda cycle: a_hook(cycle, 0), "notices", "was told of nothing after entry 0"),
    "a channel that heard too much": (lambda cycle: a_hook(cycle, 10**6), "notices", "was told of entry 1000000"),
    "the publisher": (
        lambda cycle: Publisher.objects.create(stopped_at=timezone.now() - LONG_AGO, reason="no"), "wiki", "stopped: no"
    ),
    "a mail that is not sent": (
        lambda cycle: a_delivery(cycle, next_at=timezone.now() - LONG_AGO), "notices", "email"
    ),
    "a mail that is held by nobody": (
        lambda cycle: a_delivery(
            cycle, state=State.SENDING, claim="c", claimed_by="1-0@x", claimed_at=timezone.now() - LONG_AGO
        ),
        "notices",
        "is held by nobody",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_state_is_found_and_named(lived: Hall, name: str) -> None:
    """Without a replay, by the check whose it is."""
    change, check, what = BAD[name]
    change(lived.cycle)
    assert [each for each in found("--quick") if each["check"] == check and what in each["what"]]


def test_a_state_that_the_journal_does_not_give_is_found_by_replay(lived: Hall) -> None:
    """As where a row was changed by hand that neither ledger nor chain knows."""
    lived.cycle.seeds.update(committed_at=timezone.now())  # no part of the state
    assert found() == []
    Cycle.objects.filter(pk=lived.pk).update(title="Changed by hand")
    assert found("--quick") == []
    (only,) = found(lived.cycle.slug)
    assert (only["cycle"], only["check"]) == (lived.cycle.slug, "replay")


def test_a_journal_that_cannot_be_replayed_is_found_and_leaves_no_fork(lived: Hall) -> None:
    """One whose entry cannot be performed any more."""
    an_entry(lived.cycle, 7).update(action="no-such-action")
    assert "replay" in {each["check"] for each in found()}
    assert not Cycle.objects.exclude(fork_of=None).exists()


def test_a_flood_of_findings_is_cut(lived: Hall) -> None:
    """Each check tells of so many at most, and says that there are more."""
    for number in range(MAX_TOLD + 5):
        a_delivery(lived.cycle, next_at=timezone.now() - LONG_AGO - timedelta(seconds=number))
    told = [each for each in found("--quick") if each["check"] == "notices"]
    assert len(told) == MAX_TOLD + 1
    assert told[-1]["what"] == "and more of the kind"


def test_what_may_still_wait_is_no_finding(lived: Hall) -> None:
    """A page that has just become stale, a mail that is to be sent; with less patience they are findings."""
    a_page(lived.cycle).update(stale_since=timezone.now() - timedelta(minutes=1))
    a_delivery(lived.cycle, next_at=timezone.now() - timedelta(minutes=1))
    assert found("--quick") == []
    assert {each["check"] for each in found("--quick", "--grace", "10")} == {"wiki", "notices"}


def test_what_is_asked_wrongly_is_refused(lived: Hall) -> None:
    """An unknown cycle is named, and no patience is negative."""
    with pytest.raises(CommandError, match="there is no cycle 'nowhere'"):
        call_command("verify", "nowhere")
    for seconds in ("-1", "nan", "inf"):
        with pytest.raises(CommandError, match="grace"):
            call_command("verify", f"--grace={seconds}")
