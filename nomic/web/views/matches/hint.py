"""The page of a match with a bot's hint for the visitor's next move."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.practice.hints import Hint, hint_for
from nomic.web.matches.page import Note
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page
from nomic.web.views.matches.match import match_address, match_or_404, match_page


@costly
@require_safe
@cycle_page
def hint_page(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show the match with a hint. If there is none, the page says why."""
    visible = VisibleMatch(ctx, match_or_404(ctx, code))
    if visible.viewer is None:
        return redirect(match_address(visible.match))
    note: Note | None = None
    hint: Hint | None = None
    try:
        hint = hint_for(visible)
    except Refused as refused:
        note = Note("warn", refused.detail)
    return match_page(request, visible, note=note, hint=hint)
