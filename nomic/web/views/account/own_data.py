"""Export of the visitor's data, and deletion of the account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from nomic.accounts.lifecycle.account_deletion import NotClosed, delete_account, games_of
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.office.accounts.personal_data import file_header, own_data


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """Return all data that the host stores about the visitor, as a JSON file."""
    person = request.user
    if not isinstance(person, Person):
        return redirect("account_login")
    response = StreamingHttpResponse(own_data(person), content_type="application/json")
    response["Content-Disposition"] = file_header(person)
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account. The visitor first decides what happens to their players, and types their name."""
    person = request.user
    if not isinstance(person, Person):
        return redirect("account_login")
    error = ""
    if request.method == "POST":
        error = _delete(request, person)
        if not error:
            return redirect("web:home")
    context = {"games": games_of(person), "error": error, "players": request.POST.get("players", "")}
    return render(request, "web/delete_account.html", context, status=422 if error else 200)


def _delete(request: HttpRequest, person: Person) -> str:
    """Delete the account. Return the reason if it was not deleted, otherwise ""."""
    players = request.POST.get("players", "")
    if players not in ("leave", "stay") and games_of(person):
        return "Choose whether to leave your games or to stay in them."
    if tidy_name(request.POST.get("name", "")[:100]) != person.username:
        return f"That is not your name. To delete your account, type {person.username}."
    try:
        delete_account(person, leaves=players == "leave")
    except NotClosed as refused:
        return f"{refused}"
    logout(request)
    messages.success(request, "Your account is deleted.")
    return ""
