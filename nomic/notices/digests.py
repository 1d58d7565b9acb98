"""Digests: a daily or weekly mail with a person's waiting tasks and news, if there are any.

A digest is a delivery like any other, so the outbox sends it and retries.
"""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from nomic.accounts.confirmed_emails import has_confirmed
from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import cycles_now
from nomic.law.schema.text_types import shortened
from nomic.notices.models import Delivery, Digest, Notice, NoticeSettings
from nomic.notices.notify import wake_sender
from nomic.notices.preferences import PERIODS
from nomic.players.models import Player
from nomic.players.player_tasks import MAX_CYCLES, Task, waiting_everywhere

logger = structlog.get_logger(__name__)

MAX_AT_ONCE = 100  # digests of one run
MAX_LISTED = 8  # tasks, and pieces of news
MAX_LINE = 110  # characters
AFTER_A_FAILURE = timedelta(hours=1)


def send_due_digests(now: datetime | None = None) -> int:
    """Queue all digests that are due, and return their number. Empty digests are not sent.

    Each digest is sent only once, even if a run is late or repeated.
    """
    now = now or timezone.now()
    due = NoticeSettings.objects.filter(digest_at__lte=now).order_by("digest_at").values_list("person", flat=True)
    sent = 0
    for person in list(due[:MAX_AT_ONCE]):
        try:
            sent += _send(person, now)
        except Exception:  # The others must not wait for the one that fails, which is tried again in an hour.
            logger.exception("digest_failed", person=person)
            NoticeSettings.objects.filter(person=person, digest_at__lte=now).update(digest_at=now + AFTER_A_FAILURE)
    if sent:
        wake_sender()
    return sent


def _send(pk: int, now: datetime) -> bool:
    person = Person.objects.get(pk=pk)
    wants_it = person.is_active and has_confirmed(person)
    tasks = _tasks(person) if wants_it else []  # settles cycles, so it is done outside the transaction
    with transaction.atomic():
        row = NoticeSettings.objects.select_for_update().filter(person=pk, digest_at__lte=now).first()
        if row is None or not row.digest:
            return False
        text = digest_text(row, tasks, now) if wants_it else ""
        if text:
            Delivery.objects.create(person=person, text=text, link="/", next_at=now)
        row.digest_at, row.digest_since = now + PERIODS[Digest(row.digest)], now
        row.save(update_fields=["digest_at", "digest_since"])
    return bool(text)


def digest_text(row: NoticeSettings, tasks: list[str], now: datetime) -> str:
    """Return the text of a digest of waiting `tasks` and of notices up to `now`, or "" if there are none.

    Each task or notice takes one line, with its link in a line below it. The delivery's own link, to the home page,
    follows the last line.
    """
    unread = Notice.objects.filter(person=row.person_id, read_at=None, created_at__lte=now)
    if row.digest_since is not None:
        unread = unread.filter(created_at__gt=row.digest_since)
    news = [_linked(*each) for each in unread.order_by("-pk").values_list("text", "link")[: MAX_LISTED + 1]]
    if not tasks and not news:
        return ""
    when = "day" if row.digest == Digest.DAILY else "week"
    waits = f"{len(tasks)} {'thing waits' if len(tasks) == 1 else 'things wait'} for you" if tasks else "what is new"
    parts = [f"Your {when}: {waits}", *_listed("Waiting for you", tasks), *_listed("New", news), "", "Your games:"]
    return "\n".join(parts)


def _listed(title: str, lines: list[str]) -> list[str]:
    if not lines:
        return []
    more = ["- and more"] if len(lines) > MAX_LISTED else []
    return ["", f"{title}:", *(f"- {line}" for line in lines[:MAX_LISTED]), *more]


def _linked(text: str, link: str, until: str = "") -> str:
    line = f"{shortened(text, MAX_LINE)}{until}"
    return f"{line}\n  {settings.SITE_URL}{link}" if link else line


def _tasks(person: Person) -> list[str]:
    """Return the tasks that wait for a person in the cycles that they play, the most urgent first."""
    playing = Player.objects.filter(person=person, left_at=None).values("cycle")
    cycles = Cycle.objects.filter(pk__in=playing, fork_of=None, status=Status.RUNNING).order_by("due_at", "pk")
    found = waiting_everywhere(person, cycles_now(cycles[:MAX_CYCLES]))
    tasks = [each.task for each in found]
    return [_linked(f"{task.cycle.title}: {task.summary}", task.link, _until(task)) for task in tasks]


def _until(task: Task) -> str:
    """Return ", until …" with a task's time limit. The clock of a practice cycle is moved by hand, so it names none."""
    if task.due_at is None or task.cycle.practice:
        return ""
    return f", until {task.due_at:%A %d %B, %H:%M} UTC"
