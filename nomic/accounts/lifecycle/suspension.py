"""Suspension: until a date, nobody can log in to an account and its tokens do not work.

The person sees the reason at log-in, and can reply to staff from there. A token in the page, signed and valid for an
hour, says who replies.
"""

from datetime import datetime

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.admin_permission import would_leave_none
from nomic.accounts.models import Person

MAX_REPLY = 1000  # characters
TOKEN_LASTS = 3600  # seconds
SALT = "reply to a suspension"
LAST = "This is the last owner's account. Make somebody else an owner first."


class CannotSuspend(Exception):
    """Raised if the account cannot be suspended. The message gives the reason."""


def suspend_account(person: Person, until: datetime, why: str) -> None:
    """Suspend an account until an instant in the future. Sessions and tokens stop working at once.

    Raises CannotSuspend if the account is closed or inactive for another reason, or belongs to the last owner.
    """
    with transaction.atomic():
        list(Person.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
        row = Person.objects.select_for_update().get(pk=person.pk)
        if until <= timezone.now():
            raise CannotSuspend("Choose a day in the future.")
        if row.closed_at is not None or (not row.is_active and row.suspended_until is None):
            raise CannotSuspend("This account is closed already: nobody can log in to it.")
        if would_leave_none([row]):
            raise CannotSuspend(LAST)
        row.is_active, row.suspended_until, row.suspended_why = False, until, why
        row.suspended_reply_at = None
        row.save(update_fields=["is_active", "suspended_until", "suspended_why", "suspended_reply_at"])


def lift_suspension(person: Person) -> bool:
    """End a suspension now. Return False if there is none."""
    return _lift(Person.objects.filter(pk=person.pk).exclude(suspended_until=None)) > 0


def lift_expired() -> int:
    """End the suspensions that have expired, and return their number."""
    return _lift(Person.objects.filter(suspended_until__lte=timezone.now()))


def _lift(people: QuerySet[Person]) -> int:
    return people.filter(closed_at=None).update(
        is_active=True,
        suspended_until=None,
        suspended_why="",
        suspended_reply="",
        suspended_reply_at=None,
        suspended_answer="",
    )


class CannotReply(Exception):
    """Raised if a reply to a suspension is not accepted. The message gives the reason."""


def reply_token(person: Person) -> str:
    """Return a token with which a suspended person who knows their password can reply."""
    return signing.dumps(person.pk, salt=SALT)


def who_replies(token: str) -> Person | None:
    """Return the suspended person for whom the token was made, or None if it is too old or the suspension is over."""
    try:
        pk = signing.loads(token, salt=SALT, max_age=TOKEN_LASTS)
    except signing.BadSignature:
        return None
    return Person.objects.filter(pk=pk, closed_at=None, suspended_until__gt=timezone.now()).first()


def reply_to_staff(person: Person, text: str) -> None:
    """Store a suspended person's reply, a clean text, for staff. A person can have one unread reply.

    Raises CannotReply if an earlier one is not read yet, or for a text that is empty or too long.
    """
    if not text:
        raise CannotReply("Write something first.")
    if len(text) > MAX_REPLY:
        raise CannotReply(f"Write at most {MAX_REPLY} characters.")
    waits = Person.objects.filter(pk=person.pk, suspended_reply_at=None).exclude(suspended_until=None)
    if not waits.update(suspended_reply=text, suspended_reply_at=timezone.now(), suspended_answer=""):
        raise CannotReply("Staff have not read your last reply yet. You can write again when they have.")


def reply_is_read(person: Person, answer: str = "") -> bool:
    """Record that staff have read the reply, and the answer shown to the person at log-in.

    Returns False if no reply is waiting.
    """
    waiting = Person.objects.filter(pk=person.pk).exclude(suspended_reply_at=None)
    return waiting.update(suspended_reply_at=None, suspended_answer=answer) > 0
