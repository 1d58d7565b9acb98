"""Check that the wiki agrees with the state."""

from collections.abc import Iterator
from itertools import zip_longest

from nomic.cycles.models import Cycle
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.layout.as_of_line import without_line
from nomic.wiki.pages.layout.display_title import without_title
from nomic.wiki.pages.render import render_page
from nomic.wiki.pictures.drawings import without_pictures
from nomic.wiki.publishing.follow_moved_pages import with_links_followed
from nomic.wiki.publishing.markers import split
from nomic.wiki.sites.site import WikiSite
from nomic.wikitext.escape import normalise_text


def pages_that_differ(cycle: Cycle, site: WikiSite) -> Iterator[str]:
    """Yield a message for each page whose wiki text differs from the text that would be published now.

    The message quotes the first differing line.
    """
    for page in WikiPage.objects.filter(cycle=cycle).order_by("title"):
        found = site.read(page.title)
        parts = None if found is None else split(found.text)
        inside = "" if parts is None else parts.inside.strip()
        pairs = zip_longest(
            _stated(inside), _stated(normalise_text(with_links_followed(str(render_page(page)), cycle)).strip())
        )
        for old, new in pairs:
            if old != new:
                yield f"{page.title} says {old!r:.200}, and is to say {new!r:.200}"
                break


def _stated(text: str) -> list[str]:
    """Return the lines of a page without its timestamp, and without pictures and titles, which not every wiki takes.

    The timestamp is not updated if nothing else changes.
    """
    return without_title(without_pictures(without_line(text))).splitlines()
