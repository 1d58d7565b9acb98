"""Everything can be done in a browser that runs no scripts."""

import json

from playwright.sync_api import expect

from nomic.cycles.models import Cycle
from nomic.players.models import Player
from nomic.proposals.models import Proposal, Vote
from tests.support.browser import Visit
from tests.support.furnished_cycle import PRICE, propose

PASSWORD = "lampions at dusk"


def test_from_signing_up_to_a_proposal(visit: Visit, hall: str) -> None:
    """Somebody new signs up, joins, buys, opens, votes, and proposes an amendment written as data."""
    lamps = propose(hall, "Ada", "Lamps", "Light them.")
    visitor = visit(javascript=False)
    page = visitor.go(f"/accounts/signup/?next=/c/{hall}/")
    name = f"Newcomer-{hall}"
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page).to_have_url(f"{visitor.site.url}/c/{hall}/")
    expect(page.get_by_role("link", name=name)).to_be_visible()

    page.locator("#can").get_by_role("link", name="Join").click()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#messages")).to_contain_text("Welcome to")

    page.get_by_role("link", name="Croupier", exact=True).click()
    page.get_by_role("button", name="Buy Already-opened Pack").click()
    expect(page.locator("#purse")).to_contain_text("15")
    page.get_by_role("button", name="Open Already-opened Pack").click()
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("article").first).to_be_visible()

    page.get_by_role("link", name="Proposals").first.click()
    page.get_by_role("button", name="For", exact=True).click()
    expect(page.get_by_role("button", name="For", exact=True)).to_have_attribute("aria-pressed", "true")
    assert Vote.objects.get(proposal__code=lamps).name == name

    page.get_by_role("link", name="Write a proposal").click()
    page.get_by_label("Title").fill("Cheaper packs")
    page.get_by_label("Text").fill("For '''everybody'''.")
    page.get_by_text("For programmers: the changes as data").click()
    page.get_by_label("Operations on the law's document").fill(
        json.dumps([{"op": "replace", "path": PRICE, "value": 9}])
    )
    page.get_by_role("button", name="Preview").last.click()
    expect(page.locator("#difference")).to_contain_text("12")
    expect(page.locator("#difference ins")).to_have_text("9 Vertebrae")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cheaper packs")
    proposal = Proposal.objects.get(cycle__slug=hall, title="Cheaper packs")
    assert proposal.author == name
    assert proposal.amendments == [
        {"op": "test", "path": PRICE, "value": 12},
        {"op": "replace", "path": PRICE, "value": 9},
    ]
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_a_practice_cycle_is_opened_and_its_clock_advanced(visit: Visit, hall: str) -> None:
    """Anybody opens one and plays in it; its owner lets time pass to the next phase, and what is due has happened."""
    name = f"Owner-{hall}"
    page = visit(name, javascript=False).go("/")
    page.get_by_role("link", name="Open a practice cycle").click()
    page.get_by_role("button", name="Open Exoptosis").click()
    expect(page.locator("#phase")).to_contain_text("Rest Phase")
    slug = page.url.rstrip("/").rpartition("/")[2]
    page.locator("#phase-bar").get_by_role("link", name="Advance the clock").click()
    page.get_by_role("button", name="To the next phase").click()
    expect(page.locator("#phase")).to_contain_text("Battle Phase")
    cycle = Cycle.objects.get(slug=slug)
    assert (cycle.phase, cycle.owner_name, cycle.published) == (1, name, False)
    assert Player.objects.get(cycle=cycle, name=name).is_reputable


def test_the_theme_is_chosen_and_stays(visit: Visit, site) -> None:
    """By a form; the next page comes in it."""
    visitor = visit(javascript=False)
    page = visitor.go("/c/furnished/")
    page.get_by_role("button", name="Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    visitor.go("/c/furnished/chance/")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
