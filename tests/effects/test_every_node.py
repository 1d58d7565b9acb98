"""Where each word of the language can stand: every node at every moment, or why not."""

from typing import Any

import pytest

from nomic.effects.language.moments import Moment
from nomic.effects.language.nodes import NODES, Operation
from tests.effects.test_reaching import SCOPES, flaws

MINE = {"cards": "inventory", "of": "$me"}
HAND = {"cards": "hand", "of": "$me"}
GAIN = {"grant": "Chip", "to": "$me"}
ALL: set[Moment] = {"cost", "play", "end", "opening", "rewards", "card", "hall", "gain", "die", "prize", "rule"}
PLAYS: set[Moment] = {"cost", "play", "end"}
AT_TABLES: set[Moment] = PLAYS | {"opening", "rewards"}
ASKS: set[Moment] = PLAYS | {"hall", "die"}
CARDS: set[Moment] = ALL - {"die", "prize", "rule"}

# An effect in which each operation does something, and where that can be law. Whatever is not named is refused there.
OPERATIONS: dict[str, tuple[list[Any], set[Moment]]] = {
    "choose": ([{"choose": "k", "from": [1, 2]}, {**GAIN, "n": "$k"}], ASKS),
    "offer": ([{"offer": "Well?", "options": [{"say": "Yes", "do": [GAIN]}]}], ASKS),
    "let": ([{"let": "k", "be": 2}, {**GAIN, "n": "$k"}], ALL),
    "if": ([{"if": {"all": []}, "then": [GAIN]}], ALL),
    "each": ([{"each": "one", "in": [1, 2], "do": [GAIN]}], ALL),
    "table": ([{"table": {"roll": "1d6"}, "rows": [[1, 3, [GAIN]]]}], ALL),
    "take": ([{"take": 1, "who": "$me"}], PLAYS | {"opening"}),
    "move": ([{"move": HAND, "to": "deck", "of": "$me"}], PLAYS | {"opening"}),
    "swap": ([{"swap": [HAND, {"cards": "deck", "of": "$me"}]}], PLAYS | {"opening"}),
    "destroy": ([{"destroy": MINE}], CARDS),
    "add": ([{"add": {"card": "Ace"}, "to": "inventory", "of": "$me"}], CARDS),
    "change": ([{"change": HAND, "gain": {"modifiers": ["Torn"]}}], PLAYS | {"opening"}),
    "grant": ([GAIN], ALL),
    "revoke": ([{"revoke": "Chip", "from": "$me"}], ALL),
    "turn": ([{"turn": "reverse"}], PLAYS),
    "finish": ([{"finish": "win", "who": "$me"}], PLAYS),
    "play": ([{"choose": "one", "from": HAND, "by": "chance"}, {"play": "$one"}], PLAYS - {"end"}),
    "act_as": ([{"act_as": "Torn"}], PLAYS),
    "raise": ([{"raise": "The Well", "by": 1}], {"rule"}),
    "set": ([{"set": "Lamps", "to": 1, "of": "$me"}], {"rule"}),
    "transfer": ([{"transfer": "Chip", "from": "$me", "to": {"players": "players"}}], {"rule"}),
    "reroll": ([{"let": "act", "be": {"values": [1]}}, {"reroll": "$act"}], {"rule"}),
    "announce": ([{"announce": "The lights go out."}], {"rule"}),
    "wait": ([{"wait": "turn_end", "do": [GAIN]}], PLAYS),
}
# A number, a condition or a set in an effect that does something, and where that can be law.
VALUES: dict[str, tuple[list[Any], set[Moment]]] = {
    "count": ([{**GAIN, "n": {"count": {"players": "players"}}}], ALL),
    "stock": ([{**GAIN, "n": {"stock": "Chip", "of": "$me"}}], ALL),
    "stock of the pool": ([{**GAIN, "n": {"stock": "Chip", "of": "pool"}}], PLAYS | {"opening"}),
    "tally": ([{**GAIN, "n": {"tally": "drawn", "of": "$me", "during": "turn"}}], AT_TABLES),
    "value_of": ([{**GAIN, "n": {"value_of": "The Well"}}], {"rule"}),
    "sum": ([{**GAIN, "n": {"sum": [1, 2]}}], ALL),
    "times": ([{**GAIN, "n": {"times": [1, 2]}}], ALL),
    "roll": ([{**GAIN, "n": {"roll": "1d6"}}], ALL),
    "card": ([{"add": {"card": "random"}, "to": "inventory", "of": "$me"}], CARDS),
    "all": ([{"if": {"all": []}, "then": [GAIN]}], ALL),
    "any": ([{"if": {"any": [{"all": []}]}, "then": [GAIN]}], ALL),
    "not": ([{"if": {"not": {"any": []}}, "then": [GAIN]}], ALL),
    "is": ([{"if": {"is": [1, "equals", 1]}, "then": [GAIN]}], ALL),
    "some": ([{"if": {"some": {"players": "players"}}, "then": [GAIN]}], ALL),
    "has": ([{"if": {"has": MINE, "species": "Ace"}, "then": [GAIN]}], CARDS),
    "shares": ([{"if": {"shares": "suit", "of": [MINE, MINE]}, "then": [GAIN]}], CARDS),
    "opposes": ([{"if": {"opposes": [MINE, MINE]}, "then": [GAIN]}], CARDS),
    "playable": ([{"if": {"playable": HAND, "upon": {"cards": "pile"}}, "then": [GAIN]}], PLAYS),
    "cards": ([{**GAIN, "n": {"count": MINE}}], CARDS),
    "cards of hands": ([{**GAIN, "n": {"count": HAND}}], AT_TABLES),
    "players": ([{"grant": "Chip", "to": {"players": "active"}}], ALL),
    "players of the game": ([{"grant": "Chip", "to": {"players": "participants"}}], ALL - {"hall", "gain", "rule"}),
    "owners": ([{"grant": "Chip", "to": {"owners": MINE}}], CARDS),
    "extreme": ([{"grant": "Chip", "to": {"extreme": {"players": "players"}, "by": 1}}], ALL),
    "values": ([{"choose": "k", "from": {"values": [1, 2]}, "by": "chance"}, {**GAIN, "n": "$k"}], ALL),
}


def test_no_word_of_the_language_is_left_out() -> None:
    """Whoever adds one says here where it can stand."""
    operations = {head for head, node in NODES.items() if issubclass(node, Operation)}
    assert OPERATIONS.keys() == operations
    assert {name.split(" of ")[0] for name in VALUES} == NODES.keys() - operations


@pytest.mark.parametrize("name", [*OPERATIONS, *VALUES])
def test_a_word_stands_where_it_comes_to_something_and_nowhere_else(name: str) -> None:
    """Elsewhere it is refused, with its place and a reason."""
    effect, allowed = OPERATIONS.get(name) or VALUES[name]
    for moment in SCOPES:
        found = flaws(effect, moment)
        assert (found == []) == (moment in allowed), (moment, found)
        assert all(detail for _, detail in found)
        assert not found or any(path for path, _ in found)
