"""The visitor's theme, stored in a cookie, so that the server can render every page in it."""

from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("auto", "dark", "light")


def theme_of(request: HttpRequest) -> str:
    """Return the visitor's theme: "dark", "light", or "auto", which follows the visitor's system."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else "auto"
