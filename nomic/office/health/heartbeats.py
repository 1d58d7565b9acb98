"""Heartbeats of regular jobs, and when each is late."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Min
from django.dispatch import receiver
from django.utils import timezone

from nomic.config.celery import CLOCK, NOTICES, WIKI
from nomic.cycles.backups import backup_made
from nomic.cycles.models import Cycle
from nomic.office.models import MAX_REASON, Sign

BACKUP, VERIFY, MAIL = "backup", "verify", "mail"
WORKERS = {
    CLOCK: "the game clock",
    NOTICES: "the sender of notifications",
    WIKI: "the wiki publisher",
}
LATE_AFTER = {
    **dict.fromkeys(WORKERS, timedelta(minutes=5)),
    BACKUP: timedelta(days=8),
    VERIFY: timedelta(hours=36),
}


@dataclass(frozen=True, slots=True)
class JobRun:
    """The last run of a job, and the instant from which it is late.

    Before the first run its interval counts from the first game.

    `late_at` is None if there is no game: until then nothing has to run.
    """

    last: datetime | None
    late_at: datetime | None

    def is_late(self, now: datetime) -> bool:
        """Return whether the job should have run again by now."""
        return self.late_at is not None and now > self.late_at


def record_heartbeat(name: str, trouble: str = "", at: datetime | None = None) -> None:
    """Store that the job `name` ran at `at`, by default now, and the trouble that it found."""
    found = {"at": at or timezone.now(), "trouble": trouble[:MAX_REASON]}
    Sign.objects.update_or_create(name=name, defaults=found)


@receiver(backup_made, dispatch_uid="office backup")
def note_backup(at: datetime, **_: Any) -> None:
    """Signal receiver: store that a backup was made. Backups made by other means are unknown."""
    record_heartbeat(BACKUP, at=at)


def last_signs() -> dict[str, Sign]:
    """Return the last heartbeat of each job, by the job's name."""
    return {row.name: row for row in Sign.objects.all()}


def job_runs() -> dict[str, JobRun]:
    """Return for each regular job when it last ran, and when it is late."""
    signs, begun = last_signs(), beginning()
    return {name: _run(name, signs.get(name), begun) for name in LATE_AFTER}


def _run(name: str, row: Sign | None, begun: datetime | None) -> JobRun:
    last = None if row is None else row.at
    return JobRun(last, None if begun is None else (last or begun) + LATE_AFTER[name])


def beginning() -> datetime | None:
    """Return when the oldest real game was opened, or None if there is none. Before that, no job has to run."""
    begun: datetime | None = Cycle.objects.filter(fork_of=None, practice=False).aggregate(at=Min("created_at"))["at"]
    return begun
