"""Whatever stands in a proposal's form is part of it, or refused by name and kept; in whatever order things go."""

import json
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from nomic.accounts.models import Person
from nomic.proposals.models import Proposal
from tests.support.hall import BATTLE, DAY, WEEK, Hall
from tests.support.signed_in import browser_of
from tests.web.test_composing import COMPOSE, MAGPIE, PRICE, operations, post

TWELVE = "/shop/offers/Handy Pack/costs/Vertebra"
LUCK = {"rule_title": "Luck", "rule_body": "It is what you make of it.", "rule_parent": "randomness"}
OPEN = [
    pytest.param({"open_rule": "luck", **LUCK}, "/rules/luck/body", id="a-rule"),
    pytest.param({"open_rule": "+", **LUCK, "rule_title": "Dust"}, "/rules/dust", id="a-new-rule"),
    pytest.param({"open_value": PRICE, "new_value": "30"}, PRICE, id="a-value"),
    pytest.param(
        {"open_entry": "/cards/+", "entry_name": "Magpie", "entry_text": MAGPIE}, "/cards/Magpie", id="a-new-entry"
    ),
    pytest.param(
        {"open_entry": "/collections/Basic", "entry_text": "elements: [Timely]\nchance: 20"},
        "/collections/Basic",
        id="an-entry",
    ),
]


def changed(found: list[dict[str, Any]]) -> list[str]:
    return [operation["path"] for operation in found if operation["op"] != "test"]


def fields_of(answer: HttpResponse) -> dict[str, str]:
    """What the form holds as it came back, as a browser would send it: hidden fields, inputs and texts."""
    page = answer.content.decode().partition('id="compose"')[2].partition("</form>")[0]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    found |= dict(re.findall(r'<input id="\w+" name="(\w+)" value="([^"]*)"', page))
    found |= dict(re.findall(r'<textarea id="\w+" name="(\w+)"[^>]*>(.*?)</textarea>', page, re.DOTALL))
    found |= dict(re.findall(r'name="(rule_parent)">.*?<option value="([^"]*)" selected', page, re.DOTALL))
    plain = {"&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&"}
    for name, text in found.items():
        for escaped, sign in plain.items():
            text = text.replace(escaped, sign)
        found[name] = text
    found.setdefault("rule_parent", "")
    return {name: text for name, text in found.items() if name not in ("csrfmiddlewaretoken", "look")}


@pytest.mark.parametrize(("typed", "path"), OPEN)
def test_what_is_open_is_part_of_the_difference_and_stays_open(ada, typed, path):
    """Nothing is put in by looking, so that one can look again and again."""
    answer = post(ada, look="1", **typed)
    difference = answer.context["draft"].differences
    paths = [f"/rules/{rule.id}" for rule in difference.rules] + [value.path for value in difference.values]
    assert any(path.startswith(found) or found.startswith(path) for found in paths)
    assert operations(answer) == []
    assert fields_of(answer).items() >= typed.items()


@pytest.mark.parametrize(("typed", "path"), OPEN)
def test_what_is_open_is_submitted(ada, cast, typed, path):
    """Whoever types and submits has proposed what they typed."""
    post(ada, 302, submit="1", **typed)
    assert path in changed(Proposal.objects.get(cycle=cast.pk).amendments)


@pytest.mark.parametrize("step", ["look", "submit"])
@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"open_value": PRICE, "new_value": "a lot"}, "Still open, the price of one Chip in Vertebrae: Write it like"),
        ({"open_rule": "luck", **LUCK, "rule_title": ""}, "Still open, the rule Luck: This cannot be empty"),
        ({"open_rule": "+", **LUCK, "rule_parent": "nowhere"}, "Still open, a new rule: There is no such parent rule"),
        ({"open_entry": "/cards/+", "entry_text": MAGPIE}, "Still open, a new card: A new entry needs"),
        ({"open_entry": "/cards/Ace", "entry_text": "[1, 2"}, "Still open, the card Ace: "),
        ({"open_rule": "nowhere", **LUCK}, "Still open, the rule Luck: it is no longer in the law"),
        ({"open_value": "/shop/offers/Gone/costs/Chip", "new_value": "7"}, "it is no longer in the law"),
    ],
)
def test_what_makes_no_amendment_is_refused_by_name_and_kept(ada, cast, step, typed, says):
    """A proposal is not submitted without what its author believes to be in it."""
    with cast.nothing_changes():
        answer = post(ada, 422, **{step: "1"}, **typed)
    assert says in answer.content.decode().replace("&#x27;", "'")
    offered = {name: text for name, text in typed.items() if text != "nowhere"}  # of a list, what is not in it is gone
    assert fields_of(answer).items() >= offered.items()


def test_what_nobody_touched_asks_for_nothing(ada, cast):
    """A rule that was opened and left as it is, is no amendment; nor a new one in which nothing stands."""
    for opened in ({"pick_rule": "1", "rule": "luck"}, {"pick_rule": "1", "rule": "+"}, {"open_found": TWELVE}):
        fields = fields_of(post(ada, **opened))
        assert post(ada, **{**fields, "look": "1"}).context["draft"].differences is None
    fields["rule_body"] = fields.get("rule_body", "").replace("\n", "\r\n")
    post(ada, 302, **{**fields, "submit": "1"})
    assert Proposal.objects.get(cycle=cast.pk).amendments == []


def test_opening_something_else_puts_in_what_is_open(ada):
    """Or refuses, and leaves it open."""
    answer = post(ada, pick_rule="1", rule="luck", open_value=PRICE, new_value="30")
    assert changed(operations(answer)) == [PRICE]
    assert answer.context["open_rule"]["rule_title"] == "Luck"
    answer = post(ada, 422, pick_rule="1", rule="luck", open_value=PRICE, new_value="much")
    assert answer.context["open_value"]["typed"] == "much"


def test_taking_a_change_out_leaves_what_is_open(ada):
    """Even the very rule that is open: it can then be put in as a new one."""
    first = post(ada, put="1", open_rule="+", **{**LUCK, "rule_title": "Dust"})
    opened = fields_of(post(ada, pick_rule="1", rule="dust", amendments=first.context["draft"].amendments))
    typed = {**opened, "rule_body": "Swept twice."}
    answer = post(ada, 422, **{**typed, "drop": "0"})
    assert operations(answer) == []
    assert fields_of(answer)["rule_body"] == "Swept twice."
    answer = post(ada, put="anew", **fields_of(answer))
    (added,) = operations(answer)
    assert added["value"]["body"] == "Swept twice."


def test_what_the_law_says_otherwise_by_now_is_not_overwritten_unseen(ada, cast):
    """Told first, with what it says now and all that was typed; sent again, it is meant."""
    opened = fields_of(post(ada, open_found=PRICE))
    enact(cast, PRICE, 26)
    typed = {**opened, "new_value": "30"}
    for step in ("look", "submit", "put"):
        answer = post(ada, 422, **{**typed, step: "1"})
        page = answer.content.decode()
        assert "the law has changed here since you opened it" in page
        assert '<pre tabindex="0">26</pre>' in page
        assert fields_of(answer)["new_value"] == "30"
    post(ada, 302, **{**fields_of(answer), "submit": "1"})
    proposal = Proposal.objects.get(cycle=cast.pk, author="ada")
    assert [operation["value"] for operation in proposal.amendments] == [26, 30]


def test_a_number_in_a_rule_that_the_law_has_changed_is_not_proposed_again_unseen(ada, cast):
    """The editor of a rule shows the numbers of the law in its words: they belong to what was opened."""
    costs = "/rules/fusion/clauses/fuse/costs/Vertebra"
    opened = fields_of(post(ada, pick_rule="1", rule="fusion"))
    enact(cast, costs, 8)
    typed = {**opened, "rule_body": f"Be kind. {opened['rule_body']}"}
    page = post(ada, 422, **{**typed, "submit": "1"}).content.decode()
    assert "the law has changed here since you opened it" in page
    assert "8 Vertebrae" in page
    assert not Proposal.objects.filter(cycle=cast.pk, author="ada").exists()


def test_what_was_only_looked_at_takes_nothing_back(ada, cast):
    """A rule that was opened, not touched, and amended by others meanwhile is shown as it is by now."""
    opened = fields_of(post(ada, open_found=PRICE))
    enact(cast, PRICE, 26)
    answer = post(ada, **{**opened, "look": "1"})
    assert answer.context["draft"].differences is None
    assert fields_of(answer)["new_value"] == "26"


def enact(cast: Hall, path: str, value: int) -> None:
    """Somebody else's proposal becomes law."""
    cast.propose_and_vote("bob", {"op": "replace", "path": path, "value": value}, by=("bob", "ada"), at=WEEK)


def test_what_makes_no_law_stays_open_and_can_be_put_in_all_the_same(ada):
    """Two changes may need each other; somebody who mistyped mends it where they typed."""
    typed = {"open_value": PRICE, "new_value": "-5"}
    answer = post(ada, 422, put="1", **typed)
    assert fields_of(answer).items() >= typed.items()
    assert operations(answer) == []
    assert "Add it anyway" in answer.content.decode()
    assert changed(operations(post(ada, 422, put="all-the-same", **typed))) == [PRICE]


def test_a_draft_that_is_no_law_yet_can_be_worked_on(ada):
    """What it has put in can be opened again, though its parts do not agree."""
    text = MAGPIE.replace("$others", "$nobody")
    entry = {"open_entry": "/cards/+", "entry_name": "Magpie", "entry_text": text}
    draft = post(ada, 422, put="all-the-same", **entry).context["draft"].amendments
    answer = post(ada, 422, pick_entry="1", entry="/cards/Magpie", amendments=draft)
    assert "$nobody" in answer.context["open_entry"]["entry_text"]


@pytest.mark.parametrize("step", ["look", "submit", "put"])
def test_what_is_open_is_kept_beside_data_that_cannot_be_read(ada, step):
    """A rule that the draft itself adds is open while its data are broken by hand."""
    typed = {"open_rule": "dust", **LUCK, "rule_title": "Dust", "opened": "0" * 24}
    answer = post(ada, 422, amendments="[{", **typed, **{step: "1"})
    assert fields_of(answer).items() >= typed.items()
    assert fields_of(answer)["amendments"] == "[{"


def test_what_was_searched_for_stays_in_its_box(ada):
    """The words of a search stand in its box through every step of composing."""
    answer = post(ada, look="1", value="price of a pack")
    assert fields_of(answer)["value"] == "price of a pack"
    assert "the price of one Handy Pack in Vertebrae" in answer.content.decode()


def test_a_value_is_found_by_words_and_opened(ada):
    """What is meant for sure is opened at once; several are offered with what they are now, their rule and path."""
    answer = post(ada, pick_value="1", value="how long somebody who left waits")
    page = answer.content.decode()
    assert answer.context["open_value"] or "how long a player who left" in page
    answer = post(ada, pick_value="1", value="price of a handy pack")
    page = answer.content.decode()
    assert f'name="open_found" value="{TWELVE}"' in page
    assert "12 Vertebrae" in page
    assert post(ada, open_found=TWELVE).context["open_value"]["name"] == "the price of one Handy Pack in Vertebrae"
    assert "Nothing found" in post(ada, 422, pick_value="1", value="xyzzy").content.decode()


# ── log-ins, other tabs, back and forth


def test_whoever_is_logged_out_meanwhile_gets_everything_back(cast):
    """Nothing is done, nothing is lost, and nothing is worked out for who is not known."""
    typed = {"open_value": PRICE, "new_value": "30", "title": "Mine", "text": "So.", "amendments": "[]"}
    with cast.nothing_changes():
        answer = Client().post(COMPOSE, {**typed, "submit": "1"})
    assert answer.status_code == 403
    assert "You are no longer logged in" in answer.content.decode()
    assert fields_of(answer).items() >= typed.items()
    assert answer.context["draft"].differences is None


def test_a_form_of_before_the_log_in_comes_back_with_a_token_that_is_good(cast):
    """Logging in elsewhere makes other tabs' forms stale: sent once more, it is done."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    typed = {"open_value": PRICE, "new_value": "30", "title": "Mine", "text": "So.", "submit": "1"}
    stale = {**typed, "csrfmiddlewaretoken": "x" * 64}
    with cast.nothing_changes():
        answer = browser.post(COMPOSE, stale, headers={"origin": "http://testserver"})
    assert answer.status_code == 403
    assert "Please send it once more" in answer.content.decode()
    assert fields_of(answer)["new_value"] == "30"
    token = re.search(r'id="compose".*?name="csrfmiddlewaretoken" value="(\w+)"', answer.content.decode(), re.DOTALL)
    assert token is not None
    again = browser.post(COMPOSE, {**typed, "csrfmiddlewaretoken": token[1]}, headers={"origin": "http://testserver"})
    assert again.status_code == 302


def sent_on(answer: HttpResponse) -> dict[str, str]:
    """What the page sends when its button is pressed, as a browser would."""
    page = answer.content.decode().partition('id="send-again"')[2].partition("</form>")[0]
    found = re.findall(r'name="(\w+)"(?: hidden>\n(.*?)</textarea>| value="(\w+)")', page, re.DOTALL)
    return {name: text or value for name, text, value in found}


BUY = "/c/hall/act/buy/"
BOUGHT = {"offer": "Already-opened Pack", "count": "1", "next": "/c/hall/croupier/", "idempotency_key": "a" * 32}
OURS = {"origin": "http://testserver"}


def test_the_form_of_an_action_comes_back_when_the_log_in_has_ended(ada, cast):
    """Nothing is done and nothing is lost: after logging in in another tab it is sent as it was, and done once."""
    with cast.nothing_changes():
        answer = Client().post(BUY, BOUGHT)
    assert answer.status_code == 403
    assert "You are no longer logged in" in answer.content.decode()
    kept = sent_on(answer)
    assert {name: kept[name] for name in BOUGHT} == BOUGHT
    assert [ada.post(BUY, kept).url for _ in range(2)] == ["/c/hall/croupier/"] * 2
    assert cast.has("ada", "Already-opened Pack") == 1


def test_the_form_of_an_action_of_before_the_log_in_comes_back_with_a_token_that_is_good(cast):
    """Logging in elsewhere makes other tabs' forms stale: sent once more, it is done."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    with cast.nothing_changes():
        answer = browser.post(BUY, {**BOUGHT, "csrfmiddlewaretoken": "x" * 64}, headers=OURS)
    assert answer.status_code == 403
    assert "Please send it once more" in answer.content.decode()
    assert browser.post(BUY, sent_on(answer), headers=OURS).status_code == 302
    assert cast.has("ada", "Already-opened Pack") == 1


def test_who_has_lost_log_in_and_token_is_told_of_the_log_in_first(cast):
    """As where the browser has forgotten this site: sending it again at once would come to nothing."""
    answer = Client(enforce_csrf_checks=True).post(BUY, BOUGHT, headers=OURS)
    assert answer.status_code == 403
    assert "You are no longer logged in" in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, {"origin": "https://elsewhere.example"}, {"origin": "null"}])
def test_a_form_of_another_site_is_refused_like_any(cast, headers):
    """Nothing that it says is shown."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post(COMPOSE, {"title": "Planted words", "submit": "1"}, headers=headers)
    assert answer.status_code == 403
    assert "Planted words" not in answer.content.decode()


def test_stale_forms_are_counted_like_all(cast, settings):
    """Showing them costs as much as a page of composing."""
    settings.PAGE_POST_LIMIT = "2/min"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    status = [browser.post(COMPOSE, {}, headers={"origin": "http://testserver"}).status_code for _ in range(3)]
    assert status == [403, 403, 429]


def test_an_edit_of_a_proposal_that_is_closed_meanwhile_is_refused_and_kept(ada, cast):
    """In a second tab, say, or because its votes were counted."""
    post(ada, 302, submit="1")
    path = "/c/hall/proposals/1/edit/"
    post(ada, 302, path=path, submit="1", title="In the first tab")
    with cast.nothing_changes():
        answer = post(ada, 409, path=path, submit="1", title="In the second tab", text="Long words.")
    assert fields_of(answer)["title"] == "In the second tab"
    assert fields_of(answer)["text"] == "Long words."
    assert ada.get(path).status_code == 302


def test_the_class_that_was_chosen_is_sent_again_after_a_refusal(cast):
    """One that is not permitted any more stays chosen: a proposal never becomes one of another class unseen."""
    cast.to(BATTLE + DAY)
    cast.join("newcomer")
    answer = post(browser_of("newcomer"), 409, submit="1", **{"class": "urgent"})
    page = answer.content.decode()
    chosen = re.search(r'<input type="radio" id="class-urgent"[^>]*>', page)
    assert chosen is not None
    assert "checked" in chosen[0]
    assert "disabled" not in chosen[0]


def test_a_draft_is_taken_up_again_unless_it_was_submitted(ada, cast):
    """What a browser remembers of a page that was left comes back whole; what was submitted does not come back."""
    key = "k" * 32
    typed = {"title": "Mine", "text": "So.", "open_value": PRICE, "new_value": "30", "idempotency_key": key}
    answer = ada.post(COMPOSE, {**typed, "take_up": "1"})
    assert fields_of(answer).items() >= {name: typed[name] for name in typed if name != "idempotency_key"}.items()
    assert "This is the draft you were writing" in answer.content.decode()
    answer = ada.post(COMPOSE, {**typed, "anew": "1"})
    assert (fields_of(answer)["title"], answer.context["draft"].editor) == ("", None)
    assert ada.post(COMPOSE, {**typed, "submit": "1"}).status_code == 302
    answer = ada.post(COMPOSE, {**typed, "take_up": "1"})
    assert fields_of(answer)["title"] == ""
    assert json.dumps(answer.context["draft"].operations) == "[]"


def test_other_words_in_a_form_that_was_sent_are_another_draft(ada, cast):
    """Whoever goes back and writes anew loses none of it; and what is sent twice is one proposal each."""
    first = {
        "title": "Mine",
        "text": "So.\nAnd so.",
        "open_value": PRICE,
        "new_value": "30",
        "idempotency_key": "k" * 32,
    }
    second = {**first, "title": "Another"}
    assert ada.post(COMPOSE, {**first, "submit": "1"}).status_code == 302
    answer = ada.post(COMPOSE, {**second, "take_up": "1"})
    assert fields_of(answer)["title"] == "Another"
    for typed in (second, second, first):
        assert ada.post(COMPOSE, {**typed, "submit": "1"}).status_code == 302
    assert list(Proposal.objects.filter(cycle=cast.cycle).order_by("number").values_list("title", flat=True))[-2:] == [
        "Mine",
        "Another",
    ]
    for typed in (first, second):
        answer = ada.post(COMPOSE, {**typed, "text": typed["text"].replace("\n", "\r\n"), "take_up": "1"})
        assert fields_of(answer)["title"] == ""


@pytest.mark.parametrize("pressed", [{"submit": "1"}, {"put": "1"}, {"repeal": "1"}, {"close": "1"}, {"drop": "0"}])
def test_what_is_taken_up_again_does_nothing_by_itself(ada, cast, pressed):
    """A browser may remember which button was pressed as the page was left: opening the page presses none."""
    before = cast.cycle.seq
    change = [{"op": "replace", "path": PRICE, "value": 31}]
    typed = {"title": "Mine", "text": "So.", "open_value": PRICE, "new_value": "30", "amendments": json.dumps(change)}
    answer = ada.post(COMPOSE, {**typed, "take_up": "1", **pressed})
    assert answer.status_code == 200
    assert fields_of(answer).items() >= {"title": "Mine", "text": "So.", "new_value": "30"}.items()
    assert answer.context["draft"].operations == change
    assert cast.cycle.seq == before
    assert ada.post(COMPOSE, {**typed, "idempotency_key": "k" * 32, "submit": "1"}).status_code == 302
    answer = ada.post(COMPOSE, {**typed, "idempotency_key": "k" * 32, "take_up": "1", **pressed})
    assert (answer.status_code, fields_of(answer)["title"]) == (200, "")
    assert "cannot be submitted" not in answer.content.decode()
