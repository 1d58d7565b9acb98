"""The block editor: every piece of every law opens and comes back, and rules are built by mouse, touch and keyboard.

Its library comes from npm. Without it these tests are skipped with the command that installs it; that the pages work
without it, the tests of the buttons say.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from nomic.devtools import browser_assets
from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.checking.piece_places import noting_places
from nomic.effects.workspaces.from_blocks import piece_from
from nomic.effects.workspaces.to_blocks import Converter
from nomic.effects.workspaces.toolbox import workspace_of
from nomic.law.document.sections import flaws_of, value_at
from nomic.law.document.templates import document_of, law_templates
from nomic.web.rendering import block_editor_assets
from tests.support.accessibility import violations
from tests.support.browser import PHONE, Visit, Visitor, at_rest

pytestmark = pytest.mark.skipif(
    not browser_assets.is_installed(),
    reason="the block editor is not installed: python -m nomic.devtools.browser_assets",
)
TIME = 30_000  # milliseconds, for what looks at a whole law
DO = "[data-piece='entry:w:/do']"
TRAP = "/rules/exploration/clauses/trap"
LOAD_AND_SAVE = """pieces => pieces.map((piece) => {
  const workspace = new Blockly.Workspace();
  Blockly.serialization.workspaces.load(piece, workspace);
  const saved = Blockly.serialization.workspaces.save(workspace);
  workspace.dispose();
  return saved;
})"""
MAKE = """groups => groups.flatMap((group) => group.blocks).map((block) => {
  const workspace = new Blockly.Workspace();
  Blockly.serialization.blocks.append(block, workspace);
  const saved = Blockly.serialization.workspaces.save(workspace).blocks.blocks.length;
  workspace.dispose();
  return saved;
})"""


def opened(visitor: Visitor, hall: str, place: str) -> Page:
    """The composer with the block editor for an entry."""
    page = visitor.go(f"/c/{hall}/proposals/compose/?entry={place}")
    expect(page.locator(f"{DO} .blocklyMainBackground").first).to_be_visible(timeout=TIME)
    return page


def begun(visitor: Visitor, hall: str, kind: str) -> Page:
    """The composer with a new clause of the rule on Vertebrae."""
    page = visitor.go(f"/c/{hall}/ruleset/")
    page.locator("#rule-vertebrae .rule-head").get_by_role("link", name="propose a change").click()
    page.get_by_role("button", name="Make it automatic").click()
    page.get_by_role("button", name=kind).click()
    expect(page.locator(f"{DO} .blocklyMainBackground").first).to_be_visible(timeout=TIME)
    return page


def field(page: Page, number: int) -> tuple[float, float]:
    """The middle of a field of the blocks of a piece, which are drawn and have no names."""
    return tuple(  # type: ignore[return-value]
        page.evaluate(
            """([piece, number]) => {
              const blocks = document.querySelector(`${piece} .blocklyMainBackground`).closest("svg");
              const fields = [...blocks.querySelectorAll(".blocklyField")].map((each) => each.getBoundingClientRect());
              const box = fields.filter((each) => each.width).at(number);
              return [box.x + box.width / 2, box.y + box.height / 2];
            }""",
            [DO, number],
        )
    )


def test_every_piece_of_every_law_opens_and_comes_back(visit: Visit, hall: str) -> None:
    """As Blockly stores it, byte for byte; and every block of the toolboxes can be made."""
    page = opened(visit("Ada"), hall, TRAP)
    for slug in law_templates():
        document = document_of(slug)
        pieces: list[tuple[str, Any, Any]] = []
        with noting_places() as noted:
            assert flaws_of(document) == []
        for path, place in noted.items():
            try:
                raw = value_at(document, path)
            except LookupError:
                continue
            if "/with/" in path or raw is None:
                continue
            spot = PieceContext(place.scope, place.known, place.moment, place.only, place.called)
            pieces.append((path, raw, {"blocks": {"blocks": [Converter().piece(place.kind, raw, spot)]}}))
        saved = page.evaluate(LOAD_AND_SAVE, [state for _, _, state in pieces])
        for (path, raw, _), found in zip(pieces, saved, strict=True):
            assert json.dumps(piece_from(found)) == json.dumps(raw), (slug, path)
        made = page.evaluate(MAKE, workspace_of(place.kind, {}, spot).toolbox)
        assert set(made) == {1}


def test_a_trigger_is_built_by_touch_on_a_phone(visit: Visit, hall: str) -> None:
    """Five taps: the group, the block, the item, its name. How it reads stands beneath."""
    visitor = visit("Ben", viewport=PHONE, has_touch=True, is_mobile=True)
    page = begun(visitor, hall, "Something that happens by itself")
    piece = page.locator(DO)
    piece.evaluate("element => element.scrollIntoView()")
    piece.locator(".blocklyToolboxCategory", has_text="Items").tap()
    box = piece.locator(".blocklyFlyout .blocklyDraggable").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 10, box["y"] + 12)
    at_rest(page)
    page.touchscreen.tap(*field(page, -1))
    page.locator(".blocklyMenuItem", has_text="Handy Pack").first.tap()
    expect(piece.locator("[data-reads]")).to_contain_text("Each active player gains 1 Handy Pack.", timeout=TIME)
    assert visitor.overflow() <= 0
    page.get_by_role("button", name="Preview").last.tap()
    expect(page.locator("#difference")).to_contain_text("Handy Pack", timeout=TIME)


def test_a_trigger_is_built_by_keyboard(visit: Visit, hall: str) -> None:
    """From the search to the toolbox, into a group, and its first block into the piece."""
    page = begun(visit("Ada"), hall, "Something that happens by itself")
    page.locator(f"{DO} .block-search").focus()
    for key in ("Tab", "ArrowDown", "Tab", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
        at_rest(page)
    sent = page.locator(f"{DO} input[type=hidden]")
    expect(sent).not_to_have_value("", timeout=TIME)
    found = piece_from(json.loads(sent.input_value()))
    assert [step["grant"] for step in found] == [""]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_axe_finds_nothing_with_the_editor_open(visit: Visit, hall: str, window: ViewportSize, scheme: Any) -> None:
    """As it opens, and with a group of the toolbox open, which the keyboard alone opens."""
    visitor = visit("Ada", viewport=window, color_scheme=scheme)
    page = opened(visitor, hall, "/rules/actions/clauses/burn")
    assert violations(page) == []
    page.locator(f"{DO} .block-search").focus()
    for key in ("Tab", "ArrowDown"):
        page.keyboard.press(key)
        at_rest(page)
    expect(page.locator(f"{DO} .blocklyFlyout .blocklyDraggable").first).to_be_visible()
    assert violations(page) == []
    assert visitor.overflow() <= 0


def test_a_block_is_found_by_its_words_and_flaws_stand_at_it(visit: Visit, hall: str) -> None:
    page = begun(visit("Ada"), hall, "Something that happens by itself")
    piece = page.locator(DO)
    piece.get_by_label("Find a block").fill("give items")
    block = piece.locator(".blocklyFlyout .blocklyDraggable").first
    box = block.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + 12)
    expect(piece).to_have_attribute("data-wrong", '[["/0/grant","choose an item"]]', timeout=TIME)
    assert piece.locator(".blocklyIconGroup").count() >= 1


def test_what_is_not_touched_stays_as_it_is_written(visit: Visit, hall: str) -> None:
    """Opened and looked at, nothing differs; and buttons show the same piece."""
    page = opened(visit("Ada"), hall, TRAP)
    text = page.locator("input[name=entry_text]").input_value()
    page.get_by_role("button", name="Use buttons instead of blocks").first.click()
    expect(page.locator(f"{DO} [data-by-buttons] .block-step").first).to_be_visible(timeout=TIME)
    assert page.locator("input[name=entry_text]").input_value() == text
    page.get_by_role("button", name="Use blocks instead of buttons").first.click()
    expect(page.locator(f"{DO} .blocklyMainBackground").first).to_be_visible(timeout=TIME)


def test_the_rules_of_style_are_those_of_the_installed_version(visit: Visit, hall: str) -> None:
    """The file has what Blockly would add to the page, which allows no styles but files."""
    page = opened(visit("Ada"), hall, TRAP)
    styles = (browser_assets.ROOT / "static" / block_editor_assets.STYLES).read_text()
    library = (browser_assets.SERVED / block_editor_assets.LIBRARY).read_text()
    theirs = styles.partition("*/")[2].partition("/* ── ours")[0]
    lines = [line.replace(".blocks-renderer", "").strip() for line in theirs.splitlines() if "../blockly" not in line]
    missing = [line for line in lines if line not in library]
    assert len(missing) <= 7  # the library makes so many of its constants
    assert len(lines) > 900
    assert page.locator("style").count() == 0
