"""Posting and editing comments on proposals, and messages at tables and in halls. Nothing is deleted.

Everybody with an account may write, players or not, unless an admin has given them a time-out. Guests may not.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nomic import limits
from nomic.accounts.models import Person
from nomic.comments.models import Comment, EarlierText, Following, TimeOut
from nomic.comments.notify import notify_of_comment
from nomic.comments.quotable_lines import quotable
from nomic.comments.topics import PROPOSAL, Subject, has_talk, is_plain, topic_of
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import check_visible, clean_line, clean_text, readable
from nomic.proposals.models import Proposal

HOUR = timedelta(hours=1)
MAX_REASON_LENGTH = 300


def comments_on(cycle: Cycle, subject: Subject) -> QuerySet[Comment]:
    """Return the comments on a subject, oldest first."""
    return Comment.objects.filter(cycle=cycle, topic=topic_of(subject)).order_by("pk")


def comment_of(cycle: Cycle, subject: Subject, pk: int) -> Comment | None:
    """Return the comment with this primary key if it is on the subject, otherwise None."""
    return comments_on(cycle, subject).filter(pk=pk).first() if pk < 2**63 else None


def post_comment(person: Person, cycle: Cycle, subject: Subject, key: str, *, text: str, quote: str = "") -> Comment:
    """Post a comment on a subject. A repeated request with the same key returns the first comment.

    Raises BadArguments on "text" or "quote" if either is invalid, and Refused if the person may not write or a limit is
    reached.
    """
    text, quote = _readable(text, max_comment_length(subject)), " ".join(quote.split())
    if quote and (not isinstance(subject, Proposal) or quote not in quotable(cycle, subject)):
        raise BadArguments.on("quote", "this is not a line of what the proposal changes")
    with transaction.atomic():
        _one_at_a_time(person)
        again = Comment.objects.filter(person=person, key=key).first()
        if again is not None:
            return again
        check_may_write(person, cycle)
        _check_room(person, cycle, subject)
        comment = Comment.objects.create(
            cycle=cycle,
            topic=topic_of(subject),
            person=person,
            author=person.get_username(),
            key=key,
            text=text,
            quote=quote,
        )
        if isinstance(subject, Proposal):
            follow_discussion(person, cycle, subject, wants=True)
        notify_of_comment(cycle, subject, comment)
    return comment


def max_comment_length(subject: Subject) -> int:
    """Return the maximum number of characters of a comment on a subject."""
    return limits.MESSAGE if is_plain(subject) else limits.COMMENT


def say_otherwise(person: Person, comment: Comment, text: str) -> Comment:
    """Edit a comment on behalf of its author. The earlier text remains readable.

    Raises BadArguments on "text" if it is invalid, and Refused if the person may not edit the comment.
    """
    text = _readable(text, limits.COMMENT if comment.topic.startswith(PROPOSAL) else limits.MESSAGE)
    with transaction.atomic():
        comment = Comment.objects.select_for_update().get(pk=comment.pk)
        check_may_write(person, comment.cycle)
        if comment.person_id != person.pk:
            raise Refused("not-yours", "You can edit only your own comments.")
        if comment.is_hidden:
            raise Refused(
                "hidden", f"{comment.hidden_by} has hidden this comment, so you cannot edit it. Write another one."
            )
        if comment.text == text:
            return comment
        if comment.earlier.count() >= limits.COMMENT_EDITS:
            raise Refused("too-many", f"You can edit a comment {limits.COMMENT_EDITS} times. Write another one.")
        now = timezone.now()
        EarlierText.objects.create(comment=comment, text=comment.text, until=now)
        comment.text, comment.edited_at = text, now
        comment.save(update_fields=["text", "edited_at"])
    return comment


def check_may_write(person: Person, cycle: Cycle) -> None:
    """Raise Refused if a person may not write comments in a cycle."""
    if Cycle.objects.filter(pk=cycle.pk, archived_at__isnull=False).exists():
        raise Refused("archived", "This cycle is in the archive, so nobody can write here now.")
    if person.is_guest or not has_talk(cycle):
        raise Refused("guest", "Guests have no chat at their table. Sign up to talk with other players.")
    out = TimeOut.objects.filter(person=person, until__gt=timezone.now()).first()
    if out is not None:
        raise Refused("time-out", f"{out.by} has given you a time-out until {instant_text(out.until)}: {out.because}")


def instant_text(at: datetime) -> str:
    """Return an instant as "31 January, 18:00 UTC"."""
    return f"{at:%d %B, %H:%M} UTC"


def follow_discussion(person: Person, cycle: Cycle, subject: Subject, *, wants: bool) -> None:
    """Subscribe to the comments on a subject, or mute the subject."""
    Following.objects.update_or_create(cycle=cycle, topic=topic_of(subject), person=person, defaults={"wants": wants})


def follows_discussion(person: Person, cycle: Cycle, subject: Subject) -> bool:
    """Return whether a person follows a discussion: by choice, or by default as the author of the proposal."""
    wish = wish_of(person, cycle, subject)
    return isinstance(subject, Proposal) and person.get_username() == subject.author if wish is None else wish


def wish_of(person: Person, cycle: Cycle, subject: Subject) -> bool | None:
    """Return True if a person has chosen to follow a subject, False if to mute it, and None if neither."""
    rows = Following.objects.filter(cycle=cycle, topic=topic_of(subject), person=person)
    return rows.values_list("wants", flat=True).first()


def clear_following(person: Person, cycle: Cycle, subject: Subject) -> None:
    """Delete a person's choice for a subject, so that the subject is neither followed nor muted."""
    Following.objects.filter(cycle=cycle, topic=topic_of(subject), person=person).delete()


def _readable(text: str, most: int) -> str:
    try:
        clean = readable(check_visible(clean_text(text)))
    except ValueError as error:
        raise BadArguments.on("text", str(error)) from None
    if len(clean) > most:
        raise BadArguments.on("text", f"at most {most:,} characters, and this has {len(clean):,}")
    return clean


def one_line_reason(because: str) -> str:
    """Return a reason as one readable line.

    Raises BadArguments on "because" if it is empty, unreadable or too long.
    """
    try:
        clean = readable(clean_line(because))
    except ValueError as error:
        raise BadArguments.on("because", str(error)) from None
    if len(clean) > MAX_REASON_LENGTH:
        raise BadArguments.on("because", f"at most {MAX_REASON_LENGTH} characters")
    return clean


def _one_at_a_time(person: Person) -> None:
    """Lock the person's row, so that parallel requests cannot exceed the limits."""
    Person.objects.select_for_update().get(pk=person.pk)


def _check_room(person: Person, cycle: Cycle, subject: Subject) -> None:
    written = Comment.objects.filter(person=person, posted_at__gt=timezone.now() - HOUR)
    if is_plain(subject):
        recent, most = written.exclude(topic__startswith=PROPOSAL).count(), limits.MESSAGES_AN_HOUR
    else:
        recent, most = written.filter(topic__startswith=PROPOSAL).count(), limits.COMMENTS_AN_HOUR
    if recent >= most:
        raise Refused("too-fast", f"You have written {recent} comments within an hour. Wait before you write the next.")
    if isinstance(subject, Cycle):
        return  # its talk goes on as long as the cycle
    if comments_on(cycle, subject).count() >= limits.COMMENTS:
        what = "proposal" if isinstance(subject, Proposal) else "table"
        raise Refused(
            "too-many",
            f"This {what} has {limits.COMMENTS} comments, which is the maximum. Edit one of yours instead.",
        )
