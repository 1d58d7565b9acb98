"""Notifications about comments for the participants of a discussion."""

from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.comments.models import Comment, Following
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import shortened
from nomic.notices.kinds import NoticeKind
from nomic.notices.models import MAX_TEXT_LENGTH, Delivery, Notice, State
from nomic.notices.notify import tell
from nomic.proposals.models import Proposal

DISCUSSION = NoticeKind("discussion", "Somebody writes in a discussion that you follow")
MAX_WORDS = 120  # characters of a comment in a notice


def address_of(cycle: Cycle, proposal: Proposal, comment: Comment) -> str:
    """Return the path of the page on which a comment appears."""
    return f"/c/{cycle.slug}/proposals/{proposal.number}/?said={comment.pk}#comment-{comment.pk}"


def tell_of(cycle: Cycle, proposal: Proposal, comment: Comment) -> int:
    """Notify all followers and the proposal's author of a comment.

    People who have opted out and the comment's author are not notified.
    """
    wishes = dict(Following.objects.filter(cycle=cycle, proposal=proposal.code).values_list("person_id", "wants"))
    wanting = [person for person, wants in wishes.items() if wants]
    people = {person.pk: person for person in Person.objects.filter(pk__in=wanting, is_active=True)}
    proposer = Person.objects.filter(username=proposal.author, is_active=True).first()
    if proposer is not None and wishes.get(proposer.pk, True):
        people[proposer.pk] = proposer
    people.pop(comment.person_id or 0, None)
    told = [people[pk] for pk in sorted(people)]
    return tell(told, DISCUSSION.name, _in_short(proposal, comment), address_of(cycle, proposal, comment), cycle)


def tell_no_more(comment: Comment) -> None:
    """Hide the text of a hidden comment in notices about it, and cancel notices that have not been sent."""
    notices = _notices_of(comment)
    waiting = Delivery.objects.filter(notice__in=notices, state=State.WAITING)
    waiting.update(state=State.UNNEEDED, ended_at=timezone.now())
    hidden = shortened(f"{comment.cycle.title}: a comment of {comment.author} was hidden.", MAX_TEXT_LENGTH)
    Delivery.objects.filter(notice__in=notices).update(text=hidden)
    notices.update(text=hidden)


def restore_notices(comment: Comment) -> None:
    """Restore the text of notices about a comment that is shown again."""
    proposal = Proposal.objects.filter(cycle=comment.cycle_id, code=comment.proposal).first()
    if proposal is not None:
        _notices_of(comment).update(text=shortened(_in_short(proposal, comment), MAX_TEXT_LENGTH))


def _in_short(proposal: Proposal, comment: Comment) -> str:
    """Return the shortened text of a notice about a comment."""
    text = f"{comment.cycle.title}: {comment.author} on proposal {proposal.number}, {proposal.title}: {comment.text}"
    return shortened(text, len(text) - len(comment.text) + MAX_WORDS)


def _notices_of(comment: Comment) -> QuerySet[Notice]:
    """Return the notices that link to a comment."""
    since = Notice.objects.filter(cycle=comment.cycle_id, kind=DISCUSSION.name, created_at__gte=comment.posted_at)
    return since.filter(link__endswith=f"#comment-{comment.pk}")
