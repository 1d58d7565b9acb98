"""Kinds of pages that keepers can switch off for a cycle. Links to such pages lead to the site instead."""

import re
from collections.abc import Collection

from nomic.cycles.models import Cycle
from nomic.db import Prepared
from nomic.wiki.models import PageKind, WikiPage, WithheldKind
from nomic.wiki.pages.layout.frame import fill_template
from nomic.wiki.pages.layout.snippets import site_link
from nomic.wiki.pages.layout.titles import base_of
from nomic.wikitext.escape import Wikitext

# In words of the form. The other pages belong to every cycle: all pages link to them.
OPTIONAL = {
    PageKind.PROPOSAL: "a page for each proposal",
    PageKind.MATCH: "a page for each match",
    PageKind.PLAYER: "a page for each player",
    PageKind.REVISION: "a page for each past revision of the law, in a category of their own",
    PageKind.DATA: "the template with current values, for people who write pages",
    PageKind.PICTURE: "pictures of boards and cards, where the wiki takes uploads of SVG files",
}
# Kinds that go with another one.
WITH = {PageKind.ARCHIVE: PageKind.REVISION}
# Where the site shows what a page showed; players by their number are not there.
PLACES = {
    PageKind.PROPOSAL: "proposals/{}/",
    PageKind.MATCH: "matches/{}/",
    PageKind.REVISION: "ruleset/revisions/{}/?whole",
}

_withheld = Prepared(
    lambda cycle: WithheldKind.objects.filter(cycle_id=cycle).order_by().values_list("kind", flat=True), int
)


def withheld_kinds(cycle_id: int) -> frozenset[str]:
    """Return the kinds of pages that a cycle does not publish."""
    off = set(_withheld.all(cycle_id))
    return frozenset(off | {kind for kind, leader in WITH.items() if leader in off})


def notice(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Return the text of a page whose kind was switched off after the page was published."""
    return fill_template("withheld.wiki", page, cycle, is_template=page.kind == PageKind.DATA)


def lead_to_site(text: Wikitext, page: WikiPage, kinds: Collection[str]) -> Wikitext:
    """Replace links to unpublished pages with links to the site, or with plain words if the site has no such page.

    Links in the text are always the host's own, because brackets in people's words are escaped.
    """
    off = [kind for kind in (*PLACES, PageKind.PLAYER) if kind in kinds]
    if not off:
        return text
    by_label = {str(kind.label): kind for kind in off}
    links = re.compile(rf"\[\[{re.escape(base_of(page))}/({'|'.join(by_label)}) ([\w-]+)(?:\|([^\[\]]*))?\]\]")

    def led(found: re.Match[str]) -> str:
        label, subject, words = found.groups()
        shown = Wikitext(words or f"{label} {subject}")
        place = PLACES.get(by_label[label])
        return shown if place is None else site_link(f"c/{page.cycle.slug}/{place.format(subject)}", shown)

    return Wikitext(links.sub(led, text))
