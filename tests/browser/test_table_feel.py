"""What a table feels like: presses answer at once, numbers count, a win before one's eyes is celebrated, sounds."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.accessibility import violations
from tests.support.battle_cycles import Battle
from tests.support.browser import PHONE, SlowAnswers, Visit
from tests.support.site import Site

# What the number shows, frame by frame, from when the table shows Ada's move: other news may come before it.
COUNTS = """() => {
  window.seen = [];
  document.body.addEventListener("htmx:afterSettle", () => {
    if (window.seen.length || !document.querySelector(".pile-head").textContent.includes("played by Ada")) return;
    const look = () => {
      window.seen.push(document.getElementById("holds-Ada")?.textContent);
      if (window.seen.length < 200) requestAnimationFrame(look);
    };
    look();
  });
}"""
# Counts the tones that are begun.
LISTEN = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
}"""


def last_cards(slug: str) -> Battle:
    """Ada and Ben hold their last cards; Ada has the turn."""
    battle = Battle(slug, Ada=("5",) * 4, Ben=("5",) * 5).start()
    while len(battle.seat("Ada").hand) > 1 or battle.state.turn.player != "Ada":
        battle.play(battle.state.turn.player, "5")
    return battle


def test_a_press_answers_before_the_server(visit: Visit, site: Site) -> None:
    """The pressed button shows that its move is on the way, until the answer is there."""
    battle = Battle("feel-press", Ada=("5",) * 6, Ben=("5",) * 4).start()
    ada = visit("Ada")
    slow = SlowAnswers(ada, f"**{battle.path}")
    page = ada.go(battle.path)
    slow.begun = True
    page.get_by_role("button", name=re.compile("^Play 5")).first.click()
    expect(page.locator("#your-hand button.is-sent")).to_have_count(1)
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    page.locator("#your-hand button.is-sent").click()  # again: it is not sent a second time
    page.wait_for_timeout(300)
    slow.let_go()
    expect(page.locator(".pile-head")).to_contain_text("played by Ada")
    expect(page.locator(".is-sent")).to_have_count(0)
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_is_celebrated_when_it_comes(visit: Visit, site: Site, motion: str) -> None:
    """On the whole screen and once: a page that is opened later, and one without motion, are calm."""
    battle = last_cards(f"feel-win-{motion}")
    hers, his = visit("Ada", reduced_motion=motion).go(battle.path), visit("Ben", reduced_motion=motion).go(battle.path)
    hers.get_by_role("button", name=re.compile("^Play 5")).click()
    cheer = hers.locator(".outcome .cheer")
    if motion == "reduce":
        expect(hers.locator(".outcome.is-won")).to_be_visible()
        expect(cheer).to_be_hidden()
    else:
        expect(hers.locator(".outcome.is-won.is-fresh")).to_be_visible()
        hers.wait_for_timeout(1_500)  # the news of the move that won have come meanwhile
        expect(hers.locator(".outcome.is-won.is-fresh")).to_be_visible()
        assert cheer.evaluate("cheer => getComputedStyle(cheer).position") == "fixed"
    expect(his.locator(".outcome")).to_be_visible()
    expect(his.locator(".cheer")).to_have_count(0)
    hers.reload()
    expect(hers.locator(".outcome.is-won")).to_be_visible()
    expect(hers.locator(".is-fresh")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_numbers_count_to_what_they_are(visit: Visit, site: Site, motion: str) -> None:
    """From what they were, one step at a time, and end at the truth. Without motion they are there at once."""
    battle = Battle(f"feel-count-{motion}", Ada=("5",) * 6, Ben=("5",) * 4).start()
    page = visit("Ada", reduced_motion=motion).go(battle.path)
    assert page.locator("#holds-Ada").inner_text() == "6"
    page.evaluate(COUNTS)
    page.get_by_role("button", name=re.compile("^Play 5")).first.click()
    page.wait_for_function("() => window.seen.length > 60")
    seen = page.evaluate("window.seen")
    assert seen[-1] == "5"
    assert ("6" in seen[1:]) is (motion == "no-preference")


def test_sounds_are_off_until_they_are_switched_on(visit: Visit, site: Site) -> None:
    """The button beside the log stays true through swaps and reloads; each move has its sound."""
    battle = Battle("feel-sound", Ada=("5",) * 6, Ben=("5",) * 4).start()
    page = visit("Ada").go(battle.path)
    page.evaluate(LISTEN)
    sound = page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name=re.compile("^Play 5")).first.click()
    expect(page.locator(".pile-head")).to_contain_text("played by Ada")
    assert page.evaluate("window.tones") == 0
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    tried = page.evaluate("window.tones")
    assert tried > 0
    battle.play("Ben", "5")
    expect(page.locator(".pile-head")).to_contain_text("played by Ben")
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.tones") > tried
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_of_it_hinders_anybody(visit: Visit, site: Site, theme: str) -> None:
    """No findings of axe on the panel of a win, on a phone, and no button for sounds without scripts."""
    battle = last_cards(f"feel-axe-{theme}")
    page = visit("Ada", viewport=PHONE).go(battle.path)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.get_by_role("button", name=re.compile("^Play 5")).click()
    expect(page.locator(".outcome.is-won")).to_be_visible()
    assert violations(page) == []
    plain = visit("Ada", javascript=False).go(battle.path)
    expect(plain.get_by_role("button", name="Sound", exact=True)).to_have_count(0)
    expect(plain.locator(".outcome.is-won")).to_be_visible()
