"""What would come to nothing is refused with its place: each operation, on cards in each place, at each moment.

The tables say what is allowed; everything else in them is refused.
"""

from typing import Any

import pytest

from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_effect
from tests.effects.test_checking import KNOWN

LISTED: dict[str, Any] = {
    "hand": {"cards": "hand", "of": "$me"},
    "deck": {"cards": "deck", "of": "$me"},
    "pile": {"cards": "pile"},
    "inventory": {"cards": "inventory", "of": "$me"},
    "cycle": {"cards": "cycle"},
}
AT_A_TABLE = LISTED | {"copies": {"cards": "copies", "of": "$this"}, "this": "$this", "beneath": "$beneath"}
OPERATIONS: dict[str, Any] = {
    "move": lambda cards: {"move": cards, "to": "hand", "of": "$me"},
    "move home": lambda cards: {"move": cards, "to": "inventory", "of": "$me"},
    "give back": lambda cards: {"give_back": cards, "to": "$me"},
    "swap": lambda cards: {"swap": [cards, cards]},
    "destroy": lambda cards: {"destroy": cards},
    "destroy originals": lambda cards: {"destroy": cards, "originals": True},
    "gain": lambda cards: {"change": cards, "gain": {"modifiers": ["Torn"]}},
    "strip": lambda cards: {"change": cards, "lose": {"modifiers": "all"}},
    "lose": lambda cards: {"change": cards, "lose": {"colours": ["Red"]}},
    "shift": lambda cards: {"change": cards, "shift": 1},
    "tick": lambda cards: {"change": cards, "tick": 1},
    "roll": lambda cards: {"change": cards, "collections": [["Cursed", 50]]},
    "become": lambda cards: {"change": cards, "become": {"card": "Ace"}},
    "play": lambda cards: {"play": cards},
}
HELD = {"hand", "deck"}
LYING = {"hand", "deck", "pile", "this", "beneath"}
OWNED = {"inventory", "cycle"}
IN_A_PLAY = {
    "move": HELD,
    "swap": HELD,
    "destroy": LYING | OWNED | {"copies"},
    "destroy originals": LYING | OWNED | {"copies"},
    "gain": LYING,
    "strip": LYING | {"copies"},
    "lose": LYING,
    "shift": LYING,
    "tick": LYING,
    "roll": LYING,
    "become": HELD,
    "play": HELD,
}
IN_THE_HALL = dict.fromkeys(
    (
        "move home",
        "give back",
        "swap",
        "destroy",
        "destroy originals",
        "gain",
        "strip",
        "lose",
        "shift",
        "tick",
        "roll",
        "become",
    ),
    OWNED | {"card"},
)
SHOWN = OWNED | {"copies", "this"}
ALLOWED: dict[Moment, dict[str, set[str]]] = {
    "play": IN_A_PLAY,
    "end": IN_A_PLAY | {"play": set()},
    "cost": IN_A_PLAY | {"destroy": LYING - {"this"} | OWNED | {"copies"}}
    | {"destroy originals": LYING - {"this"} | OWNED | {"copies"}},
    "opening": {name: places - {"this", "beneath", "copies"} for name, places in IN_A_PLAY.items() if name != "play"},
    "rewards": {"destroy": OWNED, "destroy originals": OWNED | {"hand", "deck", "pile"}},
    "card": {"destroy": SHOWN, "destroy originals": SHOWN}
    | {name: {"this"} for name in ("gain", "strip", "tick", "roll")},
    "hall": IN_THE_HALL,
    "die": {},
    "prize": {},
}  # fmt: skip
SCOPES: dict[Moment, Scope] = {
    **dict.fromkeys(("play", "end", "cost"), scopes.PLAYED_MODIFIER),
    "opening": scopes.EVERYBODY,
    "rewards": scopes.REWARDS,
    "card": scopes.HELD,
    "hall": {**scopes.HALL, "card": "cards"},
    "die": scopes.DIE,
    "prize": scopes.REWARDS,
}  # type: ignore[assignment]
NAMED: dict[Moment, dict[str, Any]] = {
    **dict.fromkeys(("play", "end", "cost"), AT_A_TABLE),
    "card": LISTED | {"copies": {"cards": "copies", "of": "$this"}, "this": "$this"},
    "hall": LISTED | {"copies": {"cards": "copies", "of": "$card"}, "card": "$card"},
}  # type: ignore[assignment]


def flaws(raw: Any, moment: Moment) -> list[tuple[str, str]]:
    return [(flaw.path, flaw.detail) for flaw in flaws_of(read_effect(raw, SCOPES[moment]), KNOWN, moment)]


@pytest.mark.parametrize("moment", ALLOWED)
def test_each_operation_reaches_the_cards_that_it_can_do_something_to_and_no_others(moment: Moment) -> None:
    """Whether they are named as they lie, chosen first, gone through one by one, or looked for by who has most."""
    for place, cards in NAMED.get(moment, LISTED).items():
        for name, operation in OPERATIONS.items():
            ways = {
                "": [operation(cards)],
                "let": [{"let": "one", "be": cards}, operation("$one")],
                "each": [{"each": "one", "in": cards, "do": [operation("$one")]}],
                "chosen": [{"choose": "one", "from": cards, "by": "chance"}, operation("$one")],
                "most": [operation({"extreme": cards, "by": 1})],
                "if": [{"if": {"some": cards}, "then": [operation(cards)]}],
                "table": [{"table": {"roll": "1d2"}, "rows": [[1, 1, [operation(cards)]]]}],
            }
            if name in ("play", "roll"):  # for so many cards as there may be in a place, it would be too much
                ways = {"chosen": ways["chosen"]}
            for way, effect in ways.items():
                found = flaws(effect, moment)
                if place in ALLOWED[moment].get(name, set()):
                    assert found == [], (name, place, way)
                else:
                    assert found, (name, place, way)
                    assert any(path and detail for path, detail in found), (name, place, way)


@pytest.mark.parametrize(
    ("moment", "raw", "path", "why"),
    [
        ("play", [{"swap": [LISTED["hand"], {"cards": "pile"}]}], "/0/swap/1", "'swap' cannot reach cards on the pile"),
        ("play", [{"move": "$this", "to": "hand", "of": "$me"}], "/0/move", "'move' cannot reach cards on the pile"),
        ("play", [{"play": "$beneath"}], "/0/play", "'play' cannot reach cards on the pile"),
        ("play", [OPERATIONS["gain"](LISTED["inventory"])], "/0/change", "'change' cannot reach cards of inventories"),
        ("play", [OPERATIONS["gain"](LISTED["cycle"])], "/0/change", "'change' cannot reach the cards of the whole"),
        ("card", [OPERATIONS["shift"]("$this")], "/0/shift", "values cannot be shifted in what a card does by itself"),
        (
            "card",
            [OPERATIONS["lose"]("$this")],
            "/0/lose/colours",
            "colours cannot be lost in what a card does by itself",
        ),
        ("cost", [{"destroy": "$this"}], "/0/destroy", "'destroy' cannot reach the card that is being played"),
        (
            "hall",
            [{"add": {"card": "Ace", "collections": [["Cursed", 5]]}, "to": "inventory", "of": "$me"}],
            "/0/add/collections",
            "only a random card is drawn by its collections",
        ),
        (
            "rewards",
            [{"add": {"card": "Ace"}, "to": "hand", "of": "$winner"}],
            "/0/to",
            "nobody plays with their hand any longer",
        ),
        (
            "hall",
            [{"grant": "Chip", "n": {"stock": "Chip", "of": "pool"}, "to": "$me"}],
            "/0/n/of",
            "there is no pool outside a game",
        ),
    ],
)
def test_the_place_and_the_reason_are_told(moment: Moment, raw: Any, path: str, why: str) -> None:
    """A pointer to what cannot be, and why not."""
    ((found, detail),) = flaws(raw, moment)
    assert found == path
    assert detail.startswith(why)


def test_what_a_name_stands_for_otherwise_counts_too() -> None:
    """A card of the hand, or where there is none the one that was played: that one cannot go anywhere."""
    choose = {"choose": "card", "from": LISTED["hand"], "n": [0, 1], "else": "$this"}
    ((path, _),) = flaws([choose, {"move": "$card", "to": "deck", "of": "$me"}], "play")
    assert path == "/1/move"


DRAW = [{"take": 1, "who": "$me"}]
PLAY = [{"choose": "one", "from": LISTED["hand"]}, {"play": "$one"}]


@pytest.mark.parametrize(
    ("raw", "path", "why"),
    [
        ({"wait": "drawing", "do": DRAW}, "/wait", "a draw can only be replaced: add instead as well"),
        ({"wait": "played", "instead": True, "do": DRAW}, "/instead", "only a draw can be replaced"),
        ({"wait": "turn_end", "where": {"has": "$it", "suit": "Stars"}, "do": DRAW}, "/where", "no card is known yet"),
        (
            {"wait": "drawing", "instead": True, "where": {"has": "$it", "suit": "Stars"}, "do": DRAW},
            "/where",
            "no card is known yet by 'drawing'",
        ),
        ({"wait": "turn_start", "do": [{"if": {"some": "$this"}, "then": PLAY}]}, "/do/0/then/1", "'play' cannot wait"),
        ({"wait": "played", "do": [{"act_as": "Torn"}]}, "/do/0", "'act_as' cannot wait"),
        ({"wait": "turn_start", "do": [{"destroy": "$event.card"}]}, "/do/0/destroy", "there is no card in"),
        ({"wait": "destroyed", "do": [{"destroy": "$event.card"}]}, "/do/0/destroy", "'destroy' cannot reach a card"),
        ({"change": "$this"}, "", "this changes nothing about the cards"),
    ],
)
def test_what_waits_in_vain_or_changes_nothing_is_refused(raw: Any, path: str, why: str) -> None:
    """Only draws are replaced, only plays and destructions bring a card, and no play goes on when its time is over."""
    found = flaws([raw], "play")
    assert [place for place, _ in found] == [f"/0{path}"]
    assert found[0][1].startswith(why)


def test_R41_what_needs_the_play_does_not_follow_the_choice_of_another() -> None:
    """That choice is owed, and with it what comes after it in its list; in a list beside it the play goes on."""
    choice = {"choose": "card", "from": LISTED["hand"], "by": "$next"}
    for late, word in (({"play": "$card"}, "play"), ({"act_as": "Torn"}, "act_as")):
        ((path, detail),) = flaws([choice, late], "play")
        assert (path, detail) == (
            "/1",
            f"'{word}' cannot come after another player's choice: play has moved on by then",
        )
        ((path, _),) = flaws([choice, {"if": {"some": "$card"}, "then": [late]}], "play")
        assert path == "/1/then/0"
    inside = {"if": {"some": "$this"}, "then": [choice, {"move": "$card", "to": "deck", "of": "$me"}]}
    assert flaws([inside, *PLAY], "play") == []
    assert flaws([{**choice, "by": "$me"}, {"play": "$card"}], "play") == []


@pytest.mark.parametrize(
    "raw",
    [
        [{"grant": "Chip", "n": 0, "to": "$me"}],
        [{"revoke": "Chip", "n": 0, "from": "$me"}],
        [{"if": {"some": LISTED["inventory"]}}],
        [{"each": "one", "in": LISTED["inventory"], "do": []}],
        [{"let": "one", "be": 1}],
        [{"choose": "one", "from": LISTED["inventory"], "by": "chance"}],
        [{"table": {"roll": "1d6"}, "rows": []}],
        [{"table": {"roll": "1d6"}, "rows": [[1, 6, []]]}],
    ],
)
def test_an_effect_in_which_nothing_is_done_is_refused_whole(raw: Any) -> None:
    """Wherever it stands; beside something that is done, it is of no harm."""
    for moment in ("play", "hall", "opening", "rewards", "card", "cost", "end"):
        assert flaws(raw, moment) == [("", "this does nothing")]
        assert flaws([*raw, {"grant": "Chip", "to": "$me"}], moment) == []


def test_a_die_does_something_if_it_says_what_it_shows() -> None:
    """That is handed on to the game."""
    assert flaws([{"let": "rolled", "be": 3}], "die") == []
    assert flaws([{"let": "shown", "be": 3}], "die") == [("", "this does nothing")]
