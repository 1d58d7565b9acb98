"""The picture of an action or a task: one from the sprite, or an emblem generated from its title."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.registry import Action
from nomic.law.document.sections import Law
from nomic.web.pictures import species_emblems
from nomic.web.pictures.card_art import SIDE

SPRITE = "img/acts.svg"
MEETS = "explore"  # the picture of actions that draw an outcome from a pool
OF_CHANNEL = {"battle-commencement": "duel", "trades": "gift"}


@lru_cache(maxsize=1)
def pictures() -> frozenset[str]:
    """Return the names of the pictures in the sprite: names of actions, and of things that actions concern."""
    sprite = (settings.BASE_DIR / "static" / SPRITE).read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([a-z0-9-]+)"', sprite))


def act_picture(law: Law, action: Action) -> SafeString:
    """Return the picture of an action under a law as SVG, hidden from assistive technology.

    An action without a picture of its own gets the picture of its effect, otherwise an emblem generated from its title.
    """
    placed = clauses_of(law).actions.get(action.name)
    does = MEETS if placed is not None and "meet" in _words(placed.clause.do) else OF_CHANNEL.get(action.channel, "")
    return act_drawing(action.name if action.name in pictures() else does, action.title)


def act_drawing(name: str, title: str) -> SafeString:
    """Return the picture with this name in the sprite, or an emblem generated from the title."""
    if name in pictures():
        inner = format_html('<use href="{}#{}"/>', static(SPRITE), name)
    else:
        inner = species_emblems.for_species(title)
    return format_html(
        '<svg class="act-picture" viewBox="0 0 {side} {side}" aria-hidden="true" focusable="false">{}</svg>',
        inner,
        side=SIDE,
    )


def _words(raw: Any) -> Iterator[str]:
    """Yield all keys of an effect as JSON, at any depth."""
    if isinstance(raw, dict):
        yield from raw
    for each in raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ():
        yield from _words(each)
