"""The drawing on a card: a picture for its name, pips for a number, otherwise an emblem generated from its name."""

import re
from functools import lru_cache

from django.conf import settings
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify

from nomic.inventory.card_views import Face
from nomic.web.pictures import species_emblems

SPRITE = "img/cards.svg"  # made by static/img/make_card_pictures.py
MAX_NAMES = 4096  # names whose drawings are cached
PIP = "card-pip"
MOST_PIPS = 10
# The rows of pips by the number of pips. Eleven or more are not counted at a glance.
ROWS = {1: (1,), 2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 1, 2), 6: (3, 3), 7: (2, 3, 2), 8: (3, 2, 3), 9: (3, 3, 3)}
ROWS[MOST_PIPS] = (2, 3, 3, 2)
SIDE = 64  # units of a drawing
LARGEST = 34  # units of a pip
GAP = 1.32  # from pip to pip, in pips


@lru_cache(maxsize=1)
def pictures() -> frozenset[str]:
    """Return the slugs of all pictures in the sprite of cards."""
    sprite = (settings.BASE_DIR / "static" / SPRITE).read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([a-z0-9-]+)"', sprite))


@lru_cache(maxsize=1)
def drawn_suits() -> frozenset[str]:
    """Return the slugs of the suits that have a shape in the sprite included in pages."""
    sprite = get_template("components/suits.html").render()
    return frozenset(re.findall(r'id="suit-([a-z0-9-]+)"', sprite))


@lru_cache(MAX_NAMES)
def picture_of(name: str) -> str:
    """Return the slug of the picture for a card's name, or "".

    The longest prefix of the name's words that has a picture is used, otherwise the longest suffix: all aces share one
    picture.
    """
    words = slugify(name).split("-")
    beginnings = ["-".join(words[:end]) for end in range(len(words), 0, -1)]
    ends = ["-".join(words[start:]) for start in range(1, len(words))]
    return next((slug for slug in (*beginnings, *ends) if slug in pictures()), "")


def suit_shape(suit: str) -> SafeString:
    """Return a suit's shape as SVG: the one in the page's sprite, otherwise one generated from the suit's name."""
    slug = slugify(suit)
    if slug in drawn_suits():
        inner = format_html('<use href="#suit-{}"/>', slug)
        return format_html('<svg class="suit-shape" aria-hidden="true" focusable="false">{}</svg>', inner)
    return format_html(
        '<svg class="suit-shape" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>', _own_shape(suit)
    )


def card_art(face: Face) -> SafeString:
    """Return the drawing of a card as SVG, hidden from assistive technology.

    Returns "" for a card that is a number other than 1 to 10 or −1 to −10.
    """
    slug = picture_of(face.name)
    kind = "card-art"
    if slug:
        drawing = format_html('<use href="{}#{}"/>', static(SPRITE), slug)
    elif re.match(r"-?\d", face.name):
        count = int(face.values) if re.fullmatch(r"-?\d\d?", face.values, re.ASCII) else 0
        if not 1 <= abs(count) <= MOST_PIPS:
            return SafeString("")
        drawing = format_html_join("", "{}", ((pip,) for pip in _pips(abs(count), face.suits)))
        kind = "card-art pips hollow" if count < 0 else "card-art pips"
    else:
        drawing = species_emblems.for_species(face.name)
    return format_html(
        '<svg class="{}" viewBox="0 0 {side} {side}" aria-hidden="true" focusable="false">{}</svg>',
        kind,
        drawing,
        side=SIDE,
    )


def _pips(count: int, suits: tuple[str, ...]) -> list[SafeString]:
    rows = ROWS[count]
    size = min(LARGEST, 0.95 * SIDE / (GAP * (max(len(rows), *rows) - 1) + 1))
    places = []
    for row, length in enumerate(rows):
        y = SIDE / 2 + (row - (len(rows) - 1) / 2) * size * GAP
        places += [(SIDE / 2 + (place - (length - 1) / 2) * size * GAP, y) for place in range(length)]
    return [_pip(suits[each % len(suits)] if suits else "", size, *at) for each, at in enumerate(places)]


def _pip(suit: str, size: float, x: float, y: float) -> SafeString:
    left, top, size = round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1)
    slug = slugify(suit)
    if suit and slug not in drawn_suits():
        scale = f"{size / 24:.3g}"
        return format_html('<g transform="translate({} {}) scale({})">{}</g>', left, top, scale, _own_shape(suit))
    target = f"#suit-{slug}" if suit else f"{static(SPRITE)}#{PIP}"
    return format_html('<use href="{}" x="{}" y="{}" width="{}" height="{}"/>', target, left, top, size, size)


@lru_cache(MAX_NAMES)
def _own_shape(suit: str) -> SafeString:
    return species_emblems.for_suit(suit)
