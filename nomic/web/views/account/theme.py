"""Choice of the dark or light theme, which works without a script."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from nomic.web.forms.redirects import redirect_back
from nomic.web.rendering.themes import COOKIE, THEMES

A_YEAR = 365 * 24 * 3600


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the choice and go back to the previous page."""
    response = redirect_back(request, "/")
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return response
