"""Talk in the hall: both sides see it at once, by keyboard too, and it is folded on a phone."""

from playwright.sync_api import expect

from tests.support.browser import Visit


def test_two_browsers_talk(visit: Visit, hall: str) -> None:
    hers, his = visit("Ada").go(f"/c/{hall}/"), visit("Ben").go(f"/c/{hall}/")
    for page in (hers, his):
        expect(page.locator("#talk #comment-text")).to_be_visible()
    his.locator("#comment-text").fill("half a sentence")
    hers.locator("#comment-text").fill("Hello, @Ben <b>!")
    hers.keyboard.press("Tab")
    hers.keyboard.press("Enter")
    expect(his.locator("#said")).to_contain_text("Hello, @Ben <b>!")
    expect(hers.locator("#said")).to_contain_text("Hello, @Ben <b>!")
    expect(his.locator("#said").get_by_role("link", name="@Ben")).to_be_visible()
    expect(his.locator("#comment-text")).to_have_value("half a sentence")
    expect(hers.locator("#comment-text")).to_have_value("")


def test_a_phone_counts_what_is_new(visit: Visit, hall: str) -> None:
    ben = visit("Ben").go(f"/c/{hall}/talk/")
    for words in ("One.", "Two."):
        ben.locator("#comment-text").fill(words)
        ben.get_by_role("button", name="Send").click()
        expect(ben.locator("#said")).to_contain_text(words)
    ada = visit("Ada").go("/")
    ada.set_viewport_size({"width": 390, "height": 844})
    ada.goto(ada.url.rstrip("/") + f"/c/{hall}/")
    badge = ada.locator("#talk [data-new]")
    expect(badge).to_have_text("2 new")
    expect(ada.locator("#said")).to_be_hidden()
    ada.locator("#talk > summary").click()
    expect(badge).to_be_hidden()
    expect(ada.locator("#said")).to_contain_text("Two.")
    ada.reload()
    expect(ada.locator("#said article")).to_have_count(2)
    expect(badge).to_be_hidden()
