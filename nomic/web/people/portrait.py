"""A person's picture: the chosen emblem, or one by the name."""

import hashlib

from django.utils.safestring import SafeString, mark_safe

from nomic.accounts.looks.pictures import COLOURS as NAMES_OF_COLOURS
from nomic.web.people.emblems import DRAWINGS

COLOURS = (
    ("#7a1f1c", "#f3d9c9"),
    ("#1f4e79", "#d8e6f2"),
    ("#2f6b3c", "#dcefdc"),
    ("#6b3f8c", "#eadff2"),
    ("#8a5a12", "#f5e6c4"),
    ("#0f6a6a", "#d3eeee"),
)
EMBLEMS = sorted(DRAWINGS)
BY_NAME = dict(zip(NAMES_OF_COLOURS, COLOURS, strict=True))


def portrait(name: str, size: int = 40, picture: str = "") -> SafeString:
    """Return the chosen picture as SVG, otherwise the emblem and colour that follow from the name.

    It has no text, because the name is beside it.
    """
    emblem, _, colour = picture.partition("-")
    if emblem in DRAWINGS and colour in BY_NAME:
        return _emblem(emblem, *BY_NAME[colour], size)
    digest = hashlib.sha256(name.encode()).digest()
    drawn = EMBLEMS[int.from_bytes(digest[:2]) % len(EMBLEMS)]
    return _emblem(drawn, *COLOURS[digest[2] % len(COLOURS)], size)


def _emblem(emblem: str, ink: str, paper: str, size: int) -> SafeString:
    drawn, over = DRAWINGS[emblem]
    return mark_safe(  # noqa: S308 - only our drawings and colours are in it
        f'<svg class="face" width="{int(size)}" height="{int(size)}" viewBox="-5 -5 34 34" aria-hidden="true">'
        f'<rect x="-5" y="-5" width="34" height="34" fill="{paper}"/><path d="{drawn}" fill="{ink}"/>'
        f'<path d="{over}" fill="{paper}" fill-rule="evenodd"/></svg>'
    )
