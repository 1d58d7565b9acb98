"""What a page says of itself while it is set aside, above its first marker, for whoever reads it on the wiki.

It stands between remarks of its own, and whatever stands between these goes with them once the page goes on: as with an
edit between the markers, what people made of it is in the page's history. What stands around them is people's.
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
# Up to the next remark of the program's, whichever that is: no marker is ever part of it.
BOX = re.compile(r"<!--\s*+nomic:notice\s*+-->(?:(?!<!--\s*+nomic:).)*+<!--\s*+nomic:notice over\s*+-->\n?", re.DOTALL)


def stands_in(text: str) -> bool:
    """Whether a page says so already, in our words or in what somebody made of them."""
    return FIRST in text


def without(text: str) -> str:
    """The page without its saying so, however people reworded that; everything else as it stands."""
    return BOX.sub("", text)


def put(page: WikiPage, text: str) -> str:
    """The page with our words of it above its first marker, or at its top where it has none.

    At the top they keep a redirect from taking readers away, who would not see the page otherwise.
    """
    begin = ANY_BEGIN.search(text)
    place = begin.start() if begin is not None else 0
    return f"{text[:place]}{_words(page)}{text[place:]}"


def _words(page: WikiPage) -> str:
    hall = f"{settings.SITE_URL.rstrip('/')}/c/{page.cycle.slug}/"
    what = UNMARKED if page.parked_cause == Cause.MARKERS else EDITED
    return WORDS.replace("{what}", what).replace(HALL, hall).replace(DECISION, f"{hall}wiki/{page.pk}/")
