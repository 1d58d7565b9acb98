"""Renders each kind of page as wikitext, after settling the cycle like any other reader."""

from collections.abc import Callable

from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages import (
    court,
    data_template,
    front,
    gamestate,
    main,
    matches,
    player,
    players,
    proposals,
    revisions,
    ruleset,
)
from nomic.wiki.pages.layout.display_title import without_title
from nomic.wiki.pages.layout.snippets import MAX_BYTES, size
from nomic.wiki.pages.layout.switched_off_pages import lead_to_site, notice, withheld_kinds
from nomic.wiki.pictures.drawings import without_pictures
from nomic.wikitext.escape import Wikitext

RENDERERS: dict[str, Callable[[WikiPage, Cycle], Wikitext]] = {
    PageKind.MAIN: main.render,
    PageKind.RULESET: ruleset.render,
    PageKind.REVISION: revisions.render,
    PageKind.ARCHIVE: revisions.render_archive,
    PageKind.GAMESTATE: gamestate.render,
    PageKind.PLAYERS: players.render_register,
    PageKind.PLAYER: player.render,
    PageKind.HOLDINGS: players.render_part,
    PageKind.PROPOSALS: proposals.render_index,
    PageKind.PROPOSAL: proposals.render_proposal,
    PageKind.MATCHES: matches.render_index,
    PageKind.MATCH: matches.render_match,
    PageKind.COURT: court.render,
    PageKind.DATA: data_template.render,
    PageKind.CATEGORY: main.render_category,
    PageKind.FRONT: front.render,
}


class TooBig(Exception):
    """Raised for a page that is too large for every wiki, even without its optional parts."""


def render_page(page: WikiPage) -> Wikitext:
    """Render the text between a page's markers as it is on a wiki that takes neither pictures nor other titles.

    Raises as `render_whole` does.
    """
    return Wikitext(without_title(without_pictures(render_whole(page))))


def render_whole(page: WikiPage) -> Wikitext:
    """Render the text between a page's markers from the cycle's current state, and set the page's pictures.

    Raises TooBig if it is too large for every wiki, and NotCurrent if the cycle does not settle.
    """
    cycle = settled_cycle(page.cycle.slug)
    off = withheld_kinds(cycle.pk)
    text = notice(page, cycle) if page.kind in off else lead_to_site(RENDERERS[page.kind](page, cycle), page, off)
    if PageKind.PICTURE in off:
        text = Wikitext(without_pictures(text))
    if size(text) > MAX_BYTES:
        raise TooBig(f"{page.title} would have {size(text)} bytes")
    return text
