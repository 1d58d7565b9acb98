"""An account: the tokens of bots, the theme."""

import json
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from nomic.accounts.models import ApiToken
from tests.support.browser import PHONE, Visit
from tests.support.furnished_cycle import act, actor
from tests.support.site import Site


def acts_with(site: Site, secret: str, hall: str) -> int:
    """The status of an act by a bot with this token."""
    request = urllib.request.Request(
        f"{site.url}/api/v1/cycles/{hall}/actions/buy/",
        data=json.dumps({"offer": "Already-opened Pack"}).encode(),
        headers={"Authorization": f"Bearer {secret}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_a_token_is_shown_once_works_and_is_revoked(visit: Visit, site: Site, hall: str) -> None:
    """Made with a name, shown on the next page only, used by a bot, revoked, and then refused."""
    visitor = visit("Ada")
    page = visitor.go("/account/")
    page.get_by_label("Name of a new token").fill(f"bot of {hall}")
    page.get_by_role("button", name="Make a token").click()
    secret = page.locator("code.secret").inner_text()
    assert acts_with(site, secret, hall) == 201
    visitor.go("/account/")
    assert secret not in page.content()
    assert secret.split("_")[1] in page.content()
    assert secret not in json.dumps(list(ApiToken.objects.values("hash", "prefix", "name")))
    page.get_by_role("button", name=f"Revoke bot of {hall}").click()
    expect(page.locator("#messages")).to_contain_text("is revoked")
    expect(page.get_by_role("button", name=f"Revoke bot of {hall}")).to_have_count(0)
    assert acts_with(site, secret, hall) == 401


@pytest.mark.parametrize("name", ["Щ" * 30, "ಊ" * 30])
def test_the_widest_name_moves_no_phones_page(visit: Visit, hall: str, name: str) -> None:
    """In the head of every page, in the title of one's own, and in a choice."""
    actor(name)
    act(hall, name, "join")
    visitor = visit(name, viewport=PHONE)
    for path in ("/", "/account/", f"/c/{hall}/players/{name}/", f"/c/{hall}/act/gift/", f"/c/{hall}/journal/"):
        visitor.go(path)
        assert visitor.overflow() <= 0, path


def test_a_name_that_is_none_is_kept_in_its_field(visit: Visit) -> None:
    page = visit("Ben").go("/account/")
    page.get_by_label("Name of a new token").fill("  ")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_role("alert")).to_have_text("Give the token a name.")
    assert not ApiToken.objects.filter(person__username="Ben").exists()


@pytest.mark.parametrize(("button", "theme"), [("Dark", "dark"), ("Light", "light")])
def test_the_theme_changes_at_once_and_stays(visit: Visit, button: str, theme: str) -> None:
    """Without loading the page again; every later page is sent in it."""
    visitor = visit(color_scheme="light" if theme == "dark" else "dark")
    page = visitor.go("/c/furnished/")
    ground = (
        "() => [document.body, document.documentElement].map(part => getComputedStyle(part).backgroundColor).join()"
    )
    before = page.evaluate(ground)
    page.evaluate("() => { window.isStillHere = true }")
    page.get_by_role("button", name=button).click()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert page.evaluate("() => window.isStillHere")
    assert page.evaluate(ground) != before
    expect(page.get_by_role("button", name=button)).to_have_attribute("aria-pressed", "true")
    visitor.go("/c/furnished/players/")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
