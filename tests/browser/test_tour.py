"""The tour of the README, walked by its own words: what stands slanted there is pressed or filled in, in that order."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from exoptosis.bots.practice_bots import CARDS
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle
from nomic.matches.models import Match
from nomic.proposals.models import Proposal
from nomic.web.management.commands.seed_demo import PASSWORD
from tests.support.browser import WIDE, Visitor
from tests.support.databases import sqlite_with_tables
from tests.support.site import Site, database

ROOT = Path(__file__).parents[2]
SECONDS_TO_PLAY = 120  # until a card could be played: with bad luck one draws for a while, and the bot has its turns
QUESTIONS = 6  # that one move may ask


def steps_of_the_tour() -> list[str]:
    """Its numbered steps, each in one line."""
    tour = (ROOT / "README.md").read_text().split("## A five-minute tour\n", 1)[1].split("\n## ", 1)[0]
    return [" ".join(step.split()) for step in re.split(r"^\d+\. ", tour, flags=re.MULTILINE)[1:]]


class Step:
    """A step of the tour on a page. Its slanted words are used up one by one."""

    def __init__(self, number: int, page: Page) -> None:
        self.text = steps_of_the_tour()[number - 1]
        self.page = page
        self._words = iter(re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", self.text))
        self.bold = re.findall(r"\*\*([^*]+)\*\*", self.text)
        self.typed = re.findall(r"`([^`]+)`", self.text)

    def there(self, word: str = "") -> Locator:
        """What is called by the next slanted word: a link, a button or something that folds."""
        name = re.compile(rf"^\s*{re.escape(word or next(self._words))}\b")
        page = self.page
        found = page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name))
        found = found.or_(page.locator("summary").filter(has_text=name))
        return found.and_(page.locator(":not([tabindex='-1'])"))  # not the unseen button that Enter presses

    def press(self) -> str:
        """Press it; the word."""
        word = next(self._words)
        self.there(word).first.click()
        return word

    def fill(self, text: str) -> None:
        self.page.get_by_label(re.compile(rf"^\s*{re.escape(next(self._words))}\b")).fill(text)

    def log_in(self, site: Site) -> None:
        self.page.goto(site.url)
        self.press()
        self.page.locator("input[name=login]").fill(self.bold[0])
        self.page.locator("input[name=password]").fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.press()

    def ends(self) -> None:
        """All that the README says was done."""
        assert list(self._words) == []


@pytest.fixture
def demo(tmp_path: Path, playwright_loop: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Site]:
    """A site of its own, as `./run` leaves it: the database of the demo is in use."""
    url = sqlite_with_tables(tmp_path / "nomic.sqlite3")
    with django_db_blocker.unblock(), Site(tmp_path, url) as site, database(url):
        seed = [sys.executable, "manage.py", "seed_demo"]  # in a process of its own, as passwords are made there
        subprocess.run(seed, cwd=ROOT, env=site.env, capture_output=True, check=True)
        yield site


def visitor_of(site: Site, chromium: Browser) -> Page:
    return Visitor(site, chromium.new_context(viewport=WIDE, reduced_motion="reduce"), "").page


def test_the_tour_of_the_readme_works_word_for_word(demo: Site, chromium: Browser, tmp_path: Path) -> None:
    """For somebody who has seen nothing but the README."""
    ada, ben = visitor_of(demo, chromium), visitor_of(demo, chromium)
    step = Step(1, ada)
    step.log_in(demo)
    expect(ada.get_by_role("heading", level=1)).to_have_text("Practice hall")
    step.ends()

    step = Step(2, ada)
    for _ in range(5):  # why not the rest, the Croupier, buying, opening, turning over
        step.press()
    expect(ada.get_by_role("article").first).to_be_visible()
    step.press()
    expect(ada.get_by_role("article")).to_have_count(CARDS + 1)  # those to practise with, and this one
    step.ends()

    step = Step(3, ada)
    step.press()
    votes = step.there()
    for place in range(votes.count()):
        votes.nth(place).click()
        expect(votes.nth(place)).to_have_attribute("aria-pressed", "true")
    step.press()
    step.fill("Cheaper packs")
    step.fill(step.typed[0])
    step.press()
    ada.locator("#found").get_by_role("button", name=step.typed[1]).first.click()
    step.fill("9")
    step.press()
    expect(ada.locator("#difference")).to_contain_text("9")
    step.press()
    expect(ada.get_by_role("heading", level=1)).to_have_text("Cheaper packs")
    step.ends()

    step = Step(4, ben)
    step.log_in(demo)
    step.press()
    ben.get_by_role("link", name="Cheaper packs").first.click()
    before = ada.get_by_role("main").inner_text()
    step.there().first.click()
    expect(ada.get_by_role("main")).not_to_have_text(before)
    step.page = ada
    step.press()
    step.ends()

    step = Step(5, ada)
    clock, way = step.press(), step.press()
    for word in (clock, way):
        step.there(word).first.click()
    step.press()
    expect(ada.locator(".offer", has_text="Handy Pack")).to_contain_text("9")
    for _ in range(3):  # the ruleset, its revisions, the hall
        step.press()
    for _ in range(2):
        expect(step.there().first).to_be_visible()
    step.ends()
    assert Proposal.objects.get(title="Cheaper packs").status == "enacted"

    step = Step(6, ada)
    for _ in range(4):  # asking, whom, the hand, no bet
        step.press()
    draw = next(step._words)
    match = Match.objects.get(cycle__slug="practice", game="exoptosis")
    until = time.monotonic() + SECONDS_TO_PLAY
    while not (played := plays_something(ada, match, draw)) and time.monotonic() < until:
        match.refresh_from_db()
        if match.is_over:  # two rounds in which neither had a card that fits: she could only draw, as the tour says
            played = match.steps.filter(kind="move", player="Ada", move__kind="draw").exists()
            break
    assert played, f"{asked_of(ada)!r} after {list(match.steps.values_list('player', 'move__kind'))[-12:]}"
    step.ends()

    ada.reload()  # the last answer may still be on its way here, and a page that comes now would fold the menu again
    step = Step(7, ada)
    for _ in range(4):  # the menu, the page, and both checks
        step.press()
    for said in ("verified, 0 wrong", "Nothing is wrong."):
        expect(ada.get_by_role("main")).to_contain_text(said)
    with ada.expect_download() as download:
        step.press()
    _, checker, name = step.typed[0].split()
    assert download.value.suggested_filename == name
    download.value.save_as(tmp_path / name)
    script = [sys.executable, checker, tmp_path / name]
    assert subprocess.run(script, cwd=ROOT, capture_output=True, check=False).returncode == 0
    step.ends()

    assert f"replay {Cycle.objects.get(slug='practice').slug}" in Step(8, ada).text
    assert replay_journal(Cycle.objects.get(slug="practice")).same

    step = Step(9, ada)
    assert ada.goto(demo.url + step.typed[0]).status == 200  # type: ignore[union-attr]
    ada.goto(f"{demo.url}/account/")
    ada.get_by_label("Name of a new token").fill("A bot")
    step.press()
    token = ada.locator("code.secret").inner_text()
    address = step.typed[1].split()[-1].replace("http://127.0.0.1:8000", demo.url)
    answer = ben.request.get(address, headers={"Authorization": f"Bearer {token}"})
    assert (answer.status, json.loads(answer.text())["actor"]) == (200, "Ada")
    step.ends()


def asked_of(page: Page) -> str:
    """What the table asks at the moment, in a line."""
    return " ".join(page.locator("#table").inner_text().split())[:600]


def press_if_still_there(button: Locator) -> None:
    """Press it and wait for the answer, unless the table goes on meanwhile and takes the button away."""
    with suppress(TimeoutError):
        button.click(timeout=5_000)
    button.page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def plays_something(page: Page, match: Match, draw: str) -> bool:
    """Ada plays a card that is lit, or draws if none is; whether she has played."""
    page.reload()
    playing = page.locator("#your-hand").get_by_role("button", name=re.compile("^Play"))
    drawing = page.get_by_role("button", name=draw)
    if page.locator("#question-title").count():
        pass  # what was begun before asks on
    elif playing.count():
        press_if_still_there(playing.first)
    elif drawing.count():
        press_if_still_there(drawing.first)
    page.wait_for_load_state()
    for _ in range(QUESTIONS):
        if not page.locator("#question-title").count():
            break
        answer(page)
        page.wait_for_timeout(200)
    return match.steps.filter(kind="move", player="Ada", move__kind="play").exists()


def answer(page: Page) -> None:
    """
    Choose the first of what can be chosen: as many as are asked for, or none where that is all there is.

    What was answered just before may still stand there until the next question takes its place, in the middle of
    ticking too: then whoever plays looks again.
    """
    several, one = page.locator("label.pick input[name=chosen]"), page.locator("button.pick[name=chosen]")
    if several.count():
        least = page.locator("[data-least]").first.get_attribute("data-least") or "0"
        for place in range(min(max(int(least), 1), several.count())):
            with suppress(TimeoutError):
                several.nth(place).check(timeout=5_000)
    for button in (one, page.locator("#go-on:not([disabled])"), page.locator("#choose-none")):
        if button.count():
            press_if_still_there(button.first)
            return
