"""The banner on a parked page, above its first marker, for readers of the wiki.

The banner is enclosed in comments of its own. Everything between these comments is removed when the page is published
again, even if people have edited it; the page's history keeps their edit. Text around the banner belongs to people.
"""

import re

from django.conf import settings

from nomic.wiki.models import Cause, WikiPage
from nomic.wiki.publishing.markers import ANY_BEGIN

FIRST = "<!-- nomic:notice -->"
LAST = "<!-- nomic:notice over -->\n"
HALL, DECISION = "{hall}", "{decision}"
EDITED = (
    "Somebody edited the part of it that a program keeps; the edit is left as it is, and the program writes nothing "
    "here meanwhile."
)
UNMARKED = (
    "Somebody removed or changed the marks around the part that a program keeps, so the program writes nothing here "
    "meanwhile. Whatever is below is left as it is."
)
WORDS = (
    f"{FIRST}<noinclude>"
    '<div role="note" class="mw-message-box mw-message-box-warning" style="border:1px solid;padding:0.5em 1em">'
    f"<b>This page is not up to date.</b> {{what}} What holds now stands [{HALL} at the game]. "
    f"It is decided [{DECISION} there] what becomes of the edit; once it is undone here, the page goes on by itself."
    f"</div></noinclude>{LAST}"
)
# Up to the program's next comment, whichever that is, so that no marker is ever part of the match.
BOX = re.compile(r"<!--\s*+nomic:notice\s*+-->(?:(?!<!--\s*+nomic:).)*+<!--\s*+nomic:notice over\s*+-->\n?", re.DOTALL)


def has_banner(text: str) -> bool:
    """Return whether a page has the banner, with or without edits by people."""
    return FIRST in text


def remove_banner(text: str) -> str:
    """Return the page without the banner, even if people have edited the banner."""
    return BOX.sub("", text)


def add_banner(page: WikiPage, text: str) -> str:
    """Return the page with the banner above its first marker, or at the top if the page has no marker.

    At the top, the banner also disables a redirect, which would lead readers away from the page.
    """
    begin = ANY_BEGIN.search(text)
    place = begin.start() if begin is not None else 0
    return f"{text[:place]}{_words(page)}{text[place:]}"


def _words(page: WikiPage) -> str:
    hall = f"{settings.SITE_URL.rstrip('/')}/c/{page.cycle.slug}/"
    what = UNMARKED if page.parked_cause == Cause.MARKERS else EDITED
    return WORDS.replace("{what}", what).replace(HALL, hall).replace(DECISION, f"{hall}wiki/{page.pk}/")
