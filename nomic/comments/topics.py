"""Subjects of discussions: a proposal, a match, or a cycle as a whole, for its hall.

A topic is stored as a short text. It names proposals and matches by code, because codes are the same in every history.
"""

from django.urls import reverse

from nomic.cycles.models import Cycle
from nomic.matches.models import Match
from nomic.players.guests import is_guest_table
from nomic.proposals.models import Proposal

Subject = Proposal | Match | Cycle

HALL = "hall"
PROPOSAL = "proposal:"  # followed by its code
MATCH = "match:"  # followed by its code


def topic_of(subject: Subject) -> str:
    """Return the topic of a subject, as comments store it."""
    if isinstance(subject, Cycle):
        return HALL
    return f"{MATCH if isinstance(subject, Match) else PROPOSAL}{subject.code}"


def subject_of(cycle: Cycle, topic: str) -> Subject | None:
    """Return the subject of a topic in the current history of a cycle, or None if it no longer exists."""
    kind, _, code = topic.partition(":")
    if kind == HALL:
        return cycle
    model = Match if f"{kind}:" == MATCH else Proposal
    return model._default_manager.filter(cycle=cycle, code=code).first()


def is_plain(subject: Subject) -> bool:
    """Return whether comments on a subject are plain text. Comments on proposals are wikitext."""
    return not isinstance(subject, Proposal)


def has_talk(cycle: Cycle) -> bool:
    """Return whether a cycle has discussions. Practice tables of guests have none."""
    return not is_guest_table(cycle)


def title_of(subject: Subject) -> str:
    """Return the name of the subject within its cycle, for notices and links."""
    if isinstance(subject, Cycle):
        return "the hall"
    return f"proposal {subject.number}, {subject.title}" if isinstance(subject, Proposal) else subject.title


def page_of(cycle: Cycle, subject: Subject) -> str:
    """Return the path of the page that shows the discussion."""
    if isinstance(subject, Cycle):
        return reverse("web:talk", args=[cycle.slug])
    if isinstance(subject, Match):
        return reverse("web:match-talk", args=[cycle.slug, subject.code])
    return reverse("web:proposal", args=[cycle.slug, subject.number])


def form_of(cycle: Cycle, subject: Subject) -> str:
    """Return the path to which the forms of the discussion are sent."""
    if isinstance(subject, Proposal):
        return reverse("web:discuss", args=[cycle.slug, subject.number])
    return page_of(cycle, subject)
