"""Login history from django-axes, and how long it is kept."""

from datetime import timedelta

from axes.models import AccessAttempt, AccessLog
from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.models import Person

KEPT = timedelta(days=90)


def sign_ins_of(person: Person) -> QuerySet[AccessLog]:
    """Return a person's log-ins, newest first: the time, the address and the browser of each."""
    since = timezone.now() - KEPT
    found: QuerySet[AccessLog] = AccessLog.objects.filter(username=person.username, attempt_time__gt=since)
    return found.order_by("-attempt_time", "-pk")


def forget_old_sign_ins() -> int:
    """Delete successful and failed log-ins that are older than KEPT. Return their number."""
    before = timezone.now() - KEPT
    return sum(model.objects.filter(attempt_time__lt=before).delete()[0] for model in (AccessLog, AccessAttempt))


def forget_sign_ins_of(person: Person) -> None:
    """Delete the log-in history of a person whose account is closed."""
    for model in (AccessLog, AccessAttempt):
        model.objects.filter(username=person.username).delete()
