"""Standing orders of a match: given and withdrawn by a form."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from nomic.cycles.moment import Moment
from nomic.cycles.perform import Performed
from nomic.cycles.refusals import Refusal, Refused
from nomic.tables.models import Match
from nomic.web.form_acts import form_key, perform_once, tell_next
from nomic.web.making import Making, Unreadable, read_object
from nomic.web.matchpage import Says
from nomic.web.pages import cycle_page
from nomic.web.views.matches import found_address, match_or_404, match_page, opened_in


@require_POST
@cycle_page
def order(request: HttpRequest, moment: Moment, code: str) -> HttpResponse:
    """Leave the order that the form says, or withdraw one of one's own."""
    found = match_or_404(moment, code)
    if not request.user.is_authenticated:
        return redirect_to_login(found_address(found))
    try:
        performed = _performed(request, moment, found)
    except Unreadable as error:
        return match_page(request, moment, found, Making(), Says("bad", str(error)), status=422)
    except Refusal as refusal:
        rule = refusal.rule if isinstance(refusal, Refused) else ""
        return match_page(request, moment, found, Making(), Says("bad", refusal.detail, rule), status=409)
    tell_next(request, performed)
    return HttpResponseRedirect(found_address(found, opened_in(request)))


def _performed(request: HttpRequest, moment: Moment, found: Match) -> Performed:
    """Raises Unreadable, and what `perform` raises."""
    args: dict[str, Any] = {"match": found.code}
    if "withdraw" in request.POST:
        name, args["order"] = "withdraw-standing-order", request.POST["withdraw"]
    else:
        name, args["order"] = "give-standing-order", read_object(request.POST.get("order", ""))
    return perform_once(moment, name, args, form_key(request))
