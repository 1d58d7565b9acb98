"""Every page: it comes, fits, nothing complains, and axe finds nothing serious, in both themes at both widths."""

import pytest

from nomic.cycles.models import Entry
from tests.support.accessibility import CONTRAST, violations
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished import LONG

EVERYWHERE = (
    "",
    "players/",
    "croupier/",
    "matches/",
    "proposals/",
    "ruleset/",
    "ruleset/revisions/",
    "journal/",
    "chance/",
    "wiki/",
)
FURNISHED = (
    "players/Ada/",
    f"players/{LONG}/",
    "players/Ada/?modifier=Bound&sort=value",
    "proposals/1/",
    "proposals/2/",
    "proposals/4/",
    "proposals/compose/",
    "proposals/compose/?rule=betting",
    "proposals/compose/?value=/shop/offers/Chip/costs/Vertebra",
    "ruleset/revisions/0/",
    "ruleset/revisions/1/",
    "journal/?actor=Nobody",
    "act/buy/",
    "act/open-pack/",
    "act/gift/",
    "act/burn-card/",
    "act/join/",
    "act/withdraw-proposal/",
    "act/advance-clock/",
)
PAGES = (
    "/",
    "/practice/",
    "/account/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/logout/",
    *(f"/c/furnished/{path}" for path in (*EVERYWHERE, *FURNISHED)),
    *(f"/c/empty/{path}" for path in EVERYWHERE if "ruleset" not in path),
)
FOR_STRANGERS = (
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/c/furnished/",
    "/c/furnished/croupier/",
    "/c/furnished/proposals/4/",
    "/c/empty/",
)


def looked_at(visit: Visit, name: str | None, path: str, turn: int) -> None:
    """The page in four ways: as wide as a desk or a phone, by lamplight or daylight.

    axe takes its time: it looks at the whole page in one of the ways, taking turns, and at its contrast in the other
    theme.
    """
    visitor = visit(name)
    page = visitor.go(path)
    wrong: list[str] = []
    for way, (theme, width) in enumerate((("dark", WIDE), ("light", WIDE), ("dark", PHONE), ("light", PHONE))):
        page.set_viewport_size(width)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if visitor.overflow() > 0:
            wrong.append(f"{visitor.overflow()} pixels too wide for {width['width']}")
        if way == turn % 4:
            wrong += [f"{theme}, {width['width']}: {violation}" for violation in violations(page)]
        elif way == 3 - turn % 4:
            wrong += [f"{theme}, {width['width']}: {violation}" for violation in violations(page, only=CONTRAST)]
    assert wrong == []


@pytest.mark.parametrize(("turn", "path"), list(enumerate(PAGES)))
def test_a_page_for_players(visit: Visit, turn: int, path: str) -> None:
    looked_at(visit, "Ada", path, turn)


@pytest.mark.parametrize(("turn", "path"), list(enumerate(FOR_STRANGERS)))
def test_a_page_for_strangers(visit: Visit, turn: int, path: str) -> None:
    looked_at(visit, None, path, turn)


@pytest.mark.parametrize(("turn", "view"), [(0, ""), (1, "reveal/")])
def test_a_pack_that_was_opened(visit: Visit, turn: int, view: str) -> None:
    entry = Entry.objects.filter(cycle__slug="furnished", action="open-pack").order_by("seq")[0]
    looked_at(visit, "Ada", f"/c/furnished/journal/{entry.seq}/{view}", turn)
