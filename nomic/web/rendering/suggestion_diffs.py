"""The suggestions on a proposal's page, each as its differences from the proposal."""

from dataclasses import dataclass
from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.diff.law_differences import Differences, Words, differences, readable_difference
from nomic.law.document.sections import Document, LawInvalid
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.proposals import one_time_effects
from nomic.proposals.models import Proposal, Suggestion
from nomic.proposals.suggestions.send_and_withdraw import suggestions_for, why_not

MAX_SHOWN = 10  # that wait; more are counted
MAX_DECIDED = 20


@dataclass(frozen=True, slots=True)
class Suggested:
    """A suggestion with its changes of the title, the text, the law, and the one-time effects.

    `law` is None if the law after the proposal or after the suggestion cannot be computed now.
    """

    row: Suggestion
    title: list[Words]
    text: list[Words]
    law: Differences | None
    once: tuple[str, ...]
    changes_once: bool


def suggestions_shown(ctx: ReadContext, proposal: Proposal) -> dict[str, Any]:
    """Return the template context of a proposal's suggestions."""
    rows = list(suggestions_for(ctx.cycle, proposal).filter(status="open")[: MAX_SHOWN + 1])
    decided = suggestions_for(ctx.cycle, proposal).exclude(status="open").order_by("-pk")
    became = {row.became for row in decided[:MAX_DECIDED] if row.became}
    numbers = Proposal.objects.filter(cycle=ctx.cycle, code__in=became).values_list("code", "number")
    return {
        "suggestions": [_shown(ctx, proposal, row) for row in rows[:MAX_SHOWN]],
        "more_suggestions": len(rows) > MAX_SHOWN,
        "decided_suggestions": [
            (row, dict(numbers).get(row.became)) for row in decided.defer("text", "amendments", "effects")[:MAX_DECIDED]
        ],
        "replaces": _replaced_by(ctx, proposal),
        "may_suggest": bool(ctx.actor.name) and why_not(ctx, proposal) is None,
    }


def _replaced_by(ctx: ReadContext, proposal: Proposal) -> Proposal | None:
    """Return the proposal that this one replaces because its author accepted a suggestion, or None."""
    if not proposal.coauthors:
        return None
    taken = Suggestion.objects.filter(cycle=ctx.cycle, became=proposal.code).values("proposal")[:1]
    return Proposal.objects.filter(cycle=ctx.cycle, code__in=taken).only("number", "title").first()


def _shown(ctx: ReadContext, proposal: Proposal, row: Suggestion) -> Suggested:
    made_of = [str(ctx.cycle.book_id), ctx.cycle.revision, proposal.amendments, row.amendments]
    return Suggested(
        row,
        readable_difference(proposal.title, row.title) if proposal.title != row.title else [],
        readable_difference(proposal.text, row.text) if proposal.text != row.text else [],
        cached_for_a_day("suggested-1", made_of, lambda: _in_law(ctx, proposal, row)),
        one_time_effects.one_time_effects_in_words(ctx.law, row.effects),
        proposal.effects != row.effects,
    )


def _in_law(ctx: ReadContext, proposal: Proposal, row: Suggestion) -> Differences | None:
    laws: list[Document] = []
    for amendments in (proposal.amendments, row.amendments):
        try:
            laws.append(amend_document(ctx.law.document, amendments) if amendments else ctx.law.document)
        except (AmendmentsDoNotApply, LawInvalid):
            return None
    return differences(*laws)
