"""Titles of pages: made of our own slugs and numbers, never of anybody's words."""

from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.pagination import span

CATEGORY = "Category:"
ALL_CYCLES = f"{CATEGORY}Cycles"  # in which the main page of every cycle is


def base_title(cycle: Cycle) -> str:
    """The title of a cycle's main page, under which all others stand, made of its slug: titles can be voted on."""
    return cycle.slug[:1].upper() + cycle.slug[1:].replace("-", " ")


def base_of(page: WikiPage) -> str:
    """The part of a page's title that it shares with the other pages of its cycle."""
    if page.kind == PageKind.MAIN:
        return page.made_as
    if page.kind == PageKind.CATEGORY:
        return page.made_as.removeprefix(CATEGORY)
    return page.made_as.rpartition("/")[0]


def title_of(base: str, kind: PageKind) -> str:
    """The title of a page of which a cycle has one."""
    if kind == PageKind.MAIN:
        return base
    return f"{CATEGORY}{base}" if kind == PageKind.CATEGORY else f"{base}/{kind.label}"


def part_title(base: str, kind: PageKind, part: int) -> str:
    """The title of a part; it says which of them stand there, by the order in which they came."""
    first, last = span(part)
    label = PageKind.PLAYERS.label if kind == PageKind.HOLDINGS else kind.label
    return f"{base}/{label} {first}-{last}"


def proposal_title(base: str, number: int) -> str:
    """The title of the page of a proposal."""
    return f"{base}/Proposal {number}"


def match_title(base: str, code: str) -> str:
    """The title of the page of a match; what a match is called can have players' names in it."""
    return f"{base}/Match {code}"
