"""Pieces of wikitext that many pages show: instants, addresses of the site, tables of the law; how long a page is."""

from datetime import datetime

from django.conf import settings

from nomic.law.rules.tables import LawTable
from nomic.wiki.wikitext.escape import Wikitext, inline

MAX_BYTES = 1_800_000  # MediaWiki takes 2048 KiB a page, and people write on it too


def size(text: str) -> int:
    """What a page counts for at the wiki: its bytes."""
    return len(text.encode())


def address(path: str, words: str = "Infinite Nomic") -> Wikitext:
    """A link to the system's own page at a path of our own making."""
    return Wikitext(f"[{settings.SITE_URL.rstrip('/')}/{path} {inline(words)}]")


def instant(at: datetime | None) -> Wikitext:
    """An instant as pages write it (R1: all times are UTC)."""
    return Wikitext(f"{at:%Y-%m-%d %H:%M} UTC" if at is not None else "–")


def draw_table(table: LawTable) -> Wikitext:
    """A table of the law as a sortable wikitable, or what it lacks in words. It begins and ends with a line break."""
    if not table.rows:
        return Wikitext(f"\n<i>{inline(table.without_rows)}</i>\n")
    lines = ['\n{| class="wikitable sortable"', f"|+ {inline(table.caption)}"]
    lines += [f"! {inline(column)}" for column in table.columns]
    for row in table.rows:
        lines += ["|-", *(f"| {inline(cell)}" for cell in row)]
    return Wikitext("\n".join([*lines, "|}\n"]))
