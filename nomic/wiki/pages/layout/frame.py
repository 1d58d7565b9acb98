"""The frame of every page: its as-of line, links to the cycle's other pages, and its category."""

import re
from collections.abc import Iterable
from typing import Any

from nomic.cycles.models import Cycle
from nomic.matches.games_in_force import has_games
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.as_of_line import stamped
from nomic.wiki.pages.layout.display_title import display_title
from nomic.wiki.pages.layout.pagination import span
from nomic.wiki.pages.layout.snippets import site_link
from nomic.wiki.pages.layout.titles import (
    ALL_CYCLES,
    PRACTICE_CYCLES,
    archive_title,
    base_of,
    own_part,
    part_title,
    wiki_title_of,
)
from nomic.wiki.wikitext import templating
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link

# Pages that every page links to.
NAVIGATION = (
    PageKind.MAIN,
    PageKind.RULESET,
    PageKind.GAMESTATE,
    PageKind.PLAYERS,
    PageKind.PROPOSALS,
    PageKind.MATCHES,
    PageKind.COURT,
)


def fill_template(name: str, page: WikiPage, cycle: Cycle, about: str = "", **context: Any) -> Wikitext:
    """Fill a template with the context of all pages, and add the as-of line and the category below.

    `about` is the page's subject in words, for the title that readers see. By default, it follows from the page's name.

    The context has the cycle, links to its other pages, and the address of this site. The templates disable links for
    editing single sections, because an editor of a section does not see the markers. This switch and the category apply
    to the page itself, not to a page that transcludes it.
    """
    text = templating.render_wikitext(
        name,
        {"cycle": cycle, "others": navigation(page, cycle), "address": site_link(f"c/{cycle.slug}/"), **context},
    )
    entry = site_link(f"c/{cycle.slug}/journal/{cycle.seq}/", f"entry {cycle.seq}")
    foot = f"{_category(page, cycle, about)}{display_title(page, cycle, about)}"
    return Wikitext(f"{stamped(cycle, text.rstrip(), entry)}\n\n{foot}".rstrip())


def navigation(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Return links to the cycle's main page and to the pages that each cycle has once, except to the page itself.

    The main page is not named on itself, where its title is the heading.
    """
    base = base_of(page)
    labels = {kind: str(kind.label) for kind in NAVIGATION} | {PageKind.MAIN: cycle.title}
    return join_wikitext(
        " · ",
        [
            Wikitext(f"<b>{words}</b>")
            if (page.kind, page.subject) == (kind, "")
            else page_link(wiki_title_of(base, kind), words)
            for kind, words in labels.items()
            if not page.kind == kind == PageKind.MAIN and (page.kind == kind or _has(cycle, kind))
        ],
    )


def _has(cycle: Cycle, kind: PageKind) -> bool:
    """Return whether the law has what pages of this kind are about. The main page links to relics of a former law."""
    match kind:
        case PageKind.COURT:
            return cycle.law.has("court")
        case PageKind.MATCHES:
            return has_games(cycle.law)
        case _:
            return True


def _category(page: WikiPage, cycle: Cycle, about: str) -> Wikitext:
    """Return the category link of a page: past revisions have a category of their own, all others have the cycle's.

    The main page is sorted first, proposals and parts by number, players by the name that the page is `about`. Before
    the cycle begins, the main page is in no category of its own, because that page does not exist yet.
    """
    if page.kind == PageKind.CATEGORY:
        return Wikitext("")
    base = base_of(page)
    holder = archive_title(base) if page.kind == PageKind.REVISION else wiki_title_of(base, PageKind.CATEGORY)
    by_name = page.kind == PageKind.PLAYER and about
    key = inline(about if by_name else sort_key(own_part(page)))
    own = f"[[{holder}|{key}]]"
    # A page that transcludes this one must not end up in the category.
    if page.kind == PageKind.MAIN:
        own = f"{own if cycle.has_begun else ''}[[{PRACTICE_CYCLES if cycle.practice else ALL_CYCLES}]]"
    return Wikitext(f"<noinclude>{own}</noinclude>")


def sort_key(words: str) -> str:
    """Return the key that sorts a page in its category. Numbers sort as numbers, and an empty key comes first."""
    return re.sub("[0-9]+", lambda number: number[0].zfill(6), words) or " "


def links_to_parts(page: WikiPage, kind: PageKind, parts: Iterable[int]) -> Wikitext:
    """Return links to the parts of a list that is too long for one page. Empty if there are none.

    The current part has no link.
    """
    base = base_of(page)
    return join_wikitext(
        " · ",
        [
            Wikitext("<b>{}–{}</b>".format(*span(part)))
            if (page.kind, page.subject) == (kind, str(part))
            else page_link(part_title(base, kind, part), "{}–{}".format(*span(part)))
            for part in parts
        ],
    )


def text_of_missing_page(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Return the text of a page whose subject no longer exists, because history was rewritten without it."""
    return fill_template("gone.wiki", page, cycle)
