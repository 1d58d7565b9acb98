"""Changing a number takes one click and a number: from the ruleset to a proposal with title and words."""

import re
from dataclasses import replace
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from nomic.clauses.views.numbers.number_conversion import as_counted
from nomic.law.document.sections import Law, value_at
from nomic.law.document.templates import document_of
from nomic.law.labels.value_labels import path_of, value_text
from nomic.law.search.values import is_a_number, values_of
from nomic.proposals.models import Proposal
from nomic.web.composer.orders.drafting import orders_left
from nomic.web.composer.values_to_change import change_in_words, numbers_in
from nomic.web.rendering.rule_html import NUMBER, rule_html
from nomic.web.typed_amendments import change_value
from tests.support.hall import WEEK, Hall

CHANGE = "/c/hall/proposals/change/"
PRICE = "/shop/offers/Handy Pack/costs/Vertebra"
PIECE = "/shop/offers/Handy Pack"
SEEN = re.compile(r'name="(seen:[^"]*)" value="([^"]*)"')
LAW = Law(document_of("cycle-16"))
LINK = re.compile(r'<a class="law-number" href="([^"]*)" title="[^"]*">([^<]*)</a>')


def test_a_number_becomes_a_proposal(ada: Client) -> None:
    page = ada.get(CHANGE, {"at": PRICE}).content.decode()
    assert '<strong class="big-value">12 Vertebrae</strong>' in page
    page = ada.post(CHANGE, {"at": PRICE, "new_value": "10", "look": "1"}).content.decode()
    assert "from “12 Vertebrae” to “10 Vertebrae”" in unescape(page)
    assert Proposal.objects.count() == 0
    answer = ada.post(CHANGE, {"at": PRICE, "new_value": "10", "submit": "1"})
    assert (answer.status_code, answer.url) == (302, "/c/hall/proposals/1/")
    made = Proposal.objects.get()
    assert made.title.startswith("Change the price of one Handy Pack")
    assert [each["op"] for each in made.amendments] == ["test", "replace"]
    assert "orders-left" not in ada.get("/c/hall/proposals/1/").content.decode()


def test_the_page_of_the_proposal_says_the_change_once(ada: Client) -> None:
    """Beneath the title: what the form has written is no reason, but words of the player's own are shown."""
    ada.post(CHANGE, {"at": PRICE, "new_value": "10", "submit": "1"})
    path = "/c/hall/proposals/1/"
    page = unescape(ada.get(path).content.decode())
    assert "Changes the price of one Handy Pack from 12 to 10 Vertebrae." in page
    assert 'id="words"' not in page
    made = Proposal.objects.get()
    made.text += "\n\nBeginners cannot pay twelve."
    made.save()
    page = unescape(ada.get(path).content.decode())
    assert 'id="words"' in page
    assert "Beginners cannot pay twelve." in page


def test_it_is_said_what_the_proposal_needs_to_pass(ada: Client) -> None:
    page = unescape(ada.get(CHANGE, {"at": PRICE}).content.decode())
    assert "The proposal's class is Standard. Voting is open until the end of the next phase." in page
    assert "It passes with more votes for than against" in page


@pytest.mark.parametrize(
    ("typed", "says"),
    [("", "Say what it becomes"), ("12", "That is the value already"), ("heaven", "Write it like the old value")],
)
def test_what_is_no_new_number_is_told_at_the_field(ada: Client, typed: str, says: str) -> None:
    answer = ada.post(CHANGE, {"at": PRICE, "new_value": typed, "submit": "1"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert says in page[page.index('id="new_value-wrong"') :][:300]
    assert f'value="{typed}"' in page
    assert Proposal.objects.count() == 0


@pytest.mark.parametrize("button", ["look", "submit"])
@pytest.mark.parametrize(("at", "field"), [(PRICE, "new_value"), (PIECE, f"new:{PRICE}")])
def test_a_number_that_the_law_has_changed_since_is_asked_about_once(
    ada: Client, cast: Hall, at: str, field: str, button: str
) -> None:
    """On the page of one number and on that of a piece. Sent again, it is meant."""
    asked = {"at": at, field: "10", button: "1"}
    seen = hidden_fields(ada.get(CHANGE, {"at": at}).content.decode())
    cast.propose_and_vote("bob", {"op": "replace", "path": PRICE, "value": 14}, by=("bob", "ada"), at=WEEK)
    answer = ada.post(CHANGE, {**seen, **asked})
    assert answer.status_code == 422
    page = unescape(answer.content.decode())
    assert "This was 12 Vertebrae when you opened the page, and is 14 Vertebrae now." in page
    assert not Proposal.objects.filter(author="ada").exists()
    again = ada.post(CHANGE, {**hidden_fields(page), **asked, "submit": "1"})
    assert again.status_code == 302
    assert [each["value"] for each in Proposal.objects.get(author="ada").amendments] == [14, 10]


def hidden_fields(page: str) -> dict[str, str]:
    """What the page said of each number when it was opened."""
    return {unescape(name): unescape(value) for name, value in SEEN.findall(page)}


def test_a_number_that_makes_no_law_is_refused(ada: Client) -> None:
    answer = ada.post(CHANGE, {"at": PRICE, "new_value": "-3", "submit": "1"})
    assert answer.status_code == 422
    assert "Change “" not in answer.content.decode(), "it tells no change that it would not make"
    assert Proposal.objects.count() == 0


def test_what_is_no_single_value_opens_in_the_composer(ada: Client) -> None:
    for place in ("/rules/luck/title", "/nonsense", "nonsense", "", "/cards", "/rules/nowhere"):
        answer = ada.get(CHANGE, {"at": place})
        assert answer.status_code == 302
        assert answer.url.startswith("/c/hall/proposals/compose/")


BURN = "/rules/actions/clauses/burn"


def test_the_pen_of_a_piece_opens_its_numbers(ada: Client) -> None:
    """What the piece does, each number as it is now, a field beside it, and a way to change something else."""
    page = ada.get(CHANGE, {"at": BURN}).content.decode()
    numbers = numbers_in(LAW, BURN)
    assert numbers
    for value in numbers:
        assert f'<strong class="big-value">{value.said}</strong>' in page
        assert f'name="new:{value.path}"' in page
    assert f"/c/hall/proposals/compose/?at={quote(BURN, safe='')}#builder" in page


def test_one_number_of_a_piece_becomes_a_proposal(ada: Client) -> None:
    """The fields that stay empty change nothing; without any number nothing is proposed."""
    assert ada.post(CHANGE, {"at": BURN, "submit": "1"}).status_code == 422
    path = numbers_in(LAW, BURN)[0].path
    answer = ada.post(CHANGE, {"at": BURN, f"new:{path}": "many", "submit": "1"})
    assert answer.status_code == 422
    assert 'id="0-wrong"' in answer.content.decode()
    assert Proposal.objects.count() == 0
    answer = ada.post(CHANGE, {"at": BURN, f"new:{path}": "2", "submit": "1"})
    assert answer.status_code == 302
    assert [each["path"] for each in Proposal.objects.get().amendments if each["op"] == "replace"] == [path]


def test_a_piece_without_numbers_opens_in_the_composer(ada: Client) -> None:
    answer = ada.get(CHANGE, {"at": "/cards/Joker"})
    assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/c/hall/proposals/compose/")


def test_a_visitor_logs_in_first(cast: Hall) -> None:
    assert Client().get(CHANGE, {"at": PRICE}).url.startswith("/accounts/login/")


def test_the_numbers_of_the_ruleset_are_links(ada: Client) -> None:
    page = ada.get("/c/hall/ruleset/").content.decode()
    assert NUMBER not in page
    links = LINK.findall(page)
    assert len(links) > 20
    for address, _ in dict(links).items():
        assert ada.get(unescape(address)).status_code == 200
    assert "Change a number" in page
    visitors = Client().get("/c/hall/ruleset/").content.decode()
    assert (LINK.findall(visitors), NUMBER in visitors) == ([], False)


def test_a_number_within_a_link_stays_as_it_is() -> None:
    law = Law(document_of("cycle-16"))
    where = "{{law|/membership/reputable_after_hours}}"
    html = rule_html(law, f"[[#Luck|after {where}]] or {where} \u2063 \u20630\u2063", "/compose/")
    now = value_at(law.document, "/membership/reputable_after_hours")
    assert NUMBER not in html
    assert [shown for _, shown in LINK.findall(html)] == [str(now)]


def test_the_words_of_every_change_ask_for_nothing_more_than_it_does() -> None:
    """Voters would otherwise be told that the words order more."""
    numbers = [as_counted(LAW, value) for value in values_of(LAW) if is_a_number(value.value)]
    asked = {}
    for value in numbers[:: len(numbers) // 50]:
        operations = change_value(LAW, value.path, str(value.value + 1))
        becomes = as_counted(
            LAW, replace(value, value=value.value + 1, said=value_text(LAW, path_of(value.path), value.value + 1))
        )
        if undone := orders_left(LAW, change_in_words(value, becomes.said), operations).undone:
            asked[value.path] = undone
    assert asked == {}
