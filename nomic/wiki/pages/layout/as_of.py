"""As of when a page stands: its first line names the newest entry of the journal that it shows, and its instant.

A page on which nothing else has changed keeps the line that it has, however the journal went on: it is not saved for
the sake of that line.
"""

import re

from nomic.cycles.models import Cycle
from nomic.wiki.wikitext.escape import Wikitext, inline

LINE = re.compile(
    r"<i>As of (?P<at>[0-9 &#;-]{10,60}) UTC, \[[^\s\]<]{1,400} entry (?P<entry>[0-9]{1,19})\] of the journal\.</i>\n\n"
)


def stamped(cycle: Cycle, text: str, entry: Wikitext) -> Wikitext:
    """A page's text with its first line; `entry` is a link to the newest entry."""
    if cycle.last_at is None:
        return Wikitext(text)
    return Wikitext(
        f"<i>As of {inline(f'{cycle.last_at:%Y-%m-%d %H:%M:%S} UTC')}, {entry} of the journal.</i>\n\n{text}"
    )


def entry_of(text: str) -> int | None:
    """The number of the entry as of which a page stands, where it says so."""
    line = LINE.match(text)
    return int(line["entry"]) if line else None
