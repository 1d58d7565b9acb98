"""Rendering: what stands on each kind of page, as wikitext. Settles the cycle as every reader does, then reads it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings

from nomic.cycles.models import Cycle
from nomic.cycles.settle import current
from nomic.law.tables import Table
from nomic.wiki import templating
from nomic.wiki.escape import Wikitext, inline, join, link
from nomic.wiki.mirror import base_of
from nomic.wiki.models import Kind, WikiPage

MOST_BYTES = 1_800_000  # MediaWiki takes 2048 KiB a page, and people write on it too

Renderer = Callable[[WikiPage, Cycle], Wikitext]


class TooBig(Exception):
    """A page that no wiki would take, however much was left out."""


def render_page(page: WikiPage) -> Wikitext:
    """The system's part of a page as it should stand now. Raises TooBig, or NotCurrent of a cycle that stands still."""
    from nomic.wiki import gamestate, match_pages, proposal_pages, ruleset

    renderers: dict[str, Renderer] = {
        Kind.RULESET: ruleset.render,
        Kind.GAMESTATE: gamestate.render,
        Kind.PROPOSALS: proposal_pages.render_index,
        Kind.PROPOSAL: proposal_pages.render_proposal,
        Kind.MATCH: match_pages.render_match,
    }
    text = renderers[page.kind](page, current(page.cycle.slug))
    if size(text) > MOST_BYTES:
        raise TooBig(f"{page.title} would have {size(text)} bytes")
    return text


def fill_template(name: str, page: WikiPage, cycle: Cycle, **context: Any) -> Wikitext:
    """A template with what all pages know: the cycle, its other pages, where the system is.

    The templates switch off the links by which one edits a single section: whoever edits that way sees no marker.
    """
    base = base_of(page)
    return templating.render(
        name,
        {
            "cycle": cycle,
            "others": join(
                " · ",
                [
                    Wikitext(f"<b>{kind.label}</b>") if kind == page.kind else link(f"{base}/{kind.label}", kind.label)
                    for kind in (Kind.RULESET, Kind.GAMESTATE, Kind.PROPOSALS)
                ],
            ),
            "address": address(f"c/{cycle.slug}/"),
            **context,
        },
    )


def size(text: str) -> int:
    """What a page counts for at the wiki: its bytes."""
    return len(text.encode())


def address(path: str, words: str = "Infinite Nomic") -> Wikitext:
    """A link to the system's own page at a path of our own making."""
    return Wikitext(f"[{settings.SITE_URL.rstrip('/')}/{path} {inline(words)}]")


def instant(at: datetime | None) -> Wikitext:
    """An instant as pages write it (R1: all times are UTC)."""
    return Wikitext(f"{at:%Y-%m-%d %H:%M} UTC" if at is not None else "–")


def draw_table(table: Table) -> Wikitext:
    """A table of the law as a sortable wikitable, or what it lacks in words. It begins and ends with a line break."""
    if not table.rows:
        return Wikitext(f"\n<i>{inline(table.without_rows)}</i>\n")
    lines = ['\n{| class="wikitable sortable"', f"|+ {inline(table.caption)}"]
    lines += [f"! {inline(column)}" for column in table.columns]
    for row in table.rows:
        lines += ["|-", *(f"| {inline(cell)}" for cell in row)]
    return Wikitext("\n".join([*lines, "|}\n"]))
