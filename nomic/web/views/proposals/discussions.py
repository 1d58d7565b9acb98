"""Discussions of proposals: the forms below a proposal, and Atom feeds."""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_POST, require_safe

from nomic.comments.models import Comment
from nomic.comments.notify import address_of
from nomic.comments.post import comments_on
from nomic.comments.topics import PROPOSAL
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.law.schema.text_types import shortened
from nomic.proposals.models import Proposal
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.forms.perform_discussion_act import perform_talk
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page
from nomic.web.rendering.wikitext_html import to_html
from nomic.web.views.proposals.proposals import proposal_or_404, proposal_page

IN_A_FEED = 50


@keeps_what_was_sent
@require_POST
@cycle_page
def discuss(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Perform a form of the discussion below a proposal."""
    proposal = proposal_or_404(ctx, number)
    page = reverse("web:proposal", args=[ctx.cycle.slug, number])
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    if is_stale(request):
        return proposal_page(request, ctx, proposal, again=True)
    try:
        comment = perform_talk(request, ctx, proposal)
    except Refusal as refused:
        status = 422 if isinstance(refused, BadArguments) else 409
        return proposal_page(request, ctx, proposal, refused, status=status)
    return redirect(f"{page}#discussion" if comment is None else address_of(ctx.cycle, proposal, comment))


@costly
@require_safe
@cycle_page
def feed_of_proposal(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Return the newest comments on a proposal as an Atom feed."""
    proposal = proposal_or_404(ctx, number)
    title = f"Proposal {number}: {proposal.title}"
    path = reverse("web:proposal", args=[ctx.cycle.slug, number])
    return _feed(request, ctx, title, path, comments_on(ctx.cycle, proposal).order_by("-pk")[:IN_A_FEED])


@costly
@require_safe
@cycle_page
def feed_of_cycle(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Return the newest comments on all proposals of a cycle as an Atom feed."""
    path = reverse("web:proposals", args=[ctx.cycle.slug])
    newest = Comment.objects.filter(cycle=ctx.cycle, topic__startswith=PROPOSAL).order_by("-pk")[:IN_A_FEED]
    return _feed(request, ctx, "What is said about proposals", path, newest)


def _feed(request: HttpRequest, ctx: ReadContext, title: str, path: str, newest: Iterable[Comment]) -> HttpResponse:
    """Return an Atom feed of comments.

    Hidden comments are left out, because feed readers keep what they have received.
    """
    shown = [comment for comment in newest if not comment.is_hidden]
    feed = Atom1Feed(
        title=f"{ctx.cycle.title}: {title}",
        link=request.build_absolute_uri(path),
        feed_url=request.build_absolute_uri(),
        description="",
        language="en",
    )
    codes = {comment.topic.removeprefix(PROPOSAL) for comment in shown}
    proposals = {row.code: row for row in Proposal.objects.filter(cycle=ctx.cycle, code__in=codes)}
    for comment in shown:
        proposal = proposals.get(comment.topic.removeprefix(PROPOSAL))
        if proposal is None:  # of a replaced history
            continue
        feed.add_item(
            title=f"{comment.author} on proposal {proposal.number}, {shortened(proposal.title, 80)}",
            link=request.build_absolute_uri(address_of(ctx.cycle, proposal, comment)),
            description=_html(comment),
            author_name=comment.author,
            pubdate=comment.posted_at,
            updateddate=comment.edited_at or comment.posted_at,
            unique_id=f"tag:{request.get_host()},{comment.posted_at.year}:comment-{comment.pk}",
        )
    if not shown:
        feed.latest_post_date = lambda: datetime(2000, 1, 1, tzinfo=UTC)  # type: ignore[method-assign] # the default is the current time
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def _html(comment: Comment) -> str:
    """Return the comment as HTML for feed readers."""
    quoted = f"<blockquote>{to_html(f'<nowiki>{comment.quote}</nowiki>')}</blockquote>" if comment.quote else ""
    return quoted + to_html(comment.text)
