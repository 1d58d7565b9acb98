"""Whatever concerns staff appears in the office when it happens, and goes when it is over."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.utils import timezone

from nomic.accounts.lifecycle.suspension import reply_is_read, reply_to_staff, suspend_account
from nomic.accounts.models import Person
from nomic.clauses.models import Failures
from nomic.comments.models import Comment, Report
from nomic.config.celery import CLOCK
from nomic.corrections.models import Correction
from nomic.court.models import Judgeship, Request, Ruling
from nomic.cycles.models import Cycle
from nomic.discord.models import Channel
from nomic.notices.models import Delivery, Notice, State
from nomic.office import site_problems
from nomic.office.concerns import CheckContext, concern_kinds
from nomic.office.health import health_notices
from nomic.office.health.errors import count_error
from nomic.office.health.heartbeats import BACKUP, LATE_AFTER, VERIFY, WORKERS, record_heartbeat
from nomic.office.health.verdict import verdict
from nomic.office.models import Sign
from nomic.players.models import JoinRequest
from nomic.proposals.models import Proposal
from nomic.wiki.models import Publisher, WikiPage
from nomic.wiki.publishing.pause import go_on, pause
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

WELL = {"database": True, "cache": True, "broker": True}


class World(NamedTuple):
    """What makers need."""

    hall: Hall
    monkeypatch: pytest.MonkeyPatch
    services: dict[str, bool]


@pytest.fixture
def world(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game in which nothing is wrong and nothing waits."""
    cache.clear()
    for name in (*WORKERS, BACKUP, VERIFY):
        record_heartbeat(name)
    WikiPage.objects.all().delete()
    return World(hall, monkeypatch, dict(WELL))


def _service(world: World) -> Callable[[], Any]:
    world.services["broker"] = False
    return lambda: world.services.update(broker=True)


def _worker(world: World) -> Callable[[], Any]:
    Sign.objects.filter(name=CLOCK).update(at=timezone.now() - timedelta(minutes=6))
    return lambda: record_heartbeat(CLOCK)


def _deadline(world: World) -> Callable[[], Any]:
    due = world.hall.cycle.due_at
    Cycle.objects.update(due_at=timezone.now() - timedelta(seconds=61))
    return lambda: Cycle.objects.update(due_at=due)


def _publishing(world: World) -> Callable[[], Any]:
    row = Publisher.objects.update_or_create(pk=1, defaults={"stopped_at": timezone.now(), "reason": "blocked"})[0]
    return row.delete


def _pause(world: World) -> Callable[[], Any]:
    pause(timezone.now() + timedelta(days=1), "the wiki moves")
    return go_on


def _delivery(world: World) -> Callable[[], Any]:
    person = Person.objects.create(username="Reader")
    notice = Notice.objects.create(person=person, kind="turn", text="Hello")
    now = timezone.now()
    row = Delivery.objects.create(notice=notice, person=person, text="", state=State.FAILED, ended_at=now)
    return row.delete


def _disk(world: World) -> Callable[[], Any]:
    world.monkeypatch.setattr(site_problems.shutil, "disk_usage", lambda path: SimpleNamespace(free=10_000_000))
    return lambda: world.monkeypatch.setattr(
        site_problems.shutil, "disk_usage", lambda path: SimpleNamespace(free=10**12)
    )


def _error(world: World) -> Callable[[], Any]:
    count_error()
    return cache.clear


def _check(world: World) -> Callable[[], Any]:
    record_heartbeat(VERIFY, "cycle-16: the ledger does not add up")
    return lambda: record_heartbeat(VERIFY)


def _backup(world: World) -> Callable[[], Any]:
    Sign.objects.filter(name=BACKUP).update(at=timezone.now() - timedelta(days=9))
    return lambda: record_heartbeat(BACKUP)


def _by_hand(world: World) -> Callable[[], Any]:
    now = timezone.now()
    row = Proposal.objects.create(
        cycle=world.hall.cycle, code="p1", number=1, author="Ada", title="More", class_name="Standard",
        status="by-hand", base_revision=0, submitted_at=now, ends_at=now, decided_at=now,
    )  # fmt: skip
    return row.delete


def _request(world: World) -> Callable[[], Any]:
    cycle = world.hall.cycle
    Request.objects.create(cycle=cycle, code="r1", number=1, author="Ada", kind="question", title="May I?",
                           filed_at=timezone.now())  # fmt: skip
    return lambda: Judgeship.objects.create(cycle=cycle, name="Ben", since=timezone.now())


def _ruling(world: World) -> Callable[[], Any]:
    hall, now = world.hall, timezone.now()
    hall.join("bob")
    asked = Request.objects.create(cycle=hall.cycle, code="r2", number=2, author="Ada", kind="question", title="Who?",
                                   filed_at=now, status="answered")  # fmt: skip
    row = Ruling.objects.create(cycle=hall.cycle, request=asked, code="r3", number=1, judge="Ben", ruled_at=now,
                                answer="Bob gets a Chip.", reasoning="He won.")  # fmt: skip
    return row.delete


def _page(world: World) -> Callable[[], Any]:
    row = WikiPage.objects.create(cycle=world.hall.cycle, kind="main", title="Main", parked_at=timezone.now())
    return row.delete


def _resting(world: World) -> Callable[[], Any]:
    return Failures.objects.create(cycle=world.hall.cycle, clause="luck_does", times=3, reason="no Coins").delete


def _correction(world: World) -> Callable[[], Any]:
    now = timezone.now()
    row = Correction.objects.create(cycle=world.hall.cycle, code="c1", opened_by=ADMIN, opened_at=now, reason="wrong")
    return row.delete


def _joining(world: World) -> Callable[[], Any]:
    Cycle.objects.update(joining="approved")
    person = Person.objects.create(username="Newcomer")
    JoinRequest.objects.create(cycle=world.hall.cycle, person=person, asked_at=timezone.now())
    return lambda: JoinRequest.objects.update(approved_at=timezone.now())


def _reply(world: World) -> Callable[[], Any]:
    person = Person.objects.create(username="Newcomer")
    suspend_account(person, timezone.now() + timedelta(days=9), "rude")
    reply_to_staff(person, "It was my brother.")
    return lambda: reply_is_read(person)


def _channel(world: World) -> Callable[[], Any]:
    channel = Channel.objects.create(
        cycle=world.hall.cycle,
        topic="proposals",
        number="7",
        added_by=Person.objects.get(pk=world.hall.actor(ADMIN).person_id),
        stopped_at=timezone.now(),
        trouble="The channel is gone",
    )
    return channel.delete


def _report(world: World) -> Callable[[], Any]:
    """A comment that two people report, one of them without an answer."""
    people = [Person.objects.create(username=name) for name in ("Author", "Reader", "Other")]
    told = Comment.objects.create(cycle=world.hall.cycle, topic="hall", person=people[0], author="Author", text="Boo")
    Report.objects.create(comment=told, person=people[1], because="rude", settled_at=timezone.now())
    row = Report.objects.create(comment=told, person=people[2], because="very rude")
    return lambda: Report.objects.filter(pk=row.pk).update(settled_at=timezone.now())


MAKERS: dict[str, Callable[[World], Callable[[], Any]]] = {
    "services": _service, "workers": _worker, "deadlines": _deadline, "publishing-paused": _pause,
    "publishing": _publishing,
    "deliveries": _delivery, "disk": _disk, "errors": _error, "checks": _check, "backups": _backup,
    "by-hand": _by_hand, "requests": _request, "rulings": _ruling, "wiki-pages": _page, "resting-rules": _resting,
    "corrections": _correction, "joining": _joining, "suspension-replies": _reply, "discord-channels": _channel,
    "reports": _report,
}  # fmt: skip


@pytest.mark.parametrize("kind", concern_kinds(), ids=lambda kind: kind.name)
def test_each_kind_appears_and_goes(world: World, kind: Any) -> None:
    """A kind without a way to make it here fails: add one to MAKERS."""
    quiet = verdict(world.services)
    assert (quiet.wrong, quiet.waiting) == ([], [])
    end = MAKERS[kind.name](world)
    found = verdict(world.services)
    assert [each.kind.name for each in (*found.wrong, *found.waiting)] == [kind.name]
    assert found.is_all_right is not kind.is_wrong
    assert all(thing.summary.strip() for thing in (found.wrong or found.waiting)[0].things)
    end()
    quiet = verdict(world.services)
    assert (quiet.wrong, quiet.waiting) == ([], [])


@pytest.mark.parametrize("kind", concern_kinds(), ids=lambda kind: kind.name)
def test_each_kind_is_on_the_page_and_its_link_leads_somewhere(
    world: World, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page shows the title, what the button does, and the thing; staff can open where it is dealt with."""
    monkeypatch.setattr("nomic.office.views.home.services", lambda: world.services)
    client = browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])
    assert kind.title not in client.get("/office/").content.decode()
    MAKERS[kind.name](world)
    things = list(kind.find(CheckContext(timezone.now(), world.services)))
    text = client.get("/office/").content.decode()
    assert kind.title in text
    assert all(not thing.link or thing.link.replace("&", "&amp;") in text for thing in things)
    assert all(client.get(thing.link).status_code in (200, 302) for thing in things if thing.link)


def test_there_is_one_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page, /healthz, the metrics and the mail to staff say the same, before and after something breaks."""
    from nomic.office.health.metrics import OfficeCollector

    for place in ("config.health", "office.views.home", "office.health.health_notices", "office.health.metrics"):
        monkeypatch.setattr(f"nomic.{place}.services", lambda: world.services)
    client = browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])

    def answers() -> tuple[bool, bool, bool]:
        page = "Everything is all right." in client.get("/office/").content.decode()
        metric = next(iter(OfficeCollector().collect())).samples[0].value
        return page, client.get("/healthz").json()["everything"]["all right"], bool(metric)

    assert answers() == (True, True, True)
    assert not health_notices.notify_staff()
    end = _worker(world)
    assert answers() == (False, False, False)
    assert health_notices.notify_staff()
    assert not health_notices.notify_staff(), "nobody is told twice of the same"
    end()
    assert answers() == (True, True, True)
    assert health_notices.notify_staff()
    said = list(Notice.objects.filter(kind="all-right", person__username=ADMIN).values_list("text", flat=True))
    assert said == ["Everything is all right.", "Something is wrong: workers."]


def test_a_site_without_games_needs_no_workers(db: None) -> None:
    """Right after the installation nothing is late."""
    cache.clear()
    assert verdict(WELL).is_all_right


def test_a_worker_that_never_gave_a_sign_is_missed(world: World) -> None:
    """It is late from the first game on."""
    Sign.objects.filter(name=CLOCK).delete()
    assert verdict(WELL).is_all_right
    world.hall.clock.to(timezone.now() + timedelta(minutes=6))
    Cycle.objects.update(due_at=timezone.now() + timedelta(days=1))
    for name in (*WORKERS, BACKUP, VERIFY):
        Sign.objects.filter(name=name).update(at=timezone.now())
    assert [each.kind.name for each in verdict(WELL).wrong] == ["workers"]


@pytest.mark.parametrize("name", [*WORKERS, BACKUP, VERIFY])
@pytest.mark.parametrize("age", [None, timedelta(minutes=4), timedelta(hours=35), timedelta(days=7), timedelta(days=9)])
def test_the_page_calls_late_what_is_wrong(
    world: World, name: str, age: timedelta | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is late, or missing without a date, beside “Everything is all right”."""
    monkeypatch.setattr("nomic.office.views.home.services", lambda: world.services)
    world.hall.clock.to(timezone.now() + timedelta(minutes=1))
    client = browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])
    if age is None:
        Sign.objects.filter(name=name).delete()
    else:
        Sign.objects.filter(name=name).update(at=timezone.now() - age)
    text = client.get("/office/").content.decode()
    is_late = age is not None and age > LATE_AFTER[name]
    assert ("<strong>late</strong>" in text) is is_late
    assert ("Everything is all right." in text) is not is_late
    assert ("not yet" in text) is (age is None)
    assert ("the first is due" in text) is (age is None)


@pytest.mark.parametrize(("days", "is_missed"), [(7, False), (9, True)])
def test_the_first_backup_is_late_an_interval_after_the_first_game(world: World, days: int, is_missed: bool) -> None:
    """A fresh site is all right without a backup, as long as one with a backup is."""
    Sign.objects.filter(name=BACKUP).delete()
    opened = timezone.now() - timedelta(days=days)
    Cycle.objects.update(created_at=opened)
    wrong = verdict(WELL).wrong
    assert [each.kind.name for each in wrong] == ["backups"] * is_missed
    for thing in (thing for each in wrong for thing in each.things):
        assert (thing.summary, thing.since) == ("There is no backup yet.", opened)
