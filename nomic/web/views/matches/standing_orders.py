"""Standing orders of a match, given and withdrawn by forms."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.matches.move_form import Unreadable, read_object
from nomic.web.matches.page import Note
from nomic.web.page_context import cycle_page
from nomic.web.views.matches.match import match_address, match_or_404, match_page, opened_in


@require_POST
@cycle_page
def order(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Give the standing order of the form, or withdraw one of the visitor's own."""
    visible = VisibleMatch(ctx, match_or_404(ctx, code))
    if not request.user.is_authenticated:
        return redirect_to_login(match_address(visible.match))
    args: dict[str, Any] = {"match": code}
    try:
        if "withdraw" in request.POST:
            name, args["order"] = "withdraw-standing-order", request.POST["withdraw"]
        else:
            name, args["order"] = "give-standing-order", read_object(request.POST.get("order", ""))
        performed = perform_once(ctx, name, args, form_key(request))
    except Unreadable as error:
        return match_page(request, visible, note=Note("bad", str(error)), status=422)
    except Refusal as refusal:
        rule = refusal.rule if isinstance(refusal, Refused) else ""
        return match_page(request, visible, note=Note("bad", refusal.detail, rule), status=409)
    report_on_next_page(request, performed)
    return HttpResponseRedirect(match_address(visible.match, opened_in(request)))
