"""Shows other names than those in the data on pages of a practice cycle: of a signed-up guest, and of bots.

Journals never change a name. A guest is called GUEST in all data, and a bot has a number, by which it differs from
others of its character. Pages show the account's name, and "Rollo" for a "Rollo bot 2" who is the only Rollo there.
Text that people type or copy stays unchanged, because the law and the API know the players by the names in the data.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.html import escape

from nomic.cycles.models import Cycle
from nomic.matches.practice.bot_characters import NAME, NEWCOMERS, character_of
from nomic.players.guests import GUEST, is_guest_table
from nomic.players.models import Player

PARTS = re.compile("(<[^<>]*>)")
ELEMENT = re.compile("</?([a-z]+)")
READ_ALOUD = re.compile('( (?:aria-label|title|alt|content)=")([^"]*)')
VERBATIM = frozenset({"code", "option", "pre", "script", "style", "textarea"})
# Pages on which one writes what the law says: their words are read by it.
TYPED = frozenset({"change-value", "compose", "edit", "recipe"})


def shown_names(cycle: Cycle) -> dict[str, str]:
    """Return the names that the pages of a cycle show, by the names in its data. Names that stay are left out."""
    return shown_names_of([cycle])[cycle.pk]


def shown_names_of(cycles: Iterable[Cycle]) -> dict[int, dict[str, str]]:
    """Return the names that the pages of each of these cycles show, by its primary key."""
    accounts: dict[Cycle, dict[str, str]] = {cycle: {} for cycle in cycles}
    practised = {cycle.pk: cycle for cycle in accounts if cycle.practice}
    rows = Player.objects.filter(cycle__in=practised) if practised else Player.objects.none()
    for key, name, username, is_guest in rows.values_list("cycle", "name", "person__username", "person__is_guest"):
        accounts[practised[key]][name] = "" if is_guest else username or ""
    return {cycle.pk: _shown(cycle, players) for cycle, players in accounts.items()}


def _shown(cycle: Cycle, accounts: Mapping[str, str]) -> dict[str, str]:
    """Return the names to show for the players of a cycle. `accounts` has the account of each, or ""."""
    shown = {GUEST: accounts[GUEST]} if accounts.get(GUEST) and is_guest_table(cycle) else {}
    bots = {name: found.name for name in accounts if (found := character_of(name)) is not None}
    count = Counter([*bots.values(), *(accounts.keys() - bots.keys()), *shown.values()])
    return shown | {name: called for name, called in bots.items() if called in NEWCOMERS and count[called] == 1}


def with_shown_names(html: str, cycle: Cycle) -> str:
    """Return HTML or SVG of a cycle with the names that its pages show.

    The names are looked up only if the text may have one to replace: on guests' tables, and where it names a bot.
    """
    return with_names(html, shown_names(cycle)) if is_guest_table(cycle) or NAME.search(html) else html


def as_shown(cycle: Cycle, text: str) -> str:
    """Return words about a cycle with the names that its pages show. Looks them up as `with_shown_names` does."""
    if not cycle.practice or not (is_guest_table(cycle) or NAME.search(text)):
        return text
    return renamed(text, shown_names(cycle))


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return words in which each of these names is replaced with the one that is shown."""
    if not names:
        return text
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, names))})\b", lambda found: names[found[0]], text)


def with_names(html: str, names: Mapping[str, str]) -> str:
    """Return HTML or SVG in which each of these names is replaced, in text and in accessible labels.

    The content of code, form inputs, scripts and styles stays as it is.
    """
    if not any(name in html for name in names):
        return html
    names = {escape(name): escape(shown) for name, shown in names.items()}
    parts, inside = [], ""
    for part in PARTS.split(html):
        if not part.startswith("<"):
            parts.append(part if inside else renamed(part, names))
            continue
        element = ELEMENT.match(part)
        kind = element[1] if element else ""
        if inside:
            inside = "" if part.startswith(f"</{inside}>") else inside
        elif kind in VERBATIM and not part.startswith("</"):
            inside = kind
        parts.append(READ_ALOUD.sub(lambda found: found[1] + renamed(found[2], names), part))
    return "".join(parts)
