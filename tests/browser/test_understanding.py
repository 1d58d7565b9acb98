"""What bots make of a proposal, and what people say about it, in browsers."""

import pytest
from playwright.sync_api import expect

from nomic.comments.models import Comment
from nomic.forecast import simulation_jobs
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished_cycle import KEEPER, actor, propose

CHIP = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 60}


def test_a_simulation_shows_that_a_price_rises(visit: Visit, hall: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben asks for a week; it waits, is played in the background, and its page says so without being asked again."""
    for place, short in (
        ("simulation_jobs.RUNS", 1),
        ("simulation_report.MATCHES", 1),
        ("simulation_report.MAX_MOVES", 5),
    ):
        monkeypatch.setattr(f"nomic.forecast.{place}", short)
    monkeypatch.setattr("nomic.forecast.simulate.DAYS", 2)
    propose(hall, "Cleo", "Dearer Chips", "They are too cheap.", CHIP)
    page = visit("Ben", viewport=PHONE).go(f"/c/{hall}/proposals/1/")
    page.get_by_role("link", name="Simulate it with bots").click()
    page.get_by_label("How many weeks").select_option("1")
    page.get_by_role("button", name="Simulate it with bots").click()
    expect(page.locator("#progress")).to_contain_text("asked for by Ben")
    assert simulation_jobs.play_waiting() == 1
    values = page.locator("#values")
    price = values.get_by_role("row", name="The price of one Chip")
    expect(price).to_contain_text("60 Vertebrae", timeout=30_000)  # the page looks again after some seconds
    expect(values).to_contain_text("25 Vertebrae")
    expect(page.locator("#items")).to_contain_text("Vertebra")
    expect(page.locator("#acts").get_by_role("row").nth(1)).to_be_visible()


def test_votes_stand_above_the_discussion(visit: Visit, hall: str) -> None:
    """Who can vote does it on the first screen: on a phone above the words, on a wide window beside them."""
    propose(hall, "Cleo", "Dearer Chips", "They are too cheap.\n\n" * 12, CHIP)
    narrow, wide = visit("Ben", viewport=PHONE), visit("Ada", viewport=WIDE)
    page = narrow.go(f"/c/{hall}/proposals/1/")
    votes, said = page.locator("#votes").bounding_box(), page.locator("#discussion").bounding_box()
    assert votes is not None
    assert said is not None
    assert votes["y"] + votes["height"] <= said["y"]
    expect(page.get_by_role("button", name="For", exact=True)).to_be_in_viewport()
    page = wide.go(f"/c/{hall}/proposals/1/")
    expect(page.get_by_role("button", name="For", exact=True)).to_be_in_viewport()
    votes, said = page.locator("#votes").bounding_box(), page.locator("#discussion").bounding_box()
    assert votes is not None
    assert said is not None
    assert said["x"] + said["width"] < votes["x"]
    assert [narrow.overflow(), wide.overflow()] == [0, 0]


def test_people_discuss_a_line_of_a_proposal(visit: Visit, hall: str) -> None:
    """Ben quotes a line, says something and puts it otherwise; Cleo sees both; an admin hides it, and it stays."""
    actor(KEEPER)
    propose(hall, "Cleo", "Dearer Chips", "They are too cheap.", CHIP)
    address = f"/c/{hall}/proposals/1/"
    page = visit("Ben").go(address)
    page.get_by_text("Write a comment").click()
    page.get_by_label("Quote a line").select_option(
        label="the price of one Chip in Vertebrae: 25 Vertebrae → 60 Vertebrae"
    )
    page.get_by_label("Your comment, in wikitext").fill("That is '''too''' much.")
    page.get_by_role("button", name="Post comment").click()
    said = page.locator("article.comment")
    expect(said.locator("blockquote")).to_contain_text("60 Vertebrae")
    expect(said.locator("b, strong").last).to_have_text("too")
    said.get_by_text("Edit").click()
    said.get_by_label("In wikitext").fill("That is enough.")
    said.get_by_role("button", name="Save").click()
    expect(said).to_contain_text("edited")

    hers = visit("Cleo").go(address).locator("article.comment")
    expect(hers).to_contain_text("That is enough.")
    hers.get_by_text("What it said before").click()
    expect(hers).to_contain_text("too much")
    keeper = visit(KEEPER).go(address)
    keeper.locator("article.comment summary", has_text="More").click()
    keeper.get_by_label("Why").fill("noise")
    keeper.get_by_role("button", name="Hide it").click()
    expect(keeper.locator("article.comment")).to_contain_text("Hidden by Keeper: noise")
    page = visit().go(address)
    expect(page.locator("article.comment")).to_contain_text("Hidden by Keeper: noise")
    expect(page.locator("article.comment")).not_to_contain_text("enough")
    assert Comment.objects.filter(cycle__slug=hall).count() == 1
