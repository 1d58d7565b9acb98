"""Posting, editing and hiding comments on proposals. Nothing is deleted.

Everybody with an account may comment, during the vote and afterwards.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nomic import limits
from nomic.accounts.models import Person
from nomic.accounts.rights import is_admin
from nomic.comments.models import Comment, EarlierText, Following
from nomic.comments.notify import restore_notices, tell_no_more, tell_of
from nomic.comments.quotes import quotable
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import clean_line, clean_text, readable, seen
from nomic.proposals.models import Proposal

HOUR = timedelta(hours=1)
MAX_REASON_LENGTH = 300


def comments_on(cycle: Cycle, proposal: Proposal) -> QuerySet[Comment]:
    """Return the comments on a proposal, oldest first."""
    return Comment.objects.filter(cycle=cycle, proposal=proposal.code).order_by("pk")


def comment_of(cycle: Cycle, proposal: Proposal, pk: int) -> Comment | None:
    """Return the comment with this primary key if it is on the proposal, otherwise None."""
    return comments_on(cycle, proposal).filter(pk=pk).first() if pk < 2**63 else None


def say(person: Person, cycle: Cycle, proposal: Proposal, key: str, *, text: str, quote: str = "") -> Comment:
    """Post a comment on a proposal. A repeated request with the same key returns the first comment.

    Raises BadArguments for "text" or "quote", and Refused if a limit is reached.
    """
    text, quote = _readable(text), " ".join(quote.split())
    if quote and quote not in quotable(cycle, proposal):
        raise BadArguments.on("quote", "this is no line of what the proposal changes")
    with transaction.atomic():
        _one_at_a_time(person)
        again = Comment.objects.filter(person=person, key=key).first()
        if again is not None:
            return again
        _check_room(person, cycle, proposal)
        comment = Comment.objects.create(
            cycle=cycle,
            proposal=proposal.code,
            person=person,
            author=person.get_username(),
            key=key,
            text=text,
            quote=quote,
        )
        follow(person, cycle, proposal, wants=True)
        tell_of(cycle, proposal, comment)
    return comment


def say_otherwise(person: Person, comment: Comment, text: str) -> Comment:
    """Edit a comment on behalf of its author. The earlier text remains readable.

    Raises BadArguments for "text", and Refused if the person may not edit it.
    """
    text = _readable(text)
    with transaction.atomic():
        comment = Comment.objects.select_for_update().get(pk=comment.pk)
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


def hide(person: Person, comment: Comment, because: str) -> Comment:
    """Hide a comment and its earlier versions on behalf of an admin.

    A placeholder remains on the page, and notices no longer quote the comment. Raises BadArguments for the reason, and
    Refused if the person may not hide it.
    """
    _check_admin(person)
    because = _reason(because)
    with transaction.atomic():
        comment = Comment.objects.select_for_update().get(pk=comment.pk)
        if not comment.is_hidden:
            comment.hidden_at, comment.hidden_by = timezone.now(), person.get_username()
            comment.hidden_because = because
            comment.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
            tell_no_more(comment)
    return comment


def show_again(person: Person, comment: Comment) -> Comment:
    """Show a hidden comment again on behalf of an admin. Raises Refused if the person may not do so."""
    _check_admin(person)
    with transaction.atomic():
        comment = Comment.objects.select_for_update().get(pk=comment.pk)
        if comment.is_hidden:
            comment.hidden_at, comment.hidden_by, comment.hidden_because = None, "", ""
            comment.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
            restore_notices(comment)
    return comment


def follow(person: Person, cycle: Cycle, proposal: Proposal, *, wants: bool) -> None:
    """Subscribe to the comments on a proposal, or unsubscribe."""
    Following.objects.update_or_create(cycle=cycle, proposal=proposal.code, person=person, defaults={"wants": wants})


def follows(person: Person, cycle: Cycle, proposal: Proposal) -> bool:
    """Return whether a person follows a discussion.

    Participants and the proposal's author follow it unless they have opted out.
    """
    wish = Following.objects.filter(cycle=cycle, proposal=proposal.code, person=person).values_list("wants", flat=True)
    return wish[0] if wish else person.get_username() == proposal.author


def _readable(text: str) -> str:
    try:
        clean = readable(seen(clean_text(text)))
    except ValueError as error:
        raise BadArguments.on("text", str(error)) from None
    if len(clean) > limits.COMMENT:
        raise BadArguments.on("text", f"at most {limits.COMMENT:,} characters, and this has {len(clean):,}")
    return clean


def _reason(because: str) -> str:
    try:
        clean = readable(clean_line(because))
    except ValueError as error:
        raise BadArguments.on("because", str(error)) from None
    if len(clean) > MAX_REASON_LENGTH:
        raise BadArguments.on("because", f"at most {MAX_REASON_LENGTH} characters")
    return clean


def _one_at_a_time(person: Person) -> None:
    """Lock the person, so that parallel requests cannot exceed the limits."""
    Person.objects.select_for_update().get(pk=person.pk)


def _check_room(person: Person, cycle: Cycle, proposal: Proposal) -> None:
    recent = Comment.objects.filter(person=person, posted_at__gt=timezone.now() - HOUR).count()
    if recent >= limits.COMMENTS_AN_HOUR:
        raise Refused("too-fast", f"You have written {recent} comments within an hour. Wait before you write the next.")
    if comments_on(cycle, proposal).count() >= limits.COMMENTS:
        raise Refused(
            "too-many",
            f"This proposal has {limits.COMMENTS} comments, which is the maximum. Edit one of yours instead.",
        )


def _check_admin(person: Person) -> None:
    if not is_admin(person):
        raise Refused("not-admin", "Only admins can hide comments and show them again.")
