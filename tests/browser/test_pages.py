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
    "players/Dora/",
    "players/Ada/?modifier=Bound&sort=value",
    "proposals/1/",
    "proposals/2/",
    "proposals/4/",
    "proposals/compose/",
    "proposals/compose/?rule=betting",
    "proposals/compose/?value=/shop/offers/Chip/costs/Vertebra",
    "ruleset/revisions/0/",
    "ruleset/revisions/1/",
    "ruleset/revisions/0/?whole",
    "journal/1/",
    "journal/?actor=Nobody",
    "act/buy/",
    "act/open-pack/",
    "act/gift/",
    "act/burn-card/",
    "act/join/",
    "act/leave/",
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
    *(f"/c/empty/{path}" for path in EVERYWHERE),
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


def looked_at(visit: Visit, name: str | None, path: str) -> None:
    """The page in four ways: as wide as a desk or a phone, by lamplight or daylight."""
    visitor = visit(name)
    page = visitor.go(path)
    wrong: list[str] = []
    for theme, width, only in (
        ("dark", WIDE, None),
        ("light", WIDE, CONTRAST),
        ("light", PHONE, None),
        ("dark", PHONE, CONTRAST),
    ):
        page.set_viewport_size(width)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if visitor.overflow() > 0:
            wrong.append(f"{visitor.overflow()} pixels too wide for {width['width']}")
        wrong += [f"{theme}, {width['width']}: {violation}" for violation in violations(page, only=only)]
    assert wrong == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_for_players(visit: Visit, path: str) -> None:
    looked_at(visit, "Ada", path)


@pytest.mark.parametrize("path", FOR_STRANGERS)
def test_a_page_for_strangers(visit: Visit, path: str) -> None:
    looked_at(visit, None, path)


@pytest.mark.parametrize("view", ["", "reveal/"])
def test_a_pack_that_was_opened(visit: Visit, view: str) -> None:
    entry = Entry.objects.filter(cycle__slug="furnished", action="open-pack").order_by("seq")[0]
    looked_at(visit, "Ada", f"/c/furnished/journal/{entry.seq}/{view}")
