"""Concerns about the site itself: services, workers, deadlines, publishing, deliveries, disk, errors, checks."""

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse

from nomic.cycles.schedule.settle import oldest_due
from nomic.notices.models import Delivery, State, Webhook
from nomic.notices.webhook_settings import is_broken
from nomic.office.concerns import CheckContext, Concern, ConcernKind
from nomic.office.health import errors
from nomic.office.health.heartbeats import BACKUP, VERIFY, WORKERS, beginning, job_runs, last_signs
from nomic.office.waiting_concerns import MOST_READ
from nomic.wiki.publishing_lag import publishing_lag

DEADLINE_LATE = 60.0  # seconds
QUEUE_LATE = timedelta(minutes=15)
FAILED_LATELY = timedelta(days=7)
SPACE_LEFT = 500_000_000  # bytes


def services(look: CheckContext) -> Iterator[Concern]:
    """Yield the services that do not answer.

    This needs the database, so it cannot report that the database itself is down.
    """
    for name, answers in look.services.items():
        if not answers:
            yield Concern(f"The {name} does not answer.")


def workers(look: CheckContext) -> Iterator[Concern]:
    """Yield the workers whose heartbeat is overdue. It is recorded every minute while beat and the worker run."""
    yield from _silent(look, {name: f"No sign of {who}" for name, who in WORKERS.items()})


def deadlines(look: CheckContext) -> Iterator[Concern]:
    """Yield the game with the longest overdue deadline."""
    late = oldest_due()
    if late is not None and late["seconds"] > DEADLINE_LATE:
        link, since = reverse("web:hall", args=[late["cycle"]]), datetime.fromisoformat(late["due"])
        yield Concern(f"A deadline of {late['cycle']} is late.", link, since)


def publishing(look: CheckContext) -> Iterator[Concern]:
    """Yield the reason why changes do not reach the wiki."""
    report = publishing_lag()
    if report is not None:
        says = {
            "stopped": "Publishing to the wiki has stopped",
            "waiting": "Publishing waits",
            "late": "The wiki is behind",
        }[report["state"]]
        why = f": {report['reason']}" if report.get("reason") else "."
        link = reverse("admin:wiki_publisher_changelist")
        yield Concern(f"{says}{why}", link, datetime.fromisoformat(report["since"]))


def deliveries(look: CheckContext) -> Iterator[Concern]:
    """Yield failed messages of the last week, a stalled queue, and the webhooks that the host switched off."""
    link = reverse("admin:notices_delivery_changelist")
    failed = Delivery.objects.filter(state=State.FAILED, ended_at__gt=look.now - FAILED_LATELY).order_by("-pk")
    for pk, trouble, at in failed.values_list("pk", "trouble", "ended_at")[:MOST_READ]:
        yield Concern(f"Message {pk} did not arrive: {trouble or 'no reason given'}", f"{link}?state=failed", at)
    due = Delivery.objects.filter(state=State.WAITING, attempts=0, next_at__lt=look.now - QUEUE_LATE)
    oldest = due.order_by("next_at").values_list("next_at", flat=True).first()
    if oldest is not None:
        yield Concern("Messages wait to be sent.", f"{link}?state=waiting", oldest)
    hooks = Webhook.objects.filter(is_broken(look.now), cycle__isnull=False).select_related("cycle").order_by("pk")
    for hook in hooks[:MOST_READ]:
        says = "is switched off" if hook.stopped_at else "gets nothing"
        since = hook.stopped_at or hook.failing_since
        yield Concern(f"The {hook}, {says}: {hook.trouble or 'no reason given'}", _page_of(hook), since)


def _page_of(hook: Webhook) -> str:
    """Return the path where a game's webhook is changed: in the office, or in the admin for practice."""
    if hook.cycle is None or hook.cycle.practice:
        return reverse("admin:notices_webhook_changelist")
    return f"{reverse('channels:game', args=[hook.cycle.slug])}#webhook-{hook.pk}"


def disk(look: CheckContext) -> Iterator[Concern]:
    """Yield a concern if the disk is nearly full."""
    folder = next((path for path in (settings.VAR_DIR, *settings.VAR_DIR.parents) if path.exists()), None)
    if folder is not None and (free := shutil.disk_usage(folder).free) < SPACE_LEFT:
        yield Concern(f"Only {free // 1_000_000} MB are free on the disk. When it is full, nobody can act.")


def failed_pages(look: CheckContext) -> Iterator[Concern]:
    """Yield the number of requests that have failed in this hour because of a bug."""
    if count := errors.this_hour():
        pages = "A page has" if count == 1 else f"{count} pages have"
        yield Concern(f"{pages} failed this hour. The log of the web server says why, under “Internal Server Error”.")


def checks(look: CheckContext) -> Iterator[Concern]:
    """Yield the findings of the nightly check, or a concern that the check has not run."""
    found = last_signs().get(VERIFY)
    if found is not None and found.trouble:
        yield Concern(f"The nightly check found: {found.trouble}", since=found.at)
    yield from _silent(look, {VERIFY: "The nightly check has not run"})


def backups(look: CheckContext) -> Iterator[Concern]:
    """Yield a concern if there is no backup, or if the last known one is old."""
    never = job_runs()[BACKUP].last is None
    yield from _silent(
        look, {BACKUP: "There is no backup yet" if never else "There is no backup from the last few days"}
    )


def _silent(look: CheckContext, names: dict[str, str]) -> Iterator[Concern]:
    found = job_runs()
    for name, says in names.items():
        if found[name].is_late(look.now):
            yield Concern(f"{says}.", since=found[name].last or beginning())


KINDS = (
    ConcernKind(
        "services", "Services", "", "Look at the machine: the service has to be started again there.", True, services
    ),
    ConcernKind(
        "workers", "Workers", "", "Start the worker or the beat again on the machine (see the operators' guide).", True,
        workers,
    ),
    ConcernKind(
        "deadlines", "Late deadlines", "Go to the game",
        "Opens the game, which performs its late deadlines. If they stay late, its page says which one cannot be done.",
        True, deadlines,
    ),
    ConcernKind(
        "publishing", "Publishing to the wiki", "Try again",
        "Opens the list where “Try again now” publishes at once.", True, publishing,
    ),
    ConcernKind(
        "deliveries", "Messages that did not arrive", "Look",
        "Shows each message with its reason but not its text, which is private, or the webhook, which you can change.",
        True, deliveries,
    ),
    ConcernKind("disk", "Disk space", "", "Make room on the machine's disk.", True, disk),
    ConcernKind("errors", "Pages that failed", "", "Tell an engineer. Nothing was changed by a failed page.", True,
               failed_pages),
    ConcernKind("checks", "Nightly check", "", "Tell whoever runs the server what is written here.", True, checks),
    ConcernKind(
        "backups", "Backups", "",
        "A backup has all secrets, so it is made on the server. Ask whoever runs it for “manage.py backup FILE”.", True,
        backups,
    ),
)  # fmt: skip
