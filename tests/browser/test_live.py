"""Open pages follow what happens."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser import SlowAnswers, Visit
from tests.support.furnished_cycle import act, propose


def mark(page: Page) -> None:
    """Remember this very document: a page that is loaded anew knows nothing of it."""
    page.evaluate("() => { window.isStillHere = true }")


def is_still_here(page: Page) -> bool:
    return bool(page.evaluate("() => window.isStillHere === true"))


def test_two_browsers_see_each_others_acts(visit: Visit, hall: str) -> None:
    """Ben's page shows what Ada does, and hers what he does, without being loaded again."""
    ada, ben = visit("Ada"), visit("Ben")
    hers, his = ada.go(f"/c/{hall}/"), ben.go(f"/c/{hall}/")
    mark(hers)
    mark(his)
    act(hall, "Ada", "buy", offer="Already-opened Pack")
    expect(his.locator("#lately")).to_contain_text("Ada buys")
    expect(hers.locator("#purse")).to_contain_text("15")
    lamps = propose(hall, "Ben", "Lamps", "Light them.")
    expect(hers.locator("#waiting")).to_contain_text("Lamps")
    expect(hers.locator("#voting")).to_contain_text("0 for")
    act(hall, "Ada", "vote", proposal=lamps, vote="for")
    expect(his.locator("#voting")).to_contain_text("1 for")
    expect(hers.locator("#waiting")).not_to_contain_text("Lamps")
    assert is_still_here(hers)
    assert is_still_here(his)


def test_a_vote_shows_at_once_on_both_sides(visit: Visit, hall: str) -> None:
    """Ada votes with her button; her page and Ben's show it, and the words that a screen reader speaks."""
    propose(hall, "Ben", "Lamps", "Light them.")
    hers, his = visit("Ada").go(f"/c/{hall}/proposals/1/"), visit("Ben").go(f"/c/{hall}/proposals/1/")
    mark(hers)
    mark(his)
    hers.get_by_role("button", name="For", exact=True).click()
    expect(hers.get_by_role("button", name="For", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(hers.locator("#votes")).to_contain_text("1 for")
    expect(his.locator("#votes")).to_contain_text("1 for")
    expect(his.locator("[data-news]")).to_contain_text("Ada votes")
    his.get_by_role("button", name="Against", exact=True).click()
    expect(hers.locator("#votes")).to_contain_text("1 against")
    hers.get_by_role("button", name="Take back", exact=True).click()
    expect(his.locator("#votes")).to_contain_text("0 for")
    assert is_still_here(hers)
    assert is_still_here(his)


def test_news_of_a_vote_never_comes_before_its_answer(visit: Visit, hall: str) -> None:
    """The stream may be faster than the answer; what is fetched because of it waits, and the answer is shown."""
    propose(hall, "Ben", "Lamps", "Light them.")
    visitor = visit("Ada")
    answers = SlowAnswers(visitor, "**/act/vote/", begun=True)
    page = visitor.go(f"/c/{hall}/proposals/1/")
    page.get_by_role("button", name="For", exact=True).click()
    expect(page.locator("[data-news]")).to_contain_text("You vote")
    page.wait_for_timeout(500)  # as long as it usually takes to fetch a page
    expect(page.locator("#votes")).to_contain_text("0 for")
    with page.expect_response(f"**/c/{hall}/proposals/1/"):  # what waited is fetched after it
        answers.let_go()
    expect(page.locator("#messages")).to_contain_text("You vote")
    expect(page.locator("#votes")).to_contain_text("1 for")


def test_what_is_pressed_stays_until_it_is_released(visit: Visit, hall: str) -> None:
    """News between press and release would take the button away and the click with it; they come after it."""
    page = visit("Ada").go(f"/c/{hall}/croupier/")
    page.get_by_role("button", name="Buy Already-opened Pack").hover()
    page.mouse.down()
    with page.expect_response(f"**/c/{hall}/croupier/"):
        act(hall, "Ben", "buy", offer="Already-opened Pack")
    page.wait_for_timeout(100)  # for what the browser does with the answer
    page.mouse.up()
    expect(page.locator("#messages")).to_contain_text("You buy")
    page.goto(page.url.replace("croupier/", ""))
    page.locator("h1").hover()
    page.mouse.down()
    with page.expect_response(f"**/c/{hall}/"):
        act(hall, "Ben", "open-pack", pack="Already-opened Pack")
    page.wait_for_timeout(100)
    expect(page.locator("#lately")).not_to_contain_text("Ben opens")
    page.mouse.up()
    expect(page.locator("#lately")).to_contain_text("Ben opens")


def test_countdowns_count(visit: Visit, hall: str) -> None:
    """The time to the end of the phase is said by the server, and goes on."""
    act(hall, "Ada", "advance-clock", minutes=3 * 24 * 60 - 30)
    page = visit("Ada").go(f"/c/{hall}/")
    countdown = page.locator("#phase .countdown")
    expect(countdown).to_have_text(re.compile(r"in (29 min \d+ s|30 min)"))
    first = countdown.inner_text()
    expect(countdown).not_to_have_text(first)


def test_a_phase_that_ends_shows_itself(visit: Visit, hall: str) -> None:
    """When somebody advances the clock, an open page of another player is in the new phase."""
    page = visit("Ben").go(f"/c/{hall}/players/")
    act(hall, "Ada", "advance-clock", to_next_phase=True)
    expect(page.locator("#phase-bar")).to_contain_text("Battle Phase")


def test_what_is_open_stays_open_and_what_is_typed_stays_typed(visit: Visit, hall: str) -> None:
    """News do not close what somebody reads, nor take words from under their hands."""
    page = visit("Ada").go(f"/c/{hall}/")
    page.locator("#why-not summary").click()
    act(hall, "Ben", "buy", offer="Already-opened Pack")
    expect(page.locator("#lately")).to_contain_text("Ben buys")
    expect(page.locator("#why-not")).to_have_attribute("open", "")
    composing = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    composing.get_by_label("Title").fill("Half a tit")
    act(hall, "Ben", "open-pack", pack="Already-opened Pack")
    expect(page.locator("#lately")).to_contain_text("Ben opens")
    expect(composing.get_by_label("Title")).to_have_value("Half a tit")


def test_who_comes_back_has_missed_nothing(visit: Visit, hall: str) -> None:
    """A page that lost its stream shows, once it is back, what happened meanwhile."""
    visitor = visit("Ben")
    page = visitor.go(f"/c/{hall}/journal/")
    visitor.context.set_offline(True)
    act(hall, "Ada", "buy", offer="Already-opened Pack")
    visitor.context.set_offline(False)
    page.reload()
    act(hall, "Ada", "open-pack", pack="Already-opened Pack")
    expect(page.locator("#entries")).to_contain_text("Ada opens")
    expect(page.locator("#entries")).to_contain_text("Ada buys")
    visitor.complaints.clear()  # of having been cut off
