"""The page of outgoing connections, with tests and, for owners, forms."""

from collections.abc import Mapping
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.models import Cycle, Status
from nomic.office.access import for_duty
from nomic.office.connections import NotTested, after_test, receivers, try_connection
from nomic.office.connections import connections as all_connections
from nomic.office.cycles.opening import NotDone
from nomic.office.settings import publishing_pause as publishing
from nomic.office.settings.connection_forms import (
    FORMS,
    AnyForm,
    form_of,
    restore_environment_settings,
    save_connection_form,
)
from nomic.wiki.publishing.circuit_breaker import publishing_state

MAX_NAMED = 6  # games that have a button each


@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.LOOK)
def connections(request: HttpRequest) -> HttpResponse:
    """Show outgoing connections; test or configure one, or pause publishing. Each action checks its own duty."""
    by, error = cast(Person, request.user), ""
    typed = {field: request.POST.get(field, "").replace("\x00", "")[:1000] for field in ("hours", "reason")}
    forms = {name: form_of(name) for name in FORMS} if has_duty(by, Duty.CONNECTIONS) else {}
    if request.method == "POST":
        try:
            messages.success(request, _do(by, request.POST, typed, forms))
        except (NotTested, NotDone) as refused:
            error = f"{refused}"
        else:
            return redirect(f"{reverse('office:connections')}{after_test(request)}")
    context = {
        "connections": [
            (each, has_duty(by, each.duty), forms.get(each.name), _how(each.how, is_owner=each.name in forms))
            for each in all_connections()
        ],
        "receivers": receivers() if has_duty(by, Duty.GAMES) else (),
        "games": _games_to_name() if has_duty(by, Duty.GAMES) else (),
        "publisher": publishing_state(),
        "interactions_address": f"{settings.SITE_URL}/discord/interactions/",
        "lasts": publishing.LASTS.items(),
        "typed": typed,
        "error": error,
        "may_connect": has_duty(by, Duty.CONNECTIONS),
        "tested": request.GET.get("tested", "")[:60],
    }
    return render(request, "office/connections.html", context, status=422 if error else 200)


def _games_to_name() -> list[Cycle]:
    """Return the real games that run, or none if there are too many to name each in a button."""
    games = list(Cycle.objects.filter(fork_of=None, practice=False, status=Status.RUNNING)[: MAX_NAMED + 1])
    return games if len(games) <= MAX_NAMED else []


def _how(words: str, *, is_owner: bool) -> str:
    """Return how a connection is set up, as a request to owners themselves."""
    return words.replace("An owner sets", "Set") if is_owner else words


def _do(by: Person, post: QueryDict, typed: Mapping[str, str], forms: dict[str, AnyForm]) -> str:
    """Perform the action of the pressed button. Return a message.

    A submitted form replaces the one in `forms`, so that it is shown with the typed values. Raises NotTested or NotDone
    with the reason if the action fails.
    """
    if (name := post.get("set", "")) in forms:
        forms[name] = form_of(name, post)
        return save_connection_form(by, forms[name], name)
    if (name := post.get("back", "")) in forms:
        return restore_environment_settings(by, name, typed["reason"])
    if action := post.get("do", "")[:20]:
        return publishing.do(by, action, typed)
    return try_connection(by, post.get("test", "")[:60])
