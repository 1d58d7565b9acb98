"""What the host asks of the game beside moves: what can be done, why not the rest, whom it waits for, what is seen."""

import pytest
from msgspec.structs import replace

from dungeon.engine.moves import NEW_DUNGEON, PLAN, WITHDRAW_PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Explorer, State
from nomic.matches.contract.external_events import CycleEnded
from nomic.matches.contract.game import BarredMove, LegalMove, Result, Seat
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, asked, document, law, level, match, on, plan, seen

FEW = "3 more players must have escaped since dungeon 1 was made, from any dungeon."


@pytest.fixture
def three(rules: Rules) -> State:
    """Ada has a plan, bob has none, and eve has left."""
    return plan(rules, match(level(), ada=on(0, 0), bob=on(1, 0), eve=Explorer("", status="out")), "ada", "E")


@pytest.fixture
def ended(rules: Rules, three: State) -> State:
    step = GAME.react(rules, three, CycleEnded(), NoDraws(), NoWorld())
    assert step is not None
    assert step.state == replace(three, stopped=True)
    return step.state


def test_the_game_begins_with_the_law_and_nothing_else() -> None:
    """A dungeon is made as somebody joins."""
    assert GAME.rules(document(), 1) == law()
    assert GAME.setup(law(), {}) == State()


def test_R66_what_can_be_done_is_listed(rules: Rules, three: State) -> None:
    """Whoever has a plan changes it or takes it back; the list has the question for the first action."""
    first = {name: asked(rules, three, name) for name in ("ada", "bob")}
    assert GAME.legal(rules, three, "bob", NoWorld()) == [LegalMove(PLAN, "Plan this period", first["bob"])]
    assert GAME.legal(rules, three, "ada", NoWorld()) == [
        LegalMove(PLAN, "Change your plan", first["ada"]),
        LegalMove(WITHDRAW_PLAN, "Take your plan back"),
    ]


def test_R71_why_no_dungeon_can_be_made_is_listed_until_one_can(three: State) -> None:
    """Nobody has escaped, where more than two have to; a level without a pit is there already."""
    rules = law()
    barred = [BarredMove(NEW_DUNGEON, "Make a new dungeon", FEW, "R71")]
    assert GAME.barred(rules, three, "ada", NoWorld()) == barred
    view = seen(rules, three, "bob")
    assert (view["can_make_dungeon"], view["no_dungeon_because"]) == (False, FEW)
    (dungeon,) = three.dungeons
    able = replace(three, dungeons=(replace(dungeon, escaped=("ada", "bob", "eve")),))
    assert GAME.barred(rules, able, "ada", NoWorld()) == []
    assert GAME.legal(rules, able, "bob", NoWorld())[-1] == LegalMove(NEW_DUNGEON, "Make a new dungeon")
    view = seen(rules, able, "bob")
    assert (view["can_make_dungeon"], view["no_dungeon_because"]) == (True, "")


@pytest.mark.parametrize("player", ["eve", "zoe"])
def test_whoever_is_not_in_can_do_nothing(rules: Rules, three: State, player: str) -> None:
    """Nor is anything barred for them."""
    assert GAME.legal(rules, three, player, NoWorld()) == GAME.barred(rules, three, player, NoWorld()) == []


def test_the_game_waits_for_whoever_has_no_plan(rules: Rules, three: State, ended: State) -> None:
    """And for nobody once it is over."""
    assert GAME.seats(three) == (Seat("ada", "in", False), Seat("bob", "in", True), Seat("eve", "out", False))
    assert [seat.to_act for seat in GAME.seats(ended)] == [False] * 3
    assert (GAME.clocks(rules, ended), GAME.result(three), GAME.result(ended)) == ((), None, Result("stopped"))
    assert GAME.legal(rules, ended, "bob", NoWorld()) == GAME.barred(rules, ended, "bob", NoWorld()) == []
    assert GAME.react(rules, ended, CycleEnded(), NoDraws(), NoWorld()) is None


def test_who_looks_sees_themself_and_their_plan_alone(rules: Rules, three: State, ended: State) -> None:
    """Nobody's plan is seen by anybody else; a game that is over has no dungeon to make."""
    for viewer, you, has_plan in (
        ("ada", "ada", True),
        ("bob", "bob", False),
        ("eve", None, False),
        (None, None, False),
    ):
        view = seen(rules, three, viewer)
        assert (view["you"], view["plan"] is not None, view["winner"]) == (you, has_plan, None)
        assert [dungeon["number"] for dungeon in view["dungeons"]] == [1]
    view = seen(rules, ended, "ada")
    assert (view["can_make_dungeon"], view["no_dungeon_because"]) == (False, "")
    assert seen(rules, replace(three, winner="ada"), None)["winner"] == "ada"
