"""What other sites show of a link to a page: OpenGraph properties, from public facts only."""

from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static

from nomic.cycles.models import Cycle
from nomic.cycles.schedule.phase_names import phase_name
from nomic.proposals.models import Proposal

register = template.Library()

MAX_TITLE = 120
MAX_DESCRIPTION = 300


@register.inclusion_tag("components/share_card.html", takes_context=True)
def share_card(context: template.Context, title: str, description: str, picture: str = "") -> dict[str, Any]:
    """Add the title, description, address and picture of a page. Addresses are absolute, by the site's setting.

    `picture` is the path of a drawn picture. Without one the site's icon is shown.
    """
    request = context.get("request")
    return {
        "title": title[:MAX_TITLE],
        "description": description[:MAX_DESCRIPTION],
        "address": f"{settings.SITE_URL}{request.path}" if request is not None else settings.SITE_URL,
        "picture": _absolute(picture or static("img/icon-180.png")),
        "is_drawn": bool(picture),
    }


@register.filter
def proposal_in_words(proposal: Proposal) -> str:
    """Say who wrote a proposal, its state, and the count of votes once they are counted."""
    said = f"Proposal {proposal.number} by {proposal.author}: {proposal.standing}"
    if proposal.decided_at is None or proposal.votes_for is None or proposal.votes_against is None:
        return f"{said}."
    return f"{said}, {proposal.votes_for} for and {proposal.votes_against} against."


@register.filter
def cycle_in_words(cycle: Cycle) -> str:
    """Say in which phase a cycle is, or how it ended."""
    if not cycle.is_running:
        return f"It has ended: {cycle.winner} won." if cycle.winner else "It has ended."
    phase = f"{phase_name(cycle)}. " if cycle.has_begun else ""
    return f"{phase}A game whose players vote on its rules."


def _absolute(path: str) -> str:
    return path if path.startswith("http") else f"{settings.SITE_URL}{path}"
