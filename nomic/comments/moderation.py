"""Reports of comments, and what moderators do about them. Each of their acts is in the staff log."""

from collections.abc import Iterable
from datetime import timedelta

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from nomic import limits
from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty, who_may
from nomic.comments.models import Comment, Report, TimeOut
from nomic.comments.notify import MODERATED, REPORT, address_of, restore_notices, withdraw_notices
from nomic.comments.post import HOUR, instant_text, one_line_reason
from nomic.comments.topics import subject_of
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.notices.notify import notify_people

COMMENT_OF = "a comment of "  # how the log names a comment, followed by its author
TIMES_OUT = {"1": "1 hour", "24": "1 day", "168": "1 week"}  # hours, in words


def report_comment(person: Person, comment: Comment, because: str) -> Report:
    """Report a comment to the moderators, who are notified of the first report.

    A person's second report changes nothing. Raises BadArguments for an unreadable reason, and Refused for the person's
    own comment, for guests, and above the limit.
    """
    because = one_line_reason(because)
    if person.is_guest:
        raise Refused("guest", "Sign up to report a comment.")
    if comment.person_id == person.pk:
        raise Refused("yours", "This is your own comment. You can edit it.")
    if comment.is_hidden:
        raise Refused("hidden", "This comment is already hidden.")
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        mine = Report.objects.filter(person=person)
        known = mine.filter(comment=comment).first()
        if known is not None:
            return known
        if mine.filter(reported_at__gt=timezone.now() - HOUR).count() >= limits.REPORTS_AN_HOUR:
            raise Refused("too-fast", f"You can report {limits.REPORTS_AN_HOUR} comments an hour. Wait a while.")
        is_first = not comment.reports.filter(settled_at=None).exists()
        row = Report.objects.create(comment=comment, person=person, because=because)
        if is_first:
            _notify_moderators(comment, row)
    return row


def dismiss_reports(person: Person, comment: Comment) -> None:
    """Settle all reports of a comment on behalf of a moderator, without hiding the comment.

    Raises Refused if the comment is the moderator's own.
    """
    check_moderator(person)
    if _is_for_others(person, comment.person_id):
        raise Refused("yours", "This is your own comment. Somebody else decides about the report.")
    if _settle(person, comment):
        log(person, comment, "Report dismissed")


def hide(person: Person, comment: Comment, because: str) -> Comment:
    """Hide a comment and its earlier versions on behalf of a moderator.

    A placeholder remains on the page, and notices no longer quote the comment. Reports of a moderator's own comment
    stay open, so that hiding it and showing it again does not settle them. Raises BadArguments for an unreadable
    reason, and Refused if the person may not hide it.
    """
    check_moderator(person)
    because = one_line_reason(because)
    with transaction.atomic():
        comment = Comment.objects.select_for_update().get(pk=comment.pk)
        if not comment.is_hidden:
            comment.hidden_at, comment.hidden_by = timezone.now(), person.get_username()
            comment.hidden_because = because
            comment.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
            withdraw_notices(comment)
            if not _is_for_others(person, comment.person_id):
                _settle(person, comment)
            log(person, comment, f"Hidden: {because}")
            _notify_author(comment, f"{person} has hidden a comment of yours: {because}")
    return comment


def show_again(person: Person, comment: Comment) -> Comment:
    """Show a hidden comment again on behalf of a moderator. Raises Refused if the person may not do so."""
    check_moderator(person)
    with transaction.atomic():
        comment = Comment.objects.select_for_update().get(pk=comment.pk)
        if comment.is_hidden:
            if comment.hidden_by != person.get_username() and _is_for_others(person, comment.person_id):
                raise Refused("yours", "This is your own comment. Somebody else decides whether it is shown again.")
            comment.hidden_at, comment.hidden_by, comment.hidden_because = None, "", ""
            comment.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
            restore_notices(comment)
            log(person, comment, "Shown again")
            _notify_author(comment, f"{person} has made a comment of yours visible again.")
    return comment


def time_out(person: Person, other: Person, hours: str, because: str) -> TimeOut:
    """Prevent a person from writing comments for some hours (a key of TIMES_OUT), on behalf of a moderator.

    This replaces an earlier time-out. Raises BadArguments for the hours or the reason. Raises Refused if `person` may
    not moderate, or if the other person is staff.
    """
    check_moderator(person)
    because = one_line_reason(because)
    if hours not in TIMES_OUT:
        raise BadArguments.on("hours", f"one of {', '.join(TIMES_OUT)}")
    if other.is_staff or other.is_superuser:
        raise Refused("admin", f"{other} is a staff member, so they cannot be given a time-out.")
    with transaction.atomic():
        until = timezone.now() + timedelta(hours=int(hours))
        row, _ = TimeOut.objects.update_or_create(
            person=other, defaults={"until": until, "by": person.get_username(), "because": because}
        )
        log(person, other, f"Time-out of {TIMES_OUT[hours]}: {because}")
        notify_people(
            [other],
            MODERATED.name,
            f"{person} has given you a time-out: you cannot write comments until {instant_text(until)}. {because}",
        )
    return row


def end_time_out(person: Person, other: Person) -> None:
    """End a person's time-out on behalf of a moderator. Raises Refused if the time-out is the moderator's own."""
    check_moderator(person)
    if _is_for_others(person, other.pk):
        raise Refused("yours", "This is your own time-out. Somebody else decides whether it ends.")
    with transaction.atomic():
        gone, _ = TimeOut.objects.filter(person=other, until__gt=timezone.now()).delete()
        if gone:
            log(person, other, "Time-out ended")
            notify_people([other], MODERATED.name, f"{person} has ended your time-out: you can write comments again.")


def _is_for_others(person: Person, concerned: int | None) -> bool:
    """Return whether an act concerns the moderator (a primary key) themselves, and there is another to decide it."""
    return concerned == person.pk and who_may(Duty.COMMENTS).exclude(pk=person.pk).exists()


def check_moderator(person: Person) -> None:
    """Raise Refused unless the person moderates comments."""
    if not has_duty(person, Duty.COMMENTS):
        raise Refused("not-admin", "Only moderators and game keepers can do this.")


def log(person: Person, subject: Comment | Person, words: str) -> None:
    """Add a line about a comment or a person to the log of the admin site, which the staff log includes."""
    named = str(subject)
    if isinstance(subject, Comment):
        named = f"{COMMENT_OF}{subject.author} in {subject.cycle.title}"
    LogEntry.objects.create(
        user_id=person.pk,
        content_type=ContentType.objects.get_for_model(subject),
        object_id=str(subject.pk),
        object_repr=named[:200],
        action_flag=CHANGE,
        change_message=words,
    )


def times_out_of(people: Iterable[int | None]) -> dict[int, TimeOut]:
    """Return the active time-outs of these people, by the person's primary key."""
    rows = TimeOut.objects.filter(person__in={key for key in people if key}, until__gt=timezone.now())
    return {row.person_id: row for row in rows}


def _notify_author(comment: Comment, text: str) -> None:
    """Notify the author of a comment, if they still have an account."""
    subject = subject_of(comment.cycle, comment.topic)
    if comment.person is not None and comment.person.is_active:
        link = "" if subject is None else address_of(comment.cycle, subject, comment)
        notify_people([comment.person], MODERATED.name, f"{comment.cycle.title}: {text}", link, comment.cycle)


def _settle(person: Person, comment: Comment) -> int:
    open_ones = comment.reports.filter(settled_at=None)
    return open_ones.update(settled_at=timezone.now(), settled_by=person.get_username())


def _notify_moderators(comment: Comment, row: Report) -> None:
    subject = subject_of(comment.cycle, comment.topic)
    if subject is not None:
        text = f"{comment.cycle.title}: {row.person} reports a comment of {comment.author}: {row.because}"
        notify_people(
            who_may(Duty.COMMENTS),
            REPORT.name,
            text,
            address_of(comment.cycle, subject, comment),
            comment.cycle,
        )
