"""Template tags for votes and quotations of proposals."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from nomic.proposals.models import Proposal
from nomic.proposals.votes.tally import Tally
from nomic.web.rendering.ballots import BallotForm, ballot_form
from nomic.web.rendering.proposal_links import with_links

register = template.Library()


@register.simple_tag(takes_context=True)
def ballot_for(context: template.Context, proposal: Proposal) -> BallotForm | None:
    """Return the inputs for a vote among options, or None if the class of the proposal has no ballot."""
    return ballot_form(context["ctx"], proposal)


@register.simple_tag(takes_context=True)
def link_proposals(context: template.Context, html: SafeString) -> SafeString:
    """Return a sentence as HTML with links to the proposals that it names, if the page knows their titles."""
    titles = context.get("proposal_titles")
    return with_links(html, context["cycle"].slug, titles) if titles else html


@register.inclusion_tag("components/tally.html", takes_context=True)
def tally_bar(context: template.Context, tally: Tally, *, in_list: bool = False) -> dict[str, Any]:
    """Return the template context of a tally: a bar and figures. What a vote needs is left out after the game's end.

    In a list of proposals, the sentence on whose votes count is left out: it would be the same under each.
    """
    cycle = context.get("cycle")
    is_over = cycle is not None and cycle.ended_at is not None and not tally.is_final
    counts = (("for", tally.votes_for), ("against", tally.votes_against), ("unclear", tally.votes_unclear))
    total = sum(count for _, count in counts)
    parts: list[dict[str, Any]] = []
    start = 0.0
    for kind, count in counts:
        if count:
            width = 100 * count / total
            parts.append({"kind": kind, "start": round(start, 2), "width": round(width, 2)})
            start += width
    return {"tally": tally, "parts": parts, "is_over": is_over, "in_list": in_list}


@register.inclusion_tag("components/quoted.html", takes_context=True)
def quoted(context: template.Context, place: str) -> dict[str, Any]:
    """Return the template context of buttons that quote lines of a rule or value in the discussion.

    The discussion is on the same page.
    """
    return {"lines": context["quotes"].get(place, [])}
