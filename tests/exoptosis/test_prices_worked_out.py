"""Prices of the Croupier's offers that are worked out at each purchase."""

from typing import Any

import pytest

from exoptosis.explain.tables import shop_table
from exoptosis.shop.trade_prices import shop_prices
from nomic.law.document.sections import Document, Law, flaws_of
from tests.clauses.conftest import Clauses, enact, with_clauses
from tests.clauses.test_shown import html, person
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, Hall, OpenCycle, cast, clock, cycle_16, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]

SOLD: Clauses = {"sold": {"value": "Chips sold", "of": "cycle"}}
RISING: dict[str, Any] = {"Vertebra": {"sum": [1, {"value_of": "Chips sold"}]}}
BY_ITSELF = [{"grant": "Chip", "to": "$me"}, {"raise": "Chips sold", "by": 1}]
BY_A_RULE: Clauses = {"count": {"when": "bought", "do": [{"raise": "Chips sold", "by": "$count"}]}}
AT_ONCE = "Chip is sold one at a time, because each purchase can change its price. Buy one, then look again."


def selling(costs: dict[str, Any], clauses: Clauses = SOLD, gives: list[dict[str, Any]] | None = None) -> Document:
    """Cycle 16 with another offer of Chips."""
    law = with_clauses(cycle_16(), clauses)
    chip = {**law["shop"]["offers"]["Chip"], "costs": costs, **({} if gives is None else {"gives": gives})}
    return {**law, "shop": {**law["shop"], "offers": {**law["shop"]["offers"], "Chip": chip}}}


def open_selling(open_cycle: OpenCycle, *given: Any) -> Hall:
    hall = open_cycle(selling(*given), joined=("ada", "bob", "eve"))
    for name in ("ada", "bob"):
        hall.grant(name, "Vertebra", 200)
    return hall


def bought(hall: Hall, name: str, **args: Any) -> int:
    """What a Chip cost: the Vertebrae that are gone."""
    before = hall.has(name, "Vertebra")
    hall.do(name, "buy", offer="Chip", **args)
    return before - hall.has(name, "Vertebra")


@pytest.fixture(params=["by the offer", "by a rule that hears of it"])
def rising(open_cycle: OpenCycle, request: pytest.FixtureRequest) -> Hall:
    """Chips of which each makes the next dearer."""
    if request.param == "by the offer":
        return open_selling(open_cycle, RISING, SOLD, BY_ITSELF)
    return open_selling(open_cycle, RISING, SOLD | BY_A_RULE)


def test_each_purchase_makes_the_next_dearer(rising: Hall) -> None:
    """Of whomever. Ten at once are refused, whoever counts the purchases: they would have one price."""
    refused = rising.refused("ada", "buy", "one-at-a-time", "The Croupier", offer="Chip", count=10)
    assert refused.detail == AT_ONCE
    assert [bought(rising, name) for name in ("ada", "bob", "ada", "ada")] == [1, 2, 3, 4]
    assert [bought(rising, "bob", count=1) for _ in range(6)] == [5, 6, 7, 8, 9, 10]
    assert rising.entries("buy")[3].words[0].startswith("ada buys 1 Chip for 4 Vertebrae.")
    rising.refused("ada", "buy", "one-at-a-time", "The Croupier", offer="Chip", count=2)
    assert (rising.has("ada", "Chip"), rising.has("bob", "Chip")) == (3, 7)
    rising.is_sound()


def test_other_offers_are_sold_several_at_once(rising: Hall) -> None:
    """Their price is written down."""
    before = rising.has("ada", "Vertebra")
    rising.do("ada", "buy", offer="Handy Pack", count=3)
    assert before - rising.has("ada", "Vertebra") == 36
    assert rising.can("ada")["buy"].action.bounds is not None


def test_the_same_price_everywhere(rising: Hall) -> None:
    """On the Croupier's page, on the action's, among its choices and for bots."""
    assert bought(rising, "ada") == 1
    page = html(rising, "croupier/", "ada")
    assert "Now 2 Vertebrae" in page
    assert "Vertebrae equal to 1 plus the number of Chips sold (sold one at a time)" in page
    assert 'several<span class="visually-hidden"> of Handy Pack' in page
    assert 'several<span class="visually-hidden"> of Chip' not in page
    assert "(now Chip: 2 Vertebrae)" in html(rising, "act/buy/", "ada")
    assert "Chip (now 2 Vertebrae)" in html(rising, "act/buy/", "ada")
    bot = browser_of(person("ada"))
    (listed,) = [
        each for each in bot.get(f"/api/v1/cycles/{rising.slug}/actions/").json()["items"] if each["name"] == "buy"
    ]
    assert listed["now"] == "now Chip: 2 Vertebrae"
    visitor = html(rising, "croupier/")
    assert "Vertebrae equal to 1 plus the number of Chips sold (sold one at a time)" in visitor
    assert "Now 2" not in visitor
    prices = [row[-1] for row in shop_table(rising.cycle.law).rows]
    assert prices.count("Vertebrae equal to 1 plus the number of Chips sold (sold one at a time)") == 1


CROWN = {"crown": {"value": "The Crown", "is": "player"}, "price": {"value": "Price", "starts": -7}}


@pytest.mark.parametrize(
    ("costs", "why"),
    [
        ({"value_of": "Price"}, "it would be -7 Vertebrae, but a price has to be 0 to 100000"),
        (
            {"times": [{"value_of": "Price"}, -20_000]},
            "it would be 140000 Vertebrae, but a price has to be 0 to 100000",
        ),
        ({"quotient": [4, {"sum": [7, {"value_of": "Price"}]}]}, "something in it would be divided by 0"),
        ({"stock": "Chip", "of": {"players_in": "The Crown"}}, "it depends on a player, and there is no such player"),
    ],
)
def test_what_has_no_price_is_not_sold(open_cycle: OpenCycle, costs: dict[str, Any], why: str) -> None:
    """The page says why, where one would buy; everything else is sold."""
    hall = open_selling(open_cycle, {"Vertebra": costs}, CROWN)
    text = f"The price of Chip cannot be worked out now: {why}."
    assert hall.refused("ada", "buy", "no-price", "The Croupier", offer="Chip").detail == text
    page = html(hall, "croupier/", "ada")
    assert text in page
    assert "No price now" in page
    assert hall.can("ada")["buy"].amounts_now == ""
    hall.do("ada", "buy", offer="Handy Pack")
    hall.is_sound()


def test_nobody_can_buy_where_nothing_has_a_price(open_cycle: OpenCycle) -> None:
    """The action itself says that it cannot be done."""
    law = selling({"Vertebra": {"value_of": "Price"}}, CROWN)
    offers = {"Chip": law["shop"]["offers"]["Chip"]}
    hall = open_cycle({**law, "shop": {**law["shop"], "offers": offers}}, joined=("ada",))
    hall.refused("ada", "buy", "cannot-pay", "The Croupier", offer="Chip")
    assert not hall.can("ada")["buy"].available


def test_a_price_of_nothing(open_cycle: OpenCycle) -> None:
    """It is free for those for whom it is 0, and said so."""
    hall = open_selling(open_cycle, {"Vertebra": {"times": [5, {"stock": "Chip", "of": "$me"}]}}, SOLD)
    assert "Now nothing" in html(hall, "croupier/", "ada")
    assert [bought(hall, "ada") for _ in range(3)] == [0, 5, 10]
    assert bought(hall, "bob") == 0
    hall.is_sound()


@pytest.mark.parametrize(
    ("costs", "place", "detail"),
    [
        ({"roll": "1d6"}, "", None),
        ({"value_of": "Nowhere"}, "/value_of", "there is no value of the cycle 'Nowhere'"),
        ({"players": "players"}, "", None),
        ("$n", "", None),
        (-1, "", None),
        (100_001, "", None),
        ({"value_of": "Depth"}, "", "Depth is secret: the price would reveal it"),
        ({"sum": [1, {"value_of": "Luck", "of": "$me"}]}, "/sum/1", "Luck is secret: the price would reveal it"),
    ],
)
def test_what_cannot_be_a_price_is_refused_with_its_place(costs: Any, place: str, detail: str | None) -> None:
    """Chance, what there is not, what is no number, and secrets, one's own as well: everybody reads what was paid."""
    secrets: Clauses = {
        "depth": {"value": "Depth", "seen": "nobody"},
        "luck": {"value": "Luck", "of": "player", "seen": "owner"},
    }
    (flaw,) = flaws_of(selling({"Vertebra": costs}, secrets))
    assert flaw.path == f"/shop/offers/Chip/costs/Vertebra{place}"
    assert detail in (None, flaw.detail)


def test_prices_have_a_bound_of_work(open_cycle: OpenCycle) -> None:
    """A page shows all of them, so it is theirs together."""
    much = {"count": {"players": "players", "where": {"some": {"players": "players", "where": {"some": {"players":
            "players", "where": {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}}}}}}}  # fmt: skip
    law = selling({"Vertebra": much}, SOLD)
    assert flaws_of(law) == []
    offers = {f"Chip {n}": law["shop"]["offers"]["Chip"] for n in range(4)}
    (flaw,) = flaws_of({**law, "shop": {**law["shop"], "offers": offers}})
    assert flaw.path == "/shop/offers"
    assert flaw.detail.startswith("working out all prices may take ")


def test_a_replay_pays_the_prices_of_then(open_cycle: OpenCycle) -> None:
    """After the law has changed, too, and changed back to a number."""
    hall = open_selling(open_cycle, RISING, SOLD, BY_ITSELF)
    assert bought(hall, "ada") == 1
    place = "/shop/offers/Chip/costs/Vertebra"
    enact(hall, {"op": "replace", "path": place, "value": {"times": [10, {"value_of": "Chips sold"}]}})
    assert bought(hall, "ada") == 10
    enact(hall, {"op": "replace", "path": place, "value": 3})
    assert bought(hall, "ada", count=2) == 6
    hall.is_sound()


def test_a_corrected_world_has_its_own_prices(open_cycle: OpenCycle) -> None:
    """A purchase is struck out of the past: those after it were cheaper."""
    hall = open_selling(open_cycle, RISING, SOLD, BY_ITSELF)
    before = hall.has("bob", "Vertebra")
    first = hall.do("ada", "buy", offer="Chip")
    assert [bought(hall, "bob") for _ in range(2)] == [2, 3]
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": first.key}], reason="it was wrong")
    adopt(hall, tell(hall))
    assert before - hall.has("bob", "Vertebra") == 1 + 2
    assert bought(hall, "eve") == 3
    hall.is_sound()


TAX: Clauses = {
    "tax": {
        "when": "bought",
        "do": [
            {"transfer": "Vertebra", "n": {"amount": "Vertebra", "in": "$paid"}, "from": "$who", "to": "cycle"},
            {"announce": "$who paid $paid and gained $gained."},
        ],
    }
}


def test_a_purchase_tells_what_was_paid_and_gained(open_cycle: OpenCycle) -> None:
    """To rules that ask; the entry of any other purchase is as it always was."""
    hall = open_selling(open_cycle, RISING, SOLD | TAX, BY_ITSELF)
    assert bought(hall, "ada") == 1 + 1
    before = hall.has("ada", "Vertebra")
    entry = hall.do("ada", "buy", offer="Chip")
    assert before - hall.has("ada", "Vertebra") == 2 + 2
    told = {"kind": "bought", "player": "ada", "offer": "Chip", "count": 1, "paid": {"Vertebra": 2}}
    assert told | {"gained": {"Chip": 1}} in entry.events
    assert "ada paid 2 Vertebra and gained 1 Chip." in hall.entries("act-by-rule")[-1].words
    hall.do("ada", "buy", offer="Handy Pack", count=2)
    assert "ada paid 24 Vertebra and gained 2 Handy Pack." in hall.entries("act-by-rule")[-1].words
    hall.is_sound()


def test_a_rule_that_waits_for_a_purchase_knows_its_price(open_cycle: OpenCycle) -> None:
    """And one that does not ask leaves the entry as it always was."""
    tax = {"transfer": "Vertebra", "n": {"amount": "Vertebra", "in": "$paid"}, "from": "$player", "to": "cycle"}
    wait = {"action": "Wait", "do": [{"at": "bought", "do": [tax]}]}
    hall = open_selling(open_cycle, RISING, SOLD | {"wait": wait}, BY_ITSELF)
    hall.do("bob", "tolls_wait")
    assert [bought(hall, "ada") for _ in range(2)] == [1 + 1, 2]
    hall.is_sound()


def test_events_of_purchases_are_as_they_were(open_cycle: OpenCycle) -> None:
    """Under a law none of whose rules asks for the price."""
    hall = open_selling(open_cycle, RISING, SOLD | BY_A_RULE)
    entry = hall.do("ada", "buy", offer="Chip")
    assert {"kind": "bought", "player": "ada", "offer": "Chip", "count": 1} in entry.events


def test_a_sale_tells_what_was_paid_and_gained(open_cycle: OpenCycle) -> None:
    """By a rule's own action: what one gives for what."""
    sale = {
        "action": "Sell Chips",
        "with": {"n": {"is": "number", "least": 1, "most": 9}},
        "costs": {"Chip": {"times": ["$n", 1]}},
        "do": [{"grant": "Vertebra", "n": {"times": ["$n", 20]}, "to": "$me"}],
    }
    heard = {"when": "does", "act": "tolls_sell", "do": [{"announce": "$who sold $paid for $gained."}]}
    hall = open_selling(open_cycle, {"Vertebra": 25}, SOLD | {"sell": sale, "heard": heard})
    hall.grant("ada", "Chip", 3)
    hall.do("ada", "tolls_sell", n=2)
    assert "ada sold 2 Chip for 40 Vertebra." in hall.entries("act-by-rule")[-1].words
    hall.is_sound()


def test_trades_value_nothing_by_a_price_that_is_worked_out() -> None:
    """A worth is that of the law alone."""
    assert shop_prices(Law(cycle_16())).items["Chip"] == 25
    found = shop_prices(Law(selling(RISING)))
    assert "Chip" not in found.items
    assert found.items["Handy Pack"] == 12
