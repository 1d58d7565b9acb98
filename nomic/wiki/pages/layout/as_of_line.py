"""The as-of line at a page's foot: the newest entry of the journal that the page shows, and the time of that entry.

A page on which nothing else has changed keeps its line, because no page is saved for the sake of that line alone.
"""

import re

from nomic.cycles.models import Cycle
from nomic.wikitext.escape import Wikitext, inline

LINE = (
    r"<i>As of (?P<at>[0-9 &#;:-]{10,60}) UTC, \[[^\s\]<]{1,400} entry (?P<entry>\d{1,19})\] of the journal"
    r"(?:, when this page last changed)?\.</i>"
)
# Only categories and the title follow it. People's words cannot contain `<noinclude>`, so none of them is taken for it.
AT_FOOT = re.compile(rf"\n\n{LINE}(?=(?:\n\n<noinclude>[^\n]*)?\Z)")
AT_HEAD = re.compile(rf"\A{LINE}\n\n")  # on pages of former versions


def stamped(cycle: Cycle, text: str, entry: Wikitext) -> Wikitext:
    """Return a page's text with the as-of line below. `entry` is a link to the newest entry.

    Before a cycle begins there is no line: its only entry has the time of the beginning.
    """
    if cycle.last_at is None or not cycle.has_begun:
        return Wikitext(text)
    return Wikitext(
        f"{text}\n\n<i>As of {inline(f'{cycle.last_at:%Y-%m-%d %H:%M:%S} UTC')}, {entry} of the journal, "
        f"when this page last changed.</i>"
    )


def _find(text: str) -> re.Match[str] | None:
    return AT_FOOT.search(text) or AT_HEAD.match(text)


def entry_of(text: str) -> int | None:
    """Return the number of the newest entry that a page shows, or None if it has no as-of line."""
    line = _find(text)
    return int(line["entry"]) if line else None


def line_of(text: str) -> str:
    """Return a page's as-of line with the empty line that separates it. Empty if there is none."""
    line = _find(text)
    return line[0] if line else ""


def without_line(text: str) -> str:
    """Return a page's text without its as-of line."""
    line = _find(text)
    return text[: line.start()] + text[line.end() :] if line else text


def with_line_of(other: str, text: str) -> str | None:
    """Return a page's text with the as-of line of another one, or None unless both have one at the same place."""
    then, now = _find(other), _find(text)
    if then is None or now is None or then.re is not now.re:
        return None
    return text[: now.start()] + then[0] + text[now.end() :]
