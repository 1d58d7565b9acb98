"""Dice: items that are used once in a game, for a roll or after it (R60), and what they have drawn (R18, R103)."""

from typing import Any

import pytest

from knucklebones.engine.state import State
from nomic.matches.contract.game import Asked, BadAnswer, BarredMove, IllegalMove, LegalMove, Option, Question, Step
from tests.support.knucklebones_engine import GAME, Held, act, begun, faces, rules, standing, texts
from tests.support.rigged_chance import Laid

ROLL = {"kind": "roll"}
ANSWER = {"kind": "answer"}
FORFEIT = {"kind": "forfeit"}


def _roll(dice: str) -> dict[str, str]:
    return {"kind": "roll", "dice": dice}


def _use(dice: str) -> dict[str, str]:
    return {"kind": "use", "dice": dice}


def _shown(state: State) -> Any:
    return GAME.view(rules(), state, None)["rolled"]


def _moves(law: Any, state: State, player: str, environment: Held) -> list[dict[str, Any]]:
    return [move.move for move in GAME.legal(law, state, player, environment)]


# ── who rolls, and when


def test_R58_whoever_holds_an_unused_dice_rolls_on_their_own_move() -> None:
    """With it or without: it is for them to say. For whoever holds none the system rolls."""
    law, environment = rules("Split Die"), Held(Ben=["Split Die"])
    first = begun(law, Laid(0, 3), environment)
    assert _shown(first.state) == {"value": 4, "by": "Ada", "dice": None}
    step = act(law, first.state, "Ada", {"kind": "place", "column": 1}, Laid(), environment)
    assert texts(step) == ["Ada puts a 4 into column 1.", "It is Ben's turn to roll."]
    assert _shown(step.state) is None
    assert _moves(law, step.state, "Ben", environment) == [ROLL, _roll("Split Die"), FORFEIT]
    assert [seat.to_act for seat in GAME.seats(step.state)] == [False, True]
    assert GAME.clocks(law, step.state)[0].players == ("Ben",)
    plain = act(law, step.state, "Ben", ROLL, faces(2), environment)
    assert texts(plain) == ["Ben rolls a 2."]
    assert _shown(plain.state) == {"value": 2, "by": "Ben", "dice": None}


def test_R58_a_dice_that_is_used_after_the_roll_lets_its_holder_roll_too() -> None:
    """Any Dice that is unused in this game does."""
    law, environment = rules("Nudge"), Held(Ada=["Nudge"])
    state = begun(law, Laid(0), environment).state
    assert _moves(law, state, "Ada", environment) == [ROLL, FORFEIT]
    state = act(law, state, "Ada", ROLL, faces(3), environment).state
    assert _use("Nudge") in _moves(law, state, "Ada", environment)


def test_R58_once_all_dice_are_used_the_system_rolls_again() -> None:
    """And a Dice that the law does not have is none."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die", "Marble"], Ben=["Marble"])
    state = begun(law, Laid(0), environment).state
    state = act(law, state, "Ada", _roll("Split Die"), Laid(5), environment).state
    state = act(law, state, "Ada", {"kind": "place", "column": 1}, faces(1), environment).state
    assert _shown(state) == {"value": 1, "by": "Ben", "dice": None}
    state = act(law, state, "Ben", {"kind": "place", "column": 2}, faces(2), environment).state
    assert _shown(state) == {"value": 2, "by": "Ada", "dice": None}


def test_a_die_is_rolled_before_it_is_placed_and_once() -> None:
    """What is not there cannot be placed, and what was rolled is not rolled again."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die"])
    state = begun(law, Laid(0), environment).state
    with pytest.raises(IllegalMove, match="Roll the die first"):
        act(law, state, "Ada", {"kind": "place", "column": 1}, Laid(), environment)
    state = act(law, state, "Ada", ROLL, faces(3), environment).state
    for move, why in ((ROLL, "it shows a 3"), (_roll("Split Die"), "It is used before the roll")):
        with pytest.raises(IllegalMove, match=why):
            act(law, state, "Ada", move, Laid(), environment)


# ── what Dice can do


@pytest.mark.parametrize(("drawn", "value"), [(0, 1), (2, 1), (3, 6), (5, 6)])
def test_R60_a_dice_can_have_other_faces(drawn: int, value: int) -> None:
    """Three ones and three sixes: a face that stands there three times is three times as likely."""
    law, environment, chance = rules("Split Die"), Held(Ada=["Split Die"]), Laid(drawn)
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Split Die"), chance, environment)
    assert chance.drawn == [("Split Die: face", 6)]
    assert _shown(step.state) == {"value": value, "by": "Ada", "dice": "Split Die"}
    assert texts(step) == [f"Ada rolls a {value} with Split Die."]
    assert step.events[0].facts == {"player": "Ada", "value": value, "dice": "Split Die"}


def test_R60_a_dice_can_have_more_faces() -> None:
    """A d8 can show an 8, which scores as any other value."""
    law, environment, chance = rules("Eight-sided Die"), Held(Ada=["Eight-sided Die"]), Laid(7)
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Eight-sided Die"), chance, environment)
    assert chance.drawn == [("Eight-sided Die: 1d8", 8)]
    assert texts(step) == ["Ada rolls an 8 with Eight-sided Die."]
    assert GAME.view(law, step.state, None)["choices"][0] == {
        "column": 1, "gains": 8, "score": 8, "destroys": 0, "takes": 0
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (1, "a 1"),
        (7, "a 7"),
        (8, "an 8"),
        (11, "an 11"),
        (18, "an 18"),
        (79, "a 79"),
        (80, "an 80"),
        (89, "an 89"),
        (90, "a 90"),
    ],
)
def test_a_number_is_said_as_people_say_it(value: int, said: str) -> None:
    """With the article that it has."""
    law = rules(faces=[value])
    assert texts(begun(law, Laid(0, 0), Held()))[1] == f"Ada rolls {said}."


@pytest.mark.parametrize(("drawn", "value"), [((1, 4), 5), ((4, 1), 5), ((3, 3), 4)])
def test_R60_a_dice_can_be_two_of_which_the_higher_counts(drawn: tuple[int, int], value: int) -> None:
    """Without a question: the higher one is the higher one."""
    law, environment, chance = rules("Pair of Dice"), Held(Ada=["Pair of Dice"]), Laid(*drawn)
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Pair of Dice"), chance, environment)
    assert _shown(step.state) == {"value": value, "by": "Ada", "dice": "Pair of Dice"}
    assert len(chance.drawn) == 2


def test_R60_a_dice_can_be_rolled_again() -> None:
    """After the roll has been seen: the new number counts, whatever it is."""
    law, environment = rules("Second Throw"), Held(Ada=["Second Throw"])
    state = act(law, begun(law, Laid(0), environment).state, "Ada", ROLL, faces(4), environment).state
    step = act(law, state, "Ada", _use("Second Throw"), faces(2), environment)
    assert texts(step) == ["Ada uses Second Throw: the 4 becomes a 2."]
    assert _shown(step.state) == {"value": 2, "by": "Ada", "dice": "Second Throw"}
    same = act(law, state, "Ada", _use("Second Throw"), faces(4), environment)
    assert texts(same) == ["Ada uses Second Throw: the 4 stays as it is."]


def test_R60_a_dice_can_turn_one_up_or_down() -> None:
    """It asks which, before anything has happened; each answer is taken, and no other."""
    law, environment = rules("Nudge"), Held(Ada=["Nudge"])
    state = act(law, begun(law, Laid(0), environment).state, "Ada", ROLL, faces(4), environment).state
    question = Question(
        "Ada", "Nudge: choose one of these", "number",
        (Option(3, "3"), Option(5, "5")),
    )  # fmt: skip
    assert GAME.play(law, state, "Ada", _use("Nudge"), (), Laid(), environment) == Asked(question)
    assert LegalMove(_use("Nudge"), "Use Nudge", question) in GAME.legal(law, state, "Ada", environment)
    for value in (3, 5):
        step = act(law, state, "Ada", _use("Nudge"), Laid(), environment, [value])
        assert texts(step) == [f"Ada uses Nudge: the 4 becomes a {value}."]
        assert _shown(step.state) == {"value": value, "by": "Ada", "dice": "Nudge"}
    for answer in ([4], [3, 5], [], ["3"], [True]):
        with pytest.raises(BadAnswer):
            act(law, state, "Ada", _use("Nudge"), Laid(), environment, answer)


@pytest.mark.parametrize(
    ("rolled", "choice", "value"), [(1, 0, 1), (6, 7, 7), (99, 100, 99)], ids=["least", "beyond six", "most"]
)
def test_a_die_shows_a_number_from_1_to_99(rolled: int, choice: int, value: int) -> None:
    """What would be less is a 1, what would be more a 99; between them anything goes."""
    law, environment = rules("Nudge", faces=[rolled]), Held(Ada=["Nudge"])
    state = act(law, begun(law, Laid(0), environment).state, "Ada", ROLL, Laid(0), environment).state
    step = act(law, state, "Ada", _use("Nudge"), Laid(), environment, [choice])
    assert _shown(step.state)["value"] == value


def test_R60_a_dice_that_says_nothing_of_the_roll_leaves_it_as_it_is() -> None:
    """Before the roll the usual die is rolled; what else the Dice does, it does."""
    law, environment = rules("Lucky Die"), Held(Ada=["Lucky Die"])
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Lucky Die"), faces(5), environment)
    assert texts(step) == ["Ada rolls a 5 with Lucky Die.", "Ada gains 1 Chip."]
    assert step.events[1].kind == "granted"
    assert step.events[1].facts == {"player": "Ada", "item": "Chip", "count": 1}


def test_R60_a_dice_can_offer_something() -> None:
    """What is offered can be taken or left, and what it brings depends on the number that has been seen."""
    effect = [
        {"choose": "one", "from": "$faces", "by": "chance"},
        {
            "offer": "A Chip for a high number?",
            "options": [
                {"say": "Take it", "needs": {"is": ["$one", "at_least", 5]}, "do": [{"grant": "Chip", "to": "$me"}]}
            ],
        },
        {"table": "$one", "rows": [[1, 2, [{"grant": "Handy Pack", "to": "$next"}]]]},
        {"let": "rolled", "be": "$one"},
    ]
    law, environment = rules(dice={"Tempter": {"when": "before", "effect": effect}}), Held(Ada=["Tempter"])
    state = begun(law, Laid(0), environment).state
    low = act(law, state, "Ada", _roll("Tempter"), faces(2), environment)
    assert texts(low) == ["Ada rolls a 2 with Tempter.", "Ben gains 1 Handy Pack."]
    high = act(law, state, "Ada", _roll("Tempter"), faces(5), environment)
    assert high.question == Question(
        "Ada", "Tempter: A Chip for a high number?", "offer", (Option(0, "Take it"),), 0, 1, "none"
    )
    taken = act(law, high.state, "Ada", ANSWER, Laid(), environment, [0])
    assert texts(taken) == ["Ada rolls a 5 with Tempter.", "Ada gains 1 Chip."]
    assert texts(act(law, high.state, "Ada", ANSWER, Laid(), environment, [])) == ["Ada rolls a 5 with Tempter."]


def test_several_dice_can_be_used_in_one_turn() -> None:
    """One for the roll, and others after it, each once."""
    law = rules("Eight-sided Die", "Second Throw", "Nudge")
    environment = Held(Ada=["Eight-sided Die", "Second Throw", "Nudge"])
    state = act(
        law, begun(law, Laid(0), environment).state, "Ada", _roll("Eight-sided Die"), Laid(7), environment
    ).state
    state = act(law, state, "Ada", _use("Nudge"), Laid(), environment, [9]).state
    state = act(law, state, "Ada", _use("Second Throw"), faces(6), environment).state
    assert _shown(state) == {"value": 6, "by": "Ada", "dice": "Second Throw"}
    assert GAME.view(law, state, None)["dice"] == {
        "Ada": {"used": ["Eight-sided Die", "Nudge", "Second Throw"]},
        "Ben": {"used": []},
    }
    assert [move["kind"] for move in _moves(law, state, "Ada", environment)] == ["place", "place", "place", "forfeit"]


# ── once in a game, and only what one holds


def test_R60_a_dice_is_used_once_in_a_game_and_not_used_up() -> None:
    """It is not on the list any more, the reason is told, and trying changes nothing; nothing is taken from anybody."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die"], Ben=["Split Die"])
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Split Die"), Laid(0), environment)
    assert {event.kind for event in step.events} == {"rolled"}
    state = act(law, step.state, "Ada", {"kind": "place", "column": 1}, Laid(), environment).state
    assert _moves(law, state, "Ben", environment)[1] == _roll("Split Die")
    state = act(law, state, "Ben", _roll("Split Die"), Laid(0), environment).state
    state = act(law, state, "Ben", {"kind": "place", "column": 3}, faces(3), environment).state
    reason = "You have already used it in this game."
    assert GAME.barred(law, state, "Ada", environment) == [
        BarredMove(_use("Split Die"), "Use Split Die", reason, "R60")
    ]
    kept = GAME.encode(state)
    for move in (_roll("Split Die"), _use("Split Die")):
        with pytest.raises(IllegalMove, match="You have used Split Die in this game") as refused:
            act(law, state, "Ada", move, Laid(), environment)
        assert refused.value.rule == "R60"
    assert GAME.encode(state) == kept


def test_R60_only_a_dice_that_one_holds_can_be_used() -> None:
    """Not the opponent's, not one that the law does not have, and none that is no name at all."""
    law, environment = rules("Split Die", "Second Throw"), Held(Ada=["Second Throw", "Marble"], Ben=["Split Die"])
    state = begun(law, Laid(0), environment).state
    for dice, why in (
        ("Split Die", "You have no Split Die"),
        ("Marble", "The law has no Dice of this name"),
        (7, "dice: Expected `str`, got `int`"),
        (["Second Throw"], "dice: Expected `str`, got `array`"),
        (None, "dice: Expected `str`, got `null`"),
    ):
        with pytest.raises(IllegalMove, match=why):
            act(law, state, "Ada", {"kind": "roll", "dice": dice}, Laid(), environment)


def test_R60_a_dice_is_used_at_its_moment() -> None:
    """Before the roll, or after it, as it says."""
    law = rules("Split Die", "Second Throw")
    environment = Held(Ada=["Split Die", "Second Throw"])
    state = begun(law, Laid(0), environment).state
    assert GAME.barred(law, state, "Ada", environment) == [
        BarredMove(_roll("Second Throw"), "Use Second Throw", "It is used after the roll.", "R60")
    ]
    for move in (_roll("Second Throw"), _use("Second Throw")):
        with pytest.raises(IllegalMove, match="It is used after the roll"):
            act(law, state, "Ada", move, Laid(), environment)
    with pytest.raises(IllegalMove, match="It is used before the roll"):
        act(law, state, "Ada", _use("Split Die"), Laid(), environment)
    state = act(law, state, "Ada", ROLL, faces(4), environment).state
    assert GAME.barred(law, state, "Ada", environment) == [
        BarredMove(_use("Split Die"), "Use Split Die", "It is used before the roll.", "R60")
    ]
    for move in (_use("Split Die"), _roll("Split Die")):
        with pytest.raises(IllegalMove, match="It is used before the roll"):
            act(law, state, "Ada", move, Laid(), environment)


def test_R106_a_dice_of_a_changed_law_does_what_the_law_says_now() -> None:
    """One that the law has no more cannot be used, and a roll that was waited for is made without it."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die"])
    state = begun(law, Laid(0), environment).state
    repealed = rules()
    assert _moves(repealed, state, "Ada", environment) == [ROLL, FORFEIT]
    with pytest.raises(IllegalMove, match="no Dice of this name"):
        act(repealed, state, "Ada", _roll("Split Die"), Laid(), environment)
    assert _shown(act(repealed, state, "Ada", ROLL, faces(2), environment).state)["value"] == 2


# ── what was drawn stays drawn


def _open_pair(one: int, other: int) -> tuple[Any, Held, Step[State]]:
    """A use of a Dice that has drawn two numbers and asks which."""
    law, environment = rules("Open Pair"), Held(Ada=["Open Pair"])
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Open Pair"), faces(one, other), environment)
    return law, environment, step


def test_R18_a_draw_that_was_seen_cannot_be_given_up() -> None:
    """The use has begun: nothing else can be done, and however often it is asked the dice are the same."""
    law, environment, step = _open_pair(2, 5)
    assert texts(step) == ["Ada uses Open Pair and chooses."]
    question = Question(
        "Ada", "Open Pair: choose one of these", "number",
        (Option(2, "2"), Option(5, "5")),
    )  # fmt: skip
    assert step.question == GAME.question(law, step.state, environment) == question
    assert GAME.play(law, step.state, "Ada", ANSWER, (), Laid(), environment) == Asked(question)
    assert GAME.legal(law, step.state, "Ada", environment) == [
        LegalMove(ANSWER, "Go on with Open Pair", question),
        LegalMove(FORFEIT, "Forfeit"),
    ]
    assert GAME.barred(law, step.state, "Ada", environment) == []
    for move in (ROLL, _roll("Open Pair"), {"kind": "place", "column": 1}):
        with pytest.raises(IllegalMove, match="You use Open Pair, and have to choose first") as refused:
            act(law, step.state, "Ada", move, Laid(), environment)
        assert refused.value.rule == "R103"
    for value in (2, 5):
        done = act(law, step.state, "Ada", ANSWER, Laid(), environment, [value])
        assert texts(done) == [f"Ada rolls a {value} with Open Pair."]
        assert _shown(done.state) == {"value": value, "by": "Ada", "dice": "Open Pair"}
        assert GAME.question(law, done.state, environment) is None
    for answer in ([3], [], [2, 5]):
        with pytest.raises(BadAnswer):
            act(law, step.state, "Ada", ANSWER, Laid(), environment, answer)


@pytest.mark.parametrize("answers", [[[6]], [[6], [1]], [[]], [["6"]], [[2, 5]]], ids=str)
def test_R126_nobody_throws_again_until_it_is_a_six(answers: Any) -> None:
    """What was sent fits only another fall of the dice: these stand, and are asked about."""
    law, environment, asked = _open_pair(2, 5)
    state = begun(law, Laid(0), environment).state
    assert act(law, state, "Ada", _roll("Open Pair"), faces(2, 5), environment, *answers) == asked


def test_R126_of_several_answers_those_stand_that_fit() -> None:
    """The first comes before the draw; of the next nothing stands, and nothing of what comes after it."""
    law = rules(
        dice={
            "Named Die": {
                "when": "before",
                "effect": [
                    {"choose": "named", "from": "$faces"},
                    {"let": "drawn", "be": {"roll": "1d6"}},
                    {"choose": "kept", "from": {"values": ["$named", "$drawn"]}},
                    {"let": "rolled", "be": "$kept"},
                ],
            }
        }
    )
    environment = Held(Ada=["Named Die"])
    state = begun(law, Laid(0), environment).state
    step = act(law, state, "Ada", _roll("Named Die"), faces(2), environment, [6], [5], [6])
    assert GAME.answers(step.state) == ((6,),)
    assert step == act(law, state, "Ada", _roll("Named Die"), faces(2), environment, [6])
    refusing = Laid()
    with pytest.raises(BadAnswer) as bad:
        act(law, state, "Ada", _roll("Named Die"), refusing, environment, [7], [5])
    assert (bad.value.place, refusing.drawn) == (0, [])


def test_where_both_dice_show_the_same_nothing_is_asked() -> None:
    """There is no choice to be made."""
    _, _, step = _open_pair(3, 3)
    assert step.question is None
    assert _shown(step.state) == {"value": 3, "by": "Ada", "dice": "Open Pair"}


def test_R18_what_was_answered_before_a_draw_stays_answered() -> None:
    """The face is named before anything is drawn, and cannot be named anew when the draw is seen."""
    law = rules("Named Die")
    asks_last = {
        "Named Die": {
            "when": "before",
            "effect": [
                {"choose": "named", "from": "$faces"},
                {"let": "drawn", "be": {"roll": "1d6"}},
                {"choose": "kept", "from": {"values": ["$named", "$drawn"]}},
                {"let": "rolled", "be": "$kept"},
            ],
        }
    }
    law = rules(dice=asks_last)
    environment = Held(Ada=["Named Die"])
    state = begun(law, Laid(0), environment).state
    first = GAME.play(law, state, "Ada", _roll("Named Die"), (), Laid(), environment)
    assert isinstance(first, Asked)
    assert [option.value for option in first.question.options] == [1, 2, 3, 4, 5, 6]
    step = act(law, state, "Ada", _roll("Named Die"), faces(2), environment, [6])
    assert GAME.answers(step.state) == ((6,),)
    assert step.question is not None
    assert [option.value for option in step.question.options] == [6, 2]
    for answers in ([[5], [5]], [], [[1]]):
        with pytest.raises(BadAnswer, match="cannot be changed") as bad:
            act(law, step.state, "Ada", ANSWER, Laid(), environment, *answers)
        assert bad.value.place == 0
    with pytest.raises(BadAnswer, match="nothing more is asked") as bad:
        act(law, step.state, "Ada", ANSWER, Laid(), environment, [6], [2], [2])
    assert bad.value.place == 2
    assert _shown(act(law, step.state, "Ada", ANSWER, Laid(), environment, [6], [6]).state)["value"] == 6


def test_R18_a_begun_use_sees_again_what_it_has_read() -> None:
    """What somebody owns meanwhile does not lead it another way."""

    class Purse:
        def __init__(self, chips: int) -> None:
            self.chips = chips

        def read(self, *question: str) -> Any:
            return ["Purse Die"] if question[0] == "dice" else self.chips

    effect = [
        {"let": "one", "be": {"roll": "1d6"}},
        {"if": {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 3]}, "then": [{"grant": "Chip", "to": "$me"}]},
        {"choose": "kept", "from": {"values": ["$one", {"stock": "Chip", "of": "$me"}]}},
        {"let": "rolled", "be": "$kept"},
    ]
    law, purse = rules(dice={"Purse Die": {"when": "before", "effect": effect}}), Purse(4)
    step = act(law, begun(law, Laid(0), purse).state, "Ada", _roll("Purse Die"), faces(2), purse)
    assert step.question is not None
    assert [option.value for option in step.question.options] == [2, 5]
    purse.chips = 0
    assert GAME.question(law, step.state, purse) == step.question
    state = GAME.decode(GAME.encode(step.state))
    done = act(law, state, "Ada", ANSWER, Laid(), purse, [5])
    assert texts(done) == ["Ada rolls a 5 with Purse Die.", "Ada gains 1 Chip."]


def test_R18_several_questions_after_a_draw_are_asked_one_by_one() -> None:
    """Until the next draw the answers stay open; a draw keeps those that led to it."""
    effect = [
        {"let": "one", "be": {"roll": "1d6"}},
        {"choose": "more", "from": [1, 2]},
        {"choose": "most", "from": [10, 20]},
        {"let": "two", "be": {"roll": "1d4"}},
        {"choose": "kept", "from": {"values": ["$one", "$two"]}},
        {"let": "rolled", "be": {"sum": ["$kept", "$more", "$most"]}},
    ]
    law, environment = rules(dice={"Long Die": {"when": "before", "effect": effect}}), Held(Ada=["Long Die"])
    first = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Long Die"), faces(3), environment)
    asked = GAME.play(law, first.state, "Ada", ANSWER, [[2]], Laid(), environment)
    assert isinstance(asked, Asked)
    assert [option.value for option in asked.question.options] == [10, 20]
    chance = Laid(0)
    second = act(law, first.state, "Ada", ANSWER, chance, environment, [2], [10])
    assert chance.drawn == [("Long Die: 1d4", 4)]
    assert GAME.answers(second.state) == ((2,), (10,))
    assert second.question is not None
    assert [option.value for option in second.question.options] == [3, 1]
    assert second.events == ()
    done = act(law, second.state, "Ada", ANSWER, Laid(), environment, [2], [10], [1])
    assert texts(done) == ["Ada rolls a 13 with Long Die."]


def test_R18_what_has_drawn_nothing_has_not_begun() -> None:
    """Whoever is asked before a draw can still do something else, whatever the Dice has looked at."""

    class Purse:
        def read(self, *question: str) -> Any:
            return ["Purse Die"] if question[0] == "dice" else 4

    effect = [
        {"choose": "kept", "from": {"values": [1, {"stock": "Chip", "of": "$me"}]}},
        {"let": "rolled", "be": "$kept"},
    ]
    law = rules(dice={"Purse Die": {"when": "before", "effect": effect}})
    state = begun(law, Laid(0), Purse()).state
    asked = GAME.play(law, state, "Ada", _roll("Purse Die"), (), Laid(), Purse())
    assert isinstance(asked, Asked)
    assert [option.value for option in asked.question.options] == [1, 4]
    assert texts(act(law, state, "Ada", ROLL, faces(3), Purse())) == ["Ada rolls a 3."]


def test_R18_a_begun_use_of_somebody_who_forfeits_is_finished_by_chance() -> None:
    """Or whose time is up: what had to be chosen is drawn, and then the game is over."""
    law, environment, step = _open_pair(2, 5)
    for ended, why in (
        (act(law, step.state, "Ada", FORFEIT, Laid(1), environment), ""),
        (GAME.expire(law, step.state, "turn 1", Laid(1), environment), ": the time is up"),
    ):
        assert texts(ended)[:3] == ["Ada rolls a 5 with Open Pair.", f"Ada forfeits{why}.", "Ben wins."]
        assert ended.state.pending is None
        assert ended.state.outcome is not None


def test_R18_what_may_be_declined_is_declined_for_whoever_forfeits() -> None:
    """An open question of whoever forfeits is declined, and nothing is drawn for it."""
    effect = [
        {"let": "one", "be": {"roll": "1d6"}},
        {"choose": "more", "from": [1, 2], "n": [0, 1], "else": [0]},
        {"let": "rolled", "be": {"sum": ["$one", "$more"]}},
    ]
    law, environment = rules(dice={"Extra": {"when": "before", "effect": effect}}), Held(Ada=["Extra"])
    step = act(law, begun(law, Laid(0), environment).state, "Ada", _roll("Extra"), faces(3), environment)
    assert texts(act(law, step.state, "Ada", FORFEIT, Laid(), environment))[0] == "Ada rolls a 3 with Extra."
    assert texts(act(law, step.state, "Ada", ANSWER, Laid(), environment, [2]))[0] == "Ada rolls a 5 with Extra."


def test_R60_a_dice_stays_used_when_the_opponent_destroys_what_it_has_rolled() -> None:
    """The die is gone from the field; the Dice was used all the same."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die"], Ben=["Split Die"])
    state = begun(law, Laid(0), environment).state
    for player in ("Ada", "Ben"):
        state = act(law, state, player, _roll("Split Die"), Laid(0), environment).state
        state = act(law, state, player, {"kind": "place", "column": 1}, faces(3), environment).state
    assert GAME.view(law, state, None)["matrices"]["Ada"] == [[], [], []]
    assert [side.used for side in state.sides] == [("Split Die",), ("Split Die",)]


def test_R101_with_the_cycle_a_choice_that_somebody_was_asked_for_is_over() -> None:
    law, environment, step = _open_pair(2, 5)
    stopped = GAME.react(law, step.state, {"kind": "cycle-ended"}, Laid(), environment)
    assert stopped is not None
    assert (stopped.state.pending, GAME.question(law, stopped.state, environment)) == (None, None)


def test_R103_while_somebody_chooses_the_other_can_only_forfeit() -> None:
    """Then the game is over, and the choice with it."""
    law, environment, step = _open_pair(2, 5)
    assert _moves(law, step.state, "Ben", environment) == [FORFEIT]
    with pytest.raises(IllegalMove, match="It is Ada's turn"):
        act(law, step.state, "Ben", ANSWER, Laid(), environment, [2])
    ended = act(law, step.state, "Ben", FORFEIT, Laid(), environment)
    assert texts(ended)[:2] == ["Ben forfeits.", "Ada wins."]
    assert ended.state.pending is None


def test_R106_a_begun_use_goes_on_under_the_law_by_which_it_began() -> None:
    """The state names it; otherwise the law in force holds."""
    law, _, step = _open_pair(2, 5)
    assert GAME.bound_to(step.state) == law.number == 1
    assert GAME.bound_to(standing(rolled=3)) is None


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    """Neither a move of that kind nor answers to other moves."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die"])
    state = begun(law, Laid(0), environment).state
    with pytest.raises(IllegalMove, match="None of your moves"):
        act(law, state, "Ada", ANSWER, Laid(), environment, [1])
    for move in (ROLL, FORFEIT):
        with pytest.raises(BadAnswer, match="nothing") as bad:
            act(law, state, "Ada", move, Laid(), environment, [1])
        assert bad.value.place == 0


def test_R126_what_nothing_asked_for_is_dropped_where_something_was_drawn() -> None:
    """A Dice that asks nothing shows what it drew, whatever was sent with it."""
    law, environment = rules("Split Die"), Held(Ada=["Split Die"])
    state = begun(law, Laid(0), environment).state
    plain = act(law, state, "Ada", _roll("Split Die"), Laid(3), environment)
    assert act(law, state, "Ada", _roll("Split Die"), Laid(3), environment, [1], [2]) == plain
