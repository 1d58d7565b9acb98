"""The account page: tokens of the visitor's bots, their games, how others see them, and their time zone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.time_zones import zones
from nomic.accounts.tokens import issue_token, revoke_token
from nomic.connections.discord_application import discord_application
from nomic.cycles.visibility import readable
from nomic.discord.linking import new_code, unlink
from nomic.discord.models import DiscordLink
from nomic.players.models import Player
from nomic.web.people.profile import has_profile
from nomic.web.views.account.looks import looks_form, save_looks

SEEN = "/account/#messages"  # browsers keep the form's own fragment otherwise, and its message is out of view


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show the account page, and perform its forms.

    A token is created with a name, shown once, and can be revoked at any time.
    """
    person = request.user
    if not isinstance(person, Person):
        return redirect("account_login")
    secret, error, name, code = "", "", "", ""
    looks_errors: dict[str, str] = {}
    if (done := _performed(request, person)) is not None:
        return done
    if request.POST.get("discord") == "code" and discord_application().public_key:
        code = new_code(person)
    elif request.method == "POST" and "display_name" in request.POST:
        looks_errors = save_looks(person, request.POST)
        if not looks_errors:
            messages.success(request, "Saved.")
            return redirect(SEEN)
        person.refresh_from_db()
    elif request.method == "POST":
        name = request.POST.get("name", "")
        try:
            _, secret = issue_token(person, name)
        except ValidationError as problem:
            error = " ".join(problem.messages)
    plays = Player.objects.filter(readable("cycle__"), person=person, cycle__fork_of=None)
    context = {
        "tokens": ApiToken.objects.filter(person=person).order_by("revoked_at", "-created_at"),
        "secret": secret,
        "error": error,
        "name": name,
        "discord": discord_application().public_key,
        "discord_code": code,
        "is_linked": DiscordLink.objects.filter(person=person).exists(),
        **looks_form(person, looks_errors, request.POST),
        "has_profile": has_profile(person),
        "memberships": plays.select_related("cycle"),
    }
    return render(request, "web/account.html", context, status=422 if error or looks_errors else 200)


def _performed(request: HttpRequest, person: Person) -> HttpResponse | None:
    """Perform a form after which the page is loaded again, and return the redirect. None for other requests."""
    if "revoke" in request.POST:
        return _revoke_token(request, person)
    if request.POST.get("discord") == "unlink" and discord_application().public_key:
        unlink(person)
        messages.success(request, "Your account is no longer linked to Discord.")
        return redirect(SEEN)
    if "zone" in request.POST:
        return _choose_zone(request, person)
    return None


def _revoke_token(request: HttpRequest, person: Person) -> HttpResponse:
    """Revoke the visitor's token that has the sent prefix. Without such a token nothing changes."""
    prefix = request.POST.get("revoke", "").replace("\x00", "")[:40]
    token = ApiToken.objects.filter(person=person, prefix=prefix).first()
    if token is not None:
        revoke_token(token)
        messages.success(request, f"The token {token.name} is revoked.")
    return redirect(SEEN)


def _choose_zone(request: HttpRequest, person: Person) -> HttpResponse:
    """Store the visitor's time zone. "" means the browser's zone. An unknown zone is refused with a message."""
    chosen = request.POST.get("zone", "")
    if chosen and chosen not in zones():
        messages.error(request, "There is no such time zone. Choose one from the list.")
    else:
        Person.objects.filter(pk=person.pk).update(zone=chosen)
        messages.success(request, f"Times are shown in {chosen}." if chosen else "Times are shown as in your browser.")
    return redirect(SEEN)
