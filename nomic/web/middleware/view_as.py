"""Restricts a session in which a keeper views a game as one of its players.

The only requests allowed are to read the game's pages and to stop. They read as the player. All other pages, and all
methods that could change something, are refused. For the API such a session is anonymous.
"""

from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from nomic.office.view_as.session_state import KEY, Viewing, viewing

API = "/api/"
READING = ("GET", "HEAD")
OF_A_GAME = "c/<slug:slug>/"
# Pages of a game that are not shown: drafts, which are their author's; and the stream, which would outlast the view.
NOT_SHOWN = {"web:live", "web:compose", "web:edit", "web:recipes", "web:recipe", "web:change-value"}


class ViewAsMiddleware:
    """Middleware that lets requests read as the viewed player, and refuses all other requests of that session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or KEY not in request.session:
            return self.get_response(request)
        if request.path_info == reverse("office:stop-viewing"):
            return self.get_response(request)
        if request.path_info.startswith(API):
            request.user = AnonymousUser()
            return self.get_response(request)
        found, why = viewing(request)
        request.viewing, request.view_is_over = found, why  # type: ignore[attr-defined]
        if found is not None:
            request.user = found.person
        response = self.get_response(request)
        response["Cache-Control"] = "no-store"  # The browser's history would show it after the view.
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, fields: dict[str, Any]) -> HttpResponse | None:
        """Refuse every request except reading a page of the game. Return None if it is allowed."""
        found: Viewing | None = getattr(request, "viewing", None)
        why = getattr(request, "view_is_over", "")
        if why:
            return render(request, "office/view_over.html", {"why": why}, status=403)
        if found is None:
            return None
        structlog.contextvars.bind_contextvars(viewed_by=found.keeper.pk)
        return None if _may_read(request, found) else render(request, "office/view_only.html", status=403)


def _may_read(request: HttpRequest, found: Viewing) -> bool:
    match = request.resolver_match
    return (
        request.method in READING
        and match is not None
        and match.route.startswith(OF_A_GAME)
        and match.kwargs.get("slug") == found.cycle.slug
        and match.view_name not in NOT_SHOWN
    )
