"""Titles of pages, which consist of the host's own slugs and numbers, never of text that people typed."""

import unicodedata

from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.pagination import span

CATEGORY = "Category:"
ARCHIVE = " archive"
TEMPLATE, DATA = "Template:", " data"
PRACTICE_CYCLES = f"{CATEGORY}Cycles for practice"  # holds those of cycles for practice
ALL_CYCLES = f"{CATEGORY}Cycles"  # holds the main page of every cycle


def base_title(cycle: Cycle) -> str:
    """Return the title of a cycle's main page, which is the prefix of its other pages.

    It is made from the slug, because the cycle's title can be changed by votes. Words that the title has, too, keep its
    capitals.
    """
    written = unicodedata.normalize("NFKD", cycle.title).replace("-", " ").split()
    words = ["".join(each for each in word if each.isascii() and each.isalnum()) for word in written]
    capitals = {word.lower(): word for word in reversed(words)}
    base = " ".join(capitals.get(word, word) for word in cycle.slug.split("-"))
    return base[:1].upper() + base[1:]


def base_of(page: WikiPage) -> str:
    """Return the cycle's base title, from which the titles of all its pages are made, as this page's title has it."""
    if page.kind == PageKind.MAIN:
        return page.made_as
    if page.kind == PageKind.CATEGORY:
        return page.made_as.removeprefix(CATEGORY)
    if page.kind == PageKind.DATA:
        return data_name(page).removesuffix(DATA)
    if page.kind == PageKind.ARCHIVE:
        return page.made_as.removeprefix(CATEGORY).removesuffix(ARCHIVE)
    return page.made_as.rpartition("/")[0]


def wiki_title_of(base: str, kind: PageKind) -> str:
    """Return the title of a page that exists once in each cycle."""
    if kind == PageKind.MAIN:
        return base
    return f"{CATEGORY}{base}" if kind == PageKind.CATEGORY else f"{base}/{kind.label}"


def part_title(base: str, kind: PageKind, part: int) -> str:
    """Return the title of a part of a list, which names the first and last item."""
    first, last = span(part)
    label = PageKind.PLAYERS.label if kind == PageKind.HOLDINGS else kind.label
    return f"{base}/{label} {first}-{last}"


def proposal_title(base: str, number: int) -> str:
    """Return the title of a proposal's page."""
    return f"{base}/Proposal {number}"


def revision_title(base: str, number: int) -> str:
    """Return the title of the page of a past revision of the law."""
    return f"{base}/Revision {number}"


def archive_title(base: str) -> str:
    """Return the title of the category of past revisions."""
    return f"{CATEGORY}{base}{ARCHIVE}"


def data_title(base: str) -> str:
    """Return the title of the template with the cycle's current values."""
    return f"{TEMPLATE}{base}{DATA}"


def data_name(page: WikiPage) -> str:
    """Return this template page's name for transclusion into other pages."""
    return page.made_as.removeprefix(TEMPLATE)


def player_title(base: str, number: int) -> str:
    """Return the title of the page of the player with this number. It does not contain the player's name."""
    return f"{base}/Player {number}"


def match_title(base: str, code: str) -> str:
    """Return the name by which texts link to a match's page. Links get the page's title when they are published."""
    return f"{base}/Match {code}"


def numbered_match_title(base: str, number: int) -> str:
    """Return the title of a match's page. It does not contain the match's own title, which can have players' names."""
    return f"{base}/Match {number}"


def own_part(page: WikiPage) -> str:
    """Return the part of a page's title that follows the main page's title, as it was before anybody moved the page.

    Pages of matches are the exception. Their current titles are used, because links to them contain the match's code.
    """
    title = page.title if page.kind == PageKind.MATCH else page.made_as
    return title.removeprefix(base_of(page)).lstrip("/")
