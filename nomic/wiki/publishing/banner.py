"""What a page says of itself while it is set aside, above its first marker, for whoever reads it on the wiki.

It stands between remarks of its own, and whatever stands between these goes with them once the page goes on: as with an
edit between the markers, what people made of it is in the page's history. What stands around them is people's.
"""

import re

from django.conf import settings

from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.markers import ANY_BEGIN

FIRST = "<!-- nomic:notice -->"
LAST = "<!-- nomic:notice over -->\n"
HALL, DECISION = "{hall}", "{decision}"
WORDS = (
    f"{FIRST}"
    '<div role="note" class="mw-message-box mw-message-box-warning" style="border:1px solid;padding:0.5em 1em">'
    "<b>This page is not up to date.</b> Somebody edited the part of it that a program keeps; the edit is left as it "
    f"is, and the program writes nothing here meanwhile. What holds now stands [{HALL} at the game]. "
    f"It is decided [{DECISION} there] what becomes of the edit; once it is undone here, the page goes on by itself."
    f"</div>{LAST}"
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
    """The page with our words of it above its first marker; as it is, where it has none."""
    begin = ANY_BEGIN.search(text)
    if begin is None:
        return text
    return f"{text[: begin.start()]}{_words(page)}{text[begin.start() :]}"


def _words(page: WikiPage) -> str:
    hall = f"{settings.SITE_URL.rstrip('/')}/c/{page.cycle.slug}/"
    return WORDS.replace(HALL, hall).replace(DECISION, f"{hall}wiki/{page.pk}/")
