"""Links to past revisions of the law: to their pages in the archive, or to the site for very old ones."""

from collections.abc import Iterable

from nomic.cycles.models import Cycle
from nomic.wiki.pages.layout.snippets import site_link
from nomic.wiki.pages.layout.titles import revision_title
from nomic.wikitext.escape import Wikitext, inline, page_link

MAX_REVISION_PAGES = 200  # that are made at once, of the newest; later revisions get theirs one by one


def with_pages(cycle: Cycle) -> Iterable[int]:
    """Return the numbers of the past revisions that certainly have pages."""
    return range(max(0, cycle.revision - MAX_REVISION_PAGES), cycle.revision)


def revision_link(base: str, cycle: Cycle, number: int, words: str) -> Wikitext:
    """Return the words as a link to a past revision.

    The revision in force, which is the ruleset page, gets no link.
    """
    if number >= cycle.revision:
        return inline(words)
    if number in with_pages(cycle):
        return page_link(revision_title(base, number), words)
    return site_link(f"c/{cycle.slug}/ruleset/revisions/{number}/?whole", words)
