"""Questions of rules on pages, in the API, among notices: whoever is asked can answer everywhere, without scripts."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from nomic.clauses.models import PendingQuestion
from nomic.matches.practice.bot_seats import bots_of
from nomic.notices.models import Notice
from nomic.notices.reminders import remind_due
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import OpenWith, with_clauses
from tests.clauses.test_questions import PICK, ROLL, TO_THEM, action, none_waits, waiting
from tests.clauses.test_shown import html, person
from tests.support.hall import Hall, OpenCycle, cycle_16
from tests.support.signed_in import browser_of
from tests.wiki.test_pages import page_of

ALL = {"players": "players"}
TIP = {"with": {"much": {"is": "number", "least": 1, "most": 9}}}
TIPS = {"transfer": "Vertebra", "from": "$me", "to": "$them", "n": "$much"}
PAY = {
    "offer": "Pay 5?",
    "who": "$them",
    "options": [{"say": "Yes", "do": [{"transfer": "Vertebra", "from": "$them", "to": "$me", "n": 5}]}],
}


def client_of(name: str) -> Client:
    return browser_of(person(name))


def sent(hall: Hall, client: Client, address: str, **fields: Any) -> Any:
    return client.post(f"/c/{hall.slug}/{address}", fields)


def test_a_form_asks_on_and_keeps_what_was_typed(open_with: OpenWith) -> None:
    """Until all is answered nothing is done; then it is done once."""
    hall = open_with(action(PICK, TIPS, **TIP))
    client = client_of("ada")
    assert "answers" not in client.get(f"/c/{hall.slug}/act/tolls_act/").content.decode()
    with hall.nothing_changes():
        page = sent(hall, client, "act/tolls_act/", much="3").content.decode()
    assert '<input type="hidden" name="much" value="3">' in page
    assert 'value="&quot;bob&quot;"' in page
    answer = {"much": "3", "answers": "[]", "answering": "1", "chosen": '"bob"'}
    assert sent(hall, client, "act/tolls_act/", **answer).status_code == 302
    assert (hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")) == (17, 23)


@pytest.mark.parametrize(
    "more",
    [
        {"chosen": '"zoe"'},
        {"chosen": "{}"},
        {"chosen": "nonsense"},
        {"answers": "[[[1]]]"},
        {"answers": "9" * 30_000},
        {"answers": '[["bob"], ["bob"]]'},
    ],
)
def test_a_form_that_no_page_has_sent_changes_nothing(open_with: OpenWith, more: dict[str, str]) -> None:
    """It is said what is wrong, or asked again."""
    hall = open_with(action(PICK, TIPS, **TIP))
    with hall.nothing_changes():
        status = sent(hall, client_of("ada"), "act/tolls_act/", **{"much": "3", "answering": "1", **more}).status_code
    assert status in (200, 422)


def test_a_question_has_a_page_of_its_own(open_with: OpenWith) -> None:
    """With a form for whoever is asked; all others see who is waited for."""
    hall = open_with(action(PICK, PAY, {"announce": "Done."}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    address = f"questions/{waiting(hall).code}/"
    assert "Tolls: Pay 5?" in html(hall, "", "bob")
    assert "Tolls: Pay 5?" not in html(hall, "", "eve").split('id="lately"')[0]
    assert 'id="choice-1"' in html(hall, address, "bob")
    for name in ("ada", ""):
        page = html(hall, address, name)
        assert "bob" in page
        assert 'id="choice-1"' not in page
    assert sent(hall, Client(), address, chosen="0", answering="1").status_code == 302
    assert sent(hall, client_of("eve"), address, chosen="0", answering="1").status_code in (409, 422)
    assert sent(hall, client_of("bob"), address, chosen="7", answering="1").status_code == 422
    assert sent(hall, client_of("bob"), address, chosen="x", answering="1").status_code == 422
    assert not none_waits(hall)
    assert sent(hall, client_of("bob"), address, chosen="0", answering="1").status_code == 302
    assert hall.has("ada", "Vertebra") == 25
    over = client_of("bob").get(f"/c/{hall.slug}/{address}")
    assert (over.status_code, over["Location"]) == (302, f"/c/{hall.slug}/journal/{hall.cycle.seq}/")
    assert Client().get(f"/c/{hall.slug}/questions/nothing/").status_code == 404


def test_after_an_act_that_has_drawn_one_comes_to_what_it_asks(open_with: OpenWith) -> None:
    """Whoever acted goes on at the question that waits for them, and not at one that waits for others."""
    hall = open_with(
        {
            "mine": {"action": "Mine", "do": [*ROLL, PICK, TO_THEM]},
            "theirs": {"action": "Theirs", "do": [*ROLL, {**PICK, "by": "chance"}, PAY]},
        }
    )
    client = client_of("ada")
    went = sent(hall, client, "act/tolls_mine/")
    assert (went.status_code, went["Location"]) == (302, f"/c/{hall.slug}/questions/{waiting(hall).code}/")
    assert 'id="choice-1"' in client.get(went["Location"]).content.decode()
    assert sent(hall, client, f"questions/{waiting(hall).code}/", chosen='"bob"', answering="1").status_code == 302
    assert none_waits(hall)
    assert sent(hall, client, "act/tolls_theirs/")["Location"] == f"/c/{hall.slug}/"
    assert not none_waits(hall)


def test_every_page_says_how_many_questions_wait(open_with: OpenWith) -> None:
    """In the navigation, for whoever is asked: those alone that they have not answered."""
    hall = open_with(action(PICK, PAY, {"announce": "Done."}))
    for asked in ([["bob"]], [["bob"]], [["eve"]]):
        hall.do("ada", "tolls_act", answers=asked)
    first = PendingQuestion.objects.filter(asked__player="bob").first()
    assert first is not None
    for address in ("", "players/", f"questions/{first.code}/"):
        assert ", 2 things to do</span>" in html(hall, address, "bob")
    assert ", 1 thing to do</span>" in html(hall, "journal/", "eve")
    for name in ("ada", ""):
        assert "to do</span>" not in html(hall, "players/", name)
    hall.do("bob", "answer", question=first.code, answer=[0])
    assert ", 1 thing to do</span>" in html(hall, "players/", "bob")


def test_declining_by_form(open_with: OpenWith) -> None:
    """Nothing chosen is no."""
    hall = open_with(action(PICK, PAY, {"announce": "Done."}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    address = f"questions/{waiting(hall).code}/"
    assert sent(hall, client_of("bob"), address, answering="1").status_code == 302
    assert (hall.has("ada", "Vertebra"), none_waits(hall)) == (20, True)


def test_bots_are_asked_and_find_what_waits(open_with: OpenWith) -> None:
    """An act that asks is answered with its question; what waits stands in one list, with what can be chosen."""
    hall = open_with(action(PICK, PAY, {"announce": "Done."}))
    ada, bob = client_of("ada"), client_of("bob")
    act, base = f"/api/v1/cycles/{hall.slug}/actions/tolls_act/", f"/api/v1/cycles/{hall.slug}/questions/"
    asked = ada.post(act, "{}", content_type="application/json")
    assert (asked.status_code, asked.json()["status"]) == (200, "question")
    done = ada.post(act, json.dumps({"answers": [["bob"]]}), content_type="application/json")
    assert done.status_code == 201
    (item,) = bob.get(base).json()["items"]
    assert item["question"]["asked"]["options"] == [{"value": 0, "label": "Yes"}]
    assert item["link"] == f"/c/{hall.slug}/questions/{item['question']['code']}/"
    assert ada.get(base).json() == {"player": "ada", "items": []}
    assert Client().get(base).json() == {"player": None, "items": []}
    answer = json.dumps({"question": item["question"]["code"], "answer": [0]})
    done = bob.post(f"/api/v1/cycles/{hall.slug}/actions/answer/", answer, content_type="application/json")
    assert done.status_code == 201
    assert bob.get(base).json()["items"] == []


def test_whoever_is_asked_is_told_and_reminded(open_with: OpenWith) -> None:
    """As of any other time that runs for them."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act")
    hall.clock.wait(minutes=2)
    remind_due()
    (notice,) = Notice.objects.filter(kind="turn")
    assert notice.person.username == "ada"
    assert notice.link == f"/c/{hall.slug}/questions/{PendingQuestion.objects.get().code}/"
    hall.clock.to(waiting(hall).due_at - timedelta(hours=1))
    remind_due()
    assert Notice.objects.filter(kind="reminder").count() == 1


def test_the_wiki_says_who_is_waited_for(open_with: OpenWith) -> None:
    """On the page of the gamestate, until when."""
    hall = open_with(action(PICK, PAY, {"announce": "Done."}))
    hall.publish()
    hall.do("ada", "tolls_act", answers=[["bob"]])
    text = render_page(page_of(hall.cycle, PageKind.GAMESTATE))
    assert "can answer" in text
    assert "bob can answer" in text
    hall.do("bob", "answer", question=waiting(hall).code, answer=[])
    assert "can answer" not in render_page(page_of(hall.cycle, PageKind.GAMESTATE))


@pytest.mark.parametrize("sealed", [False, True])
def test_bots_of_a_practice_cycle_answer_at_once(open_cycle: OpenCycle, sealed: bool) -> None:
    """By chance of their own: everybody and each alone."""
    throw = {
        "everybody": "them",
        "in": {"players": "players"},
        "chooses": "throw",
        "from": ["a", "b"],
        "sealed": sealed,
    }
    hall = open_cycle(with_clauses(cycle_16(), action(PICK, PAY, throw, {"announce": "Done."})), practice=True)
    hall.join("ada", "eve")
    hall.do("ada", "seat-bot", bot="Random")
    (bot,) = bots_of(hall.read_context("ada"))
    hall.do("ada", "tolls_act", answers=[[bot]])
    assert [entry.action for entry in hall.entries()[-2:]] == ["bot-answers", "bot-answers"]
    code = waiting(hall).code
    for name in ("ada", "eve"):
        hall.do(name, "answer", question=code, answer=["a"])
    assert none_waits(hall)
    assert "By “Tolls”: Done." in hall.entries()[-1].words
    hall.is_sound()
