"""What a page says of itself while it is set aside, above its first marker, for whoever reads it on the wiki.

It stands between remarks of its own. Only what is to the letter as the program writes it is taken away again: words
that people put into it are theirs.
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
ADDRESS = r"[^\s\[\]<>]{1,400}+"
OURS = re.compile(re.escape(WORDS).replace(re.escape(HALL), ADDRESS).replace(re.escape(DECISION), ADDRESS))


def stands_in(text: str) -> bool:
    """Whether a page says so already, in our words or in what somebody made of them."""
    return FIRST in text


def without(text: str) -> str:
    """The page without our words of it; everything else as it stands."""
    return OURS.sub("", text)


def put(page: WikiPage, text: str) -> str:
    """The page with our words of it above its first marker; as it is, where it has none."""
    begin = ANY_BEGIN.search(text)
    if begin is None:
        return text
    return f"{text[: begin.start()]}{_words(page)}{text[begin.start() :]}"


def _words(page: WikiPage) -> str:
    hall = f"{settings.SITE_URL.rstrip('/')}/c/{page.cycle.slug}/"
    return WORDS.replace(HALL, hall).replace(DECISION, f"{hall}wiki/{page.pk}/")
