"""The discussion below a proposal, as its page shows it."""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

from nomic import limits
from nomic.accounts.rights import is_admin
from nomic.comments.models import MAX_QUOTE_LENGTH
from nomic.comments.post import comments_on, follows
from nomic.comments.quotes import lines_by_place
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.cycles.models import Cycle
from nomic.law.diff.laws import Differences
from nomic.proposals.models import Proposal
from nomic.web.context import asked

A_PAGE = 50
MAX_NUMBER_LENGTH = 15


def number_in(text: str) -> int:
    """Parse a number from a form or an address. Any other text gives 0."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_LENGTH else 0


def discussion_of(
    request: HttpRequest,
    cycle: Cycle,
    proposal: Proposal,
    change: Differences | None,
    refused: Refusal | None = None,
    *,
    again: bool = False,
) -> dict[str, Any]:
    """Return the template context: the newest or the requested comments, and the form with the submitted text."""
    pages = Paginator(comments_on(cycle, proposal).prefetch_related("earlier"), A_PAGE)
    sent: Mapping[str, str] = request.POST if refused is not None or again else {}
    person = request.user if request.user.is_authenticated else None
    places = lines_by_place(change) if change is not None and person is not None else {}
    lines = list(dict.fromkeys(line for of_place in places.values() for line in of_place))
    quote = asked(request, "quote", MAX_QUOTE_LENGTH)
    doing = sent.get("do", "")
    if not doing and quote in lines:
        sent, doing = {"quote": quote}, "say"
    return {
        "comments": pages.get_page(_page(request, cycle, proposal, pages)),
        "quotable": lines,
        "quotes": places,
        "follows": person is not None and follows(person, cycle, proposal),
        "hides": person is not None and is_admin(person),
        "sent": {"text": sent.get("text", ""), "quote": sent.get("quote", ""), "do": doing},
        "sent_to": number_in(sent.get("comment", "")),
        "discussion_refused": refused if not isinstance(refused, BadArguments) else None,
        "discussion_errors": refused.errors if isinstance(refused, BadArguments) else [],
        "longest_comment": limits.COMMENT,
    }


def _page(request: HttpRequest, cycle: Cycle, proposal: Proposal, pages: "Paginator[Any]") -> int:
    """Return the number of the requested page, of the requested comment's page, or of the last one."""
    chosen, said = number_in(asked(request, "comments")), number_in(asked(request, "said"))
    if said:
        return comments_on(cycle, proposal).filter(pk__lt=said).count() // A_PAGE + 1
    return chosen or pages.num_pages
