"""Discussions in a cycle's hall and at its tables, each on a page of its own and as a panel of the hall or table."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from nomic.comments.notify import address_of
from nomic.comments.topics import Subject, form_of, has_talk, page_of, title_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.cycles.models import Cycle
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.forms.perform_discussion_act import perform_talk
from nomic.web.page_context import cycle_page, render_page
from nomic.web.rendering.discussion import discussion_of
from nomic.web.views.matches.match import match_or_404


@keeps_what_was_sent
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def hall_talk(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the discussion in the hall, or perform one of its forms."""
    return _talk(request, ctx, ctx.cycle)


@keeps_what_was_sent
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def match_talk(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show the discussion at a table, or perform one of its forms."""
    return _talk(request, ctx, match_or_404(ctx, code))


def _talk(request: HttpRequest, ctx: ReadContext, subject: Subject) -> HttpResponse:
    if not has_talk(ctx.cycle):
        raise Http404("There is no talk at a guest's table.")
    if request.method != "POST":
        return _page(request, ctx, subject)
    if not request.user.is_authenticated:
        return redirect_to_login(page_of(ctx.cycle, subject))
    if is_stale(request):
        return _page(request, ctx, subject, again=True)
    try:
        comment = perform_talk(request, ctx, subject)
    except Refusal as refused:
        status = 422 if isinstance(refused, BadArguments) else 409
        return _page(request, ctx, subject, refused, status=status)
    here = f"{form_of(ctx.cycle, subject)}#discussion"
    return redirect(here if comment is None else address_of(ctx.cycle, subject, comment))


def _page(
    request: HttpRequest,
    ctx: ReadContext,
    subject: Subject,
    refused: Refusal | None = None,
    *,
    again: bool = False,
    status: int = 200,
) -> HttpResponse:
    talk = discussion_of(request, ctx.cycle, subject, None, refused, again=again)
    title = "Talk in the hall" if isinstance(subject, Cycle) else f"Talk: {title_of(subject)}"
    return render_page(request, ctx, "web/talk.html", {"title": title, "subject": subject, **talk}, status=status)
