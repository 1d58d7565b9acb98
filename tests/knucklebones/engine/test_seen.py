"""What is seen of a game: everything, by everybody."""

from msgspec.structs import replace

from knucklebones.engine.state import Die
from tests.support.knucklebones_engine import GAME, Held, act, begun, rules, standing
from tests.support.rigged_chance import Laid

LAW = rules()


def test_a_game_in_the_middle_of_a_turn() -> None:
    """Fields, scores, the die, whose turn it is, and what each column with a free cell would gain and destroy."""
    state = standing(([5, 4], [4, 4], [1, 2, 3]), ([4], [6, 4, 4], [4]), rolled=4, turn=7)
    assert GAME.view(LAW, state, "Ben") == {
        "you": "Ben",
        "players": ["Ada", "Ben"],
        "turn": {"number": 7, "player": "Ada"},
        "rolled": {"value": 4, "by": "Ada", "dice": None},
        "last_rolled": None,
        "matrices": {"Ada": [[5, 4], [4, 4], [1, 2, 3]], "Ben": [[4], [6, 4, 4], [4]]},
        "scores": {
            "Ada": {"columns": [9, 16, 6], "total": 31},
            "Ben": {"columns": [4, 22, 4], "total": 30},
        },
        "using": None,
        "dice": {"Ada": {"used": []}, "Ben": {"used": []}},
        "columns": 3,
        "rows": 3,
        "faces": [1, 2, 3, 4, 5, 6],
        "choices": [
            {"column": 1, "gains": 12, "score": 21, "destroys": 1, "takes": 4},
            {"column": 2, "gains": 20, "score": 36, "destroys": 2, "takes": 16},
        ],
        "winner": None,
        "outcome": None,
    }


def test_what_a_column_would_bring_is_what_it_brings() -> None:
    """For the one whose turn it is, second in the order too."""
    state = standing(([3, 3], [3], [1]), ([3], [], [2, 3]), rolled=3, turn=2)
    seen = GAME.view(LAW, state, "Ben")
    for choice in seen["choices"]:
        move = {"kind": "place", "column": choice["column"]}
        step = act(LAW, state, "Ben", move, Laid(0), Held())
        after = GAME.view(LAW, step.state, None)
        scores = {
            player: after["scores"][player]["total"] - seen["scores"][player]["total"] for player in ("Ada", "Ben")
        }
        assert scores == {"Ada": -choice["takes"], "Ben": choice["gains"]}
        assert after["scores"]["Ben"]["columns"][choice["column"] - 1] == choice["score"]
        assert step.events[0].facts["destroyed"] == choice["destroys"]
    assert [choice["takes"] for choice in seen["choices"]] == [12, 3, 0]


def test_a_stranger_sees_the_same_as_who_plays() -> None:
    """Nothing is hidden; only who is looking differs."""
    state = begun(LAW, Laid(0, 3), Held()).state
    ada, ben, nobody = (GAME.view(LAW, state, viewer) for viewer in ("Ada", "Ben", None))
    assert (ada.pop("you"), ben.pop("you"), nobody.pop("you")) == ("Ada", "Ben", None)
    assert ada == ben == nobody
    assert GAME.view(LAW, state, "Cy")["you"] is None


def test_the_die_that_was_placed_last_stays_to_be_seen() -> None:
    """With the Dice that was used on it, and its column; at the game's end too."""
    die = Die(6, "Ada", ("Split Die", "Nudge"))
    state = replace(standing(([1, 2, 3], [1, 2, 3], [1, 2])), die=die)
    assert GAME.view(LAW, state, None)["rolled"] == {"value": 6, "by": "Ada", "dice": "Nudge"}
    over = act(LAW, state, "Ada", {"kind": "place", "column": 3}, Laid(), Held()).state
    seen = GAME.view(LAW, over, "Ada")
    assert seen["last_rolled"] == {"value": 6, "by": "Ada", "dice": "Nudge", "column": 3}
    assert (seen["rolled"], seen["turn"], seen["choices"]) == (None, None, [])
    assert (seen["winner"], seen["outcome"]) == ("Ada", {"ending": "won", "forfeited": None})


def test_while_a_dice_asks_nothing_can_be_placed() -> None:
    """What has begun is seen, and no column is offered, for the number may become another one."""
    effect = [
        {"choose": "again", "from": "$faces", "by": "chance"},
        {"choose": "kept", "from": {"values": ["$rolled", "$again"]}},
        {"let": "rolled", "be": "$kept"},
    ]
    law = rules(dice={"Afterthought": {"when": "after", "effect": effect}})
    move, environment = {"kind": "use", "dice": "Afterthought"}, Held(Ada=["Afterthought"])
    step = act(law, standing(rolled=4), "Ada", move, Laid(1), environment)
    seen = GAME.view(law, step.state, None)
    assert (seen["using"], seen["choices"]) == ("Afterthought", [])
    assert seen["rolled"] == {"value": 4, "by": "Ada", "dice": None}
    after = act(law, step.state, "Ada", {"kind": "answer"}, Laid(), environment, [4])
    assert [event.text for event in after.events] == ["Ada uses Afterthought: the 4 stays as it is."]
    assert len(GAME.view(law, after.state, None)["choices"]) == 3


def test_who_forfeited_is_seen() -> None:
    """The view of a game that ended by a forfeit says who forfeited and who won by it."""
    over = act(LAW, standing(rolled=3), "Ada", {"kind": "forfeit"}, Laid(), Held()).state
    seen = GAME.view(LAW, over, None)
    assert (seen["winner"], seen["outcome"]) == ("Ben", {"ending": "won", "forfeited": "Ada"})


def test_a_state_is_small_and_the_same_once_stored() -> None:
    """As JSON, without what is as usual."""
    state = begun(LAW, Laid(0, 3), Held()).state
    data = GAME.encode(state)
    assert data == (
        b'{"sides":[{"player":"Ada","field":[[],[],[]]},{"player":"Ben","field":[[],[],[]]}],'
        b'"rows":3,"turn":1,"die":{"value":4,"by":"Ada"}}'
    )
    assert GAME.decode(data) == state
