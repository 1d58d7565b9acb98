"""Signs of life of what runs regularly, and the age of each."""

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
    CLOCK: "the worker for deadlines",
    NOTICES: "the worker for notifications",
    WIKI: "the worker for the wiki",
}
LATE_AFTER = {
    **dict.fromkeys(WORKERS, timedelta(minutes=5)),
    BACKUP: timedelta(days=8),
    VERIFY: timedelta(hours=36),
}


def sign(name: str, trouble: str = "") -> None:
    """Store that `name` ran now, and what it found."""
    Sign.objects.update_or_create(name=name, defaults={"at": timezone.now(), "trouble": trouble[:MAX_REASON]})


@receiver(backup_made, dispatch_uid="office backup")
def note_backup(**_: Any) -> None:
    """Store that a backup was made. Backups that were made by other means are unknown."""
    sign(BACKUP)


def last_signs() -> dict[str, Sign]:
    """Return the last signs by name."""
    return {row.name: row for row in Sign.objects.all()}


def beginning() -> datetime | None:
    """Return when the oldest game that is not for practice was opened, or None if there is none.

    Until then nothing has to run.
    """
    begun: datetime | None = Cycle.objects.filter(fork_of=None, practice=False).aggregate(at=Min("created_at"))["at"]
    return begun
