"""The board of Dungeon: maps of levels, one's plan as it grows, the last period stage by stage, what everybody has."""

import math
import re
from dataclasses import replace as replace_view
from html import unescape
from typing import Any, get_args

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from msgspec.structs import replace

from dungeon.engine.hexes import CENTRE, DIRECTIONS, Hex, hexes, towards
from dungeon.engine.moves import PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Dungeon, Explorer, Spot, State, Terrain
from dungeon.law_section import NAME, DungeonRules
from dungeon.simulation.benchmarks import full_dungeon
from dungeon.web import board
from dungeon.web.coach import advice
from dungeon.web.hex_geometry import SIZE, arrow, centre_of, line, view_box
from dungeon.web.map import ABOVE, LevelMap, Pawn, initials
from dungeon.web.plan_marks import STUB, Mark
from nomic.law.document.sections import Law
from nomic.matches.contract.external_events import Left
from nomic.matches.contract.game import Asked
from nomic.matches.hosting.views.board_view import BoardView, Drawing
from tests.dungeon.engine.conftest import rules
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, Told, document, level, match, on, over, plan

__all__ = ["rules"]

LAW = Law(document(), number=1)


def seen(
    rules: Rules, state: State, player: str | None, *answers: str, making: bool = False, opened: tuple[str, ...] = ()
) -> BoardView:
    """What a player sees, with a plan in the making by these answers."""
    legal = tuple(GAME.legal(rules, state, player, NoWorld())) if player else ()
    barred = tuple(GAME.barred(rules, state, player, NoWorld())) if player else ()
    given = tuple((answer,) for answer in answers)
    in_hand = bool(making or answers)
    asked = GAME.play(rules, state, player or "", PLAN, given, NoDraws(), NoWorld()) if in_hand else None
    return BoardView(
        law=LAW,
        view=GAME.view(rules, state, player),
        legal=legal,
        barred=barred,
        move=PLAN if in_hand else None,
        answers=given,
        question=asked.question if isinstance(asked, Asked) else None,
        opened=frozenset(opened),
    )


def drawn(rules: Rules, state: State, player: str | None, *answers: str, **more: Any) -> Drawing:
    return board.draw(seen(rules, state, player, *answers, **more))


def maps(drawing: Drawing) -> dict[str, LevelMap]:
    return {each.key: each for each in drawing.context["maps"]}


def lit(drawing: Drawing) -> dict[tuple[str, Hex], str]:
    """The hexes that can be chosen, with what pressing one answers."""
    found = ((key, tile) for key, each in maps(drawing).items() for tile in each.tiles)
    return {(key, tile.at): tile.pick.value for key, tile in found if tile.pick is not None}


def fates(drawing: Drawing) -> dict[Hex, str]:
    """The hexes of which it is certain that they are chosen in vain, or to be caught there."""
    return {tile.at: tile.fate for each in drawing.context["maps"] for tile in each.tiles if tile.fate}


def marks(drawing: Drawing, key: str = "1-1") -> list[tuple[int, str]]:
    """The marks of a plan on a map: the number of the action, and how it is drawn."""
    return [(mark.number, _way(mark)) for mark in maps(drawing)[key].marks]


def _way(mark: Mark) -> str:
    if mark.is_arrival:
        return "arrival"
    return "in vain" if mark.is_lost else "arrow" if mark.path else "still"


def pawns(drawing: Drawing, key: str = "1-1") -> dict[str, Pawn]:
    return {pawn.who: pawn for pawn in maps(drawing)[key].pawns}


def place(at: Hex, *, beside: tuple[float, float] = (0, 8)) -> str:
    """Where a pawn is drawn; alone on its hex, unless told."""
    x, y = centre_of(at)
    return f"{x + beside[0]:g},{y + beside[1]:g}"


ON_ROPE = place((0, 0), beside=(-11, 8))  # beside the cord of the centre, so that one sees on what one stands


def steps(drawing: Drawing) -> list[str]:
    return [step.words for step in drawing.context["plan"].steps]


def html(drawing: Drawing) -> str:
    return unescape(render_to_string("dungeon/board.html", drawing.context, RequestFactory().get("/")))


# ── the plane


def test_directions_lie_as_their_names_say() -> None:
    """East is to the right in the same row, and north-east up to the right; all six neighbours are as far."""
    x, y = centre_of((2, -1))
    around = {name: centre_of(towards((2, -1), name)) for name in DIRECTIONS}
    assert {name: (to_x > x, to_y < y, to_y == y) for name, (to_x, to_y) in around.items()} == {
        "E": (True, False, True),
        "NE": (True, True, False),
        "NW": (False, True, False),
        "W": (False, False, True),
        "SW": (False, False, False),
        "SE": (True, False, False),
    }
    for to_x, to_y in around.values():
        assert math.hypot(to_x - x, to_y - y) == pytest.approx(SIZE * math.sqrt(3), abs=0.2)


@pytest.mark.parametrize("radius", [1, 4, 10])
def test_a_level_fits_its_drawing(radius: int) -> None:
    """Every corner of every hex, with a little room around and no more than that."""
    left, top, width, height = map(float, view_box(radius).split())
    xs = [x + side * SIZE * math.sqrt(3) / 2 for x, _ in map(centre_of, hexes(radius)) for side in (-1, 1)]
    ys = [y + side * SIZE for _, y in map(centre_of, hexes(radius)) for side in (-1, 1)]
    room = [min(xs) - left, min(ys) - top, left + width - max(xs), top + height - max(ys)]
    assert all(0 < each < SIZE for each in room)


# ── maps


def test_a_map_has_every_hex_once_with_what_and_who_is_there(rules: Rules) -> None:
    """R64: 61 hexes on a level; each says its coordinates, its name in the law, and who is on it."""
    state = match(level({(1, -1): "chest"}, {(2, -1): "Minotaur"}), Ada=on(0, 0), Ben=on(0, 0))
    tiles = {tile.at: tile for tile in maps(drawn(rules, state, None))["1-1"].tiles}
    assert len(tiles) == 61
    assert tiles[1, -1].label == "(1,-1) Chest"
    assert tiles[0, 0].label == "(0,0) Rope. Ada, Ben"
    assert tiles[2, -1].label == "(2,-1) Blank. Minotaur"


def test_each_kind_of_hex_has_a_shape_of_its_own() -> None:
    """They differ by what is drawn, not by colours alone."""
    signs = render_to_string("dungeon/signs.html")
    shapes = {}
    for terrain in get_args(Terrain):
        (sign,) = re.findall(rf'<g id="dg-{terrain}">(.*?)</g>', signs)
        shapes[terrain] = re.sub(r' class="[^"]*"', "", sign)
    assert len(set(shapes.values())) == len(get_args(Terrain)) == 6


def test_few_on_a_hex_are_drawn_side_by_side_and_many_are_counted(rules: Rules) -> None:
    """Up to three have a pawn each, the viewer's first; of more there is a count, with their names."""
    few = drawn(rules, match(level(), Ada=on(1, 0), Ben=on(1, 0), Cleo=on(2, 0)), "Ben")
    assert {who: pawn.place for who, pawn in pawns(few).items()} == {
        "Ben": place((1, 0), beside=(-11, 8)),
        "Ada": place((1, 0), beside=(11, 8)),
        "Cleo": place((2, 0)),
    }
    assert [pawn.kind for pawn in pawns(few).values()] == ["you", "player", "player"]
    names = ("Ada", "Ben", "Cleo", "Dora")
    many = drawn(rules, match(level(), **dict.fromkeys(names, on(1, 0))), "Cleo")
    assert pawns(many) == {}
    (crowd,) = maps(many)["1-1"].crowds
    assert (crowd.names, crowd.has_you) == (("Cleo", "Ada", "Ben", "Dora"), True)
    assert "<title>Cleo, Ada, Ben, Dora</title>" in html(many)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_rope_stays_in_sight_beside_those_who_stand_on_it(rules: Rules, count: int) -> None:
    """Its cord lies 7 right of the centre: no figure covers it, however many start there."""
    names = ("Ada", "Ben", "Cleo", "Dora")[:count]
    drawing = drawn(rules, match(level(), **dict.fromkeys(names, on(0, 0))), "Ada")
    single = [(float(pawn.place.split(",")[0]), 11) for pawn in pawns(drawing).values()]
    counted = [(crowd.x, 14) for crowd in maps(drawing)["1-1"].crowds]
    assert len(single) == (count if count < 4 else 0)
    assert len(counted) == (1 if count == 4 else 0)
    assert all(abs(x - 7) > radius for x, radius in (*single, *counted))


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ada", "Ad"),
        ("x", "X"),
        ("Bartholomew_the_Unhurried.1899", "BT"),
        ("__", "__"),
        ("a-b", "AB"),
        ("Player_128", "P12"),
    ],
)
def test_names_become_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_a_level_is_told_in_words(rules: Rules) -> None:
    """For those who see no map: where each kind of hex but blank is, and who is where."""
    state = match(level({(0, 1): "pit", (1, 0): "chest", (2, 0): "chest"}, {(0, 2): "Minotaur"}), Ada=on(3, 0))
    told = maps(drawn(rules, state, None))["1-1"]
    assert told.kinds == (("Chest", "(1,0), (2,0)"), ("Pit", "(0,1)"), ("Rope", "(0,0)"))
    assert set(told.here) == {("Minotaur", "(0,2)"), ("Ada", "(3,0)")}


def test_only_ones_own_level_is_drawn_until_one_asks_for_another(rules: Rules) -> None:
    """Twenty levels and two hundred players: one map of 61 hexes, and a button for each other level."""
    state = full_dungeon(rules, 200, 20, "00" * 32)
    player = state.seated[0]
    assert player.at is not None
    own = f"1-{player.at.level}"
    drawing = drawn(rules, state, player.player)
    assert list(maps(drawing)) == [own]
    page = html(drawing)
    assert page.count('class="hex') == 61
    assert page.count('name="show"') == 19
    other = "1-1" if own != "1-1" else "1-2"
    opened = drawn(rules, state, player.player, opened=(other, "1-99", "nonsense"))
    assert set(maps(opened)) == {own, other}
    assert html(opened).count(f'name="hide" value="{other}"') == 2
    assert f'name="hide" value="{own}"' not in html(opened)


def test_who_is_on_no_level_sees_the_one_with_the_most_players(rules: Rules) -> None:
    """Somebody who looks on, or has escaped."""
    state = match(level(), level(), Ada=on(0, 0), Ben=on(0, 0, level=2), Cleo=on(1, 0, level=2), Dora=None)
    assert list(maps(drawn(rules, state, None))) == ["1-2"]
    assert list(maps(drawn(rules, state, "Dora"))) == ["1-2"]
    assert list(maps(drawn(rules, state, "Ada"))) == ["1-1"]


def test_before_the_first_player_there_is_no_dungeon(rules: Rules) -> None:
    assert "There is no dungeon yet." in html(drawn(rules, State(), None))


def test_words_of_the_law_do_nothing_on_the_page() -> None:
    """An enemy and a hex can be named as a vote wants; their names are shown as names."""
    hostile = "<script>alert(1)</script>"
    state = match(level({}, {(1, 0): hostile}), Ada=on(0, 0))
    drawing = board.draw(BoardView(LAW, GAME.view(GAME.rules(document(), 1), state, "Ada")))
    page = render_to_string("dungeon/board.html", drawing.context, RequestFactory().get("/"))
    assert "&lt;script&gt;" in page
    assert "<script" not in page


# ── plans


def test_R66_a_plan_of_somebody_else_leaves_no_trace_on_ones_board(rules: Rules) -> None:
    """Whatever Ada plans, Ben's page and a stranger's are the same; hers is not."""
    state = match(level({(1, 0): "chest"}), Ada=on(0, 0), Ben=on(0, 0))
    plans = (("E", "E"), ("wait",), ("climb", "enter 1"))
    for viewer in ("Ben", None):
        pages = {html(drawn(rules, plan(rules, state, "Ada", *each), viewer)) for each in plans}
        assert len(pages) == 1
    assert len({html(drawn(rules, plan(rules, state, "Ada", *each), "Ada")) for each in plans}) == 3


def test_before_a_plan_the_hexes_around_are_lit(rules: Rules) -> None:
    """R66: the six neighbours answer with their directions; where nobody can enter, or is caught, that is marked."""
    state = match(level({(1, 0): "wall", (0, -1): "water", (1, -1): "pit"}, {(0, 1): "Minotaur"}), Ada=on(0, 0))
    drawing = drawn(rules, state, "Ada")
    assert lit(drawing) == {("1-1", towards(CENTRE, name)): f'"{name}"' for name in DIRECTIONS}
    assert fates(drawing) == {(1, 0): "in-vain", (0, -1): "in-vain", (0, 1): "deadly"}
    assert "data-begin>Plan this period" in html(drawing)
    assert drawing.placed == frozenset()


def test_a_question_leaves_the_place_to_the_map(rules: Rules) -> None:
    """Other questions are asked as they are."""
    state = match(level({(2, 0): "pit"}), level({(1, 0): "rope"}), Ada=on(0, 0, level=2))
    assert board.asked(seen(rules, state, "Ada", "SW")) == "Action 2 of 3: what do you do?"
    assert board.asked(seen(rules, state, "Ada", making=True)) == "Action 1 of 3: what do you do?"
    assert board.asked(seen(rules, state, "Ada", "E")) == "", "where the rope leads"
    assert board.asked(seen(rules, state, "Ada")) == ""


def test_who_only_looks_on_has_nothing_to_press(rules: Rules) -> None:
    drawing = drawn(rules, match(level(), Ada=on(0, 0)), None)
    assert lit(drawing) == {}
    assert 'name="move"' not in html(drawing)
    assert "Your plan" not in html(drawing)


def test_a_step_leaves_the_level_only_in_vain(rules: Rules) -> None:
    """Beyond the rim there is no hex to press; the button is there, and says that the step is lost."""
    drawing = drawn(rules, match(level(), Ada=on(4, 0)), "Ada", making=True)
    assert set(lit(drawing)) == {("1-1", at) for at in ((4, -1), (3, 0), (3, 1))}
    lost = {choice.do for choice in drawing.context["plan"].rose if choice.fate == "in-vain"}
    assert lost == {"E", "NE", "SE"}


def test_a_plan_grows_by_arrows(rules: Rules) -> None:
    """Each action leads on from where the one before ends: its number on an arrow, what is around lit."""
    state = match(level({(2, 0): "chest"}), Ada=on(0, 0))
    drawing = drawn(rules, state, "Ada", "E", "E")
    assert steps(drawing) == ["East: Blank at (1,0)", "East: Chest at (2,0)"]
    assert marks(drawing) == [(1, "arrow"), (2, "arrow")]
    assert set(lit(drawing)) == {("1-1", towards((2, 0), name)) for name in DIRECTIONS}
    assert 'name="move"' not in html(drawing)


def test_arrows_are_drawn_from_hex_to_hex(rules: Rules) -> None:
    """With a head where the action leads on, and a cross before what a step is lost at; each has its number."""
    state = match(level({(2, 0): "wall"}), Ada=on(0, 0))
    page = html(drawn(rules, state, "Ada", "E", "E"))
    assert re.findall(r'<path class="plan-arrow([^"]*)" d="([^"]+)" marker-end="url\(#dg-(\w+)\)"', page) == [
        ("", arrow((0, 0), (1, 0))[0], "head"),
        (" in-vain", arrow((1, 0), (2, 0), STUB)[0], "cross"),
    ]
    assert re.findall(r'<g class="plan-number".*?<text[^>]*>(\d)</text>', page) == ["1", "2"]
    assert "plan-arrow" not in html(drawn(rules, plan(rules, state, "Ada", "E", "E"), None))


def test_an_action_that_goes_nowhere_is_marked_where_one_stands(rules: Rules) -> None:
    """A wait by its number, a step into a wall by an arrow that ends before it."""
    state = match(level({(1, 0): "wall"}), Ada=on(0, 0))
    drawing = drawn(rules, state, "Ada", "wait", "E")
    assert marks(drawing) == [(1, "still"), (2, "in vain")]
    assert steps(drawing) == ["Stay where you are", "East: Stone Wall, so the step is lost"]


def test_a_pit_leads_to_the_map_of_the_next_level(rules: Rules) -> None:
    """R68: an arrow into it, and a ring where one arrives; what is around there is lit."""
    state = match(level({(1, 0): "pit"}), level({(1, 0): "chest"}), Ada=on(0, 0))
    drawing = drawn(rules, state, "Ada", "E")
    assert marks(drawing, "1-1") == [(1, "arrow")]
    assert marks(drawing, "1-2") == [(1, "arrival")]
    assert set(lit(drawing)) == {("1-2", towards(CENTRE, name)) for name in DIRECTIONS}


def test_there_is_no_map_of_what_nobody_has_seen(rules: Rules) -> None:
    """The plan goes on by its buttons, and the page says why."""
    state = match(level({(1, 0): "pit"}), Ada=on(0, 0))
    drawing = drawn(rules, state, "Ada", "E")
    assert list(maps(drawing)) == ["1-1"]
    assert lit(drawing) == {}
    assert "Nobody has seen level 2 yet" in html(drawing)
    assert drawing.placed == {"wait", "climb", *DIRECTIONS}
    further = drawn(rules, state, "Ada", "E", "SE", "stay")
    assert steps(further)[1].startswith("South-east: nobody knows yet what is there")
    assert marks(further) == [(1, "arrow")]


def test_R68_where_a_rope_can_lead_is_lit(rules: Rules) -> None:
    """Exactly the open hexes beside a pit of the level above, each answering with itself; or nowhere, by a button."""
    above = level({(2, 0): "pit", (3, 0): "wall", (2, -1): "water", (3, -1): "chest"}, {(1, 1): "Minotaur"})
    state = match(above, level({(1, 0): "rope"}), Ada=on(0, 0, level=2))
    drawing = drawn(rules, state, "Ada", "E")
    assert lit(drawing) == {("1-1", at): f'"{at[0]},{at[1]}"' for at in ((1, 0), (1, 1), (2, 1), (3, -1))}
    assert drawing.context["plan"].others[0].do == "stay"
    assert drawing.context["plan"].rose == ()
    assert steps(drawing) == []
    climbed = drawn(rules, state, "Ada", "E", "3,-1")
    assert steps(climbed) == ["East: Rope at (1,0); Chest at (3,-1) on level 1"]
    assert (marks(climbed, "1-2"), marks(climbed, "1-1")) == ([(1, "arrow")], [(1, "arrival")])


def test_R68_on_the_first_level_a_rope_leads_out(rules: Rules) -> None:
    """Climbing on the spot is marked there; from outside, dungeons can be entered, and no hex is lit."""
    state = match(level(), Ada=on(0, 0))
    drawing = drawn(rules, state, "Ada", "climb")
    assert marks(drawing) == [(1, "still")]
    assert lit(drawing) == {}
    assert [choice.do for choice in drawing.context["plan"].others] == ["wait", "enter 1"]


@pytest.mark.parametrize("answers", [(), ("E",), ("climb",), ("E", "stay")])
def test_everything_that_can_be_answered_is_a_button_of_the_board(rules: Rules, answers: tuple[str, ...]) -> None:
    """Once each, with its whole meaning, and keys that differ: a plan needs no script."""
    state = match(level({(1, 0): "rope", (0, 1): "chest"}), Ada=on(0, 0))
    board_view = seen(rules, state, "Ada", *answers, making=True)
    drawing = board.draw(board_view)
    assert board_view.question is not None
    page = html(drawing)
    assert drawing.placed == {option.value for option in board_view.question.options}
    for option in board_view.question.options:
        assert page.count(f'name="chosen" value="\\"{option.value}\\""'.replace("\\", "")) == 1
    choices = [*drawing.context["plan"].rose, *drawing.context["plan"].others]
    assert len({choice.key for choice in choices}) == len(choices)


def test_a_whole_plan_waits_to_be_sealed(rules: Rules) -> None:
    """Nothing is lit any more; all its steps are there."""
    drawing = drawn(rules, match(level(), Ada=on(0, 0)), "Ada", "E", "W", "stay", "wait")
    assert drawing.context["plan"].ready
    assert len(steps(drawing)) == 3
    assert lit(drawing) == {}


def test_a_sealed_plan_is_shown_to_its_owner(rules: Rules) -> None:
    """With arrows and in words; it can be changed or taken back."""
    state = plan(rules, match(level(), Ada=on(0, 0)), "Ada", "E", "SE")
    drawing = drawn(rules, state, "Ada")
    assert steps(drawing) == ["East: Blank at (1,0)", "South-east: Blank at (1,1)", "Stay where you are"]
    assert marks(drawing) == [(1, "arrow"), (2, "arrow"), (3, "still")]
    assert lit(drawing) == {}
    page = html(drawing)
    assert "Change it" in page
    assert "Take it back" in page


# ── the last period


def test_a_period_is_shown_stage_by_stage(rules: Rules) -> None:
    """R66: where everybody was before it ended and after each action; who did nothing stays; now is the last stage."""
    state = match(level({(2, 0): "chest"}), Ada=on(0, 0), Ben=on(-3, 0))
    loot = {f"action 2, loot {number}: Ada": 2 for number in (1, 2, 3)}
    ended = over(rules, state, Told(loot), Ada=["E", "E", "SW"]).state
    drawing = drawn(rules, ended, None)
    ways = [(0, 0), (1, 0), (2, 0), (1, 1), (1, 1)]
    assert pawns(drawing)["Ada"].places == tuple(ON_ROPE if at == (0, 0) else place(at) for at in ways)
    assert set(pawns(drawing)["Ben"].places) == {place((-3, 0))}
    assert [link.stage.title for link in drawing.context["stages"]] == [
        "Before", "Action 1", "Action 2", "Action 3", "Enemies",
    ]  # fmt: skip
    assert [link.words for link in drawing.context["stages"]][1:] == [
        ["Ada goes east to (1,0)."],
        ["Ada loots what is at (2,0): 3 coins."],
        ["Ada goes south-west to (1,1)."],
        ["Nothing happened."],
    ]
    assert [link.is_chosen for link in drawing.context["stages"]] == [False] * 4 + [True]


def test_the_address_can_ask_for_a_stage(rules: Rules) -> None:
    """Then everything is drawn as it was; what no address of ours asks for is now."""
    ended = over(rules, match(level(), Ada=on(0, 0)), NoDraws(), Ada=["E", "E", "E"]).state
    assert pawns(drawn(rules, ended, None, opened=("stage-1",)))["Ada"].place == place((1, 0))
    assert drawn(rules, ended, None, opened=("stage-1", "1-1")).context["stages"][0].opened == ["1-1", "stage-0"]
    for odd in ("stage-", "stage-9", "stage-²", "stage--1", "stage-x"):
        assert pawns(drawn(rules, ended, None, opened=(odd,)))["Ada"].place == place((3, 0))


def test_a_stage_that_is_asked_for_does_not_hide_a_plan_in_the_making(rules: Rules) -> None:
    """Who plans sees what is now."""
    ended = over(rules, match(level(), Ada=on(0, 0)), NoDraws(), Ada=["E", "E", "E"]).state
    drawing = drawn(rules, ended, "Ada", "W", opened=("stage-0",))
    assert drawing.context["is_now"]
    assert pawns(drawing)["Ada"].place == place((3, 0))


def test_R67_a_chest_is_there_until_the_period_has_ended(rules: Rules) -> None:
    """Its hex is blank now, and says what it was before."""
    state = match(level({(1, 0): "chest"}), Ada=on(0, 0))
    loot = {f"action 1, loot {number}: Ada": 0 for number in (1, 2, 3)}
    drawing = drawn(rules, over(rules, state, Told(loot), Ada=["E"]).state, None)
    changed = {tile.at: (tile.terrain, tile.was) for tile in maps(drawing)["1-1"].tiles if tile.was}
    assert changed == {(1, 0): ("blank", "chest")}


def test_R68_who_falls_leaves_one_map_and_comes_to_another(rules: Rules) -> None:
    """At each stage everybody is on one map at most; new levels are told."""
    state = match(level({(1, 0): "pit"}), level(), Ada=on(0, 0))
    ended = over(rules, state, NoDraws(), Ada=["E", "E"]).state
    drawing = drawn(rules, ended, "Ada", opened=("1-1",))
    assert pawns(drawing, "1-1")["Ada"].places == (ON_ROPE, "", "", "", "")
    assert pawns(drawing, "1-2")["Ada"].places == ("", ON_ROPE, *[place((1, 0))] * 3)
    assert drawing.context["stages"][1].words == ["Ada goes into the pit at (1,0) and falls to level 2."]


def test_a_level_that_one_has_left_is_drawn_for_the_stages_of_the_last_period(rules: Rules) -> None:
    """Hidden until they are looked at: one's own level is where one is now. Nobody else's way opens a level."""
    state = match(level({(1, 0): "pit"}), level(), Ada=on(0, 0), Ben=on(0, 0))
    ended = over(rules, state, NoDraws(), Ada=["E", "E"]).state
    drawing = drawn(rules, ended, "Ada")
    assert [each.key for each in drawing.context["former"]] == ["1-1"]
    assert set(maps(drawing)) == {"1-2"}
    assert drawing.context["former"][0].seen_in == (0, 1), "she falls in the first action"
    assert maps(drawing)["1-2"].seen_in == (2, 3)
    assert drawn(rules, ended, "Ben").context["former"] == []
    assert drawn(rules, ended, None).context["former"] == []


def test_coins_are_written_where_they_were_found_brought_out_and_lost(rules: Rules) -> None:
    """In the stage in which that was; where one's own are, nobody else's are."""
    ada, ben = Explorer("Ada", at=on(2, 0), pocket=3), Explorer("Ben", at=on(0, 0), pocket=4)
    state = match(level({(3, 0): "chest"}), Ada=ada, Ben=ben, Cleo=on(2, 0))
    loot = {f"action 1, loot {number}: {name}": 2 for name in ("Ada", "Cleo") for number in (1, 2, 3)}
    told = Told(loot)
    ended = over(rules, state, told, Ada=["E"], Cleo=["E"], Ben=["climb"]).state
    gains = [(each.stage, each.words, each.is_yours) for each in maps(drawn(rules, ended, "Ada"))["1-1"].gains]
    assert gains == [(1, "+3", True), (1, "+4", False)]
    assert sorted(each.words for each in maps(drawn(rules, ended, "Ben"))["1-1"].gains) == ["+3", "+3", "+4"]
    caught = over(
        rules, match(level({}, {(-4, 0): "Minotaur"}), Ada=Explorer("Ada", at=on(-1, 0), pocket=3)), NoDraws()
    )
    (lost,) = maps(drawn(rules, caught.state, "Ada"))["1-1"].gains
    assert (lost.words, lost.is_loss, lost.stage) == ("\N{MINUS SIGN}3", True, 4)
    assert (lost.x, lost.y + ABOVE) == centre_of((-1, 0))


def test_R70_a_charge_is_drawn_and_told(rules: Rules) -> None:
    """The way of the enemy, whom it caught and what they lost; then both are where that led them."""
    ada = Explorer("Ada", at=on(-1, 0), pocket=3)
    ended = over(rules, match(level({}, {(-4, 0): "Minotaur"}), Ada=ada), NoDraws()).state
    drawing = drawn(rules, ended, None)
    assert drawing.context["stages"][-1].words == [
        "Minotaur charges from (-4,0) to (-1,0) on level 1 and catches Ada, who loses 3 coins."
    ]
    assert pawns(drawing)["Minotaur"].places == (*[place((-4, 0), beside=(0, 0))] * 4, place((-1, 0), beside=(0, 0)))
    assert pawns(drawing)["Ada"].places == (*[place((-1, 0))] * 4, ON_ROPE)
    assert [(trace.stage, trace.is_enemy) for trace in maps(drawing)["1-1"].traces] == [(4, False), (4, True)]


def test_ways_are_drawn_in_the_stage_in_which_somebody_went_them(rules: Rules) -> None:
    """Players' and enemies', from hex to hex; in other stages they are there, unseen, for the script."""
    state = match(level({}, {(-4, 3): "Minotaur"}), Ada=on(0, 0))
    wandered = Told({"enemy 1: step 1": list(DIRECTIONS).index("E")})
    ended = over(rules, state, wandered, Ada=["E", "SE", "wait"]).state
    ways = [
        ("", line([(0, 0), (1, 0)]), "1"),
        ("", line([(1, 0), (1, 1)]), "2"),
        (" of-enemy", line([(-4, 3), (-3, 3)]), "4"),
    ]
    drawn_way = re.compile(r'<path class="trace([^"]*)" d="([^"]+)" data-at-stage="(\d)"( visibility="hidden")?/>')
    for stage in "01234":
        found = drawn_way.findall(html(drawn(rules, ended, None, opened=(f"stage-{stage}",))))
        assert [way[:3] for way in found] == ways
        assert [way[2] for way in found if not way[3]] == [at for *_, at in ways if at == stage]


def test_enemies_on_levels_that_are_not_looked_at_are_counted(rules: Rules) -> None:
    """Else what matters would be lost among all that wander."""
    state = match(level({}, {(3, 0): "Minotaur"}), level({}, {(2, 1): "Minotaur"}, first=2), Ada=on(1, 1))
    ended = over(rules, state, Told({"enemy 1: step 1": 3, "enemy 2: step 1": 0})).state
    assert drawn(rules, ended, "Ada").context["stages"][-1].words == [
        "Minotaur wanders from (3,0) to (2,0) on level 1.",
        "1 enemy moves on other levels.",
    ]
    assert len(drawn(rules, ended, "Ada", opened=("1-2",)).context["stages"][-1].words) == 2


def test_who_leaves_afterwards_was_there(rules: Rules) -> None:
    """At the stages before now; and who joins afterwards is there now."""
    ended = over(rules, match(level(), Ada=on(0, 0), Ben=on(1, 0)), NoDraws(), Ada=["E"], Ben=["E"]).state
    gone = GAME.react(rules, ended, Left("Ben"), NoDraws(), NoWorld())
    assert gone is not None
    places = pawns(drawn(rules, gone.state, None))["Ben"].places
    assert [bool(each) for each in places] == [True, True, True, True, False]


# ── what everybody has, and new dungeons


@pytest.mark.parametrize(("at", "is_outside"), [(on(0, 0), False), (None, True)])
def test_who_is_outside_is_said_to_be_there(rules: Rules, at: Spot | None, is_outside: bool) -> None:
    """By the plan and by the coach, who then names no lit hex: there is none."""
    board_view = seen(rules, match(level(), Ada=Explorer("", at=at, store=4)), "Ada")
    page, (*_, advised) = html(board.draw(board_view)), advice(board_view)
    assert ("You are outside" in page, "You are outside" in advised) == (is_outside, is_outside)
    assert ("lit hex" in page, "lit hex" in advised) == (not is_outside, not is_outside)


def test_the_coach_says_the_goal_and_the_button_of_each_step(rules: Rules) -> None:
    """While actions are missing, once all are chosen, and once the plan is sealed; each names another button."""
    state = match(level(), Ada=on(0, 0))
    goal, how, first = advice(seen(rules, state, "Ada"))
    assert goal == "Goal: 51 coins in your store, 5 ahead of everybody else."
    assert "rope on level 1" in how
    assert first == "Press Plan this period, or press a lit hex of the map to go there."
    begun, complete = (advice(seen(rules, state, "Ada", *["wait"] * count, making=True))[-1] for count in (1, 3))
    assert begun == "Choose each action below. Then press Seal this plan."
    assert complete == "All actions are chosen. Press Seal this plan."
    assert "press Next turn" in advice(seen(rules, plan(rules, state, "Ada", "wait"), "Ada"))[-1]


def test_the_coach_names_a_good_next_action_and_what_is_carried(rules: Rules) -> None:
    """The action that a hint chooses for this place of the plan, with what is there; and the coins to be stored."""
    board_view = seen(
        rules, match(level({(1, 0): "chest"}), Ada=Explorer("", at=on(0, 0), pocket=3)), "Ada", making=True
    )
    _, carried, _ = advice(board_view)
    assert carried == "You carry 3 coins: climb the rope on level 1 to store them."
    hinted = replace_view(board_view, advised=PLAN, advised_answers=(("E",), ("wait",), ("wait",)))
    assert advice(hinted)[-1] == "For action 1, a good choice is “East”: Chest at (1,0). Then press Seal this plan."
    second = seen(rules, match(level(), Ada=on(0, 0)), "Ada", "E", making=True)
    hinted = replace_view(second, advised=PLAN, advised_answers=(("E",), ("wait",), ("wait",)))
    assert advice(hinted)[-1].startswith("For action 2, a good choice is “Stay where you are”")


@pytest.mark.parametrize(
    ("steps", "place"), [((), "where you are"), (("E",), "where this plan ends"), (("W", "escape"), "")]
)
def test_R70_an_enemy_in_reach_is_warned_of(rules: Rules, steps: tuple[str, ...], place: str) -> None:
    """Where one is or where the plan ends; what it does is beneath the map of the level."""
    state = match(level({}, {(4, 0): "Minotaur"}), Ada=Explorer("", at=on(1, 0), pocket=3))
    page = html(drawn(rules, state, "Ada", *steps))
    warned = f"<b>Minotaur in reach:</b> {place}, it can catch you, and you lose the 3 coins in your pocket."
    assert (warned in page, "in reach" in page) == (bool(place), bool(place))
    assert "<b>Minotaur:</b> It charges up to 3 hexes at a player who is in line with it" in page
    assert "Minotaur" not in html(drawn(rules, match(level(), Ada=on(0, 0)), "Ada"))


def test_the_level_where_one_is_is_the_current_one(rules: Rules) -> None:
    """A plan that leads down draws two levels; only one of them is marked."""
    state = match(level({(1, 0): "pit"}), level(), Ada=on(0, 0))
    page = html(drawn(rules, state, "Ada", "E"))
    assert page.count('class="level"') == 2
    assert page.count('aria-current="true"') == 1


def test_players_are_listed_by_what_they_have_stored(rules: Rules) -> None:
    """R69: with pocket and store, where they are, and whether they have a plan."""
    state = match(
        level(),
        Ada=Explorer("", at=on(0, 0), pocket=9),
        Ben=Explorer("", store=4),
        Cleo=Explorer("", at=on(1, 0), store=2),
    )
    listed = drawn(rules, plan(rules, state, "Cleo", "SE"), "Ada").context["explorers"]
    assert [(each.name, each.where, each.pocket, each.store, each.has_plan) for each in listed] == [
        ("Ben", "outside", 0, 4, False),
        ("Cleo", "level 1, (1,0)", 0, 2, True),
        ("Ada", "level 1, (0,0)", 9, 0, False),
    ]


def test_R71_the_page_says_when_a_new_dungeon_can_be_made(rules: Rules) -> None:
    """Why not yet, with the rule; then a button."""
    state = match(level({(1, 0): "pit"}), Ada=on(0, 0))
    early = html(drawn(rules, state, "Ada"))
    assert "3 more players must have escaped since dungeon 1 was made, from any dungeon. <span" in early
    assert "Make a new dungeon" not in early
    escaped = Dungeon((level(),), escaped=("Ada", "Ben", "Cleo"))
    late = drawn(rules, replace(state, dungeons=(escaped,)), "Ada")
    assert late.context["new_dungeon"] == '{"kind":"new-dungeon"}'
    assert "Make a new dungeon" in html(late)


def test_a_second_dungeon_has_maps_of_its_own(rules: Rules) -> None:
    """Levels are named with their dungeon as soon as there are two."""
    first = match(level(), Ada=on(0, 0))
    state = replace(
        first,
        dungeons=(*first.dungeons, Dungeon((level({(1, 0): "pit"}),))),
        explorers=(*first.explorers, Explorer("Ben", at=on(0, 0, dungeon=2))),
    )
    drawing = drawn(rules, state, "Ben")
    assert list(maps(drawing)) == ["2-1"]
    assert "Dungeon 2, level 1" in html(drawing)
    assert drawing.context["explorers"][1].where == "dungeon 2, level 1, (0,0)"
    assert set(lit(drawing)) == {("2-1", towards(CENTRE, name)) for name in DIRECTIONS}


def test_dungeons_with_nobody_in_them_are_folded(rules: Rules) -> None:
    """The one that is looked at is not, nor one in which somebody is: the map stays where it is."""
    state = match(level(), Ada=on(0, 0))
    state = replace(state, dungeons=(*state.dungeons, Dungeon((level(),)), Dungeon((level(),))))
    context = drawn(rules, state, "Ada", opened=("3-1",)).context
    assert [each.number for each in context["busy"]] == [1, 3]
    assert [each.number for each in context["quiet"]] == [2]


def test_the_race_shows_what_everybody_has_brought_out_and_carries(rules: Rules) -> None:
    """In parts of what wins, the foremost first; alone one runs no race."""
    ada, ben = Explorer("Ada", at=on(0, 0), store=4, pocket=2), Explorer("Ben", at=on(0, 0), store=8)
    runners = drawn(rules, match(level(), Ada=ada, Ben=ben), "Ada").context["race"]
    needed = LAW.section(NAME, DungeonRules).victory.coins_more_than + 1
    assert [(each.name, each.words, each.is_you) for each in runners] == [("Ben", "8", False), ("Ada", "4 +2", True)]
    assert [each.done for each in runners] == [8 / needed, 4 / needed]
    assert runners[1].reach_percent == round(600 / needed)
    assert drawn(rules, match(level(), Ada=ada), "Ada").context["race"] == []


def test_R71_the_winner_is_named(rules: Rules) -> None:
    """And nothing can be planned any more."""
    state = replace(match(level(), Ada=Explorer("", store=51), Ben=on(0, 0)), winner="Ada")
    page = html(drawn(rules, state, "Ben"))
    assert "has won" in page
    assert "It is too late for plans." not in page
    assert "none yet" not in page
    assert "More than 50 in store when a period ends, and 5 ahead of everybody else, wins." in page


# ── what a plan depends on


def test_R66_a_plan_depends_on_its_period_and_place_alone(rules: Rules) -> None:
    """What others plan changes nothing about one's own; the next period does, and being elsewhere."""
    state = match(level(), Ada=on(0, 0), Ben=on(0, 0))
    ended = over(rules, state, NoDraws()).state
    depended_on = [
        board.moves_depend_on(GAME.view(rules, each, "Ada"))
        for each in (
            state,
            plan(rules, state, "Ben", "E"),
            ended,
            match(level(), Ada=on(1, 0), Ben=on(0, 0)),
            match(level(), Ada=None, Ben=on(0, 0)),
        )
    ]
    assert depended_on[0] == depended_on[1]
    assert len(set(depended_on)) == 4


def test_who_enters_a_dungeon_sees_its_map(rules: Rules) -> None:
    """R69: and not the fullest one, which is for those who have nothing before them."""
    first = match(level(), Ada=None, Ben=on(0, 0))
    state = replace(first, dungeons=(*first.dungeons, Dungeon((level(),))))
    assert list(maps(drawn(rules, state, "Ada", making=True))) == ["1-1"]
    drawing = drawn(rules, state, "Ada", "enter 2")
    assert list(maps(drawing)) == ["2-1"]
    assert marks(drawing, "2-1") == [(1, "arrival")]
    assert list(maps(drawn(rules, state, "Ada", "enter 2", opened=("1-1",)))) == ["1-1", "2-1"]
