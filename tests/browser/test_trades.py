"""A trade between two browsers: offered at the table, answered with other terms, and made."""

from playwright.sync_api import expect

from nomic.inventory.models import Balance
from tests.support.browser import Visit
from tests.support.furnished_cycle import KEEPER, act


def test_a_trade_with_a_counter_offer(visit: Visit, hall: str) -> None:
    """Ada gives a Chip for 4 Vertebrae; Ben wants her Joker too; she sees that, as it happens, and consents."""
    act(hall, KEEPER, "correct-grant", player="Ada", item="Chip", count=2, reason="to trade")
    act(hall, KEEPER, "correct-grant-card", player="Ada", species="Joker", reason="to trade")
    ada, ben = visit("Ada"), visit("Ben")
    page = ada.go(f"/c/{hall}/trades/")
    page.get_by_role("link", name="Offer a trade").click()
    page.get_by_label("To", exact=True).select_option("Ben")
    page.get_by_role("button", name="Show their side").click()
    expect(page.get_by_role("group", name="What Ben gives")).to_be_visible()
    page.get_by_role("group", name="What you give").get_by_label("Chips").fill("1")
    page.get_by_role("group", name="What Ben gives").get_by_label("Vertebrae").fill("4")
    page.get_by_role("button", name="Offer it").click()
    expect(page.locator("#messages")).to_contain_text("You offer Ben a trade: 1 Chip for 4 Vertebrae")
    expect(page.get_by_role("heading", name="Trade with Ben")).to_be_visible()
    expect(page.get_by_role("region", name="What you give")).to_contain_text(
        "You give\nagreed\n1 Chip", use_inner_text=True
    )
    expect(page.get_by_role("region", name="What Ben gives")).to_contain_text("not agreed yet")

    his = ben.go(f"/c/{hall}/trades/")
    his.get_by_role("link", name="Trade 1").click()
    his.get_by_role("link", name="Change the terms").click()
    expect(his.get_by_role("group", name="What you give").get_by_label("Vertebrae")).to_have_value("4")
    his.get_by_role("group", name="What Ada gives").get_by_role("checkbox", name="Joker").check()
    his.get_by_role("button", name="Change the offer").click()
    expect(his.locator("#messages")).to_contain_text("You change trade 1")

    expect(page.locator("#table")).to_contain_text("Joker")
    page.get_by_role("button", name="Accept the trade").click()
    expect(page.locator("#messages")).to_contain_text("Trade 1 is made")
    expect(his.locator("#status")).to_contain_text("made")
    expect(his.get_by_role("link", name="Trade with Ada again")).to_be_visible()
    chips = Balance.objects.filter(cycle__slug=hall, item="Chip").order_by("holder").values_list("holder", "amount")
    assert list(chips) == [("Ada", 1), ("Ben", 1)]
