"""Rendering: what stands on each kind of page, as wikitext. Settles the cycle as every reader does, then reads it."""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.conf import settings

from nomic.cycles.models import Cycle
from nomic.cycles.settle import current
from nomic.law.tables import LawTable
from nomic.wiki import templating
from nomic.wiki.as_of import stamped
from nomic.wiki.escape import Wikitext, inline, join, link
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.parts import span
from nomic.wiki.titles import ALL_CYCLES, base_of, part_title, title_of

MOST_BYTES = 1_800_000  # MediaWiki takes 2048 KiB a page, and people write on it too

# What every page has a link to.
NAVIGATION = (
    PageKind.MAIN,
    PageKind.RULESET,
    PageKind.GAMESTATE,
    PageKind.PLAYERS,
    PageKind.PROPOSALS,
    PageKind.MATCHES,
)

Renderer = Callable[[WikiPage, Cycle], Wikitext]


class TooBig(Exception):
    """A page that no wiki would take, however much was left out."""


def render_page(page: WikiPage) -> Wikitext:
    """The system's part of a page as it should stand now. Raises TooBig, or NotCurrent of a cycle that stands still."""
    from nomic.wiki import gamestate, main_page, match_pages, player_pages, proposal_pages, ruleset

    renderers: dict[str, Renderer] = {
        PageKind.MAIN: main_page.render,
        PageKind.RULESET: ruleset.render,
        PageKind.GAMESTATE: gamestate.render,
        PageKind.PLAYERS: player_pages.render_register,
        PageKind.HOLDINGS: player_pages.render_part,
        PageKind.PROPOSALS: proposal_pages.render_index,
        PageKind.PROPOSAL: proposal_pages.render_proposal,
        PageKind.MATCHES: match_pages.render_index,
        PageKind.MATCH: match_pages.render_match,
        PageKind.CATEGORY: main_page.render_category,
    }
    text = renderers[page.kind](page, current(page.cycle.slug))
    if size(text) > MOST_BYTES:
        raise TooBig(f"{page.title} would have {size(text)} bytes")
    return text


def fill_template(name: str, page: WikiPage, cycle: Cycle, **context: Any) -> Wikitext:
    """A template with what all pages know: the cycle, its other pages, where the system is; and around it as of when
    the page stands, and its category.

    The templates switch off the links by which one edits a single section: whoever edits that way sees no marker.
    """
    text = templating.render(
        name,
        {"cycle": cycle, "others": navigation(page), "address": address(f"c/{cycle.slug}/"), **context},
    )
    entry = address(f"c/{cycle.slug}/journal/{cycle.seq}/", f"entry {cycle.seq}")
    return stamped(cycle, f"{text.rstrip()}\n\n{_category(page)}".rstrip(), entry)


def navigation(page: WikiPage) -> Wikitext:
    """Links to the cycle's main page and to the pages of which it has one; the page itself stands there without."""
    base = base_of(page)
    return join(
        " · ",
        [
            Wikitext(f"<b>{words}</b>")
            if (page.kind, page.subject) == (kind, "")
            else link(title_of(base, kind), words)
            for kind, words in ((kind, base if kind == PageKind.MAIN else str(kind.label)) for kind in NAVIGATION)
        ],
    )


def _category(page: WikiPage) -> Wikitext:
    """All pages of a cycle are in its category: its main page first, proposals and parts by their numbers."""
    if page.kind == PageKind.CATEGORY:
        return Wikitext("")
    base = base_of(page)
    own = f"[[{title_of(base, PageKind.CATEGORY)}|{sort_key(page.made_as.removeprefix(base).lstrip('/'))}]]"
    return Wikitext(f"{own}[[{ALL_CYCLES}]]" if page.kind == PageKind.MAIN else own)


def sort_key(words: str) -> str:
    """By what a page stands in its category: numbers count as numbers, and nothing comes first."""
    return re.sub("[0-9]+", lambda number: number[0].zfill(6), words) or " "


def links_to_parts(page: WikiPage, kind: PageKind, parts: Iterable[int]) -> Wikitext:
    """Links to these parts of what is too long for one page, the page itself without; empty where there are none."""
    base = base_of(page)
    return join(
        " · ",
        [
            Wikitext("<b>{}–{}</b>".format(*span(part)))
            if (page.kind, page.subject) == (kind, str(part))
            else link(part_title(base, kind, part), "{}–{}".format(*span(part)))
            for part in parts
        ],
    )


def gone(page: WikiPage, cycle: Cycle) -> Wikitext:
    """What stands on a page whose subject is no more: the journal was told anew without what brought it."""
    return fill_template("gone.wiki", page, cycle)


def size(text: str) -> int:
    """What a page counts for at the wiki: its bytes."""
    return len(text.encode())


def address(path: str, words: str = "Infinite Nomic") -> Wikitext:
    """A link to the system's own page at a path of our own making."""
    return Wikitext(f"[{settings.SITE_URL.rstrip('/')}/{path} {inline(words)}]")


def instant(at: datetime | None) -> Wikitext:
    """An instant as pages write it (R1: all times are UTC)."""
    return Wikitext(f"{at:%Y-%m-%d %H:%M} UTC" if at is not None else "–")


def draw_table(table: LawTable) -> Wikitext:
    """A table of the law as a sortable wikitable, or what it lacks in words. It begins and ends with a line break."""
    if not table.rows:
        return Wikitext(f"\n<i>{inline(table.without_rows)}</i>\n")
    lines = ['\n{| class="wikitable sortable"', f"|+ {inline(table.caption)}"]
    lines += [f"! {inline(column)}" for column in table.columns]
    for row in table.rows:
        lines += ["|-", *(f"| {inline(cell)}" for cell in row)]
    return Wikitext("\n".join([*lines, "|}\n"]))
