"""Template tags for bots: their faces, and their characters."""

from collections.abc import Iterable

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.matches.practice.bot_characters import NEWCOMERS, Character, character_of

register = template.Library()
NAMELESS = "robot"  # the face of bots from older journals


@register.simple_tag
def bot_face(name: str, size: int = 24) -> SafeString:
    """Return the picture of a bot, or "" for a person. It has no text, because the name is beside it."""
    found = character_of(name)
    if found is None:
        return SafeString("")
    face = found.name.lower() if found.name in NEWCOMERS else NAMELESS
    address = static(f"img/bots/{face}.svg")
    return format_html('<img class="face" src="{0}" alt="" width="{1}" height="{1}">', address, size)


@register.filter
def bots_among(players: Iterable[str]) -> list[tuple[str, Character]]:
    """Return the bots among these players, each with its character."""
    return [(name, found) for name in players if (found := character_of(name)) is not None]
