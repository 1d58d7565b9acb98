"""The as-of line of a page: the newest entry of the journal that the page shows, and the time of that entry.

A page on which nothing else has changed keeps its line, because no page is saved for the sake of that line alone.
"""

import re

from nomic.cycles.models import Cycle
from nomic.wikitext.escape import Wikitext, inline

LINE = re.compile(
    r"<i>As of (?P<at>[0-9 &#;:-]{10,60}) UTC, \[[^\s\]<]{1,400} entry (?P<entry>\d{1,19})\] of the journal"
    r"(?:, when this page last changed)?\.</i>\n\n"
)


def stamped(cycle: Cycle, text: str, entry: Wikitext) -> Wikitext:
    """Return a page's text with the as-of line in front. `entry` is a link to the newest entry.

    Before a cycle begins there is no line: its only entry has the time of the beginning.
    """
    if cycle.last_at is None or not cycle.has_begun:
        return Wikitext(text)
    return Wikitext(
        f"<i>As of {inline(f'{cycle.last_at:%Y-%m-%d %H:%M:%S} UTC')}, {entry} of the journal, "
        f"when this page last changed.</i>\n\n{text}"
    )


def entry_of(text: str) -> int | None:
    """Return the number of the newest entry that a page shows, or None if its first line does not name one."""
    line = LINE.match(text)
    return int(line["entry"]) if line else None
