"""What the site sends to, with a button that tests each."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, may
from nomic.office import publishing
from nomic.office.access import for_duty
from nomic.office.connections import NotTested, mail, receivers, try_out, wiki
from nomic.office.games.cycles import NotDone
from nomic.wiki.publishing.circuit_breaker import state


@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.LOOK)
def connections(request: HttpRequest) -> HttpResponse:
    """Show what the site sends to, test one of these, or pause publishing. Each test and deed checks its own duty."""
    by, error = cast(Person, request.user), ""
    typed = {field: request.POST.get(field, "").replace("\x00", "")[:1000] for field in ("hours", "reason")}
    if request.method == "POST":
        try:
            if deed := request.POST.get("do", "")[:20]:
                messages.success(request, publishing.do(by, deed, typed))
            else:
                messages.success(request, try_out(by, request.POST.get("test", "")[:60]))
        except (NotTested, NotDone) as refused:
            error = f"{refused}"
        else:
            return redirect("office:connections")
    context = {
        "connections": [(each, may(by, each.duty)) for each in (mail(), wiki())],
        "receivers": receivers() if may(by, Duty.GAMES) else (),
        "publisher": state(),
        "lasts": publishing.LASTS.items(),
        "typed": typed,
        "error": error,
    }
    return render(request, "office/connections.html", context, status=422 if error else 200)
