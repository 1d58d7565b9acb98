"""Guests at practice tables: visitors without an account.

On all other pages such a visitor is anonymous (`nomic.players.guests`).
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.players import guests
from nomic.players.guests import MAX_ENTRIES, SLUG_PREFIX

SESSION_KEY = "guest"
TABLES = f"/c/{SLUG_PREFIX}"
FULL = "A guest's table ends here. Sign up to go on playing at it."


class GuestMiddleware:
    """Middleware that recognises guests at practice tables, and keeps the journals of their tables short."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(TABLES):
            visitor = request.user
            request.user = SimpleLazyObject(lambda: guest_of(request) or visitor)  # type: ignore[assignment]
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, fields: dict[str, Any]) -> HttpResponse | None:
        """Send a guest to the sign-up page instead of performing an act, if the journal of the table is full."""
        if request.method != "POST" or not request.path_info.startswith(TABLES):
            return None
        slug = fields.get("slug", "")
        if guest_of(request) is None or not Cycle.objects.filter(slug=slug, seq__gte=MAX_ENTRIES).exists():
            return None
        messages.warning(request, FULL)
        return redirect(f"{reverse('account_signup')}?{urlencode({'next': f'/c/{slug}/'})}")


def guest_of(request: HttpRequest) -> Person | None:
    """Return the guest of this session, or None if there is none or the visitor is logged in."""
    session = request.session
    if SESSION_KEY not in session or "_auth_user_id" in session:
        return None
    return Person.objects.filter(pk=session[SESSION_KEY], is_guest=True).first()


def keep_tables(sender: Any, request: HttpRequest, user: Any, **signal: Any) -> None:
    """Signal receiver: give the tables of the session's guest to the person who has just signed up or logged in."""
    session = getattr(request, "session", {})
    if SESSION_KEY not in session:
        return
    guest = Person.objects.filter(pk=session.pop(SESSION_KEY), is_guest=True).first()
    if guest is not None:
        guests.adopt(guest, user)
