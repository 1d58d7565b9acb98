"""Whatever people write, wherever it is shown: it is shown, and does nothing."""

import pytest
from playwright.sync_api import Page

from nomic.cycles.models import Cycle, Entry
from tests.support.browser import Visit, Visitor
from tests.support.furnished_cycle import hostile_hall
from tests.support.hostile_texts import ALARM
from tests.support.site import Site, database

PAGES = (
    "",
    "players/",
    "players/Ada/",
    "croupier/",
    "proposals/",
    "proposals/1/",
    "proposals/5/",
    "proposals/compose/",
    "proposals/compose/?rule=actions",
    "proposals/compose/?value=/items/Chip/text",
    "ruleset/",
    "ruleset/revisions/",
    "ruleset/revisions/1/",
    "ruleset/revisions/0/?whole",
    "journal/",
    "journal/?actor=%22%3E%3Cscript%3Ealarm(1)%3C/script%3E",
    "players/Ada/?q=%22%3E%3Cscript%3Ealarm(1)%3C/script%3E&sort=%3Csvg%20onload=alarm(1)%3E",
    "chance/",
    "wiki/",
    "act/buy/",
    "act/vote/?next=javascript:alarm(1)",
    "act/withdraw-proposal/",
)
FIND_ACTING = """() => [...document.querySelectorAll("*")].flatMap(element => {
    const found = [...element.attributes]
        .filter(({name, value}) => /^on|^hx-on/.test(name) || /^\\s*(javascript|data):/i.test(value))
        .map(({name, value}) => `${element.tagName} ${name}=${value}`);
    const {tagName, host} = element;
    if (["IFRAME", "OBJECT", "EMBED", "BASE", "STYLE", "FRAME"].includes(tagName)) found.push(tagName);
    if (tagName === "SCRIPT" && !new URL(element.src || "x:").pathname.startsWith("/static/")) found.push(tagName);
    if (tagName === "IMG" && element.getAttribute("src") === "x") found.push(tagName);
    if (tagName === "A" && host && ![location.host, "example.org"].includes(host)) found.push(element.href);
    return found;
})"""


@pytest.fixture(scope="module")
def hostile(served_site: Site, django_db_blocker: pytest.FixtureRequest) -> str:
    with django_db_blocker.unblock(), database(served_site.database_url):
        return hostile_hall("hostile").slug


@pytest.fixture
def watched(visit: Visit) -> Visitor:
    """A visitor who notices when any of the words act."""
    visitor = visit("Ada")
    visitor.page.expose_function(ALARM, lambda *_: visitor.complaints.append("the alarm was called"))
    visitor.page.on("dialog", lambda dialog: visitor.complaints.append(dialog.message))
    return visitor


def acting(page: Page) -> list[str]:
    """Whatever on the page could act, and is none of the site's own."""
    found: list[str] = page.evaluate(FIND_ACTING)
    return found


@pytest.mark.parametrize("path", PAGES)
def test_words_are_words(watched: Visitor, hostile: str, path: str) -> None:
    """No script, no handler, no frame, no address that is none comes of them; and the page does not break."""
    page = watched.go(f"/c/{hostile}/{path}")
    assert acting(page) == []
    assert watched.overflow() == 0
    assert page.locator("footer").is_visible()


def test_entries_are_words(watched: Visitor, hostile: str) -> None:
    """Each kind of entry on its own page, and the cards of a pack."""
    seen = set()
    for entry in Entry.objects.filter(cycle__slug=hostile).order_by("seq"):
        if entry.action in seen:
            continue
        seen.add(entry.action)
        assert acting(watched.go(f"/c/{hostile}/journal/{entry.seq}/")) == []
        if entry.action == "open-pack":
            assert acting(watched.go(f"/c/{hostile}/journal/{entry.seq}/reveal/")) == []
    assert "submit-proposal" in seen


def test_a_title_is_a_word_where_cycles_are_listed(watched: Visitor, hostile: str) -> None:
    page = watched.go("/")
    assert acting(page) == []
    assert Cycle.objects.get(slug=hostile).title in page.locator("main").inner_text()


def test_news_are_words(watched: Visitor, hostile: str) -> None:
    """What the stream brings is spoken, not run."""
    from tests.support.furnished_cycle import propose
    from tests.support.hostile_texts import HTML

    page = watched.go(f"/c/{hostile}/proposals/")
    propose(hostile, "Ben", HTML[3], "Words.")
    page.wait_for_function("() => document.querySelector('[data-news]').textContent.includes('Ben submits')")
    page.wait_for_function("() => document.querySelectorAll('#open li.tile').length > 0")
    assert acting(page) == []
