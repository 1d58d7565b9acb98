"""A hint is taken with one press at the table of every game, wherever its button stands."""

import pytest
from playwright.sync_api import TimeoutError, expect

from nomic.matches.models import Match
from tests.support.browser import PHONE, Visit
from tests.support.site import Site


@pytest.mark.parametrize("game", ["cycle-16", "dungeon", "knucklebones", "tetromic"])
def test_do_that_makes_the_move(visit: Visit, site: Site, game: str) -> None:
    """In some games the button is on the board and in others above it, outside of every form."""
    page = visit(viewport=PHONE).go("/")
    page.locator(f"form:has(input[name=game][value='{game}']) button").click()
    page.locator("#table").wait_for()
    if game == "tetromic":
        page.get_by_role("button", name="Gain 4 random pieces").click()
        page.get_by_role("button", name="Place here").wait_for()
    match = Match.objects.latest("pk")
    for _ in range(3):  # news of the bots' moves takes the hint away, which may be wrong by then
        page.locator("#ask-hint").click()
        try:
            page.locator("#take-hint").click(timeout=4_000)
            break
        except TimeoutError:
            continue
    expect(page.locator("#take-hint")).to_have_count(0)
    expect(page.get_by_text("No move was chosen")).to_have_count(0)
    assert Match.objects.get(pk=match.pk).version > match.version
