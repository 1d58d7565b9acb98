"""What every page has around its own words: as of when it stands, links to the cycle's other pages, its category."""

import re
from collections.abc import Iterable
from typing import Any

from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.as_of import stamped
from nomic.wiki.pages.layout.pagination import span
from nomic.wiki.pages.layout.snippets import address
from nomic.wiki.pages.layout.titles import ALL_CYCLES, base_of, part_title, title_of
from nomic.wiki.wikitext import templating
from nomic.wiki.wikitext.escape import Wikitext, join, link

# What every page has a link to.
NAVIGATION = (
    PageKind.MAIN,
    PageKind.RULESET,
    PageKind.GAMESTATE,
    PageKind.PLAYERS,
    PageKind.PROPOSALS,
    PageKind.MATCHES,
    PageKind.COURT,
)


def fill_template(name: str, page: WikiPage, cycle: Cycle, **context: Any) -> Wikitext:
    """A template with what all pages know: the cycle, its other pages, where the system is; and around it as of when
    the page stands, and its category.

    The templates switch off the links by which one edits a single section: whoever edits that way sees no marker. That
    switch and the category are for the page itself, and not for another one that transcludes it.
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
    # Whoever transcludes the page elsewhere puts that other page into no category.
    both = f"{own}[[{ALL_CYCLES}]]" if page.kind == PageKind.MAIN else own
    return Wikitext(f"<noinclude>{both}</noinclude>")


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
