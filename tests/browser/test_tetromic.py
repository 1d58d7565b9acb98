"""The table of Tetromic: pieces placed by mouse, by keyboard and by forms, rows that clear, many boards."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from nomic.law.document.templates import document_of
from nomic.matches.models import Match
from tests.support.accessibility import violations
from tests.support.browser import PHONE, WIDE, Visit, Visitor
from tests.support.furnished_cycle import LONG, act, cycle_under
from tests.support.site import Site
from tetromic.engine.game import Tetromic
from tetromic.engine.pieces import moved, shape_of
from tetromic.engine.state import PlayerBoard

LINE = {"Line": {"shape": ["####"]}}
CORNER = {"L": {"shape": ["..#", "###"]}}
FILLS_ROW_4 = "Line in columns 0 to 3, row 4: it fits and fills row 4: +1 point."
PAIRS = {"Line": {"shape": ["##"]}}
_numbers = itertools.count(1)


class Boards:
    """A practice cycle of Tetromic in the site's database, with pieces of which chance chooses none."""

    def __init__(self, *players: str, pieces: dict[str, Any] = LINE, columns: int = 4, gain: int = 3) -> None:
        self.slug = f"boards-{next(_numbers)}"
        document = document_of("tetromic")
        size = {"rows": 6, "columns": columns}
        document["tetromic"] |= {"pieces": pieces, "board": size, "least_gain": gain}
        cycle_under(document, "tetromic", self.slug, *players)

    @property
    def match(self) -> Match:
        return Match.objects.get(cycle__slug=self.slug)

    @property
    def path(self) -> str:
        return f"/c/{self.slug}/matches/{self.match.code}/"

    def of(self, name: str) -> PlayerBoard:
        board = Tetromic().decode(bytes(self.match.state)).board(name)
        assert board is not None
        return board

    def move(self, name: str, **move: Any) -> None:
        act(self.slug, name, "move", match=self.match.code, move=move)


def point_at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where the middle of a node of one's own board is on the screen; halves are between nodes."""
    # At once: between two questions news may draw another board.
    box, columns, rows = page.evaluate(
        """() => {
            const floor = document.querySelector("[data-board] .floor").getBoundingClientRect().toJSON();
            const { columns, rows } = document.querySelector("[data-tetromic]").dataset;
            return [floor, Number(columns), Number(rows)];
        }"""
    )
    return box["x"] + box["width"] * (x + 0.5) / columns, box["y"] + box["height"] * (rows - y - 0.5) / rows


def hovers(page: Page, drawing: list[str], at: tuple[int, int]) -> None:
    """The held piece is seen lying as it is drawn, its lower left at a node: squares of side 10, row 0 the lowest."""
    nodes = sorted(moved(shape_of(drawing), *at))
    squares = (rf"M{x or ''}\d(\.\d+)? {5 - y or ''}\d(\.\d+)?h[^M]+" for x, y in nodes)
    expect(page.locator("[data-ghost]")).to_have_attribute("d", re.compile(f"^{''.join(squares)}$"))


def without_news(visitor: Visitor) -> Visitor:
    """Somebody whose page asks for news and never gets an answer."""

    def decide(route: Route) -> None:
        if "step=look" not in (route.request.post_data or ""):
            route.continue_()

    visitor.intercept("**/matches/**", decide)
    return visitor


def test_pieces_are_placed_by_mouse_and_by_keyboard_and_a_row_clears(visit: Visit, site: Site) -> None:
    """R61, R63: a row of four columns is a line laid flat; the other player sees the level that it brings."""
    boards = Boards("Ada", "Ben")
    hers, his = visit("Ada").go(boards.path), visit("Ben").go(boards.path)
    hers.evaluate("window.coins = 0; document.body.addEventListener('table:coins', () => (window.coins += 1))")
    hers.get_by_role("button", name="Gain 3 random pieces").click()
    expect(hers.locator(".piece")).to_contain_text("× 3")

    hers.locator("[data-piece=Line]").click()
    hers.keyboard.press("r")
    hers.mouse.move(*point_at(hers, 2, 1.5))
    expect(hers.locator("[data-readout]")).to_have_text("Line in column 2, rows 0 to 3: it fits.")
    hers.mouse.click(*point_at(hers, 2, 1.5))
    expect(hers.locator(".piece")).to_contain_text("× 2")
    assert boards.of("Ada").rows == (4, 4, 4, 4, 0, 0)
    assert hers.evaluate("window.coins") == 0

    hers.locator("[data-piece=Line]").focus()
    hers.keyboard.press("Enter")
    expect(hers.locator("[data-readout]")).to_have_text(FILLS_ROW_4)  # and no lower
    hers.keyboard.press("ArrowDown")
    expect(hers.locator("[data-readout]")).to_contain_text("It does not fit there: (2,3) is on already.")
    hers.keyboard.press("Enter")  # which does nothing
    hers.keyboard.press("ArrowUp")
    expect(hers.locator("[data-readout]")).to_have_text(FILLS_ROW_4)
    hers.keyboard.press("Enter")
    expect(hers.locator(".match-log")).to_contain_text("Row 4 cleared.")
    expect(hers.locator(".cleared")).to_have_count(1)
    hers.wait_for_function("window.coins === 1")
    board = boards.of("Ada")
    assert (board.rows, board.level, board.hand) == ((4, 4, 4, 4, 0, 0), 1, ("Line",))
    expect(his.locator("[aria-labelledby=board-of-Ada] .standing")).to_contain_text("Level 1")


def test_turning_and_flipping_go_through_all_eight_ways(visit: Visit, site: Site) -> None:
    """An L lies in eight ways; the one that is seen is the one that is placed."""
    boards = Boards("Ada", pieces=CORNER)
    boards.move("Ada", kind="gain")
    page = visit("Ada").go(boards.path)
    page.locator("[data-piece=L]").click()
    seen = set()
    for key in ("r", "r", "r", "r", "f", "r", "r", "r", "r"):
        page.keyboard.press(key)
        seen.add(page.locator("[data-ghost]").get_attribute("d"))
    assert len(seen) == 8
    drawn = page.locator("[data-ghost]").get_attribute("d") or ""
    cells = [(int(x or 0), 5 - int(y or 0)) for x, y in re.findall(r"M(\d*)\d\.6 (\d*)\d\.6h", drawn)]
    assert len(cells) == 4
    page.get_by_role("button", name="Place here").click()
    expect(page.locator(".match-log")).to_contain_text("You place L on")
    assert boards.of("Ada").rows == tuple(sum(1 << x for x, row in cells if row == y) for y in range(6))


def test_keys_move_turn_and_flip_a_piece(visit: Visit, site: Site) -> None:
    """Each arrow by one node, as far as the edge of the board; R turns clockwise, F mirrors."""
    boards = Boards("Ada", pieces=CORNER, columns=5)
    boards.move("Ada", kind="gain")
    page = visit("Ada").go(boards.path)
    page.locator("[data-piece=L]").press("Enter")
    x, y = 1, 0
    hovers(page, ["..#", "###"], at=(x, y))
    arrows = {"ArrowLeft": (-1, 0, 1), "ArrowUp": (0, 1, 4), "ArrowRight": (1, 0, 2), "ArrowDown": (0, -1, 4)}
    for key, (right, up, steps) in arrows.items():
        for _ in range(steps):
            page.keyboard.press(key)
            x, y = x + right, y + up
            hovers(page, ["..#", "###"], at=(x, y))
        page.keyboard.press(key)  # the edge
        hovers(page, ["..#", "###"], at=(x, y))
    page.keyboard.press("r")
    hovers(page, ["#.", "#.", "##"], at=(x, y))
    page.keyboard.press("F")
    hovers(page, [".#", ".#", "##"], at=(x, y))


def test_what_is_held_stays_held_when_others_move(visit: Visit, site: Site) -> None:
    """Ben's move redraws the table; Ada's piece hovers where it was, turned as it was. Escape puts it back."""
    boards = Boards("Ada", "Ben")
    for name in ("Ada", "Ben"):
        boards.move(name, kind="gain")
    page = visit("Ada").go(boards.path)
    page.locator("[data-piece=Line]").click()
    page.keyboard.press("r")
    page.keyboard.press("ArrowLeft")
    ghost = page.locator("[data-ghost]").get_attribute("d")
    boards.move("Ben", kind="place", piece="Line", orientation=0, anchor=[0, 0])
    expect(page.locator(".match-log")).to_contain_text("Ben places")
    expect(page.locator("[data-ghost]")).to_have_attribute("d", ghost or "none")
    page.keyboard.press("Escape")
    expect(page.locator("[data-ghost]")).to_have_attribute("d", "")
    expect(page.locator("[data-piece=Line]")).to_be_focused()


def test_a_move_is_not_lost_among_news(visit: Visit, site: Site) -> None:
    """Ben moves twice and the table is slow to come; Ada places meanwhile, on a board that he changed nothing of."""
    boards = Boards("Ada", "Ben")
    for name in ("Ada", "Ben"):
        boards.move(name, kind="gain")
    page = without_news(visit("Ada")).go(boards.path)
    page.locator("[data-piece=Line]").click()
    for y in (0, 1):
        boards.move("Ben", kind="place", piece="Line", orientation=0, anchor=[0, y])
        expect(page.locator("#live [data-news]")).to_contain_text(f"(0,{y})")
    page.keyboard.press("Enter")
    expect(page.locator(".match-log")).to_contain_text("You place Line")
    expect(page.locator(".piece")).to_contain_text("× 2")
    hovers(page, ["####"], at=(0, 0))  # the next one; the row is empty again


def test_a_refused_placement_stays_held(visit: Visit, site: Site) -> None:
    """Ada fills the place from elsewhere, and nobody tells this page: what is refused is told, and can be moved on."""
    boards = Boards("Ada")
    boards.move("Ada", kind="gain")
    page = without_news(visit("Ada")).go(boards.path)
    page.locator("[data-piece=Line]").click()
    page.keyboard.press("r")
    boards.move("Ada", kind="place", piece="Line", orientation=1, anchor=[0, 2])
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("your move was not made")
    expect(page.locator("[data-readout]")).to_contain_text("It does not fit there")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".match-log")).to_contain_text("You place Line on (1,0) (1,1) (1,2) (1,3).")
    assert boards.of("Ada").hand == ("Line",)


def test_a_piece_is_placed_without_a_script(visit: Visit, site: Site) -> None:
    """Every place of every way to lie is a button; the two that are pressed fill a row of two."""
    boards = Boards("Ada", pieces=PAIRS, columns=2)
    page = visit("Ada", javascript=False).go(boards.path)
    page.get_by_role("button", name="Gain 3 random pieces").click()
    page.locator("#piece-Line").click()
    expect(page.locator(".way")).to_have_count(2)
    page.get_by_role("button", name="Line, way 1: (0,5) (1,5)").click()
    expect(page.locator(".standing").first).to_contain_text("Level 1")
    page.locator("#piece-Line").click()
    page.get_by_role("button", name="Line, way 2: (1,2) (1,3)").click()
    assert boards.of("Ada").rows == (0, 0, 2, 2, 0, 0)


def test_a_finger_moves_the_piece_and_a_button_places_it(visit: Visit, site: Site) -> None:
    """On a phone a tap on the board only moves the piece, for a finger hides what is under it."""
    boards = Boards("Ada")
    boards.move("Ada", kind="gain")
    page = visit("Ada", viewport=PHONE, has_touch=True).go(boards.path)
    page.locator("[data-piece=Line]").tap()
    page.touchscreen.tap(*point_at(page, 1.5, 0))
    expect(page.locator("[data-readout]")).to_contain_text("Line in columns 0 to 3, row 0")
    assert not any(boards.of("Ada").rows)
    page.get_by_role("button", name="Place here").tap()
    expect(page.locator(".match-log")).to_contain_text("Row 0 cleared.")


def test_a_finger_turns_flips_and_puts_back(visit: Visit, site: Site) -> None:
    """Where there are no keys there are buttons; a piece that was put back can be taken again."""
    boards = Boards("Ada", pieces=CORNER)
    boards.move("Ada", kind="gain")
    page = visit("Ada", viewport=PHONE, has_touch=True).go(boards.path)
    hovers(page, ["..#", "###"], at=(0, 0))  # the only piece is in the hand without a press
    page.get_by_role("button", name="Turn", exact=True).tap()
    hovers(page, ["#.", "#.", "##"], at=(0, 0))
    page.get_by_role("button", name="Flip").tap()
    hovers(page, [".#", ".#", "##"], at=(0, 0))
    page.get_by_role("button", name="Put it back").tap()
    expect(page.locator("[data-ghost]")).to_have_attribute("d", "")
    page.locator("[data-piece=L]").tap()
    hovers(page, ["..#", "###"], at=(0, 0))


def test_a_hint_is_followed_on_the_board_and_the_next_turn_brings_pieces(visit: Visit, site: Site) -> None:
    """The hint's piece lies in its place; one press places it, and one moves the clock and gains what comes then."""
    boards = Boards("Ada", pieces=CORNER)
    boards.move("Ada", kind="gain")
    page = visit("Ada", viewport=PHONE, has_touch=True).go(boards.path)
    page.locator("#ask-hint").tap()
    advised = page.locator(".advised")
    expect(advised).to_have_count(1)
    drawn, ghost = ((part.get_attribute("d") or "").split() for part in (advised, page.locator("[data-ghost]")))
    assert sorted(drawn) == sorted(ghost) != []
    expect(page.get_by_role("button", name="Place here")).to_be_in_viewport(ratio=1)
    for left in (2, 1, 0):
        page.get_by_role("button", name="Place here").tap()
        expect(page.locator(".piece")).to_have_count(1 if left else 0)
        expect(page.locator(".match-log li", has_text="You place L")).to_have_count(3 - left)
    page.get_by_role("button", name="Next turn: get new pieces").tap()
    expect(page.locator(".match-log li", has_text="You gain L")).to_have_count(2)
    assert boards.of("Ada").gained


@pytest.mark.parametrize("window", [WIDE, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_boards_can_be_used_by_everybody(visit: Visit, site: Site, window: Any, theme: str) -> None:
    """Nothing overflows, nothing serious is found, with many boards and a long name among them."""
    boards = Boards("Ada", "Ben", "Cleo", "Dora", LONG)
    boards.move("Ada", kind="gain")
    boards.move("Ada", kind="place", piece="Line", orientation=1, anchor=[2, 1])
    boards.move("Ben", kind="gain")
    page = visit("Ada", viewport=window, color_scheme=theme).go(boards.path)
    page.locator("[data-piece=Line]").click()
    page.get_by_role("button", name=re.compile("^Ben")).click()
    expect(page.locator("#board-of-Ben")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
