"""Every piece of the law leads to the composer with itself, and is found by words."""

import re
from html import unescape
from urllib.parse import unquote_plus

import pytest
from django.test import Client
from django.utils.html import escape

from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.registry import actions_of
from nomic.law.document.sections import Law, pointer
from nomic.law.document.templates import document_of
from nomic.law.rules.generated_tables import table_of
from nomic.law.rules.tree import rules_of
from nomic.law.search.entries import find_pieces
from nomic.law.search.values import find_values, value_or_none
from nomic.proposals.models import Proposal
from nomic.web.links.composer_links import opening_of
from nomic.web.links.edit_links import place_of_action
from nomic.web.rendering.rule_html import quoted_places
from nomic.web.views.cycle.home import ELSEWHERE
from tests.web.test_composing import COMPOSE, operations, post

LAW = Law(document_of("cycle-16"))


@pytest.mark.parametrize(
    ("place", "kind", "target"),
    [
        ("/rules/luck", "rule", "luck"),
        ("/cards/Ace", "entry", "/cards/Ace"),
        ("/cards/Ace/suits", "value", "/cards/Ace/suits"),
        ("/shop/offers/Handy Pack/gives", "entry", "/shop/offers/Handy Pack"),
        ("/shop/offers/Handy Pack/costs/Vertebra", "value", "/shop/offers/Handy Pack/costs/Vertebra"),
        ("/rules/urgent-class-proposal/clauses/urgent", "entry", "/rules/urgent-class-proposal/clauses/urgent"),
    ],
)
def test_a_place_opens_the_piece_that_it_is_or_is_a_part_of(place, kind, target):
    assert opening_of(LAW, place) == (kind, target)


@pytest.mark.parametrize("place", ["", "/", "/rules", "/rules/nowhere", "/cards", "/cards/+", "/x/y/z", "/rules/a/b/c"])
def test_what_is_no_piece_opens_nothing_and_is_searched_for(ada, place):
    assert opening_of(LAW, place) is None
    assert ada.get(COMPOSE, {"at": place}).status_code == 200


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("luck", "/rules/luck"),
        ("card gifting", "/rules/card-gifting"),
        ("uno reverse", "/cards/Uno Reverse"),
        ("coating blue", "/modifiers/Blue Coating"),
        ("urgent class", "/rules/urgent-class-proposal"),
        ("burn a card", "/rules/actions/clauses/burn"),
        ("became reputable", "/rules/vertebrae/clauses/first-grant"),
        ("what burning pays", "/rules/actions/clauses/burn"),
    ],
)
def test_rules_entries_and_clauses_are_found_by_name(typed, path):
    assert path in [piece.path for piece in find_pieces(LAW, typed)][:3]


def test_values_are_found_by_the_rule_that_they_belong_to_and_by_what_they_are_now():
    """ "12" finds what is 12 now, and the title of a rule all that belongs to it."""
    assert any(value.value == 12 for value in find_values(LAW, "12 vertebrae").values)
    assert any(value.path.startswith("/shop/") for value in find_values(LAW, "croupier price").values)


def test_what_has_but_some_of_the_words_is_offered_after_what_has_all():
    assert all(piece.is_meant for piece in find_pieces(LAW, "handy pack"))
    assert not any(piece.is_meant for piece in find_pieces(LAW, "the price of a handy pack"))


@pytest.mark.parametrize("typed", ["", " ", "the of", "\x00", "é" * 400, "a " * 500, "🝬"])
def test_odd_words_find_no_piece(typed):
    assert find_pieces(LAW, typed) == []


def test_every_link_of_the_law_piece_by_piece_opens_its_piece(ada):
    """For players; who only looks is offered none. All of the same work, however many there are."""
    places = ways_on(ada, "/c/hall/ruleset/pieces/")
    assert len(places) > 200
    assert all(opening_of(LAW, place) for place in places)
    assert "at=" not in Client().get("/c/hall/ruleset/pieces/").content.decode()


@pytest.mark.parametrize("page", ["/c/hall/croupier/", "/c/hall/players/ada/"])
def test_prices_and_cards_have_a_way_to_be_changed_beside_them(ada, cast, page):
    cast.grant_card("ada", "Ace", [])
    (first, *_) = re.findall(r'href="(/c/hall/proposals/change/\?at=[^"]+)"', ada.get(page).content.decode())
    context = ada.get(first.replace("&amp;", "&"), follow=True).context
    assert context.get("shown") or context["open_entry"]


def test_a_clause_is_opened_changed_added_and_taken_out(ada, cast):
    """As any entry: what it is stands there as the law has it."""
    place = "/rules/urgent-class-proposal/clauses/urgent"
    answer = ada.get(COMPOSE, {"at": place})
    text = answer.context["open_entry"]["entry_text"]
    assert "hours: 48" in text
    answer = post(ada, put="1", open_entry=place, entry_text=text.replace("48", "36"))
    assert operations(answer)[-1]["value"]["lasts"] == {"hours": 36}
    value = "{value: Luck of the day, of: cycle, is: number}"
    answer = post(ada, put="1", open_entry="/rules/vertebrae/clauses/+", entry_name="day", entry_text=value)
    assert operations(answer)[-1]["path"].startswith("/rules/vertebrae/clauses")
    added = answer.context["draft"].amendments
    answer = post(ada, 422, repeal="1", open_entry="/rules/vertebrae/clauses/day", amendments=added)
    assert "these amendments change nothing" in answer.content.decode()
    assert operations(answer)[-1] == {"op": "remove", "path": "/rules/vertebrae/clauses/day"}


def test_a_search_offers_rules_beside_values(ada):
    page = post(ada, look="1", value="luck").content.decode()
    assert f'value="{escape("/rules/luck")}"' in page
    answer = post(ada, open_found="/rules/luck")
    assert answer.context["open_rule"]["rule_title"] == "Luck"


def test_a_clause_is_called_by_what_it_says():
    """Not by its key, which nobody has read: neither where it is found nor in the names of its values."""
    (burn, *_) = find_pieces(LAW, "burn")
    assert (burn.words, burn.of) == ("Burn a card", "a clause of Actions")
    limit = value_or_none(LAW, "/rules/actions/clauses/burn/limit/times")
    assert limit.words == "how often a player can use “Burn a card” (rule Actions)"


def test_a_search_opens_nothing_where_several_things_could_be_meant(ada):
    """ "Burning" may mean how often, or what it does: both are offered."""
    answer = post(ada, pick_value="1", value="burning")
    assert answer.context["open_value"] is answer.context["open_entry"] is None
    for path in ("/rules/actions/clauses/burn/limit/times", "/rules/actions/clauses/burn"):
        assert f'name="open_found" value="{path}"' in answer.content.decode()


def test_a_price_is_proposed_in_two_steps(ada, cast):
    """From its page: open, type, submit."""
    answer = ada.get(COMPOSE, {"at": "/shop/offers/Handy Pack/costs/Vertebra"})
    assert answer.context["open_value"]["typed"] == "12"
    fields = {"open_value": "/shop/offers/Handy Pack/costs/Vertebra", "new_value": "9"}
    post(ada, 302, submit="1", title="", text="", **fields)
    assert Proposal.objects.get(cycle=cast.pk).amendments[-1]["value"] == 9


def ways_on(client: Client, page: str) -> set[str]:
    """The places of the law to which the links of a page lead, in the composer or on the page of one value."""
    html = unescape(client.get(page).content.decode())
    return {unquote_plus(found) for found in re.findall(r"/proposals/(?:compose|change)/\?at=([^\"&]+)\"", html)}


def test_every_page_that_shows_a_piece_of_the_law_leads_to_it(ada, cast):
    """Tables and values that rules quote, actions and their limits, offers, values kept, cards, classes, the court."""
    cast.grant_card("ada", "Ace", ["Holographic"])
    cast.grant_card("bob", "Uno Reverse", [])
    law = cast.cycle.law
    quoted = {place for rule in rules_of(law).values() for place in quoted_places(law, rule.body)}
    asked = {name for rule in rules_of(law).values() for name in re.findall(r"{{\s*law table\|([^}|]+)", rule.body)}
    tables = [table_of(law, name) for name in asked]
    assert len(quoted) > 20
    ruleset = ways_on(ada, "/c/hall/ruleset/")
    assert ruleset >= quoted
    assert all(ruleset >= {*table.places, table.place} - {""} for table in tables)
    assert all(table.place or len(table.places) == len(table.rows) for table in tables)
    assert all(opening_of(law, place) for place in ruleset)

    hall = ways_on(ada, "/c/hall/")
    acts = [
        action
        for action in actions_of(cast.read_context("ada"))
        if action.channel not in ("admin", "system", *ELSEWHERE)
    ]
    assert {place for action in acts if (place := place_of_action(law, action))} <= hall
    assert {clause.path for clause in clauses_of(law).actions.values()} <= hall
    offers = {pointer("shop", "offers", name) for name in law.document["shop"]["offers"]}
    assert all(any(way.startswith(offer) for way in ways_on(ada, "/c/hall/croupier/")) for offer in offers)
    assert {"/cards/Ace", "/modifiers/Holographic"} <= ways_on(ada, "/c/hall/players/ada/")
    assert "/cards/Uno Reverse" in ways_on(ada, "/c/hall/players/bob/")
    cast.propose("ada")
    assert clauses_of(law).classes["standard"].path in ways_on(ada, "/c/hall/proposals/1/")
    assert {"/rules/judgement"} & ways_on(ada, "/c/hall/court/")
    assert {"/rules/trading"} & ways_on(ada, "/c/hall/trades/")
    for page in ("/c/hall/", "/c/hall/ruleset/", "/c/hall/players/ada/", "/c/hall/court/", "/c/hall/act/burn/"):
        assert not ways_on(Client(), page), page
