"""The Gilded Hall opens: join, act, vote; time passes; the wiki follows.

Three people sign up, play the opening of Cycle 16 in their browsers, and pass a proposal that brings a new game's
rules into the law and another that changes a price. The phases roll over, and everybody reads the result: in the app,
through the API, and on a real MediaWiki. Then the journal is replayed, and every draw checked.

It runs on SQLite with nothing else, and with DATABASE_URL and CELERY_BROKER_URL set on PostgreSQL with a worker of
Celery that publishes.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from django.core.management import call_command
from playwright.sync_api import Page, expect

from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle
from nomic.devtools.virtualenv import ROOT
from nomic.inventory.ledger import discrepancies
from nomic.proposals.models import Proposal
from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites import local_mediawiki
from tests.support.browser import Visit, Visitor
from tests.support.databases import own_database
from tests.support.site import Site, database

pytestmark = [pytest.mark.browser, pytest.mark.wiki, pytest.mark.chained]

SLUG = "gilded-hall"
PASSWORD = "lampions at dusk"
NAMES = ("Ada", "Ben", "Cleo")
SECONDS_TO_PUBLISH = 90
PRICE = "/shop/offers/Handy Pack/costs/Vertebra"
SWITCH = "/knucklebones/in_force"
SHARED_TEXT = ROOT.parent / "shared" / "rules" / "knucklebones-proposal.wikitext"
OWN_TEXT = """\
Let us have '''Knucklebones''', a game of dice for two.

== Why ==
* It is quick.
* It needs only dice and a board of three by three.
"""
JOINING = "A player may say that they join a game of '''[[Knucklebones]]'''; that rule has the rest."
# The rules under the new one, in our own words.
KNUCKLEBONES = {
    "Commencement": """\
In a Rest Phase players name whom they would play. Where two name each other, their game starts with the next
Battle Phase.""",
    "Field": "Each of the two has a board of three columns and three rows.",
    "Turn Order": "Who begins is drawn at random.",
    "Turn": """\
Whoever's turn it is rolls 1d6 and puts the die into a column of theirs that has room. Equal dice in the same column
of the other board are destroyed. Who takes no turn for 24 hours forfeits.""",
    "Winning": """\
Once a board is full, the higher score wins:
* a die counts its value,
* times the number of equal dice in its column.
The winner gains a Handy Pack, which costs {{law|/shop/offers/Handy Pack/costs/Vertebra}} at {{law|/shop/title}}.""",
    "Dice": "Dice are items. Each can be used once in a game, does what its description says, and is kept.",
}


@pytest.fixture(scope="module")
def mediawiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[local_mediawiki.LocalWiki]:
    """A real MediaWiki, beside the site."""
    folder = tmp_path_factory.mktemp("story-wiki") / "wiki"
    local_mediawiki.build_wiki(folder)
    with local_mediawiki.LocalWiki(folder) as wiki:
        yield wiki


@pytest.fixture(scope="module")
def served_site(
    mediawiki: local_mediawiki.LocalWiki,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: pytest.FixtureRequest,
) -> Iterator[Site]:
    """The whole system: web server, database, and a worker where there is a broker."""
    folder = tmp_path_factory.mktemp("story-site")
    environment = {
        "WIKI_URL": mediawiki.url,
        "WIKI_USER": mediawiki.user,
        "WIKI_PASSWORD": mediawiki.password,
        "WIKI_QUIET_SECONDS": "0.5",
        "WIKI_REST_SECONDS": "0",
        **{name: os.environ[name] for name in ("CELERY_BROKER_URL", "REDIS_URL") if os.environ.get(name)},
    }
    with django_db_blocker.unblock(), own_database(folder) as url, Site(folder, url, **environment) as site:
        if has_broker():
            site.run(
                "worker", "-m", "celery", "-A", "nomic.config", "worker", "--beat", "--scheduler",
                "celery.beat:Scheduler", "--pool", "threads", "--concurrency", "2", "--loglevel", "INFO",
                "--without-gossip", "--without-mingle", "--without-heartbeat",
            )  # fmt: skip
        yield site


def has_broker() -> bool:
    """Whether there is a broker that processes share, so that a worker can publish."""
    return os.environ.get("CELERY_BROKER_URL", "").startswith("redis")


@pytest.fixture
def site(
    served_site: Site,
    mediawiki: local_mediawiki.LocalWiki,
    playwright_loop: None,
    django_db_blocker: pytest.FixtureRequest,
    settings: Any,
) -> Iterator[Site]:
    """The site; this process asks its database and knows its wiki."""
    settings.SITE_URL = served_site.url
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = mediawiki.url, mediawiki.user, mediawiki.password
    with django_db_blocker.unblock(), database(served_site.database_url):
        yield served_site
    assert "Traceback" not in served_site.log()


@pytest.fixture
def publish(site: Site) -> Callable[[], None]:
    """Let the wiki catch up: by the worker where there is one, else here; nothing is parked or in trouble after."""

    def until_all_is_published() -> None:
        if not has_broker():
            publish_due(by_hand=True)
        deadline = time.monotonic() + SECONDS_TO_PUBLISH
        while [page for page in WikiPage.objects.all() if page.state != "published"]:
            assert time.monotonic() < deadline, list(WikiPage.objects.values("title", "trouble", "parked_reason"))
            time.sleep(0.2)

    return until_all_is_published


class Reader:
    """Somebody who reads the wiki, and is not logged in there."""

    def __init__(self, wiki: local_mediawiki.LocalWiki) -> None:
        self.wiki = wiki

    def raw(self, title: str) -> str:
        """The wikitext of a page, as everybody gets it."""
        answer = requests.get(f"{self.wiki.url}index.php", {"title": title, "action": "raw"}, timeout=60)
        assert answer.status_code == 200, title
        return answer.text

    def parsed(self, title: str) -> tuple[str, list[str]]:
        """The words of a page as MediaWiki shows it, and its headings in order with their depth."""
        query = {"action": "parse", "page": title, "prop": "text|sections", "format": "json", "formatversion": "2"}
        answer = requests.get(f"{self.wiki.url}api.php", query, timeout=60).json()["parse"]
        words = re.sub(r"<[^>]*>", " ", answer["text"])
        return " ".join(words.split()), [f"{section['toclevel']} {section['line']}" for section in answer["sections"]]


def api(site: Site, path: str) -> Any:
    """What the API answers anybody."""
    with urllib.request.urlopen(f"{site.url}/api/v1/cycles/{SLUG}/{path}", timeout=60) as answer:
        return json.load(answer)


def sign_up(visit: Visit, name: str) -> Visitor:
    """Somebody makes an account, in a browser of their own."""
    visitor = visit()
    page = visitor.go("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    visitor.name = name
    return visitor


def join(visitor: Visitor) -> None:
    page = visitor.go(f"/c/{SLUG}/")
    page.locator("#can").get_by_role("link", name="Join the game").click()
    page.get_by_role("button", name="Join the game").click()
    expect(page.locator("#messages")).to_contain_text("Welcome to")


def buy_and_open(visitor: Visitor, pack: str) -> int:
    """Buy a pack from the Croupier and open it; how many cards were in it."""
    page = visitor.go(f"/c/{SLUG}/croupier/")
    page.get_by_role("button", name=f"Buy {pack}").click()
    page.get_by_role("button", name=f"Open {pack}").click()
    cards = page.locator("[data-slot]")
    expect(cards.first).to_be_visible()
    page.wait_for_load_state()
    page.get_by_role("button", name="Turn all cards over").click()
    expect(page.locator("[data-slot].is-open")).to_have_count(cards.count())
    return cards.count()


def give(visitor: Visitor, to: str) -> None:
    page = visitor.go(f"/c/{SLUG}/players/{to}/")
    page.get_by_role("link", name=f"Give {to} a gift").click()
    page.get_by_role("button", name="Give a gift").click()
    expect(page.locator("#messages")).to_contain_text("You give a gift")


def add_rule(page: Page, title: str, words: str, parent: str) -> None:
    """Add a rule by the builder, under the rule of that id (or at the top level)."""
    page.get_by_label("The words of a rule").select_option(label="a new rule")
    page.get_by_role("button", name="Edit the rule").click()
    page.get_by_label("Title of the rule").fill(title)
    page.get_by_label("Part of which rule").select_option(parent)
    page.get_by_label("Words of the rule").fill(words)
    before = page.locator(".changes li").count()
    page.get_by_role("button", name="Add this change").click()
    expect(page.locator(".changes li")).to_have_count(before + 1)


def change_value(page: Page, pointer: str, value: str) -> None:
    """Change a value of the law by the builder."""
    page.get_by_label("A number or a setting").fill(pointer)
    page.get_by_role("button", name="Find the value").click()
    page.get_by_label("New value").fill(value)
    before = page.locator(".changes li").count()
    page.get_by_role("button", name="Add this change").click()
    expect(page.locator(".changes li")).to_have_count(before + 1)


def propose_knucklebones(visitor: Visitor) -> None:
    """The community's own text, with amendments that add its rules where it says, and turn the game on."""
    page = visitor.go(f"/c/{SLUG}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill("Knucklebones")
    page.get_by_label("Text").fill(SHARED_TEXT.read_text() if SHARED_TEXT.exists() else OWN_TEXT)
    add_rule(page, "Knucklebones", JOINING, "actions")
    add_rule(page, "Knucklebones", "A game of dice for two.", "")
    for title, words in KNUCKLEBONES.items():
        add_rule(page, title, words, "knucklebones-2")
    change_value(page, SWITCH, "true")
    expect(page.locator("#difference")).to_contain_text("Commencement")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Knucklebones")


def propose_price(visitor: Visitor) -> None:
    """Handy Packs for nine Vertebrae instead of twelve."""
    page = visitor.go(f"/c/{SLUG}/proposals/compose/")
    page.get_by_label("Title", exact=True).fill("Cheaper Handy Packs")
    page.get_by_label("Text").fill("Nobody buys them.")
    change_value(page, PRICE, "9")
    expect(page.locator("#difference ins")).to_have_text("9 Vertebrae")
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cheaper Handy Packs")


def vote(visitor: Visitor, proposal: int, choice: str) -> None:
    page = visitor.go(f"/c/{SLUG}/proposals/{proposal}/")
    button = page.get_by_role("button", name=choice, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def advance(visitor: Visitor, phase: int) -> None:
    """The owner lets time pass to the beginning of the next phase."""
    page = visitor.go(f"/c/{SLUG}/")
    page.locator("#phase-bar").get_by_role("link", name="Advance the clock").click()
    page.locator("#by-hand > summary").click()
    page.get_by_label("To next phase").check()
    page.get_by_role("button", name="Advance the clock").click()
    title = "Battle Phase" if phase % 2 else "Rest Phase"
    expect(page.locator("#phase")).to_contain_text(f"{title}, week {phase // 2 + 1}")


def test_the_gilded_hall_opens(
    visit: Visit, site: Site, mediawiki: local_mediawiki.LocalWiki, publish: Callable[[], None], tmp_path: Path
) -> None:
    """From three new accounts to a changed law, which everybody reads in the same words everywhere."""
    reader = Reader(mediawiki)

    # Three people sign up; a practice cycle of Ada's begins, with pages on the wiki.
    ada, ben, cleo = (sign_up(visit, name) for name in NAMES)
    call_command(
        "create_cycle", "cycle-16", slug=SLUG, title="The Gilded Hall", practice=True, owner="Ada", published=True
    )
    for visitor in (ada, ben, cleo):
        join(visitor)

    # The opening: packs bought and opened, a gift that is opened too.
    assert buy_and_open(ada, "Already-opened Pack") == 1
    assert buy_and_open(ben, "Handy Pack") > 1
    give(cleo, "Ada")
    page = ada.go(f"/c/{SLUG}/croupier/")
    page.get_by_role("button", name="Open Already-opened Pack").click()
    expect(page.locator("[data-slot]").first).to_be_visible()

    # Two proposals; the others see the first at once, and what it would change.
    watching = cleo.go(f"/c/{SLUG}/")
    propose_knucklebones(ada)
    expect(watching.locator("#waiting")).to_contain_text("Knucklebones")
    propose_price(ben)
    for visitor, first, second in ((ada, "For", "For"), (ben, "For", "For"), (cleo, "Against", "For")):
        vote(visitor, 1, first)
        vote(visitor, 2, second)
    expect(ben.go(f"/c/{SLUG}/proposals/1/").locator("#votes")).to_contain_text("2 for")

    # The wiki has followed: the ruleset as it still is, who plays, what is voted on.
    publish()
    words, headings = reader.parsed("Gilded Hall/Ruleset")
    assert "1 Time" in headings
    assert not any("Knucklebones" in heading for heading in headings)
    gamestate, _ = reader.parsed("Gilded Hall/Gamestate")
    assert all(name in gamestate for name in NAMES)
    assert "Rest Phase, week 1" in gamestate
    assert "Cheaper Handy Packs" in gamestate

    # Time passes: the votes are counted at the end of the next phase, and both proposals are law.
    advance(ada, 1)
    assert Proposal.objects.filter(cycle__slug=SLUG, status="open").count() == 2
    advance(ada, 2)
    assert set(Proposal.objects.filter(cycle__slug=SLUG).values_list("status", flat=True)) == {"enacted"}
    cycle = Cycle.objects.get(slug=SLUG)
    assert (cycle.phase, cycle.revision) == (2, 2)

    # In the app: the rules stand under the right parents, the price is the new one, in the shop and in the words.
    page = cleo.go(f"/c/{SLUG}/ruleset/")
    expect(page.locator("#rule-knucklebones")).to_contain_text("may say that they join")
    for title in KNUCKLEBONES:
        assert page.get_by_role("heading", name=re.compile(rf"\b{title}\b")).count() >= 1
    expect(page.locator("main")).to_contain_text("a Handy Pack, which costs 9 at The Croupier")
    offer = (
        ben.go(f"/c/{SLUG}/croupier/").locator(".offer").filter(has=ben.page.get_by_role("heading", name="Handy Pack"))
    )
    expect(offer.locator(".price")).to_contain_text("9")
    expect(cleo.go(f"/c/{SLUG}/proposals/2/").locator("#status")).to_contain_text("passed")
    expect(cleo.go(f"/c/{SLUG}/ruleset/revisions/2/").locator("ins")).to_have_text("9 Vertebrae")

    # Through the API.
    law = api(site, "law/")["document"]
    assert law["rules"]["knucklebones"]["parent"] == "actions"
    assert law["rules"]["knucklebones-2"]["parent"] is None
    under = {rule["title"] for rule in law["rules"].values() if rule["parent"] == "knucklebones-2"}
    assert under == set(KNUCKLEBONES)
    assert law["shop"]["offers"]["Handy Pack"]["costs"] == {"Vertebra": 9}
    assert api(site, "")["revision"] == 2

    # On the wiki: the same rules in the same order, the same price, the proposal with its votes.
    publish()
    words, headings = reader.parsed("Gilded Hall/Ruleset")
    place = headings.index("1 Knucklebones")
    assert headings[place + 1 : place + 7] == [f"2 {title}" for title in KNUCKLEBONES]
    assert "2 Knucklebones" in headings[headings.index("1 Actions") : place]
    assert "a Handy Pack, which costs 9 at The Croupier" in words
    assert "| 1 Handy Pack\n| 9 Vertebrae\n" in reader.raw("Gilded Hall/Ruleset")
    decided, _ = reader.parsed("Gilded Hall/Proposal 1")
    assert "Knucklebones" in decided
    assert "passed" in decided
    if SHARED_TEXT.exists():
        assert "3x3 matrices" in decided
    gamestate, _ = reader.parsed("Gilded Hall/Gamestate")
    assert "Rest Phase, week 2" in gamestate
    assert "revision 2" in gamestate
    expect(ada.go(f"/c/{SLUG}/wiki/").locator("#pages")).not_to_contain_text("stale")

    # The new game is in force: two want to play each other, and will with the next battle phase.
    for visitor, opponent in ((ada, "Ben"), (ben, "Ada")):
        page = visitor.go(f"/c/{SLUG}/act/intend-knucklebones/")
        page.get_by_role("checkbox", name=opponent).check()
        page.get_by_role("main").get_by_role("button", name="Want to play Knucklebones").click()
        expect(page.locator("#messages")).to_contain_text(f"You want to play Knucklebones with {opponent}")

    # The new price is what is paid.
    page = cleo.go(f"/c/{SLUG}/croupier/")
    purse = int(page.locator("#purse").inner_text().split()[0])
    page.get_by_role("button", name="Buy Handy Pack").click()
    expect(page.locator("#purse")).to_contain_text(str(purse - 9))

    # The journal is the cycle, the ledger adds up, and anybody can check the dice.
    replayed = replay_journal(Cycle.objects.get(slug=SLUG))
    assert replayed.same, replayed.difference
    discard_fork(replayed.fork)
    assert discrepancies(cycle.pk) == []
    export = tmp_path / "draws.json"
    with urllib.request.urlopen(f"{site.url}/c/{SLUG}/chance/draws.json", timeout=60) as answer:
        export.write_bytes(answer.read())
    checked = subprocess.run(
        [sys.executable, ROOT / "static" / "verify_draws.py", export], capture_output=True, text=True, timeout=120
    )
    assert checked.returncode == 0, checked.stdout
    assert "Nothing is wrong." in checked.stdout
    assert ", 0 draws not yet checkable" in checked.stdout
    page = ben.go(f"/c/{SLUG}/chance/")
    page.get_by_role("button", name="Verify these draws here").click()
    expect(page.locator("[data-verify-summary]")).to_contain_text(" 0 wrong, 0 still sealed")
