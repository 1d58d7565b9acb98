"""The court in two browsers: a ruling is overturned by a vote, and given anew."""

from playwright.sync_api import expect

from nomic.court.models import Ruling
from tests.support.browser import Visit
from tests.support.furnished_cycle import KEEPER, act

TWO_DAYS = 2 * 24 * 60


def test_a_ruling_is_overturned_and_given_anew(visit: Visit, hall: str) -> None:
    """Ben asks, Ada rules; Ben has players vote, and Cleo sees it at once; two days later Ada rules anew (R111)."""
    act(hall, KEEPER, "appoint-judge", player="Ada", reason="elected")
    act(hall, KEEPER, "correct-grant-card", player="Ben", species="Joker", reason="to look at")
    ada, ben, cleo = visit("Ada"), visit("Ben"), visit("Cleo")
    his = ben.go(f"/c/{hall}/court/")
    his.get_by_role("link", name="File a request for justice").click()
    his.get_by_label("kind").select_option("question")
    his.get_by_label("title").fill("May a Joker be burned?")
    his.get_by_label("Text").fill("Compare [[chips]] and [[Joker]].")
    his.get_by_role("button", name="File a request for justice").click()
    expect(his.locator("#messages")).to_contain_text("You file request 1")

    page = ada.go(f"/c/{hall}/court/")
    page.get_by_role("link", name="1. May a Joker be burned?").first.click()
    page.get_by_role("link", name="Rule on it").click()
    page.get_by_label("Answer").fill("It may not.")
    page.get_by_label("Reasoning").fill("Nothing says so of a [[Joker]].")
    page.get_by_role("button", name="Rule on a request").click()
    expect(page.locator("#rulings")).to_contain_text("It may not.")

    hers = cleo.go(f"/c/{hall}/court/1/")
    his = ben.go(f"/c/{hall}/court/1/")
    his.get_by_role("link", name="Open a vote of confidence").click()
    his.get_by_role("button", name="Open a vote of confidence").click()
    expect(his.locator("#rulings")).to_contain_text("0 to affirm, 0 to overturn")
    his.get_by_role("button", name="Overturn", exact=True).click()
    expect(his.locator("#rulings")).to_contain_text("1 to overturn")
    hers.get_by_role("button", name="Overturn", exact=True).click()
    expect(hers.locator("#rulings")).to_contain_text("2 to overturn")

    act(hall, "Ada", "advance-clock", minutes=TWO_DAYS)
    expect(hers.locator("#rulings")).to_contain_text("overturned by a vote of confidence")
    expect(hers.locator("#status")).to_contain_text("open")
    page = ada.go(f"/c/{hall}/court/1/")
    page.get_by_role("link", name="Rule on it").click()
    page.get_by_label("Answer").fill("It may.")
    page.get_by_label("Reasoning").fill("Burning asks for a card, and a [[Joker]] is one.")
    page.get_by_role("button", name="Rule on a request").click()
    expect(hers.locator("#rulings")).to_contain_text("It may.")
    expect(hers.locator("#status")).to_contain_text("answered")
    rulings = Ruling.objects.filter(cycle__slug=hall).order_by("number").values_list("number", "status", "answer")
    assert list(rulings) == [(1, "overturned", "It may not."), (2, "stands", "It may.")]

    card = ben.go(f"/c/{hall}/players/Ben/")
    card.get_by_text("1 ruling", exact=True).click()
    expect(card.get_by_role("link", name="May a Joker be burned?")).to_be_visible()
