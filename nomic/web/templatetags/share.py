"""The OpenGraph properties that other sites show for a link to a page. They contain public facts only."""

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
    """Return the template context of a page's title, description, address and picture. Addresses are absolute.

    `picture` is the path of a drawn picture. The default is the site's icon.
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
    """Return a sentence with a proposal's author, its state and, once they are counted, its votes."""
    said = f"Proposal {proposal.number} by {proposal.author}: {proposal.standing}"
    if proposal.decided_at is None or proposal.votes_for is None or proposal.votes_against is None:
        return f"{said}."
    return f"{said}, {proposal.votes_for} for and {proposal.votes_against} against."


@register.filter
def cycle_in_words(cycle: Cycle) -> str:
    """Return a sentence that says in which phase a cycle is, or how it ended."""
    if not cycle.is_running:
        return f"It has ended: {cycle.winner} won." if cycle.winner else "It has ended."
    phase = f"{phase_name(cycle)}. " if cycle.has_begun else ""
    return f"{phase}A game whose players vote on its rules."


def _absolute(path: str) -> str:
    return path if path.startswith("http") else f"{settings.SITE_URL}{path}"
