"""Snippets of wikitext for many pages: instants, links to the site, tables of the law. Also the size of a page."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeVar

from django.conf import settings

from nomic.law.rules.generated_tables import LawTable
from nomic.wikitext.escape import Wikitext, inline

Piece = TypeVar("Piece")
MAX_BYTES = 1_800_000  # MediaWiki takes 2048 KiB a page, and people write on it too


def size(text: str) -> int:
    """Return a page's size in bytes, as the wiki counts it."""
    return len(text.encode())


def as_many_as_fit(pieces: Iterable[Piece], bytes_of: Callable[[Piece], int], room: int) -> list[Piece]:
    """Return as many of the first pieces as fit into `room` bytes. Later pieces are not generated."""
    found = []
    for piece in pieces:
        room -= bytes_of(piece)
        if room < 0:
            break
        found.append(piece)
    return found


def site_link(path: str, words: str = "Infinite Nomic") -> Wikitext:
    """Return a link to a page of this site, at a path that the host composed."""
    return Wikitext(f"[{settings.SITE_URL.rstrip('/')}/{path} {inline(words)}]")


def in_path(name: str) -> str:
    """Return a person's name percent-encoded for a path in `site_link`, so that MediaWiki interprets none of it."""
    return "".join(
        character if character.isascii() and character.isalnum() else "".join(f"%{byte:02X}" for byte in each)
        for character, each in ((character, character.encode()) for character in name)
    )


def instant(at: datetime | None) -> Wikitext:
    """Return an instant in the format of pages, in UTC (R1)."""
    return Wikitext(f"{at:%Y-%m-%d %H:%M} UTC" if at is not None else "–")


def draw_table(table: LawTable) -> Wikitext:
    """Return a table of the law as a sortable wikitable, or a note if it has no rows.

    On narrow screens the table scrolls, not the page.
    """
    if not table.rows:
        return Wikitext(f"<i>{inline(table.without_rows)}</i>")
    lines = ['<div style="overflow-x:auto">\n{| class="wikitable sortable"', f"|+ {inline(table.caption)}"]
    lines += [f"! {inline(column)}" for column in table.columns]
    for row in table.rows:
        lines += ["|-", *(f"| {inline(cell)}" for cell in row)]
    return Wikitext("\n".join([*lines, "|}\n</div>"]))
