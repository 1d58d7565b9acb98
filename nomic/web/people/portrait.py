"""A person's picture: the chosen one, or one generated from the name."""

import hashlib

from django.utils.safestring import SafeString, mark_safe

from nomic.accounts.looks.pictures import COLOURS as NAMES_OF_COLOURS
from nomic.web.people.emblems import DRAWINGS

HALF, ROWS = 3, 5  # columns up to the middle, and rows; the other half is mirrored
COLOURS = (
    ("#7a1f1c", "#f3d9c9"),
    ("#1f4e79", "#d8e6f2"),
    ("#2f6b3c", "#dcefdc"),
    ("#6b3f8c", "#eadff2"),
    ("#8a5a12", "#f5e6c4"),
    ("#0f6a6a", "#d3eeee"),
)
BY_NAME = dict(zip(NAMES_OF_COLOURS, COLOURS, strict=True))


def portrait(name: str, size: int = 40, picture: str = "") -> SafeString:
    """Return the chosen picture as SVG, or one generated from the name.

    It has no text, because the name is beside it.
    """
    emblem, _, colour = picture.partition("-")
    if emblem in DRAWINGS and colour in BY_NAME:
        return _emblem(emblem, *BY_NAME[colour], size)
    digest = hashlib.sha256(name.encode()).digest()
    ink, paper = COLOURS[digest[0] % len(COLOURS)]
    bits = int.from_bytes(digest[1:4])
    cells = []
    for place in range(HALF * ROWS):
        if bits >> place & 1:
            column, row = place % HALF, place // HALF
            cells += [f"M{x} {row}h1v1h-1z" for x in {column, 2 * HALF - 2 - column}]
    return mark_safe(  # noqa: S308 - nothing of the name is in it
        f'<svg class="face" width="{int(size)}" height="{int(size)}" viewBox="-1 -1 7 7" aria-hidden="true">'
        f'<rect x="-1" y="-1" width="7" height="7" rx="1" fill="{paper}"/>'
        f'<path d="{"".join(sorted(cells))}" fill="{ink}" shape-rendering="crispEdges"/></svg>'
    )


def _emblem(emblem: str, ink: str, paper: str, size: int) -> SafeString:
    drawn, over = DRAWINGS[emblem]
    return mark_safe(  # noqa: S308 - only our drawings and colours are in it
        f'<svg class="face" width="{int(size)}" height="{int(size)}" viewBox="-5 -5 34 34" aria-hidden="true">'
        f'<rect x="-5" y="-5" width="34" height="34" fill="{paper}"/><path d="{drawn}" fill="{ink}"/>'
        f'<path d="{over}" fill="{paper}" fill-rule="evenodd"/></svg>'
    )
