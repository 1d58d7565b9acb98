"""What a plan will bring is said before it is sealed, and what a period has brought as soon as it is over."""

from typing import Any

import pytest
from msgspec.structs import replace

from dungeon.bots.plan_in_words import plan_in_words
from dungeon.engine.moves import PLAN
from dungeon.engine.parsed_law import Rules
from dungeon.engine.simultaneous_action import found_in_words
from dungeon.engine.state import State
from dungeon.web import board
from dungeon.web.period_results import brought
from nomic.matches.hosting.views.board_view import BoardView
from tests.dungeon.engine.conftest import rules
from tests.dungeon.engine.maps import GAME, NoWorld, Told, level, match, on, over
from tests.dungeon.test_board import LAW, drawn, html

__all__ = ["rules"]
CHEST = level({(1, 0): "chest"})


def after(rules: Rules, state: State, chance: Any, *steps: str) -> list[str]:
    """What is said to Ada when the period in which she does this is over."""
    step = over(rules, state, chance, Ada=list(steps))
    view = GAME.view(rules, step.state, "Ada")
    return brought(BoardView(law=LAW, view=view, own_turn=tuple(step.events)))


def loot(*coins: int) -> Told:
    return Told({f"action 1, loot {place}: Ada": number for place, number in enumerate(coins, 1)})


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["Nothing", "1 coin", "2 coins"], "3 coins"),
        (["Nothing", "Nothing"], "nothing"),
        (["a crown", "2 coins", "a crown"], "2 coins and a crown (2 times)"),
        (["Lamp"], "Lamp"),
        ([], "nothing"),
    ],
)
def test_finds_are_summed(names: list[str], words: str) -> None:
    """Coins are one sum, and an empty find is not named."""
    assert found_in_words(names) == words


def test_what_a_period_brought_is_told_to_the_player(rules: Rules) -> None:
    """Coins from chests, what came to the store and what is still needed, a blocked step; nothing before it is over."""
    (found,) = after(rules, match(CHEST, Ada=on(0, 0)), loot(9, 9, 9), "E", "wait", "wait")
    assert found.startswith("You found ")
    assert found.endswith(" coins in a chest.")
    rich = replace(match(CHEST, Ada=on(0, 0)).explorers[0], pocket=5)
    stored = over(rules, match(CHEST, Ada=rich), Told({}), Ada=["climb", "wait", "wait"])
    told = brought(BoardView(law=LAW, view=GAME.view(rules, stored.state, "Ada"), own_turn=tuple(stored.events)))
    assert told == ["You brought out 5 coins: your store holds 5 of 51."]
    wall = match(level({(1, 0): "wall"}), Ada=on(0, 0))
    assert after(rules, wall, Told({}), "E", "wait", "wait") == ["Your way was blocked: 1 action was lost."]
    assert after(rules, wall, Told({}), "wait", "wait", "wait") == ["Period 1 brought you nothing."]
    assert brought(BoardView(law=LAW, view=GAME.view(rules, wall, "Ada"))) == []


def test_a_plan_says_what_it_will_bring(rules: Rules) -> None:
    """While it grows: a chest, and the way out with what is carried then."""
    rich = replace(match(CHEST, Ada=on(0, 0)).explorers[0], pocket=5)
    page = html(drawn(rules, match(CHEST, Ada=rich), "Ada", "E"))
    assert "It puts what the chest holds into your pocket" in page
    page = html(drawn(rules, match(CHEST, Ada=rich), "Ada", "E", "W", "escape"))
    assert "It stores the 5 coins in your pocket and what the chest holds." in page
    assert 'Pocket <strong id="your-pocket" data-tally>5</strong>' in page


def test_a_hint_is_drawn_on_the_map_and_told_in_words(rules: Rules) -> None:
    """Its steps are those of the plan that it advises; nothing of it is the player's own plan yet."""
    state = match(CHEST, Ada=on(0, 0))
    view, legal = GAME.view(rules, state, "Ada"), tuple(GAME.legal(rules, state, "Ada", NoWorld()))
    answers = (("E",), ("W",), ("escape",), ("wait",))
    assert plan_in_words(view, legal, PLAN, answers) == (
        "go east to a Chest, go west to a Rope and climb out of the dungeon, then stay outside"
    )
    shown = board.draw(BoardView(law=LAW, view=view, legal=legal, advised=PLAN, advised_answers=answers))
    assert shown.context["plan"].is_advised
    assert not shown.context["plan"].sealed
    assert [mark.number for mark in shown.context["maps"][0].marks] == [1, 2]
    assert "Greta’s plan for you" in html(shown)
