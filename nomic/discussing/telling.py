"""Telling those who take part in a discussion that somebody has said something."""

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.discussing.models import Comment, Following
from nomic.law.text import shortened
from nomic.notices.kinds import NoticeKind
from nomic.notices.notify import tell
from nomic.proposals.models import Proposal

DISCUSSION = NoticeKind("discussion", "Somebody writes in a discussion that you follow")
MOST_WORDS = 120  # characters of a comment that a notice tells


def address_of(cycle: Cycle, proposal: Proposal, comment: Comment) -> str:
    """Where a comment stands."""
    return f"/c/{cycle.slug}/proposals/{proposal.number}/?said={comment.pk}#comment-{comment.pk}"


def tell_of(cycle: Cycle, proposal: Proposal, comment: Comment) -> int:
    """Tell everybody who follows, and whoever proposed it unless they do not want to hear; but not who says it."""
    wishes = dict(Following.objects.filter(cycle=cycle, proposal=proposal.code).values_list("person_id", "wants"))
    wanting = [person for person, wants in wishes.items() if wants]
    people = {person.pk: person for person in Person.objects.filter(pk__in=wanting, is_active=True)}
    proposer = Person.objects.filter(username=proposal.author, is_active=True).first()
    if proposer is not None and wishes.get(proposer.pk, True):
        people[proposer.pk] = proposer
    people.pop(comment.person_id or 0, None)
    text = f"{cycle.title}: {comment.author} on proposal {proposal.number}, {proposal.title}: {comment.text}"
    short = shortened(text, len(text) - len(comment.text) + MOST_WORDS)
    told = [people[pk] for pk in sorted(people)]
    return tell(told, DISCUSSION.name, short, address_of(cycle, proposal, comment), cycle)
