"""The pages of people: who has which role, and what staff can do to an account."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from nomic.accounts.login_history import KEPT, sign_ins_of
from nomic.accounts.lookalikes import folded_name
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.accounts.roles import ROLES, Duty, has_duty, roles_of
from nomic.office.access import for_duty
from nomic.office.accounts.account_actions import staff_actions_for, take_action
from nomic.office.accounts.merge_and_close import merge_preview
from nomic.office.accounts.merging import Moving
from nomic.office.accounts.personal_data import file_header, own_data
from nomic.office.accounts.settings_actions import reset_link, roles_in_words
from nomic.office.accounts.staff_action import ActionRefused
from nomic.office.accounts.suspension_actions import SUSPENDED_FOR, first_day_from
from nomic.office.accounts.view_action import chosen_game, seats_of, viewable_games
from nomic.office.models import StaffAct
from nomic.office.view_as.session_state import start_view

A_DAY = 24 * 3600  # seconds
MOST = 50  # people of a list
ASKED_LENGTH = 60
FIELDS = ("until", "days", "zone", "name", "players", "email", "display_name", "into", "game", "read", "reason")


@require_safe
@for_duty(Duty.LOOK)
def people(request: HttpRequest) -> HttpResponse:
    """Show the roles, the staff, and the people whose names contain `?q=`."""
    asked = request.GET.get("q", "").replace("\x00", "")[:ASKED_LENGTH].strip()
    everybody = Person.objects.filter(is_guest=False).order_by("username")
    staff = (everybody.filter(is_staff=True) | everybody.filter(is_superuser=True))[:MOST]
    found = everybody.filter(folded__contains=folded_name(tidy_name(asked)))[:MOST] if asked else []
    newest = [] if asked else everybody.filter(is_staff=False).order_by("-date_joined", "-pk")[:MOST]
    context = {
        "roles": ROLES,
        "staff": [(person, roles_in_words(person)) for person in staff],
        "asked": asked,
        "found": found,
        "newest": newest,
        "suspended": everybody.exclude(suspended_until=None)[:MOST],
    }
    return render(request, "office/people.html", context)


@sensitive_post_parameters("email")
@require_http_methods(["GET", "HEAD", "POST"])
@for_duty(Duty.LOOK)
def person(request: HttpRequest, name: str) -> HttpResponseBase:
    """Show an account with the actions that the visitor can take, or take one.

    Each action checks its own duty. A link for a new password is shown only in this response.
    """
    name, by = name.replace("\x00", ""), cast(Person, request.user)
    row = Person.objects.filter(username=name, is_guest=False).first()
    if row is None:
        raise Http404("no such person")
    did, error, link, action = "", "", "", request.POST.get("do", "")[:20]
    into: Person | None = None
    moving: list[Moving] = []
    typed = _typed(request)
    if request.method == "POST":
        try:
            if action == "preview":
                action = "merge"
                into, moving = merge_preview(by, row, typed)
            else:
                did = take_action(by, row, action, typed)
        except ActionRefused as refused:
            error = f"{refused}"
        if did and action == "reset":
            link = request.build_absolute_uri(reset_link(row))
        elif did:
            return _after(request, row, action, typed, did)
    context = _account_context(by, row) | _form_context(request, row, action, typed)
    context |= {"error": error, "into": into, "moving": moving, "link": link}
    return render(request, "office/person.html", context, status=422 if error else 200)


def _form_context(request: HttpRequest, row: Person, action: str, typed: dict[str, str]) -> dict[str, Any]:
    """Return the part of the template context with the contents of the forms: as typed, else the current state."""
    zone = request.POST.get("zone", "") or cast(Person, request.user).zone or "UTC"
    until = row.suspended_until
    return {
        "chosen_roles": typed["roles"].split(",") if action == "roles" else [role.name for role in roles_of(row)],
        "typed": typed if action == "suspend" or until is None else typed | {"until": first_day_from(until, zone)},
        "tried": action,
        "opened": request.GET.get("open", "")[:20],
        "zone": zone,
    }


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return the submitted fields by name, each cut to its maximum length. Missing fields are empty."""
    typed = {field: request.POST.get(field, "").replace("\x00", "")[:1000] for field in FIELDS}
    typed["roles"] = ",".join(request.POST.getlist("roles")[: len(ROLES)])[:200]
    return typed


def _after(request: HttpRequest, row: Person, action: str, typed: dict[str, str], did: str) -> HttpResponseBase:
    """Return the response to an action that was performed: another page, a file, or the account with a message."""
    if action == "view":
        seen = chosen_game(row, typed)
        start_view(request, row, seen)
        return redirect("web:hall", slug=seen.slug)
    if action == "export":
        return _data_of(row)
    messages.success(request, f"You {did}.")
    return redirect("office:person", name=row.username)


def _account_context(by: Person, row: Person) -> dict[str, Any]:
    """Return the part of the template context that depends only on the account and on the visitor's duties."""
    return {
        "person": row,
        "words": roles_in_words(row),
        "roles": ROLES,
        "staff_actions": staff_actions_for(by, row),
        "seats": seats_of(row),
        "viewable_games": viewable_games(row),
        "sign_ins": sign_ins_of(row)[:MOST] if has_duty(by, Duty.ACCOUNTS) else None,
        "sign_ins_kept": KEPT.days,
        "log": StaffAct.objects.filter(about=row.username)[:MOST],
        "suspended_for": SUSPENDED_FOR.items(),
        "link_days": settings.PASSWORD_RESET_TIMEOUT // A_DAY,
    }


def _data_of(person: Person) -> StreamingHttpResponse:
    """Return a person's stored data as a file, for the member of staff whom the person asked for it."""
    response = StreamingHttpResponse(own_data(person, by_staff=True), content_type="application/json")
    response["Content-Disposition"] = file_header(person)
    return response
