"""The field, the turn order and the turn (R57, R58)."""

import pytest

from nomic.matches.contract.game import BarredMove, Clock, IllegalMove, Seat
from tests.support.knucklebones_engine import EMPTY, GAME, Held, act, begun, faces, rules, standing, texts
from tests.support.rigged_chance import Laid

LAW = rules()
NOBODY = Held()


def _place(column: int) -> dict[str, object]:
    return {"kind": "place", "column": column}


# ── the field and the order


def test_R57_each_participant_has_three_columns_of_three_cells() -> None:
    """They are empty in the beginning, and nobody has a turn before the game begins."""
    state = GAME.setup(LAW, {"players": ["Ada", "Ben"]})
    seen = GAME.view(LAW, state, "Ada")
    assert (seen["columns"], seen["rows"]) == (3, 3)
    assert seen["matrices"] == {"Ada": [[], [], []], "Ben": [[], [], []]}
    assert (seen["turn"], seen["rolled"], seen["choices"]) == (None, None, [])
    assert GAME.seats(state) == (Seat("Ada", "in"), Seat("Ben", "in"))
    assert GAME.clocks(LAW, state) == ()
    assert GAME.legal(LAW, state, "Ada", NOBODY) == []


def test_a_game_is_for_two() -> None:
    """Not for one, for three, or for somebody alone."""
    for players in (["Ada"], ["Ada", "Ben", "Cy"], ["Ada", "Ada"]):
        with pytest.raises(ValueError, match="is for two"):
            GAME.setup(LAW, {"players": players})


@pytest.mark.parametrize(("drawn", "order"), [(0, ("Ada", "Ben")), (1, ("Ben", "Ada"))])
def test_R57_who_plays_first_is_drawn(drawn: int, order: tuple[str, str]) -> None:
    """When the game begins, each of the two as likely."""
    chance = Laid(drawn, 3)
    step = begun(LAW, chance, NOBODY)
    assert chance.drawn == [("turn order", 2), ("die", 6)]
    assert step.state.players == order
    assert texts(step) == [f"{order[0]} plays first, then {order[1]}.", f"{order[0]} rolls a 4."]
    assert [event.kind for event in step.events] == ["begun", "turn", "rolled"]
    assert [seat.to_act for seat in GAME.seats(step.state)] == [True, False]


def test_a_game_begins_once() -> None:
    """To be told again that it begins touches nothing."""
    state = begun(LAW, Laid(0, 3), NOBODY).state
    assert GAME.react(LAW, state, {"kind": "begun"}, Laid(), NOBODY) is None


# ── the turn


def test_R58_the_die_is_rolled_when_the_turn_begins() -> None:
    """The system does it, with the turn before: a d6, whose value is then to be placed."""
    chance = faces(2)
    step = act(LAW, standing(rolled=5), "Ada", _place(1), chance, NOBODY)
    assert chance.drawn == [("die", 6)]
    assert GAME.view(LAW, step.state, None)["rolled"] == {"value": 2, "by": "Ben", "dice": None}
    assert GAME.view(LAW, step.state, None)["turn"] == {"number": 2, "player": "Ben"}
    assert texts(step) == ["Ada puts a 5 into column 1.", "Ben rolls a 2."]
    assert [event.facts for event in step.events] == [
        {"player": "Ada", "column": 1, "value": 5, "destroyed": 0},
        {"player": "Ben", "number": 2},
        {"player": "Ben", "value": 2, "dice": None},
    ]


@pytest.mark.parametrize("column", [1, 2, 3])
def test_R58_the_value_goes_into_the_column_that_is_chosen(column: int) -> None:
    """And nothing else on that field changes; in which row it lies has no relevance."""
    before = standing(([1], [2, 3], []), ([6], [6], [6]), rolled=4)
    seen = GAME.view(LAW, act(LAW, before, "Ada", _place(column), faces(1), NOBODY).state, None)
    expected = [[1], [2, 3], []]
    expected[column - 1].append(4)
    assert seen["matrices"] == {"Ada": expected, "Ben": [[6], [6], [6]]}
    assert seen["last_rolled"] == {"value": 4, "by": "Ada", "dice": None, "column": column}


@pytest.mark.parametrize(
    ("against", "left", "said"),
    [
        ([[4], [4], [4]], [[4], [], [4]], "Ada puts a 4 into column 2 and destroys one of Ben's dice."),
        ([[], [4, 1, 4], []], [[], [1], []], "Ada puts a 4 into column 2 and destroys two of Ben's dice."),
        ([[], [4, 4, 4], [4]], [[], [], [4]], "Ada puts a 4 into column 2 and destroys three of Ben's dice."),
        ([[4], [5, 6], [4]], [[4], [5, 6], [4]], "Ada puts a 4 into column 2."),
    ],
)
def test_R58_dice_of_the_same_value_in_the_opponents_column_are_destroyed(
    against: list[list[int]], left: list[list[int]], said: str
) -> None:
    """All of them, in the column of the same number and in no other; their cells are free. One's own stay."""
    before = standing(([4], [4, 4], [4]), against, rolled=4)
    step = act(LAW, before, "Ada", _place(2), faces(1), NOBODY)
    seen = GAME.view(LAW, step.state, None)
    assert seen["matrices"] == {"Ada": [[4], [4, 4, 4], [4]], "Ben": left}
    assert texts(step)[0] == said
    free = [move.move["column"] for move in GAME.legal(LAW, step.state, "Ben", NOBODY) if "column" in move.move]
    assert free == [1, 2, 3]


def test_R58_a_column_without_a_free_cell_takes_no_die() -> None:
    """Each cell holds one die at most. It is not offered, the reason is given, and nothing changes by trying."""
    state = standing(([1, 2, 3], [1], []), rolled=4)
    offered = [move.move for move in GAME.legal(LAW, state, "Ada", NOBODY)]
    assert offered == [_place(2), _place(3), {"kind": "forfeit"}]
    barred = GAME.barred(LAW, state, "Ada", NOBODY)
    reason = "This column is full."
    assert barred == [BarredMove(_place(1), "Put the 4 into column 1", reason, "R58")]
    kept = GAME.encode(state)
    with pytest.raises(IllegalMove, match=reason) as refused:
        act(LAW, state, "Ada", _place(1), Laid(), NOBODY)
    assert (refused.value.code, refused.value.rule) == ("full", "R58")
    assert GAME.encode(state) == kept


def test_turns_go_by_turns() -> None:
    """After Ada it is Ben, after Ben it is Ada; who has no turn can place nothing."""
    state = begun(LAW, Laid(0, 0), NOBODY).state
    for number, (player, other) in enumerate([("Ada", "Ben"), ("Ben", "Ada"), ("Ada", "Ben")], 1):
        assert state.turn == number
        assert [move.move["kind"] for move in GAME.legal(LAW, state, other, NOBODY)] == ["forfeit"]
        with pytest.raises(IllegalMove, match=f"It is {player}'s turn"):
            act(LAW, state, other, _place(1), Laid(), NOBODY)
        state = act(LAW, state, player, _place(number), faces(number), NOBODY).state


def test_nobody_is_asked_what_dice_they_hold_where_the_law_has_none() -> None:
    """The world outside is left alone."""
    environment = Held()
    state = begun(LAW, Laid(0, 0), environment).state
    GAME.legal(LAW, state, "Ada", environment)
    GAME.barred(LAW, state, "Ada", environment)
    act(LAW, state, "Ada", _place(1), faces(1), environment)
    assert environment.asked == []


# ── time and giving up


def test_R58_a_turn_has_24_hours_from_its_beginning() -> None:
    """Every turn has a clock of its own, for its player alone; the minutes are the law's."""
    state = begun(LAW, Laid(0, 0), NOBODY).state
    assert GAME.clocks(LAW, state) == (Clock("turn 1", 1440, ("Ada",)),)
    later = act(LAW, state, "Ada", _place(1), faces(1), NOBODY).state
    assert GAME.clocks(LAW, later) == (Clock("turn 2", 1440, ("Ben",)),)
    assert GAME.clocks(rules(turn={"minutes": 90}), later) == (Clock("turn 2", 90, ("Ben",)),)


def test_R58_when_the_time_is_up_its_player_forfeits() -> None:
    """The opponent wins, whatever the scores are."""
    state = standing(([6, 6], [6], [6]), ([1], [], []), rolled=6)
    step = GAME.expire(LAW, state, "turn 1", Laid(), NOBODY)
    assert texts(step)[:2] == ["Ada forfeits: the time is up.", "Ben wins."]
    result = GAME.result(step.state)
    assert result is not None
    assert (result.ending, result.winners) == ("won", ("Ben",))
    assert GAME.seats(step.state) == (Seat("Ada", "out"), Seat("Ben", "in"))
    assert (GAME.clocks(LAW, step.state), GAME.legal(LAW, step.state, "Ben", NOBODY)) == ((), [])


@pytest.mark.parametrize(("player", "winner"), [("Ada", "Ben"), ("Ben", "Ada")])
def test_anybody_can_forfeit_whoever_has_the_turn(player: str, winner: str) -> None:
    """The other one wins; so it is where somebody leaves the cycle."""
    step = act(LAW, standing(rolled=3), player, {"kind": "forfeit"}, Laid(), NOBODY)
    assert texts(step)[:2] == [f"{player} forfeits.", f"{winner} wins."]
    gone = GAME.react(LAW, standing(rolled=3), {"kind": "left", "player": player}, Laid(), NOBODY)
    assert gone is not None
    assert gone.state == step.state
    assert gone.state.outcome is not None
    assert gone.state.outcome.winner == winner


def test_R5_who_has_left_the_cycle_gains_nothing_and_nobody_says_so() -> None:
    """A law that pays everybody who entered pays the one who is still there; who only forfeits is still there."""
    law = rules(rewards=[{"grant": "Chip", "to": {"players": "entered"}}])
    for playing, chips in (
        (["Ben"], ["Ben gains 1 Chip."]),
        (["Ada", "Ben"], ["Ada gains 1 Chip.", "Ben gains 1 Chip."]),
    ):
        step = GAME.react(law, standing(rolled=3), {"kind": "left", "player": "Ada"}, Laid(), Playing(playing))
        assert step is not None
        assert [text for text in texts(step) if "gains" in text] == chips


class Playing:
    """The world outside, where these are the players of the cycle."""

    def __init__(self, players: list[str]) -> None:
        self._players = players

    def read(self, *question: str) -> list[str]:
        assert question == ("players",)
        return self._players


def test_somebody_who_does_not_play_leaves_nothing_behind() -> None:
    """The game goes on as it was when somebody leaves the cycle who is not in it."""
    assert GAME.react(LAW, standing(rolled=3), {"kind": "left", "player": "Cy"}, Laid(), NOBODY) is None


def test_a_game_that_somebody_leaves_before_it_begins_is_off() -> None:
    """Nobody wins it, and it does not begin any more."""
    state = GAME.setup(LAW, {"players": ["Ada", "Ben"]})
    step = GAME.react(LAW, state, {"kind": "left", "player": "Ben"}, Laid(), NOBODY)
    assert step is not None
    assert texts(step) == ["The game is off: Ben has left."]
    assert GAME.result(step.state) is not None
    assert [seat.status for seat in GAME.seats(step.state)] == ["in", "out"]
    assert GAME.react(LAW, step.state, {"kind": "begun"}, Laid(), NOBODY) is None


def test_R101_the_cycles_end_stops_the_game_without_rewards() -> None:
    """Whoever is ahead: nobody wins, and nothing is gained."""
    step = GAME.react(LAW, standing(([6, 6], [], []), rolled=6), {"kind": "cycle-ended"}, Laid(), NOBODY)
    assert step is not None
    assert [event.kind for event in step.events] == ["stopped"]
    result = GAME.result(step.state)
    assert result is not None
    assert (result.ending, result.winners) == ("stopped", ())
    assert step.state.die is None


# ── the law changes (R106)


def test_R106_a_changed_law_holds_from_the_next_move_and_fields_keep_their_size() -> None:
    """The next die has the new faces; a field keeps the columns and rows with which it began."""
    state = begun(LAW, Laid(0, 5), NOBODY).state
    changed = rules(columns=5, rows=1, faces=[10, 20])
    assert GAME.react(changed, state, {"kind": "law-changed"}, Laid(), NOBODY) is None
    chance = Laid(1)
    step = act(changed, state, "Ada", _place(3), chance, NOBODY)
    assert chance.drawn == [("die", 2)]
    seen = GAME.view(changed, step.state, None)
    assert (seen["columns"], seen["rows"], seen["faces"]) == (3, 3, [10, 20])
    assert seen["matrices"]["Ada"] == [[], [], [6]]
    assert seen["rolled"] == {"value": 20, "by": "Ben", "dice": None}
    with pytest.raises(IllegalMove, match="numbered 1 to 3"):
        act(changed, step.state, "Ben", _place(4), Laid(), NOBODY)


def test_the_field_is_as_large_as_the_law_says() -> None:
    """Five columns of one cell: full with the fifth die."""
    wide = rules(columns=5, rows=1)
    state = begun(wide, Laid(0, 0), NOBODY).state
    assert GAME.view(wide, state, None)["matrices"]["Ben"] == [[], [], [], [], []]
    for column in (1, 2, 3, 4):
        state = act(wide, state, "Ada", _place(column), faces(6), NOBODY).state
        state = act(wide, state, "Ben", _place(column), faces(1), NOBODY).state
    step = act(wide, state, "Ada", _place(5), Laid(), NOBODY)
    assert GAME.view(wide, step.state, None)["scores"]["Ada"] == {"columns": [1, 1, 1, 1, 1], "total": 5}
    assert texts(step)[1] == "Ben wins 24 to 5."


def test_empty_fields_show_what_every_column_would_bring() -> None:
    """A first die gains what it shows, and destroys nothing."""
    seen = GAME.view(LAW, standing(EMPTY, EMPTY, rolled=4), "Cy")
    assert seen["choices"] == [
        {"column": column, "gains": 4, "score": 4, "destroys": 0, "takes": 0} for column in (1, 2, 3)
    ]
    assert seen["you"] is None
