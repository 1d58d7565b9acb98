"""The theme a visitor chose, kept in a cookie so that the server sends every page in it at once."""

from django.http import HttpRequest

COOKIE = "theme"
THEMES = ("auto", "dark", "light")


def theme_of(request: HttpRequest) -> str:
    """dark, light, or auto, which leaves it to the visitor's system."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else "auto"
