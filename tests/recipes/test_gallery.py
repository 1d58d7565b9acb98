"""The pages of the recipes, as a browser without scripts uses them, and the same through the API."""

import json
from typing import Any

import pytest
from django.test import Client

from nomic import limits
from nomic.accounts.models import Person
from nomic.proposals.models import Draft, Proposal
from nomic.recipes.catalogue import recipes
from tests.recipes.conftest import CycleUnder
from tests.recipes.pages import text_of
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

IDEAS = "/c/hall/proposals/ideas/"
API = "/api/v1/cycles/hall/recipes/"


def send(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def test_the_gallery_shows_every_recipe_and_says_which_do_not_fit(commons: Hall) -> None:
    page = text_of(Client().get(IDEAS))
    for name, listed in recipes().items():
        assert f'href="{IDEAS}{name}/"' in page
        assert listed.recipe.says.partition("’")[0][:20] in page
    assert page.count("Not here. The law has no cards.") == 1
    assert page.count("<svg viewBox=") >= len(recipes())


def test_it_is_searched_by_kind_and_by_words(commons: Hall) -> None:
    votes = text_of(Client().get(IDEAS, {"kind": "Votes"}))
    assert f"{IDEAS}quorum/" in votes
    assert f"{IDEAS}tax/" not in votes
    bank = text_of(Client().get(IDEAS, {"words": "INTEREST bank"}))
    assert f"{IDEAS}bank/" in bank
    assert f"{IDEAS}tax/" not in bank
    for words, name in (("die", "dice-game"), ("boss", "elected-office"), ("percent", "tax"), ("lotto", "lottery")):
        assert f"{IDEAS}{name}/" in text_of(Client().get(IDEAS, {"words": words})), words
    for words in ("purse", "a purse per team", "safe from duels"):
        found = text_of(Client().get(IDEAS, {"words": words}))
        assert f"{IDEAS}{'newcomers' if 'safe' in words else 'teams'}/" in found, words
    assert "No idea matches these words" in text_of(Client().get(IDEAS, {"words": "zeppelin"}))
    assert Client().get(IDEAS, {"kind": "nothing", "words": "\x00" * 500}).status_code == 200


def test_hall_proposals_and_composer_lead_there(ada: Client) -> None:
    for path in ("/c/hall/", "/c/hall/proposals/", "/c/hall/proposals/compose/"):
        assert f'href="{IDEAS}"' in text_of(ada.get(path)), path


def test_answers_become_a_draft_in_the_composer_that_can_be_submitted_as_it_is(ada: Client) -> None:
    sent = {"answer-item": "Apple", "answer-n": "3", "answer-when": "day-begins", "answer-to": "nowhere"}
    opened = ada.post(f"{IDEAS}tax/", sent, follow=True)
    page = text_of(opened)
    assert opened.redirect_chain[-1][0].startswith("/c/hall/proposals/compose/?draft=")
    assert "Here is your proposal, made from your answers." in page
    assert 'value="Tax: 3 Apples"' in page
    assert "When a day begins, all players pay 3 Apples each." in page
    draft = opened.context["draft"]
    assert draft.errors == []
    assert Proposal.objects.count() == 0
    form = {"title": draft.title, "text": draft.text, "amendments": draft.amendments, "effects": draft.effects}
    submitted = ada.post("/c/hall/proposals/compose/", {**form, "class": "motion", "submit": "1"})
    assert submitted.status_code == 302, text_of(submitted)[:2000]
    proposal = Proposal.objects.get()
    assert proposal.title == "Tax: 3 Apples"
    clause = next(each for each in proposal.amendments if each["path"] == "/rules/tax")["value"]["clauses"]["tax"]
    assert clause["do"] == [{"revoke": "Apple", "n": 3, "from": {"players": "players"}}]


def test_a_wrong_answer_is_refused_at_its_field_and_the_others_are_kept(ada: Client) -> None:
    sent = {"answer-item": "Apple", "answer-n": "many", "answer-when": "week-begins"}
    answer = ada.post(f"{IDEAS}tax/", sent)
    page = text_of(answer)
    assert answer.status_code == 422
    assert page.count('aria-invalid="true"') == 1
    assert "Write a whole number from 1 to 100." in page
    assert 'value="many"' in page
    assert '<option value="Apple" selected>' in page
    assert '<option value="week-begins" selected>' in page
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("answers", "field", "says"),
    [
        ({"n": "0"}, "n", "with 0 nothing would happen; write a whole number from 1 to 100"),
        ({"n": "-0"}, "n", "with 0 nothing would happen; write a whole number from 1 to 100"),
        ({"n": "101"}, "n", "this is a number from 1 to 100"),
        ({"n": "1e9"}, "n", "write a whole number from 1 to 100"),
        ({"n": "９"}, "n", "write a whole number from 1 to 100"),
        ({"item": "Moon"}, "item", "choose one from the list"),
        ({"when": "never"}, "when", "choose one from the list"),
        ({"hat": "x"}, "hat", "there is no such question"),
    ],
)
def test_what_does_not_fit_is_refused_by_the_api_with_its_field(
    ada: Client, answers: dict[str, str], field: str, says: str
) -> None:
    answer = send(ada, f"{API}tax/draft/", answers=answers)
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": f"answers/{field}", "detail": says}]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Renown", "something is called “Renown” already; choose another name"),
        ("tHE MARKET", "something is called “tHE MARKET” already; choose another name"),
        ("", "give it a name"),
        ("Something  new", "give it a name"),
        ("$me", "a name cannot have “$” in it"),
        ("{{law|/x}}", "a name cannot have “{” in it"),
        ("[[x]]", "a name cannot have “[” in it"),
        ("'''", "give it a name"),
        ("x" * 41, "a name has at most 40 characters"),
        ("a/b", "a name cannot have “/” in it"),
        ("a: b", "a name cannot have “:” in it"),
        ("a\u200bb", "a name cannot have “\u200b” in it"),
        ("Аda", "the word “Аda” mixes Cyrillic and Latin letters, which look alike"),
    ],
)
def test_a_name_is_new_and_only_a_name(ada: Client, name: str, says: str) -> None:
    answer = send(ada, f"{API}quest/draft/", answers={"name": name})
    assert [error["detail"] for error in answer.json()["errors"]] == [says]


def test_the_default_name_is_one_that_the_law_does_not_have_yet(ada: Client) -> None:
    """The Commons has a bank and an auction of its own."""
    assert 'value="Bank 2"' in text_of(ada.get(f"{IDEAS}bank/"))
    rule = send(ada, f"{API}bank/draft/").json()["amendments"][0]
    assert (rule["path"], rule["value"]["title"]) == ("/rules/bank-2", "Bank 2")


def test_a_recipe_that_does_not_fit_says_why_and_makes_nothing(ada: Client) -> None:
    page = text_of(ada.get(f"{IDEAS}new-card/"))
    assert "The law has no cards." in page
    assert "recipe-form" not in page
    assert ada.post(f"{IDEAS}new-card/", {}).status_code == 422
    answer = send(ada, f"{API}new-card/draft/")
    assert (answer.status_code, answer.json()["detail"]) == (422, "The law has no cards.")


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [("teams", "red", "blue"), ("map", "here", "far"), ("secret-ballot", "first", "second")],
)
def test_two_names_in_one_recipe_differ(ada: Client, name: str, first: str, second: str) -> None:
    answer = send(ada, f"{API}{name}/draft/", answers={first: "Owls", second: "oWLS"})
    said = "you have written “oWLS” above already; write something else"
    assert answer.json()["errors"] == [{"field": f"answers/{second}", "detail": said}]


def test_where_no_further_draft_is_kept_the_answers_are(ada: Client) -> None:
    for each in range(limits.DRAFTS):
        assert ada.post(f"{IDEAS}tax/", {"answer-n": str(10 + each)}).status_code == 302
    answer = ada.post(f"{IDEAS}tax/", {"answer-n": "7"})
    page = text_of(answer)
    assert answer.status_code == 422
    assert f"you have {limits.DRAFTS} drafts already" in page
    assert 'value="7"' in page


def test_a_form_that_is_older_than_the_log_in_is_shown_again_with_its_answers(commons: Hall) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    client.get(f"{IDEAS}tax/")
    sent = {"answer-n": "7", "csrfmiddlewaretoken": "a" * 64}
    answer = client.post(f"{IDEAS}tax/", sent, headers={"Origin": "http://testserver"})
    page = text_of(answer)
    assert "Please send it once more." in page
    assert 'value="7"' in page
    assert not Draft.objects.exists()


def test_who_is_not_logged_in_reads_and_is_asked_to_log_in(commons: Hall) -> None:
    page = text_of(Client().get(f"{IDEAS}tax/"))
    assert "Log in to propose this" in page
    answer = Client().post(f"{IDEAS}tax/", {"answer-n": "2"})
    assert answer.status_code == 302
    assert "/login/" in answer.url


def test_there_is_nothing_at_other_addresses(ada: Client) -> None:
    assert ada.get(f"{IDEAS}nothing/").status_code == 404
    assert send(ada, f"{API}nothing/draft/").status_code == 404
    assert ada.get(f"{API}tax/draft/").status_code == 405


def test_the_api_lists_the_questions_with_the_choices_of_the_law(commons: Hall) -> None:
    listed = {each["name"]: each for each in Client().get(API).json()["items"]}
    assert listed.keys() == recipes().keys()
    assert listed["new-card"]["why_not"] == "The law has no cards."
    asked = {each["name"]: each for each in listed["tax"]["questions"]}
    assert asked["item"]["default"] == "Penny"
    assert [choice["value"] for choice in asked["item"]["choices"]] == ["Penny", "Apple", "Plank", ""]
    assert (asked["n"]["kind"], asked["n"]["least"], asked["n"]["most"]) == ("amount", 1, 100)


def test_the_api_makes_what_the_action_takes(ada: Client) -> None:
    """Numbers and truth values may be sent as such."""
    answer = send(ada, f"{API}proposal-limit/draft/", answers={"n": 2, "reputable": False})
    assert answer.status_code == 200, answer.content
    made = answer.json()
    submitted = send(ada, "/api/v1/cycles/hall/actions/submit-proposal/", **made)
    assert submitted.status_code == 201, submitted.content
    assert Proposal.objects.get().title == "Limit on proposals: 2 a phase"


def test_under_a_law_without_money_a_recipe_brings_some_along(cycle_under: CycleUnder) -> None:
    cycle_under("dungeon")
    made = send(browser_of("ada"), f"{API}tax/draft/").json()
    paths = [each["path"] for each in made["amendments"]]
    assert paths == ["/items", "/rules/money", "/belongs/~1items~1Coin", "/rules/tax"]
    assert made["effects"] == [{"grant": "Coin", "n": 10, "to": {"players": "players"}}]


def test_a_question_that_only_matters_with_some_answers_says_with_which(commons: Hall) -> None:
    """A script shows its field with them only."""
    page = text_of(Client().get(f"{IDEAS}tax/"))
    assert 'data-only-with="answer-who" data-only-for="rich least"' in page


@pytest.mark.parametrize(("who", "is_said"), [("all", True), ("rich", False)])
def test_the_words_of_a_tax_do_not_say_what_cannot_be(ada: Client, who: str, is_said: bool) -> None:
    """Whoever has more than 10 has the 2 that are due."""
    answers = {"item": "Penny", "n": "2", "when": "week-begins", "who": who, "above": "10"}
    made = send(ada, f"{API}tax/draft/", answers=answers).json()
    assert ("Whoever has less pays what they have." in json.dumps(made)) == is_said
    assert "into the treasury, which belongs to all" in json.dumps(made)
