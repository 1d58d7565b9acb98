"""Prices and limits that are worked out when somebody acts."""

from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.clauses.schema.kind_registry import schema_of
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.forms.schema_forms import inputs_for, submitted_pairs
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.law.schema.expectations import expectation_for
from nomic.proposals.models import Proposal
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_shown import html, person
from tests.support.example_counts import examples
from tests.support.hall import START, Clock, Hall, cycle_16
from tests.support.sent_forms import read_form
from tests.support.signed_in import browser_of

SOLD = {"value": "Chips sold", "of": "cycle"}
RISING: Clauses = {
    "sold": SOLD,
    "chip": {
        "action": "Buy a Chip",
        "costs": {"Vertebra": {"sum": [1, {"value_of": "Chips sold"}]}},
        "do": [{"grant": "Chip", "to": "$me"}, {"raise": "Chips sold", "by": 1}],
    },
}


def flaws(clauses: Clauses) -> list[tuple[str, str]]:
    at = "/rules/tolls/clauses"
    return [(flaw.path.removeprefix(at), flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]


def bought(hall: Hall, name: str) -> int:
    """What a Chip cost: the Vertebrae that are gone."""
    before = hall.has(name, "Vertebra")
    hall.do(name, "tolls_chip")
    return before - hall.has(name, "Vertebra")


def test_a_price_rises_with_each_purchase(open_with: OpenWith) -> None:
    """By whomever; who has too little is told the price of now, and pays nothing."""
    hall = open_with(RISING)
    hall.grant("ada", "Vertebra", 100)
    hall.grant("bob", "Vertebra", 100)
    assert [bought(hall, name) for name in ("ada", "ada", "bob", "ada")] == [1, 2, 3, 4]
    assert hall.entries("tolls_chip")[-1].words[0] == "ada buys a Chip, for 4 Vertebrae."
    price = 5
    while hall.has("eve", "Vertebra") >= price:
        assert bought(hall, "eve") == price
        price += 1
    refused = hall.refused("eve", "tolls_chip", "cannot-pay", "Tolls")
    assert refused.detail == f"This costs {price} Vertebrae, and you have {hall.has('eve', 'Vertebra')}."
    assert not hall.can("eve")["tolls_chip"].available
    assert hall.can("ada")["tolls_chip"].available
    hall.is_sound()


def test_what_it_costs_now_stands_where_one_acts(open_with: OpenWith) -> None:
    """On the tile, on the form and for bots; the rule's sentence has the formula."""
    hall = open_with(RISING)
    hall.grant("ada", "Vertebra", 100)
    bought(hall, "ada")
    for path in ("", "act/tolls_chip/"):
        assert "(now 2 Vertebrae)" in html(hall, path, "ada")
    bot = browser_of(person("ada"))
    listed = bot.get(f"/api/v1/cycles/{hall.slug}/actions/").json()["items"]
    assert {each["now"] for each in listed if each["name"] == "tolls_chip"} == {"now 2 Vertebrae"}
    assert {each["now"] for each in listed if each["name"] == "leave"} == {""}
    assert (
        "“Buy a Chip”: You may do this at any time. Pay Vertebrae equal to 1 plus the number of Chips sold. "
        in " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))
    )


def test_a_price_by_what_is_said(open_with: OpenWith) -> None:
    """It is known when it is said; nothing can be said about it before."""
    action = {
        "action": "Buy",
        "with": {"n": {"is": "number", "least": 0, "most": 50}, "whom": {"is": "player"}},
        "costs": {"Vertebra": {"times": ["$n", 2]}, "Chip": 1},
        "do": [{"grant": "Handy Pack", "n": "$n", "to": "$whom"}],
    }
    hall = open_with({"buy": action})
    hall.refused("ada", "tolls_buy", "cannot-pay", "Tolls", n=1, whom="bob")
    hall.grant("ada", "Chip", 2)
    before = hall.has("ada", "Vertebra")
    hall.refused("ada", "tolls_buy", "cannot-pay", "Tolls", n=50, whom="bob")
    hall.do("ada", "tolls_buy", n=3, whom="bob")
    assert (hall.has("ada", "Vertebra"), hall.has("ada", "Chip")) == (before - 6, 1)
    hall.refused("ada", "tolls_buy", "nothing-comes-of-it", "Tolls", n=0, whom="bob")
    assert hall.has("ada", "Chip") == 1
    assert {each.amounts_now for each in hall.can("ada").values()} == {""}
    hall.is_sound()


ENDS = "What this costs cannot be worked out now: it would be {} Vertebrae, but a price has to be 0 to 100000."
CROWN = {"crown": {"value": "The Crown", "is": "player"}}


@pytest.mark.parametrize(
    ("costs", "why"),
    [
        ({"value_of": "Price"}, ENDS.format(-7)),
        ({"times": [{"value_of": "Price"}, -20_000]}, ENDS.format(140_000)),
        ({"quotient": [4, {"sum": [7, {"value_of": "Price"}]}]},
         "What this costs cannot be worked out now: something in it would be divided by 0."),
        ({"stock": "Chip", "of": {"players_in": "The Crown"}},
         "What this costs cannot be worked out now: it depends on a player, and there is no such player."),
        ({"value_of": "Rank", "of": {"players_in": "The Crown"}},
         "What this costs cannot be worked out now: it depends on a player, and there is no such player."),
    ],
)  # fmt: skip
def test_what_is_no_price_refuses_the_act(open_with: OpenWith, costs: dict[str, Any], why: str) -> None:
    """Nobody gains by paying less than nothing, and nothing is free because a price could not be calculated."""
    clauses: Clauses = CROWN | {
        "price": {"value": "Price", "starts": -7},
        "rank": {"value": "Rank", "of": "player"},
        "act": {"action": "Act", "costs": {"Vertebra": costs}, "do": [{"grant": "Chip", "to": "$me"}]},
        "mend": {
            "action": "Mend",
            "do": [{"set": "Price", "to": 0}, {"set": "The Crown", "to": "$me"}, {"set": "Rank", "to": 0, "of": "$me"}],
        },
    }
    hall = open_with(clauses)
    assert hall.refused("ada", "tolls_act", "no-price", "Tolls").detail == why
    reason = hall.can("ada")["tolls_act"].reason
    assert reason is not None
    assert reason.detail == why
    hall.do("eve", "tolls_mend")
    hall.do("ada", "tolls_act")
    assert hall.has("ada", "Chip") == 1
    hall.is_sound()


def test_a_set_of_players_may_be_empty(open_with: OpenWith) -> None:
    """The sum over nobody is 0; that is a price."""
    guild = {"value": "Guild", "is": "players"}
    costs = {"Vertebra": {"stock": "Chip", "of": {"players_in": "Guild"}}}
    hall = open_with({"guild": guild, "act": {"action": "Act", "costs": costs, "do": [{"grant": "Chip", "to": "$me"}]}})
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_act")
    assert hall.has("ada", "Vertebra") == before


@pytest.mark.parametrize(("worth", "price"), [(0, 0), (3, 3), (100_000, 100_000)])
def test_a_price_has_its_ends(open_with: OpenWith, worth: int, price: int) -> None:
    """From nothing to a hundred thousand."""
    value = {"value": "Price", "starts": worth}
    hall = open_with(
        {"price": value, "act": {"action": "Act", "costs": {"Vertebra": {"value_of": "Price"}}, "do": [
            {"grant": "Chip", "to": "$me"}]}}
    )  # fmt: skip
    for _ in range(10 if price > 3 else 0):
        hall.grant("ada", "Vertebra", 10_000)
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_act")
    assert before - hall.has("ada", "Vertebra") == price
    hall.is_sound()


def test_an_office_for_a_price_that_is_worked_out(open_with: OpenWith) -> None:
    """By what the buyer has: a tenth, at least one; its place is named if it is wrong."""
    price: dict[str, Any] = {"Vertebra": {"greatest": [1, {"quotient": [{"stock": "Vertebra", "of": "$me"}, 10]}]}}
    office = {"office": "Speaker", "filled_by": {"price": price}}
    hall = open_with({"speaker": office})
    hall.grant("ada", "Vertebra", 60)
    before = hall.has("ada", "Vertebra")
    assert f"(now {before // 10} Vertebrae)" in html(hall, "act/buy-speaker/", "ada")
    hall.do("ada", "buy-speaker")
    assert hall.has("ada", "Vertebra") == before - before // 10
    words = " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))
    assert "you can become the Speaker for Vertebrae equal to the larger of 1 and" in words
    for wrong in ({"roll": "1d6"}, {"value_of": "Nowhere"}):
        bad = {"speaker": {"office": "Speaker", "filled_by": {"price": {"Vertebra": wrong}}}}
        assert [path.partition("Vertebra")[0] for path, _ in flaws(bad)] == ["/speaker/filled_by/price/"]
    depth = {"value": "Depth", "of": "player", "seen": "owner"}
    bad = {"speaker": {"office": "Speaker", "filled_by": {"price": {"Vertebra": {"value_of": "Depth", "of": "$me"}}}}}
    told = [("/speaker/filled_by/price/Vertebra", "Depth is secret: the price would reveal it")]
    assert flaws(bad | {"depth": depth}) == told
    hall.is_sound()


def test_the_price_is_that_before_anything_is_paid(open_with: OpenWith) -> None:
    """Of two amounts that depend on each other's items neither comes first."""
    costs = {"Handy Pack": {"stock": "Vertebra", "of": "$me"}, "Vertebra": {"stock": "Handy Pack", "of": "$me"}}
    hall = open_with({"act": {"action": "Act", "costs": costs, "do": [{"grant": "Chip", "to": "$me"}]}})
    hall.grant("ada", "Handy Pack", hall.has("ada", "Vertebra"))
    hall.do("ada", "tolls_act")
    assert (hall.has("ada", "Vertebra"), hall.has("ada", "Handy Pack")) == (0, 0)
    hall.is_sound()


def test_a_limit_that_is_worked_out(open_with: OpenWith) -> None:
    """It grows and shrinks between acts; what has been done counts."""
    clauses: Clauses = {
        "rank": {"value": "Rank", "of": "player"},
        "rise": {
            "action": "Rise",
            "with": {"by": {"is": "number"}},
            "do": [{"raise": "Rank", "by": "$by", "of": "$me"}],
        },
        "act": {
            "action": "Act",
            "limit": {"times": {"value_of": "Rank", "of": "$me"}, "per": "phase"},
            "do": [{"grant": "Chip", "to": "$me"}],
        },
    }
    hall = open_with(clauses)
    refused = hall.refused("ada", "tolls_act", "too-often", "Tolls")
    assert refused.detail == "You can do this 0 times per phase (your Rank)."
    hall.do("ada", "tolls_rise", by=2)
    assert "(now 2 times a phase)" in html(hall, "act/tolls_act/", "ada")
    hall.do("ada", "tolls_act")
    hall.do("ada", "tolls_act")
    refused = hall.refused("ada", "tolls_act", "too-often", "Tolls")
    assert refused.detail == "You can do this 2 times per phase (your Rank), and you have."
    hall.do("ada", "tolls_rise", by=1)
    hall.do("ada", "tolls_act")
    hall.do("ada", "tolls_rise", by=-9)
    hall.refused("ada", "tolls_act", "too-often", "Tolls")
    hall.refused("bob", "tolls_act", "too-often", "Tolls")
    assert "“Act”: You may do this as many times as your Rank per phase." in " ".join(
        entry_explanation(hall.cycle.law, "rules", "tolls")
    )
    hall.is_sound()


def test_a_class_of_proposals_costs_more_each_time(open_with: OpenWith) -> None:
    """By the number of the author's own, say."""
    clauses: Clauses = {
        "tries": {"value": "Tries", "of": "player"},
        "count": {"when": "proposal-submitted", "do": [{"raise": "Tries", "by": 1, "of": "$who"}]},
        "dear": {
            "class": "Dear",
            "costs": {"Chip": {"value_of": "Tries", "of": "$me"}},
            "lasts": {"hours": 24},
            "passes": {"is": ["$for", "more_than", "$against"]},
        },
    }
    hall = open_with(clauses)
    hall.grant("ada", "Chip", 3)

    def submit() -> None:
        hall.do("ada", "submit-proposal", title="A", text="B", **{"class": "dear"})

    for price in ("free", "1 Chip", "2 Chips"):
        assert f"Each costs Chips equal to the number of your Tries (now {price})." in html(
            hall, "proposals/compose/", "ada"
        )
        submit()
    assert hall.has("ada", "Chip") == 0
    hall.refused("ada", "submit-proposal", "cannot-pay", "Tolls", title="A", text="B", **{"class": "dear"})
    assert Proposal.objects.filter(cycle=hall.pk).count() == 3
    hall.is_sound()


def test_an_amendment_in_between_changes_the_price(open_with: OpenWith) -> None:
    """It is that of the law when one acts."""
    hall = open_with(RISING)
    hall.grant("ada", "Vertebra", 50)
    assert bought(hall, "ada") == 1
    dear = RISING["chip"] | {"costs": {"Vertebra": {"times": [10, {"value_of": "Chips sold"}]}}}
    enact(hall, other_clauses(RISING | {"chip": dear}))
    assert bought(hall, "ada") == 10
    hall.is_sound()


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ({"act": {"costs": {"Chip": {"roll": "1d6"}}}}, [("/act/costs/Chip", None)]),
        ({"act": {"costs": {"Chip": {"value_of": "Nowhere"}}}},
         [("/act/costs/Chip/value_of", "there is no value of the cycle 'Nowhere'")]),
        ({"act": {"costs": {"Chip": {"players": "players"}}}}, [("/act/costs/Chip", None)]),
        ({"act": {"limit": {"times": {"roll": "1d6"}, "per": "day"}}}, [("/act/limit/times", None)]),
        ({"act": {"limit": {"times": "$n", "per": "day"}}}, [("/act/limit/times", None)]),
        ({"depth": {"value": "Depth", "seen": "nobody"}, "act": {"costs": {"Chip": {"value_of": "Depth"}}}},
         [("/act/costs/Chip", "Depth is secret: the price would reveal it")]),
        ({"depth": {"value": "Depth", "of": "player", "seen": "owner"},
          "act": {"costs": {"Chip": {"value_of": "Depth", "of": "$me"}}}},
         [("/act/costs/Chip", "Depth is secret: the price would reveal it")]),
        ({"depth": {"value": "Depth", "seen": "nobody"},
          "act": {"limit": {"times": {"value_of": "Depth"}, "per": "day"}}},
         [("/act/limit/times", "Depth is secret: who may or may not do this would reveal it")]),
        ({"depth": {"value": "Depth", "of": "player", "seen": "nobody"},
          "act": {"with": {"n": {"is": "number", "sealed": True}}, "costs": {"Chip": {"sum": ["$n", 1]}},
                  "do": [{"set": "Depth", "to": "$n", "of": "$me"}]}},
         [("/act/costs/Chip/sum/0", "the price would reveal what is sealed in $n")]),
        ({"act": {"costs": {"Chip": -1}}}, [("/act/costs/Chip", None)]),
        ({"act": {"costs": {"Chip": "a lot"}}}, [("/act/costs/Chip", None)]),
        ({"act": {"limit": {"times": 0, "per": "day"}}}, [("/act/limit/times", None)]),
    ],
)  # fmt: skip
def test_what_cannot_be_a_price_or_a_limit_is_refused_with_its_place(
    clauses: Clauses, expected: list[tuple[str, str | None]]
) -> None:
    """At submission: chance, what there is not, what is no number, and secrets."""
    act = {"action": "Act", "do": [{"grant": "Chip", "to": "$me"}]} | clauses["act"]
    said = flaws(clauses | {"act": act})
    assert [path for path, _ in said] == [path for path, _ in expected]
    assert all(detail in (None, told) for (_, detail), (_, told) in zip(expected, said, strict=True))


STEPS = st.lists(
    st.tuples(st.sampled_from(["chip", "refund", "leave"]), st.sampled_from(["ada", "bob", "eve"])), max_size=12
)


@pytest.mark.django_db
@settings(max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_prices_in_any_order(steps: list[tuple[str, str]]) -> None:
    """Each pays what the count before says, whoever acts; the ledger adds up and a replay is equal."""
    refund: dict[str, Any] = {
        "action": "Give back",
        "costs": {"Chip": {"smallest": [1, {"value_of": "Chips sold"}]}},
        "do": [
            {"raise": "Chips sold", "by": -1},
            {"grant": "Vertebra", "n": {"sum": [1, {"value_of": "Chips sold"}]}, "to": "$me"},
        ],
    }
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        law = with_clauses(cycle_16(), RISING | {"refund": refund})
        cycle = create_cycle_row(law, starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall, sold, left = Hall(cycle, Clock(traveller)), 0, set[str]()
        hall.join("ada", "bob", "eve")
        for what, name in steps:
            if name in left:
                continue
            before = hall.has(name, "Vertebra"), hall.has(name, "Chip")
            done = False
            with suppress(Refusal):
                hall.do(name, what if what == "leave" else f"tolls_{what}")
                done = True
            after = hall.has(name, "Vertebra"), hall.has(name, "Chip")
            if what == "leave":
                left.add(name)
            elif what == "chip":
                assert done == (before[0] >= sold + 1)
                assert after == ((before[0] - sold - 1, before[1] + 1) if done else before)
                sold += done
            elif done:
                assert (sold, before[1]) == (0, before[1]) or before[1] >= 1
                sold -= 1
                assert after == (before[0] + sold + 1, before[1] - min(1, sold + 1))
        hall.is_sound()
        transaction.set_rollback(True)


def test_a_price_that_is_worked_out_stands_in_the_form_as_one_line() -> None:
    """And comes back from it as it was."""
    schema = schema_of(RISING["chip"])
    assert schema is not None
    wanted = expectation_for(schema)
    costs = {"Chip": 2, "Vertebra": {"sum": [1, {"value_of": "Chips: sold"}]}}
    action: dict[str, Any] = RISING["chip"] | {"costs": costs}
    inputs = inputs_for(wanted, (), action)
    (shown,) = [each for each in inputs if each.place == ("costs",)]
    assert (shown.kind, shown.value) == ("counts", 'Chip: 2\nVertebra: {"sum": [1, {"value_of": "Chips: sold"}]}')
    assert read_form(submitted_pairs(inputs)) == action
