"""The price that somebody has seen is the most that they pay: an act is refused if its price has risen since."""

import copy
import json
import re

import pytest
from django.test import Client

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Refused
from tests.clauses.conftest import OpenWith
from tests.clauses.test_amounts import RISING
from tests.clauses.test_shown import html, person
from tests.corrections.conftest import adopt, tell
from tests.exoptosis.test_prices_worked_out import BY_ITSELF, open_selling
from tests.exoptosis.test_prices_worked_out import RISING as RISING_OFFER
from tests.support.hall import ADMIN, Hall, OpenCycle, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]
RISEN = "The price has risen to 2 Vertebrae. You have paid nothing."


@pytest.fixture
def rising(open_with: OpenWith) -> Hall:
    hall = open_with(RISING)
    for name in ("ada", "bob"):
        hall.grant(name, "Vertebra", 100)
    return hall


def fields_of(page: str, address: str) -> dict[str, str]:
    """The hidden fields of the form that is sent to an address, or of the page's own."""
    found = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if address in form)
    values = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found)
    return {name: value.replace("&quot;", '"') for name, value in values}


def logged_in(name: str) -> Client:
    return browser_of(person(name))


def test_a_click_pays_no_more_than_the_page_has_shown(rising: Hall) -> None:
    """Bob buys between Ada's page and her click. The page then shows the new price, and sends it."""
    path = f"/c/{rising.slug}/act/tolls_chip/"
    sent = fields_of(html(rising, "act/tolls_chip/", "ada"), "Buy a Chip")
    assert json.loads(sent["price-at-most"]) == {"Vertebra": 1}
    rising.do("bob", "tolls_chip")
    answer = logged_in("ada").post(path, sent)
    assert (answer.status_code, RISEN in answer.content.decode()) == (409, True)
    assert (rising.has("ada", "Chip"), len(rising.entries("tolls_chip"))) == (0, 1)
    again = fields_of(answer.content.decode(), "Buy a Chip")
    assert json.loads(again["price-at-most"]) == {"Vertebra": 2}
    assert logged_in("ada").post(path, again).status_code == 302
    assert rising.has("ada", "Chip") == 1
    assert "at-most" not in json.dumps(rising.entries("tolls_chip")[-1].args)
    rising.is_sound()


def test_a_click_at_the_shop_pays_no_more_than_the_page_has_shown(open_cycle: OpenCycle) -> None:
    hall = open_selling(open_cycle, RISING_OFFER, {"sold": {"value": "Chips sold", "of": "cycle"}}, BY_ITSELF)
    sent = fields_of(html(hall, "croupier/", "ada"), 'value="Chip"')
    assert json.loads(sent["price-at-most"]) == {"Vertebra": 1}
    before = hall.has("ada", "Vertebra")
    hall.do("bob", "buy", offer="Chip")
    answer = logged_in("ada").post(f"/c/{hall.slug}/act/buy/", sent)
    assert (answer.status_code, RISEN in answer.content.decode()) == (409, True)
    assert (hall.has("ada", "Chip"), hall.has("ada", "Vertebra")) == (0, before)
    hall.is_sound()


@pytest.mark.parametrize(("price_seen", "status"), [({"Vertebra": 1}, 409), ({"Vertebra": 2}, 201), ({"Chip": 0}, 201)])
def test_programs_name_the_most_that_they_pay(rising: Hall, price_seen: dict[str, int], status: int) -> None:
    """In a header. Items that it does not name have no such end."""
    rising.do("bob", "tolls_chip")
    address = f"/api/v1/cycles/{rising.slug}/actions/tolls_chip/"
    answer = logged_in("ada").post(
        address, {}, content_type="application/json", headers={"Price-At-Most": json.dumps(price_seen)}
    )
    assert answer.status_code == status
    if status == 409:
        assert (answer.json()["code"], answer.json()["detail"]) == ("price-risen", RISEN)


@pytest.mark.parametrize("header", ["", "7", "[]", "{", '{"Vertebra": -1}', '{"Vertebra": 1.5}', '{"Vertebra": "x"}',
                                    '{"Vertebra": true}', "[" * 3000, "{" + '"a": 1, ' * 3000 + "}"])  # fmt: skip
def test_what_is_no_price_is_refused(rising: Hall, header: str) -> None:
    address = f"/api/v1/cycles/{rising.slug}/actions/tolls_chip/"
    answer = logged_in("ada").post(address, {}, content_type="application/json", headers={"Price-At-Most": header})
    assert answer.status_code == 422
    assert "Price-At-Most" in answer.content.decode()
    assert rising.entries("tolls_chip") == []


def test_a_page_sends_what_costs_nothing_now_too(open_with: OpenWith) -> None:
    """It is free for the first, and would not be for Ada, who has seen that it is."""
    clauses = copy.deepcopy(RISING)
    clauses["chip"]["costs"]["Vertebra"] = {"value_of": "Chips sold"}
    hall = open_with(clauses)
    sent = fields_of(html(hall, "act/tolls_chip/", "ada"), "Buy a Chip")
    assert json.loads(sent["price-at-most"]) == {"Vertebra": 0}
    hall.do("bob", "tolls_chip")
    assert logged_in("ada").post(f"/c/{hall.slug}/act/tolls_chip/", sent).status_code == 409


def test_a_price_by_what_is_said_has_no_end_that_a_page_could_know(open_with: OpenWith) -> None:
    action = {
        "action": "Buy",
        "with": {"n": {"is": "number", "least": 0, "most": 50}},
        "costs": {"Vertebra": {"times": ["$n", 2]}, "Chip": 1},
        "do": [{"grant": "Handy Pack", "n": "$n", "to": "$me"}],
    }
    hall = open_with({"buy": action})
    hall.grant("ada", "Chip", 2)
    hall.grant("ada", "Vertebra", 20)
    sent = fields_of(html(hall, "act/tolls_buy/", "ada"), "Buy")
    assert json.loads(sent["price-at-most"]) == {"Chip": 1}
    assert logged_in("ada").post(f"/c/{hall.slug}/act/tolls_buy/", sent | {"n": "3"}).status_code == 302
    hall.is_sound()


def test_an_accepted_purchase_stays_accepted_in_a_corrected_past(rising: Hall) -> None:
    """It pays what follows, even if that is more than the page has shown: the price seen is of the click only."""
    rising.clock.wait(hours=1)
    at = rising.clock.now.isoformat()
    rising.clock.wait(hours=1)
    before = rising.has("ada", "Vertebra")
    perform(rising.slug, rising.actor("ada"), "tolls_chip", {}, price_seen={"Vertebra": 1})
    edit = {"do": "insert", "actor": "bob", "action": "tolls_chip", "args": {}, "at": at}
    rising.clock.wait(hours=1)
    rising.do(ADMIN, "open-correction", edits=[edit], reason="it was lost")
    adopt(rising, tell(rising))
    assert before - rising.has("ada", "Vertebra") == 2
    rising.is_sound()


def test_ten_purchases_from_two_sides_pay_ten_prices(rising: Hall) -> None:
    """Each is refused or pays the price that was seen; nobody pays another one."""
    seen: list[tuple[str, int]] = []
    for number in range(10):
        name = "ada" if number % 2 else "bob"
        price = len(rising.entries("tolls_chip")) + 1
        stale = {"Vertebra": price - 1}
        before = rising.has(name, "Vertebra")
        with pytest.raises(Refused, match="risen"):
            perform(rising.slug, rising.actor(name), "tolls_chip", {}, price_seen=stale)
        assert rising.has(name, "Vertebra") == before
        perform(rising.slug, rising.actor(name), "tolls_chip", {}, price_seen={"Vertebra": price})
        seen.append((name, before - rising.has(name, "Vertebra")))
    assert [price for _, price in seen] == list(range(1, 11))
    rising.is_sound()
