"""Writing a proposal: the amendment builder puts the operations together, with the mouse or the keyboard alone."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from nomic.proposals.models import Proposal
from tests.support.browser import Visit
from tests.support.furnished_cycle import act

RULE = "Lanterns are lit at dusk."


def operations(page: Page) -> list[dict[str, Any]]:
    """The draft's operations without the tests that guard them; every guard says what the law says."""
    found: list[dict[str, Any]] = json.loads(page.locator("#amendments").input_value() or "[]")
    return [operation for operation in found if operation["op"] != "test"]


def guards(page: Page) -> list[dict[str, Any]]:
    return [
        operation for operation in json.loads(page.locator("#amendments").input_value()) if operation["op"] == "test"
    ]


def open_rule(page: Page, label: str) -> None:
    page.get_by_label("The words of a rule").select_option(label=label)
    page.get_by_role("button", name="Edit the rule").click()


def put(page: Page) -> None:
    page.get_by_role("button", name="Add this change").click()
    expect(page.get_by_label("The words of a rule")).to_be_visible()


def difference(page: Page) -> Locator:
    return page.locator("#difference")


def numbered(page: Page, title: str) -> str:
    """A rule as the list offers it: its number and title."""
    label: str = page.locator("#rule option").filter(has_text=title).first.inner_text()
    return label


def test_a_value_is_changed(visit: Visit, hall: str) -> None:
    """Found by typing, changed, guarded by what it was; the difference shows before and after."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("A number or a setting").fill("price of a handy pack")
    page.get_by_role("button", name="Find the value").click()
    page.get_by_role("button", name="The price of one Handy Pack").click()
    expect(page.get_by_label("New value")).to_have_value("12")
    page.get_by_label("New value").fill("9")
    put(page)
    path = "/shop/offers/Handy Pack/costs/Vertebra"
    assert operations(page) == [{"op": "replace", "path": path, "value": 9}]
    assert guards(page) == [{"op": "test", "path": path, "value": 12}]
    expect(difference(page).locator("del")).to_have_text("12 Vertebrae")
    expect(difference(page).locator("ins")).to_have_text("9 Vertebrae")


def test_a_rule_is_added_amended_moved_and_another_repealed(visit: Visit, hall: str) -> None:
    """One change builds on another, and any can be taken out again."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill("Lanterns")

    open_rule(page, "a new rule")
    page.get_by_label("Title of the rule").fill("Lanterns")
    page.get_by_label("Part of which rule").select_option(label=numbered_parent(page, "Actions"))
    page.get_by_label("Words of the rule").fill(RULE)
    put(page)
    added = operations(page)[0]
    assert (added["op"], added["path"]) == ("add", "/rules/lanterns")
    assert (added["value"]["title"], added["value"]["body"], added["value"]["parent"]) == ("Lanterns", RULE, "actions")

    open_rule(page, numbered(page, "Vertebrae"))
    page.get_by_label("Words of the rule").fill("Vertebrae are money.")
    put(page)
    assert operations(page)[1] == {"op": "replace", "path": "/rules/vertebrae/body", "value": "Vertebrae are money."}

    open_rule(page, numbered(page, "Betting"))
    page.get_by_label("Part of which rule").select_option("")
    put(page)
    assert operations(page)[2] == {"op": "replace", "path": "/rules/betting/parent", "value": None}
    assert operations(page)[3]["path"] == "/rules/betting/place"

    open_rule(page, numbered(page, "Trading"))
    page.get_by_text("What depends on this rule").click()
    page.get_by_label("If the rule is repealed").select_option("repeal all of it too")
    page.get_by_role("button", name="Repeal this rule").click()
    expect(page.get_by_label("The words of a rule")).to_be_visible()
    removed = [operation["path"] for operation in operations(page) if operation["op"] == "remove"]
    assert removed[-1] == "/rules/trading"
    assert "/trades" in removed

    for words in ("Lanterns", "Vertebrae", "Betting", "Trading"):
        expect(difference(page)).to_contain_text(words)
    again = page.locator(".changes button[name=again]")
    lefts = again.evaluate_all("buttons => buttons.map((button) => button.getBoundingClientRect().left)")
    assert len(lefts) > 1
    assert max(lefts) - min(lefts) < 1, "the buttons of all changes lie beneath each other"
    page.locator(".changes li").filter(has_text="Vertebrae").get_by_role("button", name="Remove").click()
    expect(page.locator(".changes")).not_to_contain_text("Vertebrae")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Lanterns")

    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lanterns")
    amendments = Proposal.objects.get(cycle__slug=hall).amendments
    assert [operation["path"] for operation in amendments if operation["op"] != "test"] == [
        "/rules/lanterns",
        "/rules/betting/parent",
        "/rules/betting/place",
        *removed,
    ]


def numbered_parent(page: Page, title: str) -> str:
    label: str = page.locator("#rule_parent option").filter(has_text=title).first.inner_text()
    return label


def test_what_cannot_be_is_said_and_keeps_what_was_typed(visit: Visit, hall: str) -> None:
    """A price that is no number, a rule without a title, data that are none: said, with everything still there."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/?value=/shop/offers/Chip/costs/Vertebra")
    page.get_by_label("Title", exact=True).fill("Dozens")
    page.get_by_label("Text").fill("Because.")
    page.get_by_label("New value").fill("a dozen")
    page.get_by_role("button", name="Add this change").click()
    expect(page.get_by_role("alert")).to_contain_text("like the old value")
    expect(page.get_by_label("New value")).to_have_value("a dozen")
    expect(page.get_by_label("Text")).to_have_value("Because.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("The words of a rule")).to_be_visible()
    page.get_by_text("For programmers: the changes as data").click()
    page.locator("#amendments").fill('[{"op": "replace", "path": "/shop/nothing", "value": 1}]')
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("alert").first).to_contain_text("amendments")
    assert '"/shop/nothing"' in page.locator("#amendments").input_value()
    page.locator("#amendments").fill("[{")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("alert").first).to_contain_text("this is not JSON")
    expect(page.locator("#amendments")).to_have_value("[{")
    expect(page.get_by_label("Text")).to_have_value("Because.")
    assert not Proposal.objects.filter(cycle__slug=hall).exists()


def reach(page: Page, target: Locator, most: int = 80) -> None:
    """Press Tab until the focus is on the target."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{target} is not reached by the keyboard")


def test_with_the_keyboard_alone(visit: Visit, hall: str) -> None:
    """From the link that skips to the page to a submitted proposal and a vote, without a mouse."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    reach(page, page.get_by_label("Title", exact=True))
    page.keyboard.type("Lanterns")
    reach(page, page.get_by_label("Text"))
    page.keyboard.type("Light them.")
    reach(page, page.get_by_label("A number or a setting"))
    page.keyboard.type("the price of a handy pack")
    reach(page, page.get_by_role("button", name="Find the value"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="The price of one Handy Pack")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("New value")).to_be_visible()
    expect(page.get_by_label("New value")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    reach(page, page.get_by_role("button", name="Add this change"))
    page.keyboard.press("Enter")
    expect(difference(page)).to_contain_text("9")
    expect(page.get_by_label("A number or a setting")).to_be_focused()
    reach(page, page.get_by_role("button", name="Submit the proposal"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lanterns")
    reach(page, page.get_by_role("button", name="Against", exact=True))
    page.keyboard.press("Enter")
    expect(page.locator("#votes")).to_contain_text("1 against")
    expect(page.get_by_role("button", name="Against", exact=True)).to_have_attribute("aria-pressed", "true")


def test_what_was_typed_is_there_after_going_away_and_back(visit: Visit, hall: str) -> None:
    """What is open, too: by the back button, or on request by a link, with its rule on top. Submitted, it is gone."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/?value=/shop/offers/Chip/costs/Vertebra")
    page.get_by_label("Title", exact=True).fill("Dearer")
    page.get_by_label("New value").fill("31")
    page.get_by_role("link", name="Ruleset", exact=True).click()
    page.go_back()
    expect(page.locator("#compose")).to_contain_text("This is the draft you were writing")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Dearer")
    expect(page.get_by_label("New value")).to_have_value("31")
    page.goto(page.url.partition("?")[0] + "?rule=luck")
    expect(page.locator("#compose")).to_contain_text("You were writing “Dearer” here.")
    expect(page.get_by_label("Title", exact=True)).to_have_value("")
    page.get_by_role("button", name="Continue writing it").click()
    expect(page.get_by_label("Title of the rule")).to_have_value("Luck")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Dearer")
    page.get_by_label("Words of the rule").fill("Be lucky.")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dearer")
    amendments = Proposal.objects.get(cycle__slug=hall).amendments
    assert [each["value"] for each in amendments if each["op"] == "replace"] == [31, "Be lucky."]
    page.goto(page.url.rpartition("proposals/")[0] + "proposals/compose/")
    expect(page.locator("#compose")).to_contain_text("Your last proposal from here is submitted")
    expect(page.get_by_label("Title", exact=True)).to_have_value("")


def test_a_price_is_changed_from_the_croupiers_page(visit: Visit, hall: str) -> None:
    """In at most four clicks and a number, without knowing how a proposal is written."""
    page = visit("Ada").go(f"/c/{hall}/croupier/")
    page.get_by_role("link", name="Propose a change of the price of Handy Pack in Vertebrae").click()
    expect(page.locator(".big-value")).to_have_text("12 Vertebrae")
    page.get_by_label("New value").fill("9")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Change the price of one Handy Pack from 12 to 9 Vertebrae"
    )
    assert [each["value"] for each in Proposal.objects.get(cycle__slug=hall).amendments] == [12, 9]


def test_a_draft_survives_a_closed_browser(visit: Visit, hall: str) -> None:
    """Kept while it is written, with what is open; another browser goes on with it and submits it."""
    first = visit("Ada")
    page = first.go(f"/c/{hall}/proposals/compose/?value=/shop/offers/Chip/costs/Vertebra")
    page.get_by_label("Title", exact=True).fill("Dearer")
    page.get_by_label("New value").fill("31")
    expect(page.locator("#kept-state")).to_contain_text("Only you can see it")
    page.get_by_label("Text").fill("So be it.")
    with page.expect_response("**/compose/keep/"):
        pass
    first.context.close()
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.get_by_role("link", name="Dearer").click()
    expect(page.get_by_label("Text")).to_have_value("So be it.")
    expect(page.get_by_label("New value")).to_have_value("31")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dearer")
    page.goto(page.url.rpartition("proposals/")[0] + "proposals/compose/")
    expect(page.locator("#compose")).not_to_contain_text("What you have been writing")


def test_an_answer_that_is_no_form_does_not_take_its_place(visit: Visit, hall: str) -> None:
    """Too many steps at once, a site that is closed or silent: said, with everything still there."""
    visitor = visit("Ada")
    page = visitor.go(f"/c/{hall}/proposals/compose/?value=/shop/offers/Chip/costs/Vertebra")
    page.get_by_label("New value").fill("31")
    answers = [{"status": 429, "body": "<h1>Too many requests</h1><p class='lead'>Nothing has changed.</p>"}, {}]
    page.route("**/compose/", lambda route: route.fulfill(**answers[0]) if answers[0] else route.abort())
    for said in ("Too many requests", "That was not sent"):
        page.get_by_role("button", name="Add this change").click()
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect(page.get_by_role("alert")).to_contain_text("Your text is still here.")
        expect(page.get_by_label("New value")).to_have_value("31")
        answers.pop(0)
        answers.append({})
    page.unroute("**/compose/")
    visitor.complaints.clear()  # of the answers that were made to fail
    put(page)
    assert [operation["value"] for operation in operations(page)] == [31]


def test_a_form_stays_when_its_log_in_has_ended_in_another_tab(visit: Visit, hall: str) -> None:
    """What saves itself is refused then: the page says so, and what is typed stands there still."""
    visitor = visit("Ada")
    page = visitor.go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill("Lanterns")
    expect(page.locator("#kept-state")).to_contain_text("Only you can see it")
    visitor.context.clear_cookies()
    with page.expect_response("**/compose/keep/") as answered:
        page.get_by_label("Text").fill("Light them.")
    assert answered.value.status == 403
    expect(page.locator("#kept-state")).to_contain_text("your log-in has ended")
    expect(page.get_by_label("Text")).to_have_value("Light them.")
    expect(page.get_by_role("button", name="Submit the proposal")).to_be_visible()
    visitor.complaints.clear()  # of the answer that refused


def test_news_leave_the_focus_where_it_is(visit: Visit, hall: str) -> None:
    """Whoever reads while composing is not thrown into a field when something happens in the cycle."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.get_by_role("link", name="Ruleset", exact=True).focus()
    act(hall, "Ada", "advance-clock", to_next_phase=True)
    expect(page.locator("#phase-bar")).to_contain_text("Battle Phase")
    expect(page.get_by_role("link", name="Ruleset", exact=True)).to_be_focused()


def test_editing_warns_that_it_voids(visit: Visit, hall: str) -> None:
    """R12: the page says so before, and the proposal is void after."""
    page = visit("Ada").go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill("Lanterns")
    page.get_by_label("Text").fill("Light them.")
    page.get_by_role("button", name="Submit the proposal").click()
    page.get_by_role("link", name="Edit").click()
    expect(page.locator("main")).to_contain_text("never takes effect")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Lanterns")
    page.get_by_label("Text").fill("Put them out.")
    page.get_by_role("button", name="Save (it will never take effect)").click()
    expect(page.locator("#status")).to_contain_text("void, because it was edited")
    expect(page.locator("main")).to_contain_text("Put them out.")
