"""A hint is taken with one press at the table of every game, wherever its button stands."""

import pytest
from playwright.sync_api import TimeoutError, expect

from nomic.matches.models import Match
from tests.support.battle_cycles import Battle
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
            page.locator("#take-hint").click()
            break
        except TimeoutError:
            continue
    expect(page.locator("#take-hint")).to_have_count(0)
    expect(page.get_by_text("No move was chosen")).to_have_count(0)
    assert Match.objects.get(pk=match.pk).version > match.version


def test_cards_picked_by_a_hint_are_ticked(visit: Visit, site: Site) -> None:
    """The page keeps one's own ticks while a question is open, but not in place of those that one has asked for."""
    battle = Battle("picked", Ada=("5", "6", "9", "10", "King"), Ben=("5", "9", "Queen", "10", "3"))
    page = visit("Ben").go(battle.path)
    page.get_by_role("button", name="Choose a hand").click()
    page.get_by_role("checkbox").nth(0).check()
    page.get_by_role("button", name="Pick for me").click()
    expect(page.locator(".question [role=status]").first).to_contain_text("Greta would choose")
    expect(page.locator("[data-count]")).to_have_text("4 of 4 to 5 chosen")
    battle.move("Ada", "hand", list(battle.seat("Ada").deck))
    expect(page.locator(".match-log")).to_contain_text("Ada has chosen a hand.")
    expect(page.locator("[data-count]")).to_have_text("4 of 4 to 5 chosen")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
