"""The picture of a game in the list of games: one from the sprite, or an emblem generated from its title."""

import re
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.web.pictures import species_emblems
from nomic.web.pictures.card_art import SIDE

SPRITE = "img/games.svg"
WIDTH, HEIGHT = 160, 64  # units of a picture


@lru_cache(maxsize=1)
def pictures() -> frozenset[str]:
    """Return the names of the games with a picture in the sprite of games."""
    sprite = (settings.BASE_DIR / "static" / SPRITE).read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([a-z0-9-]+)"', sprite))


def game_picture(name: str, title: str) -> SafeString:
    """Return the picture of the game with this name as SVG, hidden from assistive technology.

    A game without a picture in the sprite gets an emblem generated from its title.
    """
    if name in pictures():
        inner = format_html('<use href="{}#{}"/>', static(SPRITE), name)
    else:
        inner = format_html(
            '<svg x="{}" width="{side}" height="{side}" viewBox="0 0 {box} {box}">{}</svg>',
            (WIDTH - HEIGHT) // 2,
            species_emblems.for_species(title),
            side=HEIGHT,
            box=SIDE,
        )
    return format_html(
        '<svg class="game-picture" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>',
        WIDTH,
        HEIGHT,
        inner,
    )
