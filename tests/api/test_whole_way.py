"""From one answer of the API to the next request: what an answer names can be sent as it is."""

import json
from typing import Any

import pytest

from nomic.proposals.models import Proposal
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import Hall

PRICE = "/shop/offers/Deck Pack/costs/Vertebra"


def post(bot: Bot, address: str, body: Any, **headers: str) -> Any:
    return bot.client.post(address, body, content_type="application/json", headers={**bot.headers, **headers})


def test_a_task_names_the_act_that_does_it(cast: Hall, make_bot: MakeBot) -> None:
    """Votes, trades, duels: its arguments, completed, are accepted at its address."""
    ada, bob = make_bot("ada"), make_bot("bob")
    cast.propose("ada", {"op": "replace", "path": PRICE, "value": 15})
    cast.grant("ada", "Chip")
    cast.do("ada", "offer-trade", to="bob", gives={"Chip": 1})
    tasks = {each["kind"]: each for each in bob.read("questions/")["items"]}
    assert tasks["trade"]["arguments"]["version"] == 1
    own_choice = {"vote": {"vote": "for"}, "trade": {}}
    for kind, more in own_choice.items():
        assert post(bob, tasks[kind]["url"], {**tasks[kind]["arguments"], **more}).status_code == 201
    assert cast.has("bob", "Chip") == 1
    left = [each["kind"] for each in bob.read("questions/")["items"]]
    assert not left or not {"vote", "trade"} & set(left)
    assert ada.read("questions/")["player"] == "ada"


def test_all_cycles_are_asked_at_once(cast: Hall, make_bot: MakeBot, anybody: Bot) -> None:
    """The same tasks as in the cycle's own list, with the cycle's slug, and my name."""
    cast.propose("ada", {"op": "replace", "path": PRICE, "value": 15})
    bob = make_bot("bob")
    everywhere = bob.read("/api/v1/questions/")
    own = bob.read("questions/")["items"]
    assert everywhere["player"] == "bob"
    assert everywhere["items"] == [
        {"cycle": cast.slug, **{name: value for name, value in each.items() if name != "question"}} for each in own
    ]
    assert own
    problem(anybody.get("/api/v1/questions/"), 401, "not-authenticated")


def test_my_cycles(cast: Hall, make_bot: MakeBot, anybody: Bot) -> None:
    slugs = [each["slug"] for each in make_bot("ada").read("/api/v1/cycles/", mine="true")["items"]]
    assert slugs == [cast.slug]
    cast.do("eve", "leave")
    assert make_bot("eve").read("/api/v1/cycles/", mine="true")["items"] == []
    problem(anybody.get("/api/v1/cycles/", mine="true"), 401, "not-authenticated")


def test_an_action_has_its_address_and_its_price(bot: Bot, cast: Hall) -> None:
    """The price of an offer is what `Price-At-Most` takes, one less is refused, and an act of the law says its own."""
    cast.grant("ada", "Vertebra", 30)
    listed = {each["name"]: each for each in bot.read("actions/", choices="true")["items"]}
    for name, each in listed.items():
        assert each["url"].endswith(f"{bot.root}actions/{name}/")
    offer = listed["buy"]["choices"]["offer"][-1]
    assert offer["price"]
    item, amount = next(iter(offer["price"].items()))
    cheaper = {"Price-At-Most": json.dumps({item: amount - 1})}
    problem(post(bot, listed["buy"]["url"], {"offer": offer["value"]}, **cheaper), 409, "price-risen")
    exact = {"Price-At-Most": json.dumps(offer["price"])}
    assert post(bot, listed["buy"]["url"], {"offer": offer["value"]}, **exact).status_code == 201
    priced = {name: each["price"] for name, each in listed.items() if each["price"]}
    assert all(isinstance(amount, int) for price in priced.values() for amount in price.values())
    assert listed["buy"]["price"] is listed["leave"]["price"] is None


def test_the_templates_open_practice_cycles(bot: Bot, anybody: Bot) -> None:
    """A name of the list is accepted, and a request that is repeated with its key opens no second cycle."""
    names = [each["name"] for each in anybody.read("/api/v1/practice/")["items"]]
    assert "tetromic" in names
    first = post(bot, "/api/v1/practice/", {"template": "tetromic"}, **{"Idempotency-Key": "k"})
    again = post(bot, "/api/v1/practice/", {"template": "tetromic"}, **{"Idempotency-Key": "k"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["slug"] == again.json()["slug"]
    other = post(bot, "/api/v1/practice/", {"template": "tetromic"}, **{"Idempotency-Key": "l"})
    assert other.json()["slug"] != first.json()["slug"]
    problem(post(anybody, "/api/v1/practice/", {"template": "tetromic"}), 401, "not-authenticated")


def test_a_preview_is_what_a_submission_changes(bot: Bot, cast: Hall) -> None:
    """The same sentence, operations and difference as those of the submitted proposal; and nothing is submitted."""
    body = {"title": "Cheaper", "amendments": [{"op": "replace", "path": PRICE, "value": 15}]}
    with cast.nothing_changes():
        seen = bot.post("proposals/preview/", body)
    assert seen.status_code == 200
    preview = seen.json()
    assert preview["refused"] is None
    assert bot.send("submit-proposal", body).status_code == 201
    submitted = bot.read("proposals/1/")
    for same in ("sentence", "operations", "does", "difference"):
        assert preview[same] == submitted[same]
    assert submitted["difference"]["values"][0]["new"] == 15


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"title": "x", "amendments": [{"op": "replace", "path": PRICE, "value": "15"}]}, f"amendments{PRICE}"),
        ({"title": "x", "amendments": [{"op": "replace", "path": PRICE, "value": 18}]}, "amendments"),
        ({"title": "x", "amendments": [{"op": "replace", "path": "/nowhere", "value": 18}]}, "amendments"),
        ({"title": "x"}, "text"),
        ({"title": "x", "text": "y", "class": "nope"}, "class"),
        ({"text": "y"}, "title"),
    ],
)
def test_a_preview_refuses_what_a_submission_does(bot: Bot, cast: Hall, body: Any, field: str) -> None:
    """By the same errors."""
    errors = problem(bot.post("proposals/preview/", body), 422, "bad-arguments")["errors"]
    assert errors[0]["field"] == field
    assert errors == problem(bot.send("submit-proposal", body), 422, "bad-arguments")["errors"]
    assert not Proposal.objects.filter(cycle=cast.pk).exists()


def test_a_preview_says_whether_one_could_submit(make_bot: MakeBot, anybody: Bot, cast: Hall) -> None:
    """Who does not play sees the change, and why they cannot propose it; nobody sees nothing."""
    body = {"title": "x", "text": "y"}
    refused = make_bot("zoe").post("proposals/preview/", body).json()["refused"]
    assert refused["code"] == make_bot("zoe").send("submit-proposal", body).json()["code"]
    problem(anybody.post("proposals/preview/", body), 401, "not-authenticated")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/shop/offers/Deck Pack/cost/Vertebra", "/shop/offers/Deck Pack has costs"),
        ("/shop/offers/Dek Pack", "/shop/offers has Deck Pack"),
        ("/shopp", "the law has shop"),
        ("/shop/qqqq", "/shop has "),
        ("/calendar/phases/77", "/calendar/phases is a list of 2"),
    ],
)
def test_a_path_that_leads_nowhere_says_what_is_there(bot: Bot, path: str, says: str) -> None:
    body = {"title": "x", "amendments": [{"op": "replace", "path": path, "value": 1}]}
    detail = problem(bot.send("submit-proposal", body), 422, "bad-arguments")["detail"]
    assert f"the law has nothing at {path}; {says}" in detail


@pytest.mark.parametrize(("name", "says"), [("Vertebrae", "did you mean 'Vertebra'?"), ("Chp", "did you mean 'Chip'?")])
def test_an_item_by_a_wrong_name_is_guessed(bot: Bot, cast: Hall, name: str, says: str) -> None:
    """A program that reads a sentence takes the plural for the name."""
    for side in ("gives", "wants"):
        errors = problem(bot.send("offer-trade", {"to": "bob", side: {name: 1}}), 422, "bad-arguments")["errors"]
        assert (errors[0]["field"], says in errors[0]["detail"]) == (f"{side}/{name}", True)
    unlike = problem(bot.act("offer-trade", to="bob", gives={"qqqq": 1}), 422, "bad-arguments")
    assert unlike["errors"][0]["detail"] == "there is no 'qqqq' to trade"
