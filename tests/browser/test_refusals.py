"""A no is said clearly, with the rule; what was typed stays; a wrong door looks like the house."""

import pytest
from playwright.sync_api import expect

from nomic.cycles.models import Entry
from tests.support.accessibility import violations
from tests.support.browser import PHONE, Visit
from tests.support.furnished_cycle import KEEPER, act, propose


def test_what_cannot_be_done_says_why_with_the_rule(visit: Visit, hall: str) -> None:
    """The hall lists each action that is closed, the reason and the rule."""
    page = visit("Ada").go(f"/c/{hall}/")
    page.locator("#why-not summary").click()
    leave = page.locator("#why-not li").filter(has_text="Join the game")
    expect(leave).to_contain_text("You are a player of this cycle already")
    expect(leave.locator(".rule-name")).not_to_be_empty()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_message_can_be_closed(visit: Visit, hall: str, javascript: bool) -> None:
    """On a phone too. Without a script it goes with the next page, and has no button that does nothing."""
    page = visit("Ada", viewport=PHONE, javascript=javascript).go(f"/c/{hall}/act/buy/?offer=Already-opened Pack")
    page.get_by_role("button", name="Buy").click()
    expect(page.locator(".message")).to_contain_text("You buy 1 Already-opened Pack")
    close = page.get_by_role("button", name="Close this message")
    if javascript:
        close.click()
        expect(page.locator(".message")).to_have_count(0)
    else:
        expect(close).to_be_hidden()


def test_a_refused_form_keeps_what_was_typed(visit: Visit, hall: str) -> None:
    """Too dear: the page says so, names the rule, keeps the number; nothing has changed."""
    page = visit("Ada").go(f"/c/{hall}/act/buy/?offer=Already-opened Pack")
    before = Entry.objects.filter(cycle__slug=hall).count()
    page.get_by_role("spinbutton", name="Count").fill("7")
    page.get_by_role("button", name="Buy").click()
    expect(page.get_by_role("alert")).to_contain_text("would cost 35 Vertebrae")
    expect(page.get_by_role("alert").locator(".rule-name")).not_to_be_empty()
    expect(page.get_by_role("spinbutton", name="Count")).to_have_value("7")
    expect(page.get_by_label("Offer")).to_have_value("Already-opened Pack")
    assert Entry.objects.filter(cycle__slug=hall).count() == before
    assert violations(page) == []


def test_somebody_was_quicker(visit: Visit, hall: str) -> None:
    """A vote on a proposal that was withdrawn meanwhile is refused, and the page says why."""
    propose(hall, "Ben", "Lamps", "Light them.")
    propose(hall, "Ben", "A bell", "Ring it.")
    visitor = visit("Ada", javascript=False)
    page = visitor.go(f"/c/{hall}/proposals/1/")
    act(hall, "Ben", "withdraw-proposal", proposal="1")
    page.get_by_role("button", name="For", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("withdrawn")


def test_a_refusal_shows_where_scripts_run_too(visit: Visit, hall: str) -> None:
    """The same vote sent by a script: the refusal is seen, not swallowed."""
    propose(hall, "Ben", "Lamps", "Light them.")
    propose(hall, "Ben", "A bell", "Ring it.")
    visitor = visit("Ada")
    page = visitor.go(f"/c/{hall}/proposals/1/")
    page.evaluate("() => document.querySelectorAll('[data-refresh]').forEach(element => element.remove())")
    act(hall, "Ben", "withdraw-proposal", proposal="1")
    page.get_by_role("button", name="For", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("withdrawn")


def test_a_long_proposal_is_refused_and_kept(visit: Visit, hall: str) -> None:
    """Sixty thousand letters are too many: said, and all of them are still there."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill("Long")
    page.get_by_label("Text").evaluate(
        "(text) => { text.removeAttribute('maxlength'); text.value = 'a'.repeat(60000); }"
    )
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("alert").first).to_contain_text("50,000")
    assert len(page.get_by_label("Text").input_value()) == 60_000


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/c/no-such-hall/", 404, "Page not found"),
        ("/nothing/here/", 404, "Page not found"),
        ("/c/empty/proposals/77/", 404, "no such proposal"),
        ("/c/empty/players/Nobody-at-all/", 404, "Nobody of that name"),
        ("/c/empty/act/correct-grant/", 404, "no such action"),
    ],
)
def test_a_wrong_door_looks_like_the_house(visit: Visit, path: str, status: int, words: str) -> None:
    """Its own page with a way back, which fits a phone."""
    visitor = visit("Ada", viewport=PHONE)
    response = visitor.page.goto(visitor.site.url + path)
    assert response is not None
    assert response.status == status
    expect(visitor.page.locator("main")).to_contain_text(words)
    assert visitor.overflow() == 0
    assert violations(visitor.page) == []
    visitor.page.get_by_role("link", name="Back to the home page").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("Your games")


def test_a_page_too_old_to_send_from(visit: Visit) -> None:
    """Without its cookie a form is not taken: a page of the house says what to do, and nothing has changed."""
    visitor = visit("Ada")
    page = visitor.go("/practice/")
    visitor.context.clear_cookies(name="csrftoken")
    page.get_by_role("button", name="Open Tetromic").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Please send it again")
    assert violations(page) == []


def test_an_action_from_a_page_too_old_can_be_sent_once_more(visit: Visit, hall: str) -> None:
    """A page of the house gives back all that stood in its form."""
    visitor = visit("Ada")
    page = visitor.go(f"/c/{hall}/act/buy/?offer=Already-opened Pack")
    visitor.context.clear_cookies(name="csrftoken")
    page.get_by_role("button", name="Buy").click()
    expect(page.get_by_role("heading", name="Please send it once more")).to_be_visible()
    expect(page.get_by_role("button", name="Send it again")).to_be_visible()
    assert violations(page) == []


def test_an_ended_cycle_offers_nothing_and_says_who_won(visit: Visit, hall: str) -> None:
    """After the last Chip: the winner on every page, no buttons that would be refused."""
    act(hall, KEEPER, "correct-grant", player="Ben", item="Chip", count=10, reason="a test")
    page = visit("Ada").go(f"/c/{hall}/")
    expect(page.locator("#phase")).to_contain_text("Ben won")
    expect(page.locator("#can .doing")).to_have_count(0)
    page.get_by_role("link", name="Croupier", exact=True).click()
    expect(page.locator("#phase-bar")).to_contain_text("Ben won")
    expect(page.get_by_role("button", name="Buy")).to_have_count(0)
