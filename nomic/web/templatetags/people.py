"""Template tags for people: pictures, lists of names, ids, display names, and links to profiles."""

from collections.abc import Sequence

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.accounts.looks.lookup import PLAIN, Look
from nomic.effects.prose.english_grammar import listed
from nomic.web.people import portrait as drawing
from nomic.web.templatetags.bots import bot_face

register = template.Library()

FEW_NAMES = 6  # names are listed up to this number; the rest is counted


@register.simple_tag(takes_context=True)
def portrait(context: template.Context, name: str, size: int = 40) -> SafeString:
    """Return a person's picture: the chosen one, otherwise one drawn from the name.

    The page's `looks` holds the choices.
    """
    return drawing.portrait(name, size, _look(context, name).picture)


@register.simple_tag(takes_context=True)
def picture_of_player(context: template.Context, name: str, size: int = 40) -> SafeString:
    """Return a player's picture: the face of a bot, or a person's picture."""
    return bot_face(name, size) or portrait(context, name, size)


@register.simple_tag(takes_context=True)
def known_as(context: template.Context, name: str) -> SafeString:
    """Return a person's display name in brackets, to follow the name, or "" if they have none."""
    display_name = _look(context, name).display_name
    return format_html(' <bdi class="known-as">({})</bdi>', display_name) if display_name else SafeString("")


@register.simple_tag(takes_context=True)
def person(context: template.Context, name: str) -> SafeString:
    """Return a person's picture and names, with a link to the profile, or only the name if it cannot have a profile."""
    try:
        page = reverse("web:profile", args=[name])
    except NoReverseMatch:
        return format_html("{}", name)
    return format_html('{} <a href="{}">{}</a>{}', portrait(context, name, 20), page, name, known_as(context, name))


def _look(context: template.Context, name: str) -> Look:
    found: Look = (context.get("looks") or {}).get(name, PLAIN)
    return found


@register.filter
def several(names: Sequence[str]) -> str:
    """Return names as a list in English. A long list is cut to the first few names and the number of others."""
    first, others = names[:FEW_NAMES], len(names) - FEW_NAMES
    if others <= 1:
        return listed(names)
    return f"{', '.join(first)} and {others} others"


@register.filter
def as_id(name: str) -> str:
    """Return a player's name as part of an HTML id: without blanks and, for htmx, without quotes.

    No name contains the characters that replace them, so ids are unique.
    """
    return name.replace(" ", ":").replace("'", "’")
