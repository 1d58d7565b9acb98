"""Emblems for species and suits without a picture: rosettes generated from a hash of the name."""

from functools import lru_cache
from hashlib import sha256
from math import cos, pi, sin

from django.utils.html import format_html
from django.utils.safestring import SafeString

MAX_NAMES = 4096
CENTRE = 32  # of the 64 units of a card's drawing
SUIT_CENTRE = 12  # of the 24 units of a suit's shape


@lru_cache(MAX_NAMES)
def for_species(name: str) -> SafeString:
    """Return the emblem for a species as SVG paths in a box of 64 × 64 units.

    It consists of a wreath, petals in two colours, and a star.
    """
    digits = sha256(name.encode()).digest()
    count = 5 + digits[0] % 8
    wreath = _petals(CENTRE, 2 * count, 26, 30, 1.0)
    outer = _petals(CENTRE, count, 9 + digits[1] % 6, 25, 0.4 + digits[2] % 5 / 4)
    inner = _petals(CENTRE, count, 5, 12 + digits[3] % 5, 0.3 + digits[4] % 4 / 4, turned=0.5)
    star = _petals(CENTRE, 3 + digits[5] % 5, 2.5, 6, 0.2)
    return format_html(
        '<g stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"><path d="{}" fill="none"/>'
        '<path d="{}" fill="currentColor" fill-opacity=".22"/><path d="{}" class="art-two"/>'
        '<path d="{}" fill="currentColor" stroke="none"/></g>',
        wreath,
        outer,
        inner,
        star,
    )


@lru_cache(MAX_NAMES)
def for_suit(name: str) -> SafeString:
    """Return the shape of a suit as an SVG path, in a box of 24 × 24 units: one solid rosette with a hole."""
    digits = sha256(name.encode()).digest()
    count = 3 + digits[0] % 6
    outer = _petals(SUIT_CENTRE, count, 3.5 + digits[1] % 4, 11, 0.3 + digits[2] % 6 / 4)
    hole = _petals(SUIT_CENTRE, 3 + digits[3] % 4, 1.6, 3.2, 0.3)
    return format_html('<path fill-rule="evenodd" d="{}"/>', f"{outer}{hole}")


def _petals(centre: float, count: int, inner: float, outer: float, width: float, turned: float = 0) -> str:
    """Return the path data of a ring of `count` petals between two radii around a centre.

    `width` bends the sides of the petals outwards. `turned` rotates the ring, in petals.
    """

    def at(radius: float, place: float) -> str:
        angle = 2 * pi * (place + turned) / count
        return f"{centre + radius * sin(angle):.1f} {centre - radius * cos(angle):.1f}"

    side = (inner + outer) / 2
    data = [f"M{at(inner, -0.5)}"]
    for each in range(count):
        bend = 0.25 * width
        data.append(f"Q{at(side, each - bend)} {at(outer, each)}Q{at(side, each + bend)} {at(inner, each + 0.5)}")
    return f"{''.join(data)}Z"
