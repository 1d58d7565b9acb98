"""Who wins, and when (R71); and how a match ends otherwise."""

import pytest

from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Explorer, State
from nomic.matches.contract.external_events import CycleEnded, Joined, Left
from nomic.matches.contract.game import Result
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, law, level, match, on, over, plan, told


def stores(**coins: int) -> State:
    """Players with so many coins in store."""
    return match(level(), **{name: Explorer("", at=on(0, 0), store=count) for name, count in coins.items()})


@pytest.mark.parametrize(
    ("coins", "winner"),
    [
        ({"ada": 51, "bob": 46}, "ada"),
        ({"ada": 50, "bob": 0}, ""),
        ({"ada": 51, "bob": 47}, ""),
        ({"ada": 46, "bob": 51, "eve": 47}, ""),
        ({"ada": 46, "bob": 51, "eve": 46}, "bob"),
        ({"ada": 80, "bob": 80}, ""),
        ({"ada": 100, "bob": 95}, "ada"),
        ({"ada": 51}, "ada"),
        ({"ada": 50}, ""),
    ],
)
def test_R71_more_than_50_coins_and_at_least_5_more_than_every_other_win(
    rules: Rules, coins: dict[str, int], winner: str
) -> None:
    """In store, at the end of a period. Somebody who is alone is ahead of all others."""
    step = over(rules, stores(**coins), NoDraws())
    assert step.state.winner == winner
    assert GAME.result(step.state) == (Result("won", (winner,)) if winner else None)
    assert [event.facts["player"] for event in told(step, "won")] == ([winner] if winner else [])


def test_R71_what_is_in_a_pocket_counts_for_nothing(rules: Rules) -> None:
    """Coins in a pocket count neither for nor against anybody's victory."""
    state = match(level(), ada=Explorer("", at=on(1, 0), store=51), bob=Explorer("", at=on(1, 0), pocket=90))
    assert over(rules, state, NoDraws()).state.winner == "ada"
    state = match(level(), ada=Explorer("", at=on(1, 0), pocket=90))
    assert over(rules, state, NoDraws()).state.winner == ""


def test_R71_coins_that_are_brought_out_in_the_period_count_at_its_end(rules: Rules) -> None:
    """20 in store, and 31 carried up the rope."""
    state = match(level(), ada=Explorer("", at=on(0, 0), store=20, pocket=31), bob=on(1, 0))
    assert over(rules, state, NoDraws(), ada=["climb"]).state.winner == "ada"


def test_R71_nobody_wins_before_the_period_ends(rules: Rules) -> None:
    """However rich they are by then."""
    state = plan(rules, stores(ada=90), "ada", "E")
    assert GAME.result(state) is None


def test_R71_the_numbers_are_law() -> None:
    """More than 3 coins, and one more than others."""
    rules = law(victory={"coins_more_than": 3, "ahead_by": 1})
    assert over(rules, stores(ada=4, bob=3), NoDraws()).state.winner == "ada"
    assert over(rules, stores(ada=3, bob=0), NoDraws()).state.winner == ""


def test_when_it_is_won_it_is_over(rules: Rules) -> None:
    """No clock runs, nobody is waited for, and nothing that happens changes anything."""
    state = over(rules, stores(ada=60, bob=1), NoDraws()).state
    assert not GAME.clocks(rules, state)
    assert not any(seat.to_act for seat in GAME.seats(state))
    for happening in (Joined("eve"), Left("ada"), CycleEnded()):
        assert GAME.react(rules, state, happening, NoDraws(), NoWorld()) is None
    assert GAME.view(rules, state, None).winner == "ada"


def test_R101_the_cycles_end_stops_it_without_a_result(rules: Rules) -> None:
    """Somebody rich does not win by it."""
    step = GAME.react(rules, stores(ada=60), CycleEnded(), NoDraws(), NoWorld())
    assert step is not None
    assert GAME.result(step.state) == Result("stopped")
    assert not GAME.clocks(rules, step.state)


def test_R71_whoever_left_is_ahead_of_nobody(rules: Rules) -> None:
    """One coin behind, the other keeps them from winning only while in."""
    state = stores(ada=51, bob=50)
    left = GAME.react(rules, state, Left("bob"), NoDraws(), NoWorld())
    assert left is not None
    assert over(rules, left.state, NoDraws()).state.winner == "ada"
    assert over(rules, state, NoDraws()).state.winner == ""
