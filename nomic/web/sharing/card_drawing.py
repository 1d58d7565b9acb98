"""SVG drawings of cards for pictures rendered on the server, without style sheets and sprites."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from django.conf import settings
from django.template.loader import get_template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify

from nomic.inventory.card_views import Face
from nomic.web.pictures.card_art import SPRITE, card_art, suit_shape

WIDE, HIGH = 100, 142  # units of a card
PAPER = "#fffaf0"
BRASS = "#c08a2b"  # the second colour of a card that has only one
INK = "#1d1712"
MAX_SUITS = 3
MAX_NAME = 16  # letters that fit beneath the drawing


@lru_cache(maxsize=1)
def _symbols() -> dict[str, str]:
    """Return the symbols of the pages' SVG sprites by id."""
    sprite = (settings.BASE_DIR / "static" / SPRITE).read_text(encoding="utf-8")
    both = sprite + get_template("components/suits.html").render()
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([a-z0-9-]+)".*?</symbol>', both, re.DOTALL)}


@lru_cache(maxsize=1)
def _inks() -> dict[str, str]:
    """Return the ink colours of the pages' style sheet by name, as hexadecimal colours."""
    tokens = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--ink-([a-z]+): (#[0-9a-f]{6});", tokens))


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card's drawing, and its place in the template. The drawing is a group of `WIDE` × `HIGH` units.

    `turned` is its rotation in degrees.
    """

    drawing: SafeString
    x: int = 0
    y: int = 0
    turned: int = 0


def drawn_cards(faces: Sequence[Face], room: int, high: int) -> list[DrawnCard]:
    """Return cards as an overlapping row in a box of `room` × `high` units, the last in front. They lean outwards."""
    step = min(WIDE + 12, (room - WIDE) // max(1, len(faces) - 1))
    start = (room - WIDE - step * (len(faces) - 1)) // 2
    middle = (len(faces) - 1) / 2
    return [
        DrawnCard(drawing, start + step * at, (high - HIGH) // 2, round(4 * (at - middle)))
        for at, drawing in enumerate(_drawings(faces))
    ]


def _drawings(faces: Sequence[Face]) -> Iterator[SafeString]:
    numbers = count(1)
    for face in faces:
        ink = _ink(face.colours[:1], INK)
        two = _ink(face.colours[1:2], BRASS)
        shapes = [_on_its_own(suit_shape(suit), two, numbers) for suit in face.suits[:MAX_SUITS]]
        places = ((78 - 16 * at, shape) for at, shape in enumerate(shapes))
        suits = format_html_join("", '<g transform="translate({} 8)">{}</g>', places)
        name = face.name if len(face.name) <= MAX_NAME else f"{face.name[: MAX_NAME - 1]}…"
        yield format_html(
            '<rect width="{}" height="{}" rx="8" fill="{}" stroke="#8f7c59" stroke-width="1.5"/>'
            '<text x="9" y="23" font-size="{}" font-weight="700" fill="{}">{}</text>'
            '<g color="{ink}" fill="{ink}">{}<rect x="8" y="32" width="84" height="84" rx="5" fill="{ink}"'
            ' fill-opacity=".1" stroke="{ink}" stroke-opacity=".4"/><g transform="translate(14 38)">{}</g></g>'
            '<text x="50" y="132" font-size="{}" font-weight="700" fill="{}" text-anchor="middle">{}</text>',
            WIDE,
            HIGH,
            PAPER,
            19 if len(face.values) <= 3 else 12,
            INK,
            face.values or "–",
            suits,
            _on_its_own(card_art(face), two, numbers),
            12 if len(name) < 12 else 10,
            INK,
            name,
            ink=ink,
        )


def _ink(colours: Sequence[str], otherwise: str) -> str:
    return _inks().get(slugify(colours[0]), otherwise) if colours else otherwise


def _on_its_own(drawing: SafeString, two: str, numbers: Iterator[int]) -> SafeString:
    """Return a standalone copy of a drawing, with its symbols, colours and size inlined."""
    size = 14 if "suit-shape" in drawing else 72
    number = next(numbers)
    used = re.findall(r'href="[^"#]*#([a-z0-9-]+)"', drawing)
    known = {name: _symbols()[name] for name in used if name in _symbols()}
    symbols = "".join(symbol.replace(f'id="{name}"', f'id="{name}-{number}"') for name, symbol in known.items())
    own = re.sub(r'href="[^"#]*#([a-z0-9-]+)"', rf'href="#\1-{number}"', drawing)
    own = re.sub(r"^<svg ", f'<svg width="{size}" height="{size}" ', own)
    own = own.replace("<svg ", '<svg viewBox="0 0 24 24" ', 1) if "viewBox" not in own.partition(">")[0] else own
    own = f"<defs>{symbols}</defs>{own}"
    for variable, colour in (("paper", PAPER), ("two", two)):
        own = re.sub(rf"var\(--art-{variable},#[0-9a-f]+\)", colour, own)
    own = own.replace('class="art-two"', f'fill="{two}"')
    return SafeString(own)  # made from escaped parts only
