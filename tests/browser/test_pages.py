"""Every kind of page: it comes, fits, nothing complains; axe finds nothing serious in either theme at either width."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize

from nomic.cycles.models import Entry
from tests.support.accessibility import CONTRAST, violations
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished_cycle import KEEPER, LONG

# Themes and widths, so that of two neighbours, from the first or the third on, each has another theme and width.
WAYS: tuple[tuple[Literal["dark", "light"], ViewportSize], ...]
WAYS = (("dark", WIDE), ("light", PHONE), ("light", WIDE), ("dark", PHONE))
ADA, STRANGER = "Ada", None
FURNISHED, EMPTY = "/c/furnished", "/c/empty"
REVEALED = "/c/furnished/journal/{pack}/"  # the entry by which a pack was opened

# By template: what differs from page to page is what stands in it, and who looks.
PAGES: dict[str, list[tuple[str | None, str]]] = {
    "home": [(ADA, "/"), (STRANGER, "/")],
    "practice": [(ADA, "/practice/")],
    "account": [(ADA, "/account/")],
    "password": [(ADA, "/accounts/password/change/")],
    "addresses": [(ADA, "/accounts/email/")],
    "log out": [(ADA, "/accounts/logout/")],
    "log in": [(STRANGER, "/accounts/login/")],
    "sign up": [(STRANGER, "/accounts/signup/")],
    "forgotten": [(STRANGER, "/accounts/password/reset/")],
    "mailed": [(STRANGER, "/accounts/password/reset/done/")],
    "hall": [(ADA, f"{FURNISHED}/"), (ADA, f"{EMPTY}/"), (STRANGER, f"{FURNISHED}/")],
    "players": [(ADA, f"{FURNISHED}/players/")],
    "recaps": [(ADA, f"{FURNISHED}/recaps/"), (STRANGER, f"{FURNISHED}/recaps/0/")],
    "how to play": [(ADA, f"{FURNISHED}/how-to-play/")],
    "talk": [(ADA, f"{FURNISHED}/talk/")],
    "hall of fame": [(ADA, "/hall-of-fame/")],
    "styleguide": [(STRANGER, "/styleguide/")],
    "standings": [(ADA, f"{FURNISHED}/standings/"), (STRANGER, f"{EMPTY}/standings/")],
    "story": [(STRANGER, f"{FURNISHED}/story/")],
    "player": [(ADA, f"{FURNISHED}/players/Ada/"), (ADA, f"{FURNISHED}/players/{LONG}/")],
    "croupier": [(ADA, f"{FURNISHED}/croupier/"), (STRANGER, f"{FURNISHED}/croupier/")],
    "matches": [(ADA, f"{FURNISHED}/matches/"), (ADA, f"{EMPTY}/matches/")],
    "proposals": [(ADA, f"{FURNISHED}/proposals/"), (ADA, f"{EMPTY}/proposals/")],
    "proposal": [(ADA, f"{FURNISHED}/proposals/{number}/") for number in (1, 4)]
    + [(STRANGER, f"{FURNISHED}/proposals/4/")],
    "compose": [
        (ADA, f"{FURNISHED}/proposals/compose/{query}")
        for query in ("", "?rule=betting", "?value=/shop/offers/Chip/costs/Vertebra")
    ],
    "ideas": [(ADA, f"{FURNISHED}/proposals/ideas/"), (STRANGER, f"{FURNISHED}/proposals/ideas/?words=card")],
    "idea": [(ADA, f"{FURNISHED}/proposals/ideas/{name}/") for name in ("tax", "new-card", "contract")]
    + [(STRANGER, f"{FURNISHED}/proposals/ideas/quest/")],
    "trades": [(ADA, f"{FURNISHED}/trades/"), (STRANGER, f"{FURNISHED}/trades/?wants=joker")],
    "trade": [(ADA, f"{FURNISHED}/trades/{number}/") for number in (1, 3)],
    "trade table": [(ADA, f"{FURNISHED}/trades/1/counter/"), (ADA, f"{FURNISHED}/trades/offer/")],
    "court": [(ADA, f"{FURNISHED}/court/"), (STRANGER, f"{FURNISHED}/court/?words=joker")],
    "request": [(ADA, f"{FURNISHED}/court/{number}/") for number in (1, 2)],
    "ruleset": [(ADA, f"{FURNISHED}/ruleset/")],
    "revisions": [(ADA, f"{FURNISHED}/ruleset/revisions/")],
    "revision": [(ADA, f"{FURNISHED}/ruleset/revisions/1/")],
    "journal": [(ADA, f"{FURNISHED}/journal/"), (ADA, f"{FURNISHED}/journal/?actor=Nobody")],
    "entry": [(ADA, REVEALED)],
    "reveal": [(ADA, f"{REVEALED}reveal/")],
    "chance": [(ADA, f"{FURNISHED}/chance/")],
    "wiki": [(ADA, f"{FURNISHED}/wiki/")],
    "act": [(ADA, f"{FURNISHED}/act/{action}/") for action in ("buy", "gift", "join", "advance-clock")],
    "office": [(KEEPER, "/office/")],
    "log of staff": [(KEEPER, "/office/log/")],
    "connections": [(KEEPER, "/office/connections/")],
    "corrections of a game": [(KEEPER, f"{FURNISHED.replace('/c/', '/office/cycles/')}/corrections/")],
    "people": [(KEEPER, "/office/people/"), (KEEPER, "/office/people/?q=a")],
    "person": [(KEEPER, "/office/people/Ada/")],
    "games": [(KEEPER, "/office/cycles/"), (KEEPER, "/office/outage/")],
    "change a number": [(ADA, f"{FURNISHED}/proposals/change/?at=/shop/offers/Chip/costs/Vertebra")],
}


def looks() -> Iterator[tuple[str | None, str, int, bool]]:
    """Who looks at which page in which of the ways, and whether it is the only page of its template."""
    for turn, pages in enumerate(PAGES.values()):
        for count, (name, path) in enumerate(pages):
            yield name, path, (2 * turn + count) % 4, len(pages) == 1


@pytest.mark.parametrize(("name", "path", "way", "is_alone"), list(looks()))
def test_a_page(visit: Visit, name: str | None, path: str, way: int, is_alone: bool) -> None:
    """It fits a desk and a phone. axe, which takes its time, looks at each page of a template in another way.

    A page that is alone it looks at in two: as a whole, and at its contrast in the other theme at the other width.
    """
    pack = Entry.objects.filter(cycle__slug="furnished", action="open-pack").order_by("seq")[0]
    looked_at(visit, name, path.format(pack=pack.seq), way, is_alone=is_alone)


def looked_at(visit: Visit, name: str | None, path: str, way: int, *, is_alone: bool = True) -> None:
    """A page as a whole in one of the ways, and where it is alone at its contrast in another."""
    visitor = visit(name)
    page = visitor.go(path)
    wrong: list[str] = []
    for only, (theme, width) in ((None, WAYS[way]), (CONTRAST, WAYS[way + 1 - 2 * (way % 2)])):
        page.set_viewport_size(width)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if visitor.overflow() > 0:
            wrong.append(f"{visitor.overflow()} pixels too wide for {width['width']}")
        if only is None or is_alone:
            wrong += [f"{theme}, {width['width']}: {violation}" for violation in violations(page, only=only)]
    assert wrong == []


def test_two_pages_of_a_template_are_looked_at_in_both_themes_and_at_both_widths() -> None:
    """Four in all four ways."""
    ways: dict[str, list[int]] = {}
    for template, (_, _, way, _) in zip((name for name, pages in PAGES.items() for _ in pages), looks(), strict=True):
        ways.setdefault(template, []).append(way)
    for found in ways.values():
        assert len(set(found)) == len(found)
        themes, widths = {WAYS[way][0] for way in found}, {WAYS[way][1]["width"] for way in found}
        assert len(found) == 1 or (len(themes), len(widths)) == (2, 2)
