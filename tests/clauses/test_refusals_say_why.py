"""What cannot be said with an action is refused with the argument, with what was said, and with the reason."""

from typing import Any, get_args

import pytest

from nomic.clauses.arguments import AnyArgument
from nomic.cycles.domain.exceptions import BadArguments, Refused
from tests.clauses.conftest import OpenWith
from tests.support.hall import Hall

KINDS = {get_args(kind.model_fields["is_"].annotation)[0] for kind in get_args(get_args(AnyArgument)[0])}
RICH = {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 100]}
CHIP = {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}
GAIN = [{"grant": "Vertebra", "to": "$me"}]
FIVE = {"has": "$it", "species": "5"}
NONE = "Vertebrae you have"

# By kind: an argument, what is said with it, and what the refusal says of that. "mine" and "theirs" are cards.
CASES: dict[str, list[tuple[dict[str, Any], Any, list[str]]]] = {
    "player": [
        ({}, "ada", ["ada is you", "another player"]),
        ({}, "nobody", ["'nobody'", "plays in this cycle"]),
        ({"where": CHIP}, "bob", ["bob cannot be chosen", "it must be a player with at least 1 Chip", "Tolls"]),
        ({"where": RICH}, "bob", ["nobody to choose", "another player with at least 100 Vertebrae", "Tolls"]),
    ],
    "players": [
        ({}, ["bob", "bob"], ["bob is named twice"]),
        ({}, ["bob", "ada"], ["ada is you"]),
        ({"least": 7}, ["bob"], ["7 or more players are needed, and here is 1"]),
        ({"least": 4}, ["bob", "eve", "zoe", "max"], ["4 or more other players", "there are 3"]),
        ({"most": 2}, ["bob", "eve", "zoe"], ["1 or 2 players are needed, and here are 3"]),
    ],
    "card": [
        ({}, "theirs", ["6 is bob's", "your own cards", "Tolls"]),
        ({"of": "others"}, "mine", ["5 is yours", "cards of other players"]),
        ({}, "zzzz", ["there is no card 'zzzz'"]),
        ({"where": {"not": FIVE}}, "mine", ["You have no available cards that are not called 5", "need 1"]),
        ({"where": FIVE, "of": "others"}, "theirs", ["Other players have no available cards that are called 5"]),
    ],
    "cards": [
        ({}, ["mine", "mine"], ["is named twice"]),
        ({"least": 3}, ["mine"], ["3 or more cards are needed, and here is 1"]),
        ({"least": 3}, ["mine", "aaaa", "bbbb"], ["You have 1 available card", "need 3"]),
        ({}, ["theirs"], ["6 is bob's", "your own cards"]),
    ],
    "number": [
        ({"least": 1, "most": 3}, 7, ["a whole number from 1 to 3", "not 7"]),
        ({"most": {"stock": "Vertebra", "of": "$me"}}, 99, ["99 is too large: at most 20, as the most is", NONE]),
        ({"least": {"stock": "Vertebra", "of": "$me"}}, -1, ["-1 is too small: at least 20, as the least is", NONE]),
        ({"least": {"stock": "Vertebra", "of": "$me"}, "most": 3}, 3, [f"20 (the number of {NONE})", "at most 3"]),
        ({}, "many", ['not "many"']),
    ],
    "item": [
        ({}, "Pebble", ["there is no item 'Pebble'"]),
        ({"own": True}, "Chip", ["you have no Chip"]),
        ({"one_of": ["Chip"]}, "Vertebra", ["Vertebra cannot be chosen", "only Chip", "Tolls"]),
        ({"one_of": ["Chip"], "own": True}, "Chip", ["You have no Chip"]),
    ],
    "name": [
        ({"one_of": ["up", "down"]}, "left", ["'left' cannot be chosen", "only up or down", "Tolls"]),
        ({"one_of": {"values": {"from": 2, "to": 1}}}, "1", ["from 2 to 1", "none is available", "Tolls"]),
    ],
    "names": [
        ({"one_of": ["up", "down"]}, ["left"], ["left", "up or down", "Tolls"]),
        ({"one_of": ["up", "down"]}, ["up", "up"], ["twice"]),
        ({"one_of": ["up", "down"], "least": 2}, ["up"], ["2", "here is 1"]),
    ],
    "proposal": [
        ({}, "zzzz", ["name an open proposal", "there is none", "Tolls"]),
    ],
    "text": [
        ({"longest": 3}, "abcd", ["3", 'not "abcd"']),
        ({}, "", ["not empty"]),
    ],
    "act": [
        ({}, "abc", ["drawn nothing in this phase"]),
    ],
}  # fmt: skip


def crowd(open_with: OpenWith, *kinds: str) -> Hall:
    """A rule by which everybody says what is asked of these kinds; nobody has a card yet."""
    clauses = {
        f"{kind}{place}": {
            "action": f"Do {kind} {place}",
            "with": {"thing": {"is": kind, **more}},
            "do": [{"reroll": "$thing"}] if kind == "act" else GAIN,
        }
        for kind in kinds
        for place, (more, _, _) in enumerate(CASES[kind])
    }
    return open_with(clauses)


def test_every_kind_of_argument_has_a_refusal_here() -> None:
    assert CASES.keys() == KINDS


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_refusal_names_the_argument_what_was_said_and_why(open_with: OpenWith, kind: str) -> None:
    """Whoever is refused knows what to say instead."""
    hall = crowd(open_with, kind)
    codes = {"mine": hall.grant_card("ada", "5").code, "theirs": hall.grant_card("bob", "6").code}
    hall.join("zoe")
    hall.grant("eve", "Chip")
    for place, (_, given, wanted) in enumerate(CASES[kind]):
        said = [codes.get(each, each) for each in given] if isinstance(given, list) else codes.get(given, given)
        with hall.nothing_changes(), pytest.raises((BadArguments, Refused)) as caught:
            hall.do("ada", f"tolls_{kind}{place}", thing=said)
        refusal = caught.value
        if isinstance(refusal, BadArguments):
            assert all(error.field.startswith("thing") for error in refusal.errors)
        for part in wanted:
            assert part in str(refusal) or part in getattr(refusal, "rule", ""), (place, str(refusal))


def test_whose_act_it_is_that_cannot_be_rerolled(open_with: OpenWith) -> None:
    """Another's is not one's own, and none is none."""
    hall = crowd(open_with, "act", "number")
    hall.grant("ada", "Handy Pack")
    theirs = hall.do("bob", "tolls_number4", thing=1)
    hall.do("ada", "open-pack", pack="Handy Pack")
    assert f"Entry {theirs.seq} is bob's" in hall.refused("ada", "tolls_act0", "not-yours", thing=theirs.key).detail
    assert "No act has the id 'abc'" in hall.refused("ada", "tolls_act0", "not-yours", thing="abc").detail
