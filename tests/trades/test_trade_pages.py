"""The board, a trade's page, the table at which terms are put together, and what the API tells of all that."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.trades.models import Trade
from tests.support.hall import Hall, OpenCycle, bare_law
from tests.support.signed_in import browser_of
from tests.trades.table import consent, counter, lots, newest, offer

Browse = Callable[[str], Client]


@pytest.fixture
def as_person(cast: Hall) -> Browse:
    """A browser in which somebody is logged in."""

    def browse(name: str) -> Client:
        client = Client()
        person = Person.objects.get(username=name)
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return browse


def page(client: Client, path: str) -> str:
    answer = client.get(f"/c/hall/trades/{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


def send(client: Client, path: str, **fields: Any) -> Any:
    return client.post(path, {"idempotency_key": new_idempotency_key(), **fields})


def test_a_trade_is_offered_changed_and_made_by_forms(cast: Hall, as_person: Browse) -> None:
    """Without any script: Ada offers, Bob wants more, Ada consents; a gift of a card is nothing else."""
    cast.grant("ada", "Chip", 3)
    king = cast.grant_card("ada", "King")
    ada, bob = as_person("ada"), as_person("bob")
    table = page(ada, "offer/?to=bob")
    assert "of 3" in table
    assert f'value="{king.code}"' in table
    sent = send(
        ada, "/c/hall/trades/offer/", to="bob", **{"gives-Chip": "1", "wants-Vertebra": "4", "gives-Vertebra": ""}
    )
    assert sent.url == "/c/hall/trades/1/"
    assert "It waits for you" in page(bob, "")
    table = page(bob, "1/counter/")
    assert 'name="gives-Vertebra" min="0" max="1000000" inputmode="numeric" value="4"' in table
    fields = {"gives-Vertebra": "4", "wants-Chip": "2", "wants_cards": [king.code], "version": "1"}
    assert send(bob, "/c/hall/trades/1/counter/", **fields).url == "/c/hall/trades/1/"
    stale = send(bob, "/c/hall/trades/1/counter/", **fields)
    assert stale.status_code == 409
    assert "has changed: it is version" in stale.content.decode()
    shown = page(ada, "1/")
    assert "version 2, by bob" in shown
    assert f'id="card-{king.code}"' in shown
    done = send(ada, "/c/hall/act/consent-trade/", trade=newest_code(cast), version="2", next="/c/hall/trades/1/")
    assert done.url == "/c/hall/trades/1/"
    assert (cast.has("bob", "Chip"), cast.has("ada", "Vertebra"), len(cast.cards("bob"))) == (2, 24, 1)
    assert "Recent trades" in page(Client(), "")


def newest_code(hall: Hall) -> str:
    return Trade.objects.filter(cycle=hall.pk).latest("number").code


def test_what_cannot_be_is_said_and_what_was_typed_stays(cast: Hall, as_person: Browse) -> None:
    """More than one has, no number, nobody of that name: the form comes back as it was, and nothing is offered."""
    ada = as_person("ada")
    for fields, said in (
        ({"gives-Vertebra": "21"}, "you offer 21 and have 20 Vertebrae"),
        ({"gives-Vertebra": "many"}, "<p>Vertebra: "),
        ({"gives-Vertebra": "9" * 40}, "<p>Vertebra: "),
        ({"named": ["Moon"], "named_count": ["1"]}, "to trade"),
        ({"to": "nobody", "gives-Vertebra": "1"}, "Nobody called"),
        ({"to": "ada", "gives-Vertebra": "1"}, "cannot trade with yourself"),
        ({}, "something on at least one side"),
    ):
        answer = send(ada, "/c/hall/trades/offer/", **fields)
        assert answer.status_code == 422, fields
        assert said in answer.content.decode(), fields
    assert not Trade.objects.exists()


def test_any_card_of_a_name_is_chosen_by_whoever_gives_it(cast: Hall, as_person: Browse) -> None:
    """On the page of the offer, among the cards of that name."""
    ada, bob = as_person("ada"), as_person("bob")
    assert send(
        ada, "/c/hall/trades/offer/", **{"gives-Vertebra": "3", "named": ["King", ""], "named_count": ["", ""]}
    ).url
    cards = [cast.grant_card("bob", "King") for _ in range(2)]
    shown = page(bob, "1/")
    assert all(f'name="cards" value="{card.code}"' in shown for card in cards)
    send(bob, "/c/hall/act/consent-trade/", trade="1", version="1", cards=[cards[1].code])
    assert [card.code for card in cast.cards("ada")] == [cards[1].code]


def test_the_board_is_searched_by_what_is_given_and_wanted(cast: Hall, as_person: Browse) -> None:
    """By parts of the names of cards and items."""
    cast.grant("ada", "Chip", 2)
    offer(cast, "ada", gives=lots(Chip=1), wants=lots(King=1))
    offer(cast, "ada", gives=lots(Chip=1), wants=lots(Vertebra=7))
    offer(cast, "bob", "ada", gives=lots(Vertebra=1))
    everybody = Client()
    assert [name in page(everybody, "") for name in ("Trade 1<", "Trade 2<", "Trade 3<")] == [True, True, False]
    found = page(everybody, "?wants=kin&gives=chip")
    assert [name in found for name in ("Trade 1<", "Trade 2<")] == [True, False]
    assert "No offer matches" in page(everybody, "?gives=king")


def test_what_is_promised_in_two_places_is_shown_as_such(cast: Hall, as_person: Browse) -> None:
    """Items together more than there are, cards twice; what is gone is said to be, on each page and by the API."""
    king = cast.grant_card("ada", "King")
    cast.grant("ada", "Chip", 2)
    first = offer(cast, "ada", "bob", gives=lots(Chip=2), gives_cards=[king.code])
    ada = as_person("ada")
    assert "promised elsewhere" not in page(ada, "1/")
    offer(cast, "ada", "eve", gives=lots(Chip=1))
    second = offer(cast, "ada", gives_cards=[king.code])
    assert page(ada, "1/").count("promised elsewhere") == 2
    consent(cast, "eve", second)
    told = ada.get("/api/v1/cycles/hall/trades/1/").json()
    assert [(lot["name"], lot["missing"]) for lot in told["maker_gives"]] == [("Chip", False), ("King", True)]
    assert "would fail now" in page(as_person("bob"), "1/")
    assert newest(cast, first.code).is_open


def test_the_api_lists_and_shows_trades(cast: Hall) -> None:
    """By status, by player, by what is on a side; in pages; a trade by its number or its code."""
    cast.grant("ada", "Chip", 2)
    one = offer(cast, "ada", gives=lots(Chip=1), wants=lots(King=1))
    answer = counter(cast, "bob", one, gives=lots(Vertebra=2), wants=lots(Chip=1))
    consent(cast, "ada", answer)
    api = Client()
    path = "/api/v1/cycles/hall/trades/"

    def numbers(query: str) -> list[int]:
        return [item["number"] for item in api.get(f"{path}{query}").json()["items"]]

    assert [numbers(query) for query in ("", "?status=open", "?player=bob", "?to_anybody=true")] == [
        [2, 1],
        [1],
        [2],
        [1],
    ]
    assert [numbers(query) for query in ("?wants=king", "?gives=VERT", "?before=2")] == [[1], [2], [1]]
    assert api.get(f"{path}?limit=1").json()["next"].endswith("limit=1&before=2")
    shown = api.get(f"{path}{one.code}/").json()
    (wanted,) = shown["other_gives"]
    assert [wanted[key] for key in ("kind", "name", "count", "code")] == ["any-card", "King", 1, None]
    made = api.get(f"{path}2/").json()
    assert (made["status"], made["answers"], made["willing"]) == ("made", one.code, ["bob", "ada"])
    assert api.get(f"{path}3/").status_code == 404
    assert api.get(f"{path}?status=eaten").status_code == 422


def test_pages_ask_as_often_for_many_trades_as_for_few(cast: Hall, as_person: Browse) -> None:
    """The board, a trade, the table, the hall, and the API's list."""
    ada = as_person("ada")
    paths = (
        "/c/hall/trades/",
        "/c/hall/trades/1/",
        "/c/hall/trades/1/counter/",
        "/c/hall/",
        "/api/v1/cycles/hall/trades/",
    )

    def some(count: int) -> dict[str, int]:
        for _ in range(count):
            card = cast.grant_card("ada", "King")
            offer(cast, "ada", gives=lots(Vertebra=1), gives_cards=[card.code])
            offer(cast, "bob", "ada", gives=lots(Vertebra=1), wants_cards=[card.code])
            consent(cast, "ada", offer(cast, "bob", "ada", gives=lots(Vertebra=1)))
        counted = {}
        for path in paths:
            ada.get(path)
            with CaptureQueriesContext(connection) as queries:
                assert ada.get(path).status_code == 200
            counted[path] = len(queries)
        return counted

    assert some(2) == some(4)


def test_without_the_section_the_page_says_so(open_cycle: OpenCycle) -> None:
    """It is not in the navigation, and nothing is to be offered."""
    open_cycle(bare_law()).join("ada")
    client = browser_of("ada")
    assert "has no trades" in page(client, "")
    assert "/c/hall/trades/" not in client.get("/c/hall/").content.decode()
    assert client.get("/c/hall/trades/offer/").status_code == 404
    assert client.get("/c/hall/trades/1/").status_code == 404
