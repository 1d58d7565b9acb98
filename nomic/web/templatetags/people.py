"""Pictures of people, display names, and links to profiles."""

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.accounts.looks.lookup import PLAIN, Look
from nomic.web.people import portrait as drawing

register = template.Library()


@register.simple_tag(takes_context=True)
def portrait(context: template.Context, name: str, size: int = 40) -> SafeString:
    """Return a person's picture: the chosen one, otherwise one drawn from the name.

    The page's `looks` has the choices.
    """
    return drawing.portrait(name, size, _look(context, name).picture)


@register.simple_tag(takes_context=True)
def known_as(context: template.Context, name: str) -> SafeString:
    """Return a person's display name in brackets, to follow the name, or "" if they have none."""
    display_name = _look(context, name).display_name
    return format_html(' <bdi class="known-as">({})</bdi>', display_name) if display_name else SafeString("")


@register.simple_tag(takes_context=True)
def person(context: template.Context, name: str) -> SafeString:
    """Return a person's picture and names, with a link to the profile. Only the name if it can have no profile."""
    try:
        page = reverse("web:profile", args=[name])
    except NoReverseMatch:
        return format_html("{}", name)
    return format_html('{} <a href="{}">{}</a>{}', portrait(context, name, 20), page, name, known_as(context, name))


def _look(context: template.Context, name: str) -> Look:
    found: Look = (context.get("looks") or {}).get(name, PLAIN)
    return found
