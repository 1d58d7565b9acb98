"""The table of Dungeon: plans made by mouse, by keys and by forms, periods that the clock ends, maps and replays."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dungeon.engine.game import DungeonGame
from dungeon.engine.state import PlanStep, Spot, State
from dungeon.web.hex_geometry import line
from nomic.cycles.caching import write_cache
from nomic.law.document.templates import document_of
from nomic.matches.models import Match
from tests.dungeon.engine.maps import level, match, on
from tests.support.accessibility import violations
from tests.support.browser import PHONE, WIDE, SlowAnswers, Visit
from tests.support.furnished_cycle import LONG, act, cycle_under
from tests.support.site import Site

DAY = 24 * 60  # minutes
BLANKS = {"Blank": {"weight": 1, "is": "blank"}}
CHESTS = {"Chest": {"weight": 1, "is": "chest"}}
A_COIN = {"1 coin": {"weight": 1, "coins": 1}}  # in each chest: by the law's own loot one in five is empty
PITS = {"Pit": {"weight": 1, "is": "pit"}}
ROPES = {"Rope": {"weight": 1, "is": "rope"}}
AT_REST = "() => !document.getAnimations().some((each) => each.effect.target.closest('.map'))"
_numbers = itertools.count(1)


class Deep:
    """A practice cycle of Dungeon in the site's database, with a law that leaves little to chance."""

    def __init__(self, *players: str, **changes: Any) -> None:
        self.slug = f"deep-{next(_numbers)}"
        document = document_of("dungeon")
        document["dungeon"] |= changes
        cycle_under(document, "dungeon", self.slug, *players)
        self.owner = players[0]

    def lay(self, state: State) -> None:
        """Put a dungeon made by hand in place of the one that chance made, which the acts before knew."""
        Match.objects.filter(cycle__slug=self.slug).update(state=DungeonGame().encode(state))
        write_cache.clear_cache()

    @property
    def match(self) -> Match:
        return Match.objects.get(cycle__slug=self.slug)

    @property
    def path(self) -> str:
        return f"/c/{self.slug}/matches/{self.match.code}/"

    @property
    def state(self) -> State:
        return DungeonGame().decode(bytes(self.match.state))

    def at(self, name: str) -> Spot | None:
        """Where somebody is."""
        explorer = self.state.explorer(name)
        assert explorer is not None
        return explorer.at

    def plan_of(self, name: str) -> list[str] | None:
        """What somebody has sealed, in short."""
        explorer = self.state.explorer(name)
        assert explorer is not None
        return None if explorer.plan is None else [_short(step) for step in explorer.plan]

    def plan(self, name: str, *answers: str) -> None:
        """Somebody plans by the API's action."""
        given = [[answer] for answer in answers]
        act(self.slug, name, "move", match=self.match.code, move={"kind": "plan"}, answers=given)

    def end_period(self) -> None:
        """A day passes."""
        act(self.slug, self.owner, "advance-clock", minutes=DAY)


def _short(step: PlanStep) -> str:
    return f"{step.do} {step.rope}".strip()


def hex_at(page: Page, at: str, level: str = "1-1") -> Any:
    return page.locator(f"#map-{level} .hex[data-at='{at}']")


def steps(page: Page, count: int) -> list[str]:
    """The steps of the plan on the page, as soon as there are so many."""
    expect(page.locator(".plan-steps li")).to_have_count(count)
    return page.locator(".plan-steps li span").all_inner_texts()


def place_of(page: Page, who: str, level: str = "1-1") -> tuple[float, float]:
    """Where somebody's pawn is on a map, against the middle of the hex (0,0), in hexes to the east and rows down."""
    found = page.evaluate(
        """([who, level]) => {
          const map = document.getElementById(`map-${level}`);
          const box = (part) => part.getBoundingClientRect();
          const middle = (at) => box(map.querySelector(`.hex[data-at="${at}"] use`));
          const isThem = (pawn) => pawn.querySelector("title").textContent === who;
          const pawn = [...map.querySelectorAll(".pawn")].find(isThem);
          if (!pawn || pawn.getAttribute("visibility") === "hidden") return null;
          const [home, east, down] = [middle("0,0"), middle("1,0"), middle("0,1")];
          const ring = box(pawn.querySelector("circle"));
          const x = (part) => part.left + part.width / 2;
          const y = (part) => part.top + part.height / 2;
          return [(x(ring) - x(home)) / (x(east) - x(home)), (y(ring) - y(home)) / (y(down) - y(home))];
        }""",
        [who, level],
    )
    assert found is not None, who
    return found[0], found[1]


def stands(page: Page, who: str, at: tuple[int, int], level: str = "1-1") -> bool:
    """Whether somebody's pawn is drawn within a hex."""
    east, down = place_of(page, who, level)
    return abs(east - (at[0] + at[1] / 2)) < 0.45 and abs(down - at[1]) < 0.45


def test_three_plan_a_period_and_the_clock_resolves_it(visit: Visit, site: Site) -> None:
    """Ada presses hexes, Ben keys, Cleo has no scripts; when the period ends all of it happens at once."""
    deep = Deep("Ada", "Ben", "Cleo", pool=BLANKS)
    hers, his = visit("Ada").go(deep.path), visit("Ben").go(deep.path)
    cleos = visit("Cleo", javascript=False)
    third = cleos.go(deep.path)

    for place, at in enumerate(("1,0", "2,0", "2,1"), 1):
        hex_at(hers, at).click()
        steps(hers, place)
    hers.get_by_role("button", name="Seal this plan").click()
    expect(hers.locator("#plan-title")).to_contain_text("sealed")

    his.locator("#map-1-1").focus()
    for place, key in enumerate("wsa", 1):
        his.keyboard.press(key)
        steps(his, place)
    his.keyboard.press("Backspace")
    steps(his, 2)
    his.keyboard.press("w")
    assert steps(his, 3) == ["North-west: Blank at (0,-1)", "Stay where you are", "North-west: Blank at (0,-2)"]
    his.keyboard.press("Enter")
    expect(his.locator("#plan-title")).to_contain_text("sealed")

    third.get_by_role("button", name="Plan this period").click()
    for name in ("South-west", "Stay where you are", "South-west"):
        third.get_by_role("button", name=re.compile(f"^{name}")).click()
    third.get_by_role("button", name="One step back").click()
    third.get_by_role("button", name=re.compile("^West")).click()
    third.get_by_role("button", name="Seal this plan").click()
    expect(third.locator("#plan-title")).to_contain_text("sealed")

    assert deep.plan_of("Ada") == ["E", "E", "SE"]
    assert deep.plan_of("Ben") == ["NW", "wait", "NW"]
    assert deep.plan_of("Cleo") == ["SW", "wait", "W"]
    expect(hers.locator(".explorers .badge.good")).to_have_count(3)

    deep.end_period()
    expect(hers.locator("#stages-title")).to_have_text("How period 1 went")
    expect(his.locator("#stages-title")).to_have_text("How period 1 went")
    cleos.go(deep.path)
    ends = {"Ada": (2, 1), "Ben": (0, -2), "Cleo": (-2, 1)}
    assert {name: deep.at(name) for name in ends} == {name: Spot(1, 1, *at) for name, at in ends.items()}
    for reader, page in (("Ada", hers), ("Ben", his), ("Cleo", third)):
        assert all(stands(page, name, at) for name, at in ends.items())
        page.locator("#stage-1").click()
        for name, where in (("Ada", "east to (1,0)."), ("Cleo", "south-west to (-1,1).")):
            goes = "You go" if name == reader else f"{name} goes"
            expect(page.locator(".stage-words:visible")).to_contain_text(f"{goes} {where}")
        firsts = {"Ada": (1, 0), "Ben": (0, -1), "Cleo": (-1, 1)}
        assert all(stands(page, name, at) for name, at in firsts.items())


def test_a_plan_in_the_making_survives_what_others_do(visit: Visit, site: Site) -> None:
    """While Ada plans Ben seals a plan: her steps, her zoom and the hex that she reads stay, and nothing is sealed."""
    deep = Deep("Ada", "Ben", pool=BLANKS)
    page = visit("Ada").go(deep.path)
    page.locator("#map-1-1").focus()
    page.keyboard.press("d")
    steps(page, 1)
    page.locator("#map-1-1").focus()
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    shown = page.locator("#map-1-1 svg").get_attribute("viewBox")
    deep.plan("Ben", "E", "E", "E")
    expect(page.locator(".match-log")).to_contain_text("Ben has a plan.")
    assert steps(page, 1) == ["East: Blank at (1,0)"]
    assert page.locator("#map-1-1 svg").get_attribute("viewBox") == shown
    assert page.evaluate("document.activeElement.id") == "map-1-1"
    assert deep.plan_of("Ada") is None
    page.keyboard.press("d")
    page.keyboard.press("ArrowLeft")
    assert steps(page, 2)[1] == "East: Blank at (2,0)"


@pytest.mark.parametrize("javascript", [True, False])
def test_a_plan_depends_on_the_period_alone(visit: Visit, site: Site, javascript: bool) -> None:
    """On a page that hears of nothing: what Ben plans meanwhile does not matter, that the period has ended does."""
    deep = Deep("Ada", "Ben", pool=BLANKS)
    visitor = visit("Ada", javascript=javascript)
    visitor.intercept("**/live/*", lambda route: route.abort())
    page = visitor.go(deep.path)

    def plan_east() -> None:
        for count, name in enumerate(("^East", "^Stay", "^Stay"), 1):
            page.get_by_role("button", name=re.compile(name)).click()
            steps(page, count)

    page.locator("#move-plan").click()
    plan_east()
    deep.plan("Ben", "E", "E", "E")
    page.get_by_role("button", name="Seal this plan").click()
    expect(page.locator("#plan-title")).to_contain_text("sealed")
    assert deep.plan_of("Ada") == ["E", "wait", "wait"]

    page.get_by_role("button", name="Change it").click()
    plan_east()
    deep.end_period()
    page.get_by_role("button", name="Seal this plan").click()
    expect(page.get_by_role("alert")).to_contain_text("meanwhile")
    assert deep.plan_of("Ada") is None
    assert steps(page, 3)[0] == "East: Blank at (2,0)"
    visitor.complaints.clear()  # of having been cut off


def test_keys_may_be_faster_than_the_net(visit: Visit, site: Site) -> None:
    """A whole plan typed at once, with a mistake taken back and a key that says nothing, is sealed as it was typed."""
    deep = Deep("Ada", pool=BLANKS)
    page = visit("Ada").go(deep.path)
    page.locator("#map-1-1").focus()
    for key in ("d", "x", "9", "s", "Backspace", "z", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#plan-title")).to_contain_text("sealed")
    assert deep.plan_of("Ada") == ["E", "SE", "SW"]


def test_keys_mean_what_they_mean_on_the_table_that_comes(visit: Visit, site: Site) -> None:
    """Enter would choose the hex that is read on the old table; on the one that comes it seals the plan."""
    deep = Deep("Ada", pool=BLANKS)
    visitor = visit("Ada")
    answers = SlowAnswers(visitor, f"**{deep.path}")
    page = visitor.go(deep.path)
    page.locator("#map-1-1").focus()
    page.keyboard.press("d")
    steps(page, 1)
    expect(hex_at(page, "0,0")).to_have_class(re.compile(r"\blit\b"))
    answers.begun = True
    for key in ("x", "z", "Enter"):
        page.keyboard.press(key)
    answers.let_go()
    expect(page.locator("#plan-title")).to_contain_text("sealed")
    assert deep.plan_of("Ada") == ["E", "SE", "SW"]


def test_a_finger_plans_without_losing_the_map(visit: Visit, site: Site) -> None:
    """On a phone a hex is tapped, and the map stays where it is in the window."""
    deep = Deep("Ada", pool=BLANKS)
    visitor = visit("Ada", viewport=PHONE, has_touch=True)
    page = visitor.go(deep.path)
    page.locator("#level-1-1").evaluate(
        "part => scrollBy({ top: part.getBoundingClientRect().top - 20, behavior: 'instant' })"
    )
    top = page.evaluate("document.getElementById('map-1-1').getBoundingClientRect().top")
    for count, at in enumerate(("1,0", "1,1", "1,0"), 1):
        hex_at(page, at).tap()
        steps(page, count)
        assert abs(page.evaluate("document.getElementById('map-1-1').getBoundingClientRect().top") - top) < 3
    assert visitor.overflow() <= 0


def test_map_and_directions_are_on_one_screen_of_a_phone(visit: Visit, site: Site) -> None:
    """From the first press on: what is planned is seen on the map, and the whole question is above neither."""
    deep = Deep("Ada", pool=BLANKS)
    page = visit("Ada", viewport=PHONE, has_touch=True).go(deep.path)
    page.locator("#move-plan").tap()
    for count in (1, 2):
        for part in (".map", "#do-NW", "#do-SE", "#question-title"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
        question = page.locator("#question-title")
        assert question.evaluate("part => part.scrollWidth <= part.clientWidth")
        page.locator("#do-E").tap()
        steps(page, count)


def test_a_replay_moves_the_board_on_the_first_screen(visit: Visit, site: Site) -> None:
    """On a phone, too: who is there is seen beneath the bar, and the bar stays."""
    deep = Deep("Ada", "Ben", pool=BLANKS)
    page = visit("Ada", viewport=PHONE).go(f"{deep.path}replay/?step=start")
    expect(page.locator(".replay-words")).to_contain_text("joins the game")
    for part in (".pawn.you", "#step-before", "#replay-play"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    page.mouse.wheel(0, 600)
    expect(page.locator("#replay-play")).to_be_in_viewport(ratio=0.99)


def test_a_rope_leads_where_one_presses(visit: Visit, site: Site) -> None:
    """R68: the hexes beside pits of the level above are lit, and the one that is pressed is where one comes out."""
    deep = Deep("Ada")
    deep.lay(match(level({(2, 0): "pit"}), level(), Ada=on(0, 0, level=2)))
    page = visit("Ada").go(deep.path)
    page.locator("#map-1-2").focus()
    page.keyboard.press("c")
    expect(page.locator("#question-title")).to_contain_text("where does the rope bring you?")
    expect(page.locator("#map-1-1 .hex.lit")).to_have_count(6)
    page.locator("#map-1-1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert steps(page, 1) == ["Climb the rope on which you stand; Blank at (1,0) on level 1"]
    page.keyboard.press("s")
    page.keyboard.press("s")
    steps(page, 3)
    page.get_by_role("button", name="Seal this plan").click()
    expect(page.locator("#plan-title")).to_contain_text("sealed")
    assert deep.plan_of("Ada") == ["climb 1,0", "wait", "wait"]
    deep.end_period()
    expect(page.locator("#level-1-1")).to_contain_text("you are here")
    assert stands(page, "Ada", (1, 0))


def test_a_plan_is_changed_and_taken_back(visit: Visit, site: Site) -> None:
    """R66: until the period ends; changing one's mind about changing it leaves it as it was."""
    deep = Deep("Ada", pool=BLANKS)
    deep.plan("Ada", "E", "E", "E")
    page = visit("Ada").go(deep.path)
    assert page.locator(".hex.lit").count() == 0
    page.get_by_role("button", name="Change it").click()
    expect(page.locator("#question-title")).to_contain_text("Action 1 of 3")
    page.get_by_role("button", name="Cancel the move").click()
    assert steps(page, 3)[0] == "East: Blank at (1,0)"
    assert deep.plan_of("Ada") == ["E", "E", "E"]
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="Plan this period")).to_be_visible()
    assert deep.plan_of("Ada") is None


def test_a_map_is_zoomed_and_moved(visit: Visit, site: Site) -> None:
    """By buttons, by the wheel, by dragging; the hex that one has dragged from is not pressed, and all comes back."""
    deep = Deep("Ada", pool=BLANKS)
    page = visit("Ada").go(deep.path)
    svg = page.locator("#map-1-1 svg")
    whole = svg.get_attribute("viewBox")

    def box() -> list[float]:
        return [float(each) for each in (svg.get_attribute("viewBox") or "").split()]

    page.get_by_role("button", name="Zoom into level 1").click()
    _, _, width, _ = box()
    assert width < float((whole or "").split()[2])
    bounds = svg.bounding_box()
    assert bounds is not None
    x, y = bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2
    page.locator("#map-1-1").focus()
    page.mouse.move(x, y)
    page.mouse.wheel(0, -100)
    page.wait_for_function(
        "width => Number(document.querySelector('#map-1-1 svg').getAttribute('viewBox').split(' ')[2]) < width",
        arg=width,
    )
    before = box()
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    after = box()
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert after[2:] == before[2:]
    assert page.locator(".is-making").count() == 0
    page.get_by_role("button", name="All of level 1").click()
    assert box() == [float(each) for each in (whole or "").split()]


def test_two_fingers_zoom_a_map(visit: Visit, site: Site) -> None:
    """Twice as far apart they make it twice as large; together again, as small as it was. It stays as they leave it."""
    deep = Deep("Ada", pool=BLANKS)
    page = visit("Ada", viewport=PHONE, has_touch=True).go(deep.path)
    x, y = page.evaluate(
        """() => {
          const svg = document.querySelector("#map-1-1 svg");
          svg.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = svg.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }"""
    )
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: float) -> None:
        """Fingers beside the middle of the map, on the left and on the right."""
        points = [{"id": each, "x": x + way * far, "y": y} for far in apart for each, way in enumerate((-1, 1))]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def shows(part: float) -> None:
        """So much of the map's width is shown."""
        page.wait_for_function(
            """part => {
              const svg = document.querySelector("#map-1-1 svg");
              const [shown, whole] = [svg.getAttribute("viewBox"), svg.dataset.whole].map((box) => box.split(" ")[2]);
              return Math.abs(shown / whole - part) < 0.01;
            }""",
            arg=part,
        )

    touch("touchStart", 40)
    for far, part in ((60, 2 / 3), (80, 1 / 2), (50, 4 / 5), (40, 1), (100, 2 / 5)):
        touch("touchMove", far)
        shows(part)
    # No two fingers are lifted at the same moment.
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [{"id": 0, "x": x - 100, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"id": 1, "x": x + 80, "y": y}]})
    touch("touchEnd")
    shows(2 / 5)


def test_hexes_are_read_one_by_one(visit: Visit, site: Site) -> None:
    """By pointing at them, and by the arrow keys from where one stands."""
    deep = Deep("Ada", pool=CHESTS)
    page = visit("Ada").go(deep.path)
    words = page.locator("#level-1-1 [data-readout]")
    hex_at(page, "3,-1").hover()
    expect(words).to_have_text("(3,-1) Chest")
    page.locator("#map-1-1").focus()
    expect(words).to_contain_text("(0,0) rope. Ada")
    for key, at in (("ArrowRight", "(1,0)"), ("ArrowUp", "(2,-1)"), ("ArrowDown", "(1,0)"), ("ArrowLeft", "(0,0)")):
        page.keyboard.press(key)
        expect(words).to_contain_text(at)


def test_a_period_that_ends_before_ones_eyes_is_played(visit: Visit, site: Site) -> None:
    """From its beginning, where motion is welcome; it can be stopped."""
    deep = Deep("Ada", pool=BLANKS)
    deep.plan("Ada", "E", "E", "E")
    page = visit("Ada", reduced_motion="no-preference").go(deep.path)
    deep.end_period()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.locator("#stage-0").click()
    page.wait_for_function(AT_REST)
    assert stands(page, "Ada", (0, 0))
    page.locator("#stage-4").click()
    page.wait_for_function(AT_REST)
    assert stands(page, "Ada", (3, 0))


def test_next_turn_plays_the_period_on_the_same_page(visit: Visit, site: Site) -> None:
    """What Ada finds rises above its hex, her pocket counts up, and on a phone the map comes into sight for it."""
    deep = Deep("Ada", pool=CHESTS, loot=A_COIN)
    deep.plan("Ada", "E", "E", "E")
    page = visit("Ada", viewport=PHONE, has_touch=True, reduced_motion="no-preference").go(deep.path)
    page.evaluate("document.body.isSame = true")
    page.get_by_role("button", name="Next turn").tap()
    expect(page.locator("[data-play]")).to_have_text("■ Stop")
    expect(page.locator("#map-1-1")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".coins[data-at-stage='1']")).to_be_visible()
    assert page.evaluate("document.body.isSame"), "nothing is loaded anew"
    ada = deep.state.explorer("Ada")
    assert ada is not None
    assert ada.pocket > 0
    expect(page.locator("#your-pocket")).to_have_text(str(ada.pocket))


def test_next_turn_cannot_be_pressed_again_while_it_is_under_way(visit: Visit, site: Site) -> None:
    """The answer may take its time."""
    deep = Deep("Ada", pool=BLANKS)
    deep.plan("Ada", "E", "E", "E")
    visitor = visit("Ada")
    answers = SlowAnswers(visitor, "**/act/advance-clock/", begun=True)
    page = visitor.go(deep.path)
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#move-clock")).to_be_disabled()
    answers.let_go()
    expect(page.locator("#stages-title")).to_have_text("How period 1 went")
    assert deep.state.period == 2


def test_who_leaves_a_level_sees_there_what_they_did_there(visit: Visit, site: Site) -> None:
    """The level of each stage stands alone on the page; at the end it is the one where one is now."""
    deep = Deep("Ada")
    deep.lay(match(level({(1, 0): "pit"}), level(), Ada=on(0, 0)))
    deep.plan("Ada", "E", "W", "wait")
    deep.end_period()
    page = visit("Ada").go(deep.path)
    for stage, key in ((4, "1-2"), (1, "1-1"), (2, "1-2"), (0, "1-1")):
        page.locator(f"#stage-{stage}").click()
        expect(page.locator(".level:visible")).to_have_count(1)
        expect(page.locator(f"#level-{key}")).to_be_visible()
    plain = visit("Ada", javascript=False).go(f"{deep.path}?open=stage-1")
    expect(plain.locator("#level-1-1")).to_be_visible()


def test_ways_are_seen_in_the_stage_in_which_they_were_gone(visit: Visit, site: Site) -> None:
    """Ada's, an enemy's and the one that it sends her; none while nobody looks back, nor where all stood still."""
    deep = Deep("Ada")
    deep.lay(match(level({}, {(-4, 0): "Minotaur"}), Ada=on(0, 0)))
    deep.plan("Ada", "W", "wait", "W")
    deep.end_period()
    page = visit("Ada").go(deep.path)
    seen = page.locator(".trace:not([visibility=hidden])")
    expect(page.locator(".trace")).to_have_count(4)
    expect(seen).to_have_count(0)
    hers = {1: [(0, 0), (-1, 0)], 3: [(-1, 0), (-2, 0)], 4: [(-2, 0), (0, 0)]}
    for stage in (4, 3, 2, 1, 0, 4):
        page.locator(f"#stage-{stage}").click()
        ways = {line(way) for at, way in hers.items() if at == stage}
        ways |= {line([(-4, 0), (-3, 0), (-2, 0)])} if stage == 4 else set()
        expect(seen).to_have_count(len(ways))
        assert set(seen.evaluate_all("ways => ways.map((way) => way.getAttribute('d'))")) == ways


def test_levels_are_opened_and_hidden(visit: Visit, site: Site) -> None:
    """At the table and at a replay; a plan in the making goes on meanwhile."""
    deep = Deep("Ada", "Ben", radius=2, pool=PITS)
    deep.plan("Ben", "E", "wait", "wait")
    deep.end_period()
    page = visit("Ada").go(deep.path)
    page.get_by_role("button", name="Plan this period").click()
    page.get_by_role("button", name=re.compile("^Stay")).click()
    steps(page, 1)
    page.locator("#open-1-2").click()
    expect(page.locator("#map-1-2")).to_be_visible()
    steps(page, 1)
    page.locator("#hide-1-2").click()
    expect(page.locator("#map-1-2")).to_have_count(0)
    page.goto(f"{site.url}{deep.path}replay/")
    page.locator("#open-1-2").click()
    expect(page.locator("#map-1-2")).to_be_visible()
    page.locator("#hide-1-2").click()
    expect(page.locator("#map-1-2")).to_have_count(0)


def test_a_replay_shows_plans_only_once_they_are_open(visit: Visit, site: Site) -> None:
    """R66: the match goes step by step with its maps; Ada's seat shows her plan to herself alone."""
    deep = Deep("Ada", "Ben", pool=BLANKS)
    deep.plan("Ada", "E", "E", "E")
    hers, his = visit("Ada").go(f"{deep.path}replay/"), visit("Ben").go(f"{deep.path}replay/?seat=Ada")
    assert len(steps(hers, 3)) == 3
    expect(his.locator(".replay-words")).to_contain_text("sealed")
    expect(his.locator(".plan-steps")).to_have_count(0)
    deep.end_period()
    his.goto(f"{site.url}{deep.path}replay/?seat=Ada&step=3")
    assert steps(his, 3)[0] == "East: Blank at (1,0)"


def looked_at(page: Page, theme: str, width: dict[str, int]) -> list[str]:
    page.set_viewport_size(width)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    wrong = [f"{theme}, {width['width']}: {violation}" for violation in violations(page)]
    return [*wrong, *([f"{too_wide} pixels too wide for {width['width']}"] if too_wide > 0 else [])]


WAYS = [("dark", WIDE), ("light", PHONE)]


@pytest.mark.parametrize("stage", ["planning", "climbing", "whole", "replayed", "looking on"])
def test_the_dungeon_can_be_used_by_everybody(visit: Visit, site: Site, stage: str) -> None:
    """axe finds nothing serious at any stage, in either theme, and the page fits a desk and a phone."""
    names = ("Ada", LONG, *(f"Player_{number}" for number in range(3, 8)))
    deep = Deep(*names, pool=ROPES)
    if stage in ("replayed", "looking on"):
        deep.plan("Ada", "E", "stay", "E", "stay", "wait")
        deep.plan(LONG, "climb", "wait", "wait")
        deep.end_period()
        deep.plan("Ada", "E", "stay", "E", "escape", "enter 1")
    page = visit(None if stage == "looking on" else "Ada").go(deep.path)
    keys = {"planning": "d1", "climbing": "d", "whole": "d1d1s"}.get(stage, "")
    page.locator("#map-1-1").focus()
    page.keyboard.type(keys)
    if keys:
        expect(page.locator(".question [name=answers]")).to_have_value(re.compile(f'^([^"]*"){{{2 * len(keys)}}}'))
    if stage == "replayed":
        page.locator("#stage-1").click()
    assert [problem for theme, width in WAYS for problem in looked_at(page, theme, width)] == []
