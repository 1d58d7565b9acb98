"""Looking at what a proposal would do, before anybody votes."""

from playwright.sync_api import expect

from tests.support.browser import Visit
from tests.support.furnished_cycle import act, propose

CHIP = "/shop/offers/Chip/costs/Vertebra"


def price(value: int) -> dict[str, object]:
    return {"op": "replace", "path": CHIP, "value": value}


def test_a_dry_run_shows_that_two_proposals_are_in_each_others_way(visit: Visit, hall: str) -> None:
    """Ben looks at Ada's alone, without leaving its page, and then at both that end together."""
    give = [{"each": "them", "in": {"players": "players"}, "do": [{"grant": "Chip", "n": 2, "to": "$them"}]}]
    act(hall, "Ada", "submit-proposal", title="Chips for all", text="All.", amendments=[price(7)], effects=give)
    propose(hall, "Cleo", "Dearer Chips", "They are too cheap.", price(60))
    page = visit("Ben").go(f"/c/{hall}/proposals/1/")
    page.get_by_role("link", name="Try it as things are now").click()
    expect(page.locator("#dry-run-here")).to_contain_text("0 → 2")
    expect(page.locator("#dry-run-here")).to_contain_text("say nothing about future ones")
    page.get_by_role("link", name="Try all 2 that end together").click()
    order = page.locator("#order")
    expect(order).to_contain_text("no longer applies after proposal 1")
    expect(order.get_by_role("row", name="1: Chips for all")).to_contain_text("takes effect")
    expect(page.locator("#balances")).to_contain_text("Chip")
