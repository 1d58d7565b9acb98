"""Upcoming deadlines of a cycle, in words for people."""

from collections.abc import Mapping

from nomic.clauses.runtime.pending_questions import GO_ON
from nomic.clauses.store.deferred import WHEN_DUE
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.models import Deadline
from nomic.db import Prepared
from nomic.matches.models import Match
from nomic.proposals.models import Proposal

# Plainer words for entries whose title presupposes knowledge of earlier events.
PLAINER = {GO_ON: "The time to answer a rule is up", WHEN_DUE: "A delayed effect of a rule"}
MAX_SHOWN = 6
FIELDS = ("proposal", "match")  # arguments of a deadline that hold the code of its subject


_next = Prepared(
    lambda cycle: Deadline.objects.filter(cycle_id=cycle).order_by("at", "rank", "order")[:MAX_SHOWN],
    int,
    for_pages=True,
)


def next_due(ctx: ReadContext, most: int) -> list[Deadline]:
    """Return the first `most` upcoming deadlines of a cycle."""
    return _next.all(ctx.cycle.pk)[:most]


def due_in_words(deadline: Deadline, titles: Mapping[str, str]) -> str:
    """Return a deadline as text, with the proposal, the player or the match that it is about.

    `titles` has the titles of proposals and matches by their codes.
    """
    codes = (deadline.args.get(field) for field in FIELDS)
    about = next((titles[code] for code in codes if code in titles), deadline.args.get("player", ""))
    title = PLAINER.get(deadline.action) or action_named(deadline.action).title
    return f"{title} ({about})" if about else title


def titles_of(ctx: ReadContext, deadline: Deadline) -> dict[str, str]:
    """Return the titles of a deadline's proposal or match, by code."""
    codes = [code for field in FIELDS if (code := deadline.args.get(field))]
    proposals = Proposal.objects.filter(cycle=ctx.cycle, code__in=codes) if codes else ()
    matches = Match.objects.filter(cycle=ctx.cycle, code__in=codes).defer("state") if codes else ()
    return {each.code: str(each) for each in proposals} | {each.code: each.title for each in matches}
