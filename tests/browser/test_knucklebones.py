"""Knucklebones in browsers: intentions, dice rolled and placed, a game to its end, on a desk and on a phone."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from knucklebones.engine.player_field import free_columns, score
from knucklebones.simulation.invariants import sample_dice
from tests.support.accessibility import violations
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished_cycle import LONG, act
from tests.support.knucklebones_practice import PlayedGame, cycle_with_bones
from tests.support.site import Site

DICE = sample_dice()
LOW_AND_HIGH = {
    "text": "It shows 2 and 5, and its owner keeps one.",
    "when": "before",
    "effect": [
        {"choose": "low", "from": [2, 2], "by": "chance"},
        {"choose": "high", "from": [5, 5], "by": "chance"},
        {"choose": "kept", "from": {"values": ["$low", "$high"]}},
        {"let": "rolled", "be": "$kept"},
    ],
}
_numbers = itertools.count(1)


def new_game(one: str = "Ada", other: str = "Ben", **law: Any) -> PlayedGame:
    """A game in a cycle of its own; with `dice`, both have them."""
    return PlayedGame(f"bones-{next(_numbers)}", one, other, **law)


def place_in(page: Page, column: int) -> None:
    page.get_by_role("button", name=re.compile(f"^Place in column {column}:")).click()


def test_two_play_to_the_end_and_see_each_others_dice(visit: Visit, site: Site) -> None:
    """On a field of two by two each places by a press; the other's open page shows it, and at last who has won."""
    game = new_game(columns=2, rows=2)
    pages = {name: visit(name).go(game.path) for name in ("Ada", "Ben")}
    while game.match.result is None:
        mover, other, turn = game.mover, game.waiting, game.state.turn
        column = free_columns(game.state.mover.field, game.state.rows)[0] + 1
        place_in(pages[mover], column)
        log = pages[other].locator(".match-log li").first
        expect(log).to_contain_text(re.compile(rf"{mover} puts an? \d into column {column}"))
        assert game.match.result is not None or game.state.turn == turn + 1
    scores = sorted((score(side.field) for side in game.state.sides), reverse=True)
    winners = game.match.result["winners"]
    for reader, page in pages.items():
        outcome = page.locator(".outcome")
        wins = "You win" if winners == [reader] else f"{winners[0]} wins" if winners else ""
        words = f"{wins} {scores[0]} to {scores[1]}." if winners else "A draw"
        expect(outcome).to_contain_text(words)
        expect(page.locator(".end")).to_have_count(0)
        for side in game.state.sides:
            points = re.compile(rf"{side.player} {score(side.field)} points?$")
            expect(outcome.locator(".scores li", has_text=points)).to_have_count(1)
        if winners:
            winner = "You gain" if winners == [reader] else f"{winners[0]} gains"
            gains = outcome.locator("ul li", has_text=winner)
            expect(gains).to_contain_text("1 Handy Pack")


@pytest.mark.parametrize("javascript", [True, False])
def test_dice_are_destroyed_before_ones_eyes(visit: Visit, site: Site, javascript: bool) -> None:
    """All dice show 5: the column opposite says what it destroys, and the press does it. No script is needed."""
    game = new_game(columns=2, rows=2, faces=[5]).place(1, 2)
    page = visit(game.mover, javascript=javascript).go(game.path)
    first, second = page.locator("#lane-1"), page.locator("#lane-2")
    expect(first.locator(".choice")).to_contain_text("+15")
    expect(second.locator(".choice")).to_contain_text(f"+5 points destroys {game.waiting}'s five (−5)")
    expect(second.locator(".is-doomed")).to_have_count(1)
    expect(page.locator(".lanes .is-doomed")).to_have_count(1)
    place_in(page, 2)
    expect(second.locator(".is-above .has-die")).to_have_count(0)
    expect(second.locator(".is-below .has-die")).to_have_count(1)
    expect(page.locator(".side.is-below .total")).to_contain_text("10")
    expect(page.locator(".side.is-above .total")).to_contain_text("0")


def test_the_whole_column_can_be_pressed_and_so_can_a_key(visit: Visit, site: Site) -> None:
    """A press on an empty cell of a lit column places the die there, and Enter on its button as well."""
    game = new_game(faces=[5])
    first, second = visit(game.mover).go(game.path), visit(game.waiting).go(game.path)
    cell = first.locator("#lane-3 .is-below .cell").nth(1).bounding_box()
    assert cell is not None
    first.mouse.click(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    expect(first.locator("#lane-3 .is-below .has-die")).to_have_count(1)
    second.locator("#place-1").focus()
    second.keyboard.press("Enter")
    expect(second.locator("#lane-1 .is-below .has-die")).to_have_count(1)
    assert [side.field for side in game.state.sides] == [((), (), (5,)), ((5,), (), ())]


def test_a_full_column_says_so(visit: Visit, site: Site) -> None:
    """R58: it has no button, but the reason."""
    game = new_game(columns=2, rows=1, faces=[5]).place(1, 2)
    page = visit(game.mover).go(game.path)
    expect(page.locator("#lane-1")).to_contain_text("This column is full.")
    expect(page.locator("#lane-1 button")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_how_often_a_die_counts_hides_no_pip(visit: Visit, site: Site, viewport: dict[str, int]) -> None:
    """A 2 with a covered pip looks like a 1."""
    game = new_game(faces=[2]).place(1, 2, 1)
    page = visit(game.mover, viewport=viewport).go(game.path)
    badge = page.locator(".times").first
    face, mark = badge.locator("xpath=..").locator(".die-face use").bounding_box(), badge.bounding_box()
    assert face is not None
    assert mark is not None
    assert mark["x"] >= face["x"] + face["width"]


def test_the_die_leads_to_the_proof_of_its_roll(visit: Visit, site: Site) -> None:
    """The entry's draws have one for what was rolled."""
    game = new_game(faces=[4])
    page = visit().go(game.path)
    expect(page.locator(".tray")).to_contain_text("rolled 4")
    page.get_by_role("link", name="proof of the roll").click()
    expect(page.locator(".draws")).to_contain_text(f"what {game.mover} rolls")


def test_a_die_rolls_once_for_everybody_who_sees_it(visit: Visit, site: Site) -> None:
    """It tumbles as it comes, ends at its value, and lies still when the table is drawn anew for another reason."""
    game = new_game(faces=[5])
    page = visit(game.waiting, reduced_motion="no-preference").go(game.path)
    assert [animation for animation in animations(page) if "tumble" in animation]
    game.place(1)
    expect(page.locator(".side.is-below .cube")).to_be_visible()
    assert [animation for animation in animations(page) if "tumble" in animation]
    expect(page.locator("[data-field]")).not_to_have_class(re.compile("is-still"))
    expect(page.locator(".cell.is-new")).to_have_count(1)
    page.evaluate("document.querySelector('[data-field]').dataset.mark = 'old'")
    page.evaluate("htmx.trigger(document.body, 'news')")
    expect(page.locator("[data-field][data-mark]")).to_have_count(0)
    expect(page.locator("[data-field]")).to_have_class(re.compile("is-still"))
    assert animations(page) == []


def test_cells_flash_where_dice_were_destroyed(visit: Visit, site: Site) -> None:
    """All dice show 5, so one destroys two; the cells show it to whoever has the page open, where motion is welcome."""
    game = new_game(columns=2, rows=3, faces=[5]).place(1, 2, 1, 2)
    page = visit(game.waiting, reduced_motion="no-preference").go(game.path)
    expect(page.locator(".was-destroyed")).to_have_count(0)
    page.evaluate(
        """() => {
          window.begun = [];
          addEventListener("animationstart", (event) => begun.push(event.animationName));
        }"""
    )
    game.place(2)
    expect(page.locator("#lane-2 .is-below .cell.was-destroyed")).to_have_count(2)
    expect(page.locator(".was-destroyed")).to_have_count(2)
    page.wait_for_function("() => begun.filter((name) => name === 'knucklebones-gone').length === 2")


def animations(page: Page) -> list[str]:
    """The names of the animations of the board that have not ended."""
    found: list[str] = page.evaluate(
        "document.getAnimations().map((each) => each.animationName || '').filter((name) => name.startsWith('knuckle'))"
    )
    return found


@pytest.mark.parametrize("javascript", [True, False])
def test_a_dice_is_used_and_asks(visit: Visit, site: Site, javascript: bool) -> None:
    """R60: of what it shows the owner keeps one, and cannot go back (R18); then another Dice makes it one more."""
    game = new_game(dice={"Low and High": LOW_AND_HIGH, "Nudge": DICE["Nudge"]})
    page = visit(game.mover, javascript=javascript).go(game.path)
    expect(page.get_by_role("button", name="Roll the die")).to_be_visible()
    page.get_by_role("button", name="Roll with Low and High").click()
    expect(page.locator(".question")).to_contain_text("dice have been rolled")
    expect(page.locator(".side.is-below")).to_contain_text("chooses for Low and High")
    expect(page.get_by_role("button", name=re.compile("^(Roll|Place)"))).to_have_count(0)
    page.locator(".question").get_by_role("button", name="5", exact=True).click()
    expect(page.locator(".tray")).to_contain_text("rolled 5 with Low and High")
    page.get_by_role("button", name="Use Nudge").click()
    page.locator(".question").get_by_role("button", name="6", exact=True).click()
    expect(page.locator(".tray")).to_contain_text("rolled 6 with Nudge")
    expect(page.get_by_role("button", name="Use Nudge")).to_have_count(0)
    expect(page.locator(".side.is-below")).to_contain_text("Used: Low and High, Nudge")


def test_forfeiting_asks_first(visit: Visit, site: Site) -> None:
    """The button is behind words that say what it costs."""
    game = new_game()
    page = visit("Ada").go(game.path)
    page.locator(".endings summary", has_text="Forfeit").click()
    expect(page.locator(".endings")).to_contain_text("This cannot be undone.")
    page.get_by_role("button", name="Forfeit").click()
    expect(page.locator(".outcome")).to_contain_text("Ben won")
    expect(page.locator(".outcome")).to_contain_text("You forfeit")
    expect(page.locator(".outcome")).to_contain_text("Ben gains 1 Chip")


def test_a_replay_shows_the_field_as_it_was(visit: Visit, site: Site) -> None:
    """Step by step, with the rolled die and its proof."""
    game = new_game(faces=[5]).place(1, 2, 3)
    page = visit().go(f"{game.path}replay/?step=1")
    expect(page.locator(".has-die")).to_have_count(0)
    for dice in (1, 2, 3):
        page.get_by_role("link", name="Next →").click()
        expect(page.locator(".cell.has-die")).to_have_count(dice)
    expect(page.locator(".tray")).to_contain_text("proof of the roll")
    expect(page.locator("button.choice")).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False])
def test_two_find_each_other(visit: Visit, site: Site, javascript: bool) -> None:
    """R57: Ben names Ada and Cleo; Ada sees it with the matches, answers by a link and takes it back."""
    slug = f"bones-{next(_numbers)}"
    cycle_with_bones(slug, "Ada", "Ben", "Cleo")
    his, hers = visit("Ben", javascript=javascript), visit("Ada", javascript=javascript)
    page = his.go(f"/c/{slug}/matches/")
    page.get_by_role("link", name="Choose whom to play against").click()
    for name in ("Ada", "Cleo"):
        page.get_by_role("checkbox", name=name).check()
    page.get_by_label("How").select_option("one")
    page.get_by_role("button", name="Want to play Knucklebones").click()
    expect(page.locator("#matches")).to_contain_text("You want to play one of Ada and Cleo.")
    page = hers.go(f"/c/{slug}/matches/")
    page.get_by_role("link", name="Play Ben").click()
    expect(page.get_by_role("checkbox", name="Ben")).to_be_checked()
    page.get_by_role("button", name="Want to play Knucklebones").click()
    expect(page.locator("#matches")).to_contain_text("Ben and Ada")
    expect(page.locator("#matches")).to_contain_text("you both want to")
    page.get_by_role("link", name="Take it back").click()
    page.get_by_role("button", name="Stop wanting to play Knucklebones").click()
    expect(page.locator("#matches")).to_contain_text("no two players want to play against each other")


WAYS = [("dark", WIDE), ("light", PHONE)]


def looked_at(page: Page, theme: str, width: dict[str, int]) -> list[str]:
    page.set_viewport_size(width)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    wrong = [f"{theme}, {width['width']}: {violation}" for violation in violations(page)]
    return [*wrong, *([f"{too_wide} pixels too wide for {width['width']}"] if too_wide > 0 else [])]


@pytest.mark.parametrize("stage", ["placing", "looking on", "dice", "wide", "over", "wanting", "naming"])
def test_the_field_can_be_used_by_everybody(visit: Visit, site: Site, stage: str) -> None:
    """axe finds nothing serious at any stage, in either theme, and the page fits a desk and a phone."""
    if stage in ("wanting", "naming"):
        slug = f"bones-{next(_numbers)}"
        cycle_with_bones(slug, "Ada", "Ben", LONG)
        act(slug, LONG, "intend-knucklebones", opponents=["Ada", "Ben"], how="one")
        path = f"/c/{slug}/matches/" if stage == "wanting" else f"/c/{slug}/act/intend-knucklebones/"
        visitor = visit("Ada")
    elif stage == "dice":
        game = new_game(dice=DICE)
        path, visitor = game.path, visit(game.mover)
    elif stage == "wide":
        game = new_game(other=LONG, columns=9, rows=9, faces=[12]).place(1, 1, 2)
        path, visitor = game.path, visit(game.mover)
    else:
        game = new_game(other=LONG, faces=[6], columns=2, rows=2).place(1, 1)
        if game.mover == LONG:  # what Ada's die would destroy is told with the long name
            game.place(2)
        if stage == "over":
            act(game.slug, "Ada", "move", match=game.match.code, move={"kind": "forfeit"}, answers=[])
        path, visitor = game.path, visit(None if stage == "looking on" else game.mover)
    page = visitor.go(path)
    assert [problem for theme, width in WAYS for problem in looked_at(page, theme, width)] == []


def test_the_widest_name_fits_a_phone(visit: Visit, site: Site) -> None:
    """Thirty of the widest letters break where there is no room, in every row that has a name."""
    widest = "W" * len(LONG)
    slug = f"bones-{next(_numbers)}"
    cycle_with_bones(slug, "Ada", "Ben", widest)
    act(slug, widest, "intend-knucklebones", opponents=["Ada", "Ben"], how="one")
    visitor = visit("Ada", viewport=PHONE)
    for path in ("", "matches/", "players/", f"players/{widest}/"):
        visitor.go(f"/c/{slug}/{path}")
        assert visitor.overflow() <= 0, path
