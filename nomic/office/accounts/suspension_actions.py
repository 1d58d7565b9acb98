"""Actions of staff about suspensions: begin or end one, and answer the reply of a suspended person."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateparse import parse_date

from nomic.accounts.lifecycle.suspension import CannotSuspend, lift_suspension, reply_is_read, suspend_account
from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.accounts.time_zones import zones
from nomic.office.accounts.staff_action import ActionRefused, FormData, Outcome, StaffAction
from nomic.office.write_staff_log import instant_in_words

SUSPENDED_FOR = {"1": "1 day", "3": "3 days", "7": "1 week", "30": "30 days"}
NO_REPLY = "There is no reply waiting."


def first_day_from(at: datetime, zone: str) -> str:
    """Return the first day in this zone that begins at the instant or later, as in a form: "2030-01-31"."""
    local = at.astimezone(ZoneInfo(zone if zone in zones() else "UTC"))
    day = local.date()
    return (day if local.time() == time() else day + timedelta(days=1)).isoformat()


def _suspend(staff: Person, person: Person, form: FormData) -> Outcome:
    until, day_in_zone = _end_of_suspension(form)
    try:
        suspend_account(person, until, form["reason"])
    except CannotSuspend as error:
        raise ActionRefused(f"{error}") from None
    return Outcome(f"suspended {person.username} until {instant_in_words(until)}{day_in_zone}")


def _end_of_suspension(form: FormData) -> tuple[datetime, str]:
    """Return when the suspension ends, and a clause with the day as it was chosen if that was in another zone.

    Raises ActionRefused for a day or zone that does not exist.
    """
    if form.get("days", "") in SUSPENDED_FOR:
        return timezone.now() + timedelta(days=int(form["days"])), ""
    try:
        day = parse_date(form.get("until", "")[:10])
    except ValueError:
        day = None
    if day is None:
        raise ActionRefused("Choose the day on which the suspension ends.")
    zone = form.get("zone", "") or "UTC"
    if zone not in zones():
        raise ActionRefused("Choose a time zone from the list.")
    try:
        until = datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
    except OverflowError:
        raise ActionRefused("Choose a day in the future.") from None
    return until, "" if zone == "UTC" else f", when {day.isoformat()} begins in {zone}"


def _lift(staff: Person, person: Person, form: FormData) -> Outcome:
    lift_suspension(person)
    return Outcome(f"ended the suspension of {person.username}", "has ended your suspension")


def _read_reply(staff: Person, person: Person, form: FormData) -> Outcome:
    if not reply_is_read(person):
        raise ActionRefused(NO_REPLY)
    return Outcome(f"read the reply of {person.username} to the suspension")


def _answer_reply(staff: Person, person: Person, form: FormData) -> Outcome:
    """Send the reason as the answer, so that the staff log keeps it."""
    if not reply_is_read(person, form["reason"]):
        raise ActionRefused(NO_REPLY)
    return Outcome(f"answered the reply of {person.username} to the suspension")


def _needs_reply(staff: Person, person: Person) -> str:
    return NO_REPLY if person.suspended_reply_at is None else ""


ANSWER_REPLY = StaffAction(
    "answer-reply",
    "Answer their reply",
    "Send the answer",
    "They read it at log-in, and can write again. The suspension stays as it is.",
    Duty.SUSPEND,
    _answer_reply,
    _needs_reply,
)
READ_REPLY = StaffAction(
    "read-reply",
    "Leave their reply without an answer",
    "Mark it as read",
    "It no longer waits in the Office, and they can write again. The suspension stays as it is.",
    Duty.SUSPEND,
    _read_reply,
    _needs_reply,
)
LIFT = StaffAction(
    "lift",
    "End the suspension",
    "End the suspension",
    "They can log in again at once.",
    Duty.SUSPEND,
    _lift,
    lambda staff, person: "This account is not suspended." if person.suspended_until is None else "",
)
SUSPEND = StaffAction(
    "suspend",
    "Suspend",
    "Suspend",
    "They are logged out, their bots stop, and at log-in they read the reason, the day, and where to answer. "
    "They stay in their games. To stop only their comments for a while, give them a time-out instead: open "
    "More on one of their comments.",
    Duty.SUSPEND,
    _suspend,
    lambda staff, person: "You cannot suspend yourself." if staff.pk == person.pk else "",
)
