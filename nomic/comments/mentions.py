"""Mentions of players in comments, as @Name: finding the players, and linking to their pages."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import F, Q
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from nomic import limits
from nomic.accounts.lookalikes import folded_name
from nomic.accounts.name_rules import MAX_LENGTH, tidy_name
from nomic.cycles.models import Cycle
from nomic.players.models import Player

MENTION = re.compile(r"(?<![\w@/.])@(?=\w)")
MAX_WORDS = 4  # of a name
WORD = re.compile(r"[^\s@<>]+ ?")
AFTER_A_NAME = ".,:;!?()'’\"”…-"  # punctuation that ends a sentence, and no name
TAG = re.compile(r"(<[^<>]*>)")

Named = Mapping[str, str]  # from names as people may write them, folded, to the names of players


def players_named(cycle: Cycle, texts: Iterable[str]) -> dict[str, Player]:
    """Return the players of a cycle that the texts mention, by folded name. Sends at most one query.

    A player is found by each name of the person, including those of accounts that were merged into theirs.
    """
    wanted = {key for text in texts for key in _mentioned(text)}
    if not wanted:
        return {}
    rows = Player.objects.filter(cycle=cycle).annotate(earlier=F("person__merged__folded")).order_by("left_at", "pk")
    mentioned = rows.filter(Q(person__folded__in=wanted) | Q(earlier__in=wanted)).select_related("person")
    named: dict[str, Player] = {}
    other: dict[str, Player] = {}
    for row in mentioned:
        named[_key(row.name)] = row
        for key in (row.person.folded if row.person else "", row.earlier):
            other.setdefault(key or "", row)
    return {key: row for key, row in (other | named).items() if key in wanted}


def with_links(text: str, names: Named, cycle: Cycle) -> SafeString:
    """Return a plain text as HTML. Names of players after “@” are links to their pages."""
    parts, done = [], 0
    for match in MENTION.finditer(text):
        found = next(((end, names[key]) for key, end in _readings(text, match.end()) if key in names), None)
        if found is None or match.start() < done:
            continue
        end, name = found
        page = reverse("web:player", args=[cycle.slug, name])
        parts += [escape(text[done : match.start()]), f'<a href="{escape(page)}">@{escape(name)}</a>']
        done = end
    parts.append(escape(text[done:]))
    return mark_safe("".join(parts))  # noqa: S308


def with_links_in_html(markup: str, names: Named, cycle: Cycle) -> SafeString:
    """Return the HTML with @mentions of players linked, except inside existing links."""
    parts, is_link = [], False
    for part in TAG.split(markup):
        if part.startswith("<"):
            is_link = part.startswith("<a ") or (is_link and not part.startswith("</a"))
            parts.append(part)
        else:
            parts.append(part if is_link or "@" not in part else with_links(html.unescape(part), names, cycle))
    return mark_safe("".join(parts))  # noqa: S308


def _mentioned(text: str) -> Iterator[str]:
    """Yield the possible names after each “@” of a text, for the first `limits.MENTIONS` of them."""
    for count, match in enumerate(MENTION.finditer(text)):
        if count == limits.MENTIONS:
            return
        yield from (key for key, _ in _readings(text, match.end()))


def _readings(text: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield the possible names at this position, each with the position of its end, the longest first."""
    ends, place = [], start
    for _ in range(MAX_WORDS):
        word = WORD.match(text, place, start + MAX_LENGTH + 2)
        if word is None:
            break
        place = word.end()
        ends.append(start + len(text[start:place].rstrip()))
    for end in reversed(ends):
        yield _key(text[start:end]), end
        shorter = start + len(text[start:end].rstrip(AFTER_A_NAME))
        if start < shorter < end:
            yield _key(text[start:shorter]), shorter


def _key(name: str) -> str:
    return folded_name(tidy_name(name))
