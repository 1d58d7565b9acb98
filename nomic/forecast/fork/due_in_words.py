"""Deadlines in words for people."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from nomic.clauses.runtime.pending_questions import GO_ON
from nomic.clauses.store.deferred_effects import WHEN_DUE
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.calendar import calendar_of, span_at
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.effects.prose.english_grammar import conjugated, is_plural_name, listed
from nomic.law.document.sections import Law
from nomic.matches.models import Match
from nomic.proposals.models import Proposal

# Plainer words for entries whose title presupposes knowledge of earlier events.
PLAINER = {GO_ON: "The time to answer a rule is up", WHEN_DUE: "A delayed effect of a rule"}
PROPOSAL = "proposal "  # at the beginning of a title that is a number
MAX_NAMED = 8  # subjects of one text
FIELDS = ("proposal", "match")  # arguments of a deadline that hold the code of its subject


def due_in_words(deadline: Deadline, titles: Mapping[str, str], law: Law) -> str:
    """Return what is due at a deadline as text, with the phase, proposal, player or match that it is about.

    `titles` holds the titles of proposals and matches by their codes.
    """
    title, about = _title_and_subject(deadline, titles, law)
    return f"{title} ({about})" if about else title


def due_together(
    deadlines: Sequence[Deadline], titles: Mapping[str, str], law: Law, *, is_cut: bool = False
) -> list[tuple[str, datetime]]:
    """Return texts of what is due, each with its instant. Deadlines of one kind at one instant share a text.

    `titles` is as in `due_in_words`. Titles "proposal 1" and "proposal 2" become "proposals 1 and 2". Beyond
    `MAX_NAMED`, only the number of further ones is given; none at the last instant if `is_cut` says that more may be
    due then.
    """
    found: dict[tuple[datetime, str], list[str]] = defaultdict(list)
    for deadline in deadlines:
        title, about = _title_and_subject(deadline, titles, law)
        found[deadline.at, title] += [about] if about else []
    last = deadlines[-1].at if is_cut and deadlines else None
    return [
        (f"{title} ({_several(about, is_cut=at == last)})" if about else title, at)
        for (at, title), about in found.items()
    ]


def _several(subjects: Sequence[str], *, is_cut: bool) -> str:
    are_proposals = len(subjects) > 1 and all(each.startswith(PROPOSAL) for each in subjects)
    names = [each.removeprefix(PROPOSAL) for each in subjects] if are_proposals else list(subjects)
    if len(names) > MAX_NAMED:
        names[MAX_NAMED:] = ["more" if is_cut else f"{len(names) - MAX_NAMED} more"]
    return ("proposals " if are_proposals else "") + listed(names)


def phase_begins(title: str) -> str:
    """Return a clause about the beginning of a phase: "Battle Phase begins", or "Long Nights begin"."""
    return f"{title} {conjugated('begin', not is_plural_name(title))}"


def _title_and_subject(deadline: Deadline, titles: Mapping[str, str], law: Law) -> tuple[str, str]:
    if deadline.action == BEGIN_PHASE:
        return phase_begins(span_at(calendar_of(law), deadline.at).title), ""
    codes = (deadline.args.get(field) for field in FIELDS)
    about = next((titles[code] for code in codes if code in titles), deadline.args.get("player", ""))
    return PLAINER.get(deadline.action) or action_named(deadline.action).title, about


def titles_of(cycle: Cycle, deadlines: list[Deadline]) -> dict[str, str]:
    """Return the titles of the proposals and matches that these deadlines are about, by code."""
    codes = [code for deadline in deadlines for field in FIELDS if (code := deadline.args.get(field))]
    proposals = Proposal.objects.filter(cycle=cycle, code__in=codes) if codes else ()
    matches = Match.objects.filter(cycle=cycle, code__in=codes).defer("state") if codes else ()
    return {each.code: str(each) for each in proposals} | {each.code: each.title for each in matches}
