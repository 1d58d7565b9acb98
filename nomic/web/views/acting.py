"""Performing any declared action from a form."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from nomic.cycles.actions import Action, action_named, actions_of
from nomic.cycles.forms import fields_of, form_for, show
from nomic.cycles.moment import Moment
from nomic.cycles.perform import Performed, perform_form
from nomic.cycles.refusals import NoSuchAction, Refusal, Refused
from nomic.web.destinations import destination_of
from nomic.web.pages import cycle_page, render_page


def action_or_404(moment: Moment, name: str) -> Action:
    """The action of that name, where this cycle's law knows it. Raises Http404."""
    try:
        action = action_named(name)
    except NoSuchAction as error:
        raise Http404(error.detail) from None
    if action not in actions_of(moment) or (action.is_admin and not moment.actor.is_admin):
        raise Http404("There is no such action here.")
    return action


@require_http_methods(["GET", "POST"])
@cycle_page
def act(request: HttpRequest, moment: Moment, name: str) -> HttpResponse:
    """The form of an action, and its performance. A refusal keeps what was typed."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    action = action_or_404(moment, name)
    form_class = form_for(action, moment)
    if request.method == "POST":
        form = form_class(request.POST)
        refused: Refusal | None = None
        if form.is_valid():
            try:
                return after(request, moment, perform_form(moment.cycle.slug, moment.actor, name, fields_of(form)))
            except Refusal as no:
                refused = no
                show(form, no)
        return act_page(request, moment, action, form, refused, status=409 if isinstance(refused, Refused) else 422)
    return act_page(request, moment, action, form_class(initial=request.GET.dict()), action.refusal(moment))


def act_page(
    request: HttpRequest, moment: Moment, action: Action, form: Any, refused: Refusal | None, *, status: int = 200
) -> HttpResponse:
    """The page of an action's form."""
    context = {
        "action": action,
        "form": form,
        "refused": refused,
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }
    return render_page(request, moment, "web/act.html", context, status=status)


def after(request: HttpRequest, moment: Moment, performed: Performed) -> HttpResponse:
    """What happened, said on the page that comes next."""
    entry = performed.entry
    for sentence in entry.words:
        messages.success(request, sentence)
    destination = destination_of(entry)
    if destination is not None:
        return redirect(destination, slug=moment.cycle.slug, seq=entry.seq)
    target = request.POST.get("next", "")
    if target and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return redirect(target)
    return redirect(reverse("web:hall", args=[moment.cycle.slug]))
