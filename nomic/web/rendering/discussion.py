"""A discussion on pages: below a proposal, at a table, or in the hall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from nomic.accounts.roles import Duty, has_duty
from nomic.comments.mentions import Named, players_named, with_links, with_links_in_html
from nomic.comments.models import MAX_QUOTE_LENGTH, Comment, EarlierText, Report, TimeOut
from nomic.comments.moderation import TIMES_OUT, times_out_of
from nomic.comments.mutes import muted_by
from nomic.comments.post import comments_on, max_comment_length, wish_of
from nomic.comments.quotable_lines import lines_by_place
from nomic.comments.topics import Subject, form_of, has_talk, is_plain
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.cycles.models import Cycle
from nomic.law.diff.law_differences import Differences
from nomic.proposals.models import Proposal
from nomic.web.page_context import query_parameter
from nomic.web.rendering.wikitext_html import to_html

A_PAGE = 50
MAX_NUMBER_LENGTH = 15


@dataclass(frozen=True, slots=True)
class Line:
    """A comment as this visitor sees it.

    Only moderators see `reports`, which are the open ones, and `time_out`, the author's current time-out.
    """

    comment: Comment
    html: SafeString
    earlier: Sequence[tuple[EarlierText, SafeString]]
    is_muted: bool
    reports: Sequence[Report]
    time_out: TimeOut | None = None


def number_in(text: str) -> int:
    """Parse a number from a form or an address. Returns 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_LENGTH else 0


def discussion_of(
    request: HttpRequest,
    cycle: Cycle,
    subject: Subject,
    change: Differences | None,
    refused: Refusal | None = None,
    *,
    again: bool = False,
) -> dict[str, Any]:
    """Return the template context: the newest or the requested comments, and the form with the submitted text."""
    pages = Paginator(comments_on(cycle, subject).select_related("person").prefetch_related("earlier"), A_PAGE)
    sent: Mapping[str, str] = request.POST if refused is not None or again else {}
    person = request.user if request.user.is_authenticated else None
    places = lines_by_place(change) if change is not None and person is not None else {}
    lines = list(dict.fromkeys(line for of_place in places.values() for line in of_place))
    quote = query_parameter(request, "quote", MAX_QUOTE_LENGTH)
    doing = sent.get("do", "")
    shown = pages.get_page(_page(request, cycle, subject, pages))
    wish = wish_of(person, cycle, subject) if person is not None else None
    hides = person is not None and has_duty(person, Duty.COMMENTS)
    if not doing and quote in lines:
        sent, doing = {"quote": quote}, "say"
    return {
        "comments": shown,
        "lines": _lines(cycle, subject, list(shown), muted_by(person) if person is not None else set(), reports=hides),
        "discuss": form_of(cycle, subject),
        "is_plain": is_plain(subject),
        "is_place_muted": wish is False,
        "times_out": TIMES_OUT,
        "can_talk": has_talk(cycle),
        "quotable": lines,
        "quotes": places,
        "follows": _author_follows(person, subject) if wish is None else wish,
        "hides": hides,
        "sent": {"text": sent.get("text", ""), "quote": sent.get("quote", ""), "do": doing},
        "sent_to": number_in(sent.get("comment", "")),
        "discussion_refused": refused if not isinstance(refused, BadArguments) else None,
        "discussion_errors": refused.errors if isinstance(refused, BadArguments) else [],
        "longest_comment": max_comment_length(subject),
    }


def _author_follows(person: Any, subject: Subject) -> bool:
    return person is not None and isinstance(subject, Proposal) and person.get_username() == subject.author


def _lines(
    cycle: Cycle, subject: Subject, comments: Sequence[Comment], muted: set[int], *, reports: bool
) -> list[Line]:
    """Return comments as this visitor sees them. The number of queries does not depend on the number of comments."""
    named = players_named(cycle, [comment.text for comment in comments])
    names = {key: player.name for key, player in named.items()}
    reported: dict[int, list[Report]] = {}
    paused = times_out_of(comment.person_id for comment in comments) if reports else {}
    if reports:
        for row in Report.objects.filter(comment__in=comments, settled_at=None).select_related("person"):
            reported.setdefault(row.comment_id, []).append(row)
    return [
        Line(
            comment,
            _html(cycle, subject, comment.text, names),
            [(row, _html(cycle, subject, row.text, names)) for row in comment.earlier.all()],
            comment.person_id in muted,
            reported.get(comment.pk, []),
            paused.get(comment.person_id or 0),
        )
        for comment in comments
    ]


def _html(cycle: Cycle, subject: Subject, text: str, names: Named) -> SafeString:
    if is_plain(subject):
        return mark_safe(with_links(text, names, cycle).replace("\n", "<br>"))  # noqa: S308
    return with_links_in_html(to_html(text), names, cycle)


def _page(request: HttpRequest, cycle: Cycle, subject: Subject, pages: "Paginator[Any]") -> int:
    """Return the number of the requested page, of the requested comment's page, or of the last one."""
    chosen, said = number_in(query_parameter(request, "comments")), number_in(query_parameter(request, "said"))
    if said:
        return comments_on(cycle, subject).filter(pk__lt=said).count() // A_PAGE + 1
    return chosen or pages.num_pages
