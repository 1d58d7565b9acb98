"""Shows the account name of a signed-up guest in place of GUEST, on pages of the guest's tables.

Journals never change a name, so the player is called GUEST in all data. Only pages show the account's name. Text that
people type or copy stays unchanged, because the law and the API know the player as GUEST.
"""

import re

from django.utils.html import escape

from nomic.cycles.models import Cycle
from nomic.players.guests import GUEST, is_guest_table
from nomic.players.models import Player

PARTS = re.compile("(<[^<>]*>)")
ELEMENT = re.compile("</?([a-z]+)")
READ_ALOUD = re.compile('( (?:aria-label|title|alt|content)=")([^"]*)')
NAME = re.compile(rf"\b{GUEST}\b")
VERBATIM = frozenset({"code", "option", "pre", "script", "style", "textarea"})
# Pages on which one writes what the law says: their words are read by it.
TYPED = frozenset({"change-value", "compose", "edit", "recipe"})


def name_of_guest(cycle: Cycle) -> str:
    """Return the name of the account that plays as GUEST in a cycle, or "" if there is none."""
    if not is_guest_table(cycle):
        return ""
    own = Player.objects.filter(cycle=cycle, name=GUEST, person__is_guest=False)
    return own.values_list("person__username", flat=True).first() or ""


def guest_renamed(text: str, name: str) -> str:
    """Return words with GUEST replaced with a name."""
    return NAME.sub(lambda found: name, text)


def with_name(html: str, name: str) -> str:
    """Return HTML or SVG with GUEST replaced with a name, in text and in accessible labels.

    The content of code, form inputs, scripts and styles stays as it is.
    """
    if not name or GUEST not in html:
        return html
    name = escape(name)
    parts, inside = [], ""
    for part in PARTS.split(html):
        if not part.startswith("<"):
            parts.append(part if inside else guest_renamed(part, name))
            continue
        element = ELEMENT.match(part)
        kind = element[1] if element else ""
        if inside:
            inside = "" if part.startswith(f"</{inside}>") else inside
        elif kind in VERBATIM and not part.startswith("</"):
            inside = kind
        parts.append(READ_ALOUD.sub(lambda found: found[1] + guest_renamed(found[2], name), part))
    return "".join(parts)
