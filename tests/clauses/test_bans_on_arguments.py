"""Bans that depend on what somebody says with an act, with exceptions."""

import itertools
from typing import Any

import pytest

from nomic.clauses.compiled import clauses_of
from nomic.clauses.kinds.bans import BanKind
from nomic.cycles.domain.exceptions import Refused
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import cycle_16

GIVE: Clauses = {
    "kind": {"value": "Good name", "is": "flag", "of": "player"},
    "give": {
        "action": "Give",
        "with": {
            "item": {"is": "item", "own": True},
            "n": {"is": "number", "least": 1, "most": 100},
            "to": {"is": "player"},
        },
        "do": [{"transfer": "$item", "n": "$n", "from": "$me", "to": "$to"}],
    },
    "improve": {"action": "Improve", "do": [{"set": "Good name", "to": 1, "of": "$me"}]},
}
NO_MORE: dict[str, Any] = {
    "forbid": "tolls_give",
    "if": {"all": [{"is": ["$n", "more_than", 3]}, {"is": ["$item", "equals", {"values": ["Vertebra"]}]}]},
    "except": {"is": [{"value_of": "Good name", "of": "$to"}, "equals", 1]},
    "because": "$n of $item is too much for $to",
}


def test_a_ban_reads_what_is_said_with_the_act_and_shows_it(open_with: OpenWith) -> None:
    """The action stays available, since nobody knows the arguments yet."""
    hall = open_with({**GIVE, "no": NO_MORE})
    assert hall.can("ada")["tolls_give"].available
    refused = hall.refused("ada", "tolls_give", "forbidden", "Tolls", item="Vertebra", n=4, to="BOB")
    assert refused.detail == "4 of Vertebra is too much for bob."
    hall.do("ada", "tolls_give", item="Vertebra", n=3, to="bob")
    hall.grant("ada", "Chip", 9)
    hall.do("ada", "tolls_give", item="Chip", n=9, to="bob")
    hall.do("eve", "tolls_improve")
    hall.do("ada", "tolls_give", item="Vertebra", n=4, to="Eve")
    hall.is_sound()


@pytest.mark.parametrize("order", [*itertools.permutations(("improve", "over", "under"))])
def test_in_every_order_it_holds_exactly_while_it_applies(open_with: OpenWith, order: tuple[str, ...]) -> None:
    """An exception counts from the moment at which it begins."""
    hall = open_with({**GIVE, "no": NO_MORE})
    is_good = False
    for step in order:
        if step == "improve":
            hall.do("eve", "tolls_improve")
            is_good = True
        elif step == "under" or is_good:
            hall.do("ada", "tolls_give", item="Vertebra", n=3 if step == "under" else 5, to="eve")
        else:
            hall.refused("ada", "tolls_give", "forbidden", "Tolls", item="Vertebra", n=5, to="eve")
    hall.is_sound()


def test_a_ban_on_a_declared_action_reads_its_arguments(open_with: OpenWith) -> None:
    """Such as on a vote: which way."""
    against = {"is": ["$vote", "equals", {"values": ["against"]}]}
    hall = open_with({"no": {"forbid": "vote", "if": against, "because": "No"}})
    number = hall.propose("ada", text="Some words.")
    hall.refused("bob", "vote", "forbidden", "Tolls", proposal=number, vote="against")
    hall.do("bob", "vote", proposal=number, vote="for")
    hall.is_sound()


@pytest.mark.parametrize(
    ("changed", "place", "detail"),
    [
        ({"if": {"is": ["$m", "more_than", 3]}}, "/if/is/0", "nothing is called $m here"),
        ({"except": {"reputable": "$who"}}, "/except/reputable", "nothing is called $who here"),
        ({"because": "$m is too much"}, "/because", "nothing is called $m here"),
        ({"if": {"is": [{"stock": "$n", "of": "$me"}, "more_than", 3]}}, "/if/is/0/stock", "an item needed here"),
    ],
)
def test_an_argument_that_the_act_does_not_have_is_refused_at_its_place(
    changed: dict[str, Any], place: str, detail: str
) -> None:
    """With the field that names it."""
    (flaw,) = flaws_of(with_clauses(cycle_16(), {**GIVE, "no": NO_MORE | changed}))
    assert flaw.path == f"/rules/tolls/clauses/no{place}"
    assert detail in flaw.detail


def test_a_sealed_argument_cannot_be_read_by_a_ban() -> None:
    """Whether the act is accepted would tell it."""
    clauses: Clauses = {
        "guess": {"value": "Guess", "is": "name", "of": "player", "seen": "owner"},
        "say": {
            "action": "Guess",
            "with": {"what": {"is": "text", "sealed": True}},
            "do": [{"set": "Guess", "to": "$what", "of": "$me"}],
        },
        "no": {"forbid": "tolls_say", "if": {"some": "$what"}, "because": "No"},
    }
    (flaw,) = flaws_of(with_clauses(cycle_16(), clauses))
    assert (flaw.path, flaw.detail) == ("/rules/tolls/clauses/no/if/some", "nothing is called $what here")


def test_it_reads_out_with_its_exception() -> None:
    """In the rule's sentences."""
    law = Law(with_clauses(cycle_16(), {**GIVE, "no": NO_MORE}))
    (placed,) = clauses_of(law).bans["tolls_give"]
    (sentence,) = BanKind().explain(placed.clause, law)
    assert "You may not use “Give” if" in sentence
    assert "except if" in sentence


def test_what_cannot_be_chosen_is_said_before_a_ban(open_with: OpenWith) -> None:
    """The reason would be said of a thing that is none: "Eggs are forbidden"."""
    eat: Clauses = {
        "eat": {
            "action": "Eat",
            "with": {"what": {"is": "name", "one_of": ["Soup", "Bread"]}},
            "do": [{"announce": "$me eats $what."}],
        },
        "no": {
            "forbid": "tolls_eat",
            "if": {"not": {"is": ["$what", "equals", {"values": ["Bread"]}]}},
            "because": "$what is forbidden",
        },
    }
    hall = open_with(eat)
    hall.bad("ada", "tolls_eat", "what", what="Eggs")
    assert hall.refused("ada", "tolls_eat", "forbidden", what="Soup").detail == "Soup is forbidden."
    hall.do("ada", "tolls_eat", what="Bread")


def test_the_reason_says_so_before_anything_changed(open_with: OpenWith) -> None:
    """A refused act costs nothing."""
    hall = open_with({**GIVE, "no": NO_MORE, "give": GIVE["give"] | {"costs": {"Vertebra": 1}}})
    before = hall.cycle.head
    with pytest.raises(Refused):
        hall.do("ada", "tolls_give", item="Vertebra", n=4, to="bob")
    assert hall.cycle.head == before
