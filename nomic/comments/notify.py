"""Notices about comments, to people who are mentioned and to followers of a discussion."""

from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.comments.mentions import players_named
from nomic.comments.models import Comment, Following, Mute
from nomic.comments.topics import Subject, page_of, subject_of, title_of, topic_of
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import shortened
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.models import MAX_TEXT_LENGTH, Delivery, Notice, State
from nomic.notices.notify import notify_people
from nomic.proposals.models import Proposal

DISCUSSION = NoticeKind("discussion", "Somebody writes in a discussion that you follow", Heading.TALK)
MENTION = NoticeKind("mention", "Somebody names you in a discussion", Heading.TALK)
REPORT = NoticeKind("report", "Somebody reports a comment", Heading.STAFF)
MODERATED = NoticeKind("moderated", "A comment of yours is hidden or shown again, or you have to pause", Heading.TALK)
KINDS = (DISCUSSION.name, MENTION.name, REPORT.name)
MAX_WORDS = 120  # characters of a comment in a notice


def address_of(cycle: Cycle, subject: Subject, comment: Comment) -> str:
    """Return the path of the page on which a comment appears."""
    return f"{page_of(cycle, subject)}?said={comment.pk}#comment-{comment.pk}"


def notify_of_comment(cycle: Cycle, subject: Subject, comment: Comment) -> int:
    """Notify the people that a comment mentions, all followers, and a proposal's author, each once.

    Return their number.

    People who have muted the topic or the comment's author are not notified, and neither is the author.
    """
    named = [row.person for row in players_named(cycle, [comment.text]).values() if row.person and not row.left_at]
    wishes = dict(Following.objects.filter(cycle=cycle, topic=topic_of(subject)).values_list("person_id", "wants"))
    wanting = [person for person, wants in wishes.items() if wants]
    following = {person.pk: person for person in Person.objects.filter(pk__in=wanting, is_active=True)}
    if isinstance(subject, Proposal):
        proposer = Person.objects.filter(username=subject.author, is_active=True).first()
        following |= {} if proposer is None else {proposer.pk: proposer}
    muting = set(Mute.objects.filter(other=comment.person_id).values_list("person_id", flat=True))
    spared = muting | {person for person, wants in wishes.items() if not wants} | {comment.person_id}
    mentioned = {person.pk: person for person in named if person.is_active and person.pk not in spared}
    others = {pk: person for pk, person in following.items() if pk not in spared and pk not in mentioned}
    text, link = _in_short(subject, comment), address_of(cycle, subject, comment)
    notified = notify_people([mentioned[pk] for pk in sorted(mentioned)], MENTION.name, text, link, cycle)
    return notified + notify_people([others[pk] for pk in sorted(others)], DISCUSSION.name, text, link, cycle)


def withdraw_notices(comment: Comment) -> None:
    """Replace the text of a hidden comment in notices, and cancel notices that have not been sent."""
    notices = _notices_of(comment)
    waiting = Delivery.objects.filter(notice__in=notices, state=State.WAITING)
    waiting.update(state=State.UNNEEDED, ended_at=timezone.now())
    hidden = shortened(f"{comment.cycle.title}: a comment of {comment.author} was hidden.", MAX_TEXT_LENGTH)
    Delivery.objects.filter(notice__in=notices).update(text=hidden)
    notices.update(text=hidden)


def restore_notices(comment: Comment) -> None:
    """Restore the text of notices about a comment that is visible again.

    A notice of a report has other words, and the reason for it is on the comment's page.
    """
    subject = subject_of(comment.cycle, comment.topic)
    if subject is not None:
        _notices_of(comment).exclude(kind=REPORT.name).update(
            text=shortened(_in_short(subject, comment), MAX_TEXT_LENGTH)
        )


def _in_short(subject: Subject, comment: Comment) -> str:
    """Return the shortened text of a notice about a comment."""
    place = "in" if isinstance(subject, Cycle) else "on" if isinstance(subject, Proposal) else "at"
    text = f"{comment.cycle.title}: {comment.author} {place} {title_of(subject)}: "
    return f"{text}“{shortened(comment.text, MAX_WORDS)}”"


def _notices_of(comment: Comment) -> QuerySet[Notice]:
    """Return the notices that link to a comment."""
    since = Notice.objects.filter(cycle=comment.cycle_id, kind__in=KINDS, created_at__gte=comment.posted_at)
    return since.filter(link__endswith=f"#comment-{comment.pk}")
