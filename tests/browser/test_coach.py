"""The coach at a table: each of its steps can be read whole, with its button beside or beneath it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize, expect

from nomic.accounts.models import Person
from nomic.web.coach import IDEAS, OVER, VOTE, WAIT, Coach, CoachStep, NewLaw, OpenVote
from tests.support.battle_cycles import Battle
from tests.support.browser import PHONE, Visit
from tests.support.signed_in import browser_of
from tests.support.site import Site

WINDOWS: tuple[ViewportSize, ...] = (PHONE, *(ViewportSize(width=width, height=800) for width in (1024, 1280, 1920)))
TITLES = (
    "Make your first move",
    "Make a second move",
    "Finish the game",
    "Change a rule",
    "Vote, and wait for the count",
)
LAW = NewLaw("A lottery of Vertebrae", "/", (("Buy a ticket", "/"),))
PEOPLE = OpenVote("More cards", "/", "Cycle 16")
LATER = datetime.now(UTC) + timedelta(days=3)


def coach(number: int, text: str, **more: object) -> Coach:
    """A coach at a step, which leads to another page."""
    steps = (CoachStep(title, text, "/elsewhere/", place < number) for place, title in enumerate(TITLES, 1))
    return Coach(tuple(steps), **more)  # type: ignore[arg-type]


COACHES = {
    "ideas": coach(4, IDEAS),
    "vote": coach(5, VOTE),
    "count": coach(5, WAIT, count_at=LATER),
    "over": coach(4, OVER, new_table="cycle-16"),
    "over, and a vote": coach(4, OVER, new_table="cycle-16", vote=PEOPLE),
    "over too early": coach(1, "", new_table="cycle-16"),
    "law": coach(6, "", law=LAW),
    "no law": coach(6, ""),
}
# What of the coach's words lies beneath one of its buttons, and which words have less than a third of its width.
AMISS = """() => {
  const coach = document.querySelector("#coach"), found = [];
  const width = coach.getBoundingClientRect().width;
  const words = [...coach.querySelectorAll("p, h2, li, span")]
    .filter((part) => part.checkVisibility() && !part.querySelector("button, .button"));
  for (const part of words) {
    const range = document.createRange();
    range.selectNodeContents(part);
    for (const line of range.getClientRects()) {
      for (const button of coach.querySelectorAll("button, .button")) {
        const lies = button.getBoundingClientRect();
        const isBeside = line.left >= lies.right - 1 || lies.left >= line.right - 1;
        if (!isBeside && line.top < lies.bottom - 1 && lies.top < line.bottom - 1) {
          found.push(button.innerText + " on: " + part.innerText);
        }
      }
    }
    if (part.matches("p") && part.getClientRects().length && part.offsetHeight > 60 && part.offsetWidth < width / 3) {
      found.push("narrow: " + part.innerText);
    }
  }
  return found;
}"""


@pytest.fixture
def at_table(site: Site) -> Battle:
    return Battle("coached", Ada=("5", "9", "7", "3"), Ben=("5", "9", "7", "3")).start()


def shown(client: Client, path: str, monkeypatch: pytest.MonkeyPatch, coach: Coach) -> str:
    """The coach's part of the page."""
    monkeypatch.setattr("nomic.web.page_context.coach_of", lambda request, ctx: coach)
    _, opening, rest = client.get(path).content.decode().partition('<section class="coach')
    return opening + rest.partition("</section>")[0]


def test_every_step_is_read_whole_beside_its_button(
    visit: Visit, at_table: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browser_of(Person.objects.get(username="Ada"))
    visitor = visit("Ada")
    page = visitor.go(at_table.path)
    amiss = []
    for name, each in COACHES.items():
        html = shown(client, at_table.path, monkeypatch, each)
        page.evaluate(
            "html => { document.querySelector('#coach')?.remove();"
            " document.querySelector('#table').insertAdjacentHTML('afterbegin', html); }",
            html,
        )
        assert page.locator("#coach :is(button, .button)").count() >= 1, name
        for window in WINDOWS:
            page.set_viewport_size(window)
            amiss += [f"{name}, {window['width']}: {each}" for each in page.evaluate(AMISS)]
    assert amiss == []


@pytest.mark.parametrize("game", ["dungeon", "tetromic", "cycle-16"])
def test_a_button_that_is_named_is_reached_from_its_name(visit: Visit, game: str) -> None:
    """At the tables of newcomers, before and after a move: the name is a link, and the button then has the focus."""
    page = visit(viewport=PHONE).go("/")
    page.locator(f"form:has(input[name=game][value='{game}']) button").click()
    name = page.locator("#coach .coach-says > p a")
    # With a hand in which no card fits, the first step is to draw.
    first = {"dungeon": "Plan this period", "tetromic": "Gain 4 random pieces", "cycle-16": "Play|Draw a card"}[game]
    expect(name).to_have_text(re.compile(rf"^\s*(?:{first})\s*$"))
    named = name.inner_text().strip()
    name.press("Enter")
    focused = page.locator("#table button:focus")
    expect(focused).to_contain_text(named)
    expect(focused).to_be_in_viewport()
    if game == "tetromic":
        focused.press("Enter")
        expect(name).to_have_count(0)
        expect(page.locator("#coach")).to_contain_text("Choose where your piece goes")
