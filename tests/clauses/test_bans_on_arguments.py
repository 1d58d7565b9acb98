"""Bans that depend on what somebody says with an act, with exceptions."""

import itertools
from typing import Any

import pytest

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.kinds.bans import BanKind
from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import ArgumentBounds, action_named
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import Clauses, OpenWith, acts_of_rules, with_clauses
from tests.support.hall import Hall, cycle_16

PASSES: dict[str, Any] = {"is": ["$for", "more_than", "$against"]}
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


ONLY_BREAD: Clauses = {
    "eat": {
        "action": "Eat",
        "with": {
            "what": {"is": "name", "one_of": ["Soup", "Bread", "Stew"]},
            "n": {"is": "number", "least": 1, "most": 9},
        },
        "do": [{"announce": "$me eats $what."}],
    },
    "no": {
        "forbid": "tolls_eat",
        "if": {"not": {"is": ["$what", "equals", {"values": ["Bread"]}]}},
        "because": "$what is forbidden",
    },
    "much": {"forbid": "tolls_eat", "if": {"is": ["$n", "more_than", 4]}, "because": "$n is too much"},
}


def offered(hall: Hall, action: str, name: str, who: str = "ada") -> list[str]:
    """What the form lists and the API too."""
    ctx = hall.read_context(who)
    return [str(each.value) for each in action_named(action, ctx.law).offered(ctx)[name]]


def test_what_a_ban_forbids_is_not_offered(open_with: OpenWith) -> None:
    """Of options those that it names, of numbers those beyond."""
    hall = open_with(ONLY_BREAD)
    assert offered(hall, "tolls_eat", "what") == ["Bread"]
    ctx = hall.read_context("ada")
    assert action_named("tolls_eat", ctx.law).offered_bounds(ctx)["n"] == ArgumentBounds(1, 4)


def test_where_a_ban_forbids_every_option_the_action_is_not_available(open_with: OpenWith) -> None:
    """The list of actions says so, and names the rule."""
    ban = ONLY_BREAD["no"] | {"if": {"some": "$what"}}
    reason = open_with(ONLY_BREAD | {"no": ban}).can("ada")["tolls_eat"].reason
    assert reason is not None
    assert (reason.code, reason.rule, reason.detail) == (
        "forbidden",
        "Tolls",
        "Everything that you could choose now is forbidden.",
    )


def test_a_ban_on_two_arguments_removes_what_it_forbids_with_every_other_option(open_with: OpenWith) -> None:
    """And nothing that can still be chosen with another one."""
    give = GIVE["give"] | {"with": {"item": {"is": "item"}, "to": {"is": "player"}}}
    give["do"] = [{"announce": "$me gives $item."}]
    is_chip: dict[str, Any] = {"is": ["$item", "equals", {"values": ["Chip"]}]}
    rich: dict[str, Any] = {"is": [{"stock": "Vertebra", "of": "$to"}, "at_least", 500]}
    ban = {"forbid": "tolls_give", "if": {"all": [is_chip, rich]}, "because": "No"}
    hall = open_with({"give": give, "no": ban})
    hall.grant("bob", "Vertebra", 500)
    assert {"Chip", "Vertebra"} <= {*offered(hall, "tolls_give", "item")}
    assert offered(hall, "tolls_give", "to") == ["bob", "eve"]
    hall.grant("eve", "Vertebra", 500)
    assert "Chip" not in offered(hall, "tolls_give", "item")
    assert offered(hall, "tolls_give", "to") == ["bob", "eve"]


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        ({"member": {"values": ["Red"]}, "of": "$which"}, ["Green", "Blue"]),
        ({"is": [{"count": "$which"}, "at_least", 1]}, []),
        ({"not": {"is": [{"count": "$which"}, "at_least", 2]}}, ["Red", "Green", "Blue"]),
        ({"is": [{"count": "$which"}, "equals", 1]}, ["Red", "Green", "Blue"]),
        ({"is": [{"remainder": [{"count": "$which"}, 2]}, "equals", 1]}, ["Red", "Green", "Blue"]),
    ],
)
def test_of_a_list_only_that_is_not_offered_which_no_list_can_have(
    condition: dict[str, Any], left: list[str], open_with: OpenWith
) -> None:
    """A ban on how many there are forbids none of them."""
    paint: dict[str, Any] = {
        "action": "Paint",
        "with": {"which": {"is": "names", "one_of": ["Red", "Green", "Blue"], "least": 0, "most": 3}},
        "do": [{"announce": "$me paints."}],
    }
    hall = open_with({"paint": paint, "no": {"forbid": "tolls_paint", "if": condition, "because": "No"}})
    assert offered(hall, "tolls_paint", "which") == left


def test_corrections_offer_what_a_ban_forbids_now(open_with: OpenWith) -> None:
    """A past act may have come before the ban; visitors see everything too."""
    hall = open_with(ONLY_BREAD)
    nobody = ReadContext(hall.cycle, Actor.nobody(), hall.clock.now)
    assert len(action_named("tolls_eat", nobody.law).offered(nobody)["what"]) == 3


def test_a_proposal_named_by_its_number_is_the_one_that_a_ban_means(open_with: OpenWith) -> None:
    """For actions of a rule as for those of the house."""
    back: Clauses = {
        "back": {"action": "Back", "with": {"what": {"is": "proposal"}}, "do": [{"announce": "$me backs it."}]},
        "no": {
            "forbid": "tolls_back",
            "if": {"is": ["$what.author", "equals", "$me"]},
            "because": "Not your own",
        },
    }
    hall = open_with(back)
    hall.propose("ada")
    hall.propose("bob")
    hall.refused("ada", "tolls_back", "forbidden", "Tolls", what="1")
    hall.do("ada", "tolls_back", what="2")
    assert hall.bad("ada", "tolls_back", "what", what="9").errors[0].detail == "there is no proposal '9'"


def test_whether_it_is_yes_or_no_can_be_banned(open_with: OpenWith) -> None:
    """And the list of actions is not broken by it."""
    petition = {"class": "Petition", "seconds": {"n": 2}, "lasts": {"hours": 9}, "passes": PASSES}
    hall = open_with(
        {"petition": petition, "no": {"forbid": "second-proposal", "if": "$take_back", "because": "A word is a word"}}
    )
    code = hall.propose("ada", **{"class": "petition"})
    assert hall.can("bob")["second-proposal"].available
    hall.do("bob", "second-proposal", proposal=code)
    hall.refused("bob", "second-proposal", "forbidden", "Tolls", proposal=code, take_back=True)
    hall.is_sound()


def test_rules_hear_the_class_of_a_proposal_also_if_it_is_left_out(open_with: OpenWith) -> None:
    """Without one it is of the first class of the law."""
    tell = {"when": "does", "act": "submit-proposal", "do": [{"announce": "A $class_name one."}]}
    hall = open_with({"tell": tell})
    hall.propose("ada")
    hall.propose("bob", **{"class": "urgent"})
    assert [entry.words[-1] for entry in acts_of_rules(hall)] == ["A standard one.", "A urgent one."]
    hall.is_sound()


def test_the_sentence_of_an_action_says_what_a_ban_forbids_of_it(open_with: OpenWith) -> None:
    """With the arguments, as the ban itself says it."""
    law = Law(with_clauses(cycle_16(), {**GIVE, "no": NO_MORE}))
    (sentence,) = [each for each in explain_rule(law, "tolls") if each.startswith("“Give”")]
    assert "But the rule “Tolls” forbids it if the number chosen is more than 3" in sentence


def test_what_the_act_itself_changes_is_counted_before_it(open_with: OpenWith) -> None:
    """A ban from the third on allows a third act that makes them three, and none after."""
    hoard: Clauses = {
        "hoard": {
            "action": "Hoard",
            "with": {"n": {"is": "number", "least": 1, "most": 9}},
            "do": [{"grant": "Chip", "n": "$n", "to": "$me"}],
        },
        "first": {"when": "does", "act": "tolls_hoard", "before": True, "do": [{"grant": "Vertebra", "to": "$who"}]},
        "no": {
            "forbid": "tolls_hoard",
            "if": {"is": [{"sum": [{"stock": "Chip", "of": "$me"}, "$n"]}, "more_than", 3]},
            "because": "Three are enough",
        },
    }
    hall = open_with(hoard)
    hall.do("ada", "tolls_hoard", n=2)
    hall.refused("ada", "tolls_hoard", "forbidden", "Tolls", n=2)
    hall.do("ada", "tolls_hoard", n=1)
    assert hall.has("ada", "Chip") == 3
    assert hall.can("bob")["tolls_hoard"].available
    hall.is_sound()


def test_the_croupier_says_beside_an_offer_why_a_rule_forbids_it(open_with: OpenWith) -> None:
    """As far as the offer alone decides it."""
    ban = {"forbid": "buy", "if": {"is": ["$offer", "equals", {"values": ["Chip"]}]}, "because": "$offer is for later"}
    many = {"forbid": "buy", "if": {"is": ["$count", "more_than", 2]}, "because": "Two at once"}
    hall = open_with({"no": ban, "many": many})
    ctx, buy = hall.read_context("ada"), action_named("buy")
    refused = buy.refusal_of(ctx, {"offer": "Chip"})
    assert refused is not None
    assert (refused.detail, refused.rule) == ("Chip is for later.", "Tolls")
    assert buy.refusal_of(ctx, {"offer": "Handy Pack"}) is None
