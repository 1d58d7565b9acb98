"""The title that readers see above a page, if the wiki permits a title that is not the page's name."""

from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.titles import own_part
from nomic.wikitext.escape import Wikitext, inline

BEGIN, END = "<noinclude>{{DISPLAYTITLE:", "}}</noinclude>"


def display_title(page: WikiPage, cycle: Cycle, about: str) -> Wikitext:
    """Return the wikitext that sets a page's title: the cycle's title, and what the page is `about`.

    By default, `about` is the part of the page's name after the main page's name. Return "" for categories, and for the
    template of current values, whose name people type. A page that transcludes this one keeps its own title.
    """
    if page.kind in (PageKind.CATEGORY, PageKind.ARCHIVE, PageKind.DATA):
        return Wikitext("")
    what = about or ("" if page.kind == PageKind.MAIN else own_part(page))
    words = f"{cycle.title}: {what}" if what else cycle.title
    return Wikitext(f"{BEGIN}{inline(words)}{END}")


def without_title(text: str) -> str:
    """Return the text of a page without the markup that sets its title.

    Text written by people cannot contain that markup, because its brackets and braces are escaped.
    """
    head, begin, _ = text.rpartition(BEGIN)
    return head if begin and text.endswith(END) else text
