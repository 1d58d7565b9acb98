"""What templates need to draw cards, instants and differences."""

from datetime import datetime
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify

from nomic.inventory.faces import Face
from nomic.web.wikitext import to_html

register = template.Library()

# Shapes that the sprite draws; a suit that a vote brings gets the shape "other" and its initial.
SHAPES = frozenset({"hearts", "diamonds", "spades", "clubs", "blight", "vitality", "clocks", "stars"})
# Swatches that the style sheet knows; a colour that a vote brings gets a hatched one.
SWATCHES = frozenset({"red", "black", "white", "cyan", "yellow", "blue", "green", "magenta", "transparent"})


@register.filter
def suit_shape(suit: str) -> str:
    """The name of a suit's shape in the sprite."""
    slug = slugify(suit)
    return slug if slug in SHAPES else "other"


@register.filter
def swatch(colour: str) -> str:
    """The name of a colour's swatch in the style sheet."""
    slug = slugify(colour)
    return slug if slug in SWATCHES else "other"


@register.inclusion_tag("components/card.html")
def card(face: Face, href: str = "", place: int = 0) -> dict[str, Any]:
    """A card, drawn as a card. `place` delays its turning over in a reveal."""
    return {"face": face, "href": href, "place": min(place, 12)}


@register.simple_tag
def instant(at: datetime | None, countdown: bool = False) -> SafeString | str:
    """An instant in UTC, as a `time` element; with `countdown`, a script counts down to it."""
    if at is None:
        return "–"
    return format_html(
        '<time datetime="{}"{}>{} UTC</time>',
        at.isoformat(),
        format_html(" data-countdown") if countdown else "",
        f"{at:%a %d %b %Y, %H:%M}",
    )


@register.filter
def wikitext(text: str) -> SafeString:
    """A wikitext as HTML."""
    return to_html(text)


@register.simple_tag(takes_context=True)
def query(context: template.Context, **changes: Any) -> str:
    """The page's query string with some parameters changed; an empty value removes one."""
    params = context["request"].GET.copy()
    for name, value in changes.items():
        params.pop(name, None)
        if value not in (None, ""):
            params[name] = str(value)
    return "?" + params.urlencode() if params else "?"
