"""Correcting the past in a browser: a pack opening is voided, seen by everybody, and adopted."""

from playwright.sync_api import expect

from nomic.corrections.background.build_fork import build_waiting
from nomic.cycles.models import Entry
from tests.support.browser import Visit
from tests.support.furnished_cycle import act, hall_with_players

HALL = "mistaken-hall"


def test_a_pack_opening_is_voided_seen_by_everybody_and_adopted(visit: Visit) -> None:
    """Ada, whose practice cycle it is, opens a correction; Ben looks at what it changes; she adopts it."""
    hall_with_players(HALL, "Ada", "Ben")
    act(HALL, "Ben", "buy", offer="Handy Pack")
    opened = act(HALL, "Ben", "open-pack", pack="Handy Pack")
    ada, ben = visit("Ada"), visit("Ben")

    page = ada.go(f"/c/{HALL}/journal/{opened.seq}/")
    page.get_by_role("link", name="Correct this…").click()
    page.get_by_label("What will change").select_option("void")
    page.get_by_label("Why").fill("Ben had clicked the wrong pack")
    page.get_by_role("button", name="Show what it would change").click()
    expect(page.get_by_role("heading", name="The journal is being replayed")).to_be_visible()
    assert build_waiting() == 1

    seen = ben.go(page.url.removeprefix(ben.site.url))
    expect(seen.locator("#difference")).to_contain_text("Ben: Handy Pack")
    expect(seen.get_by_role("button", name="Adopt the correction")).to_have_count(0)

    page.reload()
    page.get_by_label("Why it is adopted").fill("Ben agrees")
    page.get_by_role("button", name="Adopt the correction").click()
    expect(page.locator("#messages")).to_contain_text("You adopt the correction")
    page = ben.go(f"/c/{HALL}/journal/")
    expect(page.locator("#entries")).to_contain_text("played again with the correction")
    assert not Entry.objects.filter(cycle__slug=HALL, key=opened.key).exists()
