"""A draft or a proposal made of a recipe leads back to its questions, with the answers filled in."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from nomic.proposals.models import Draft, Proposal
from tests.recipes.pages import text_of
from tests.support.hall import Hall

IDEAS = "/c/hall/proposals/ideas/"
COMPOSE = "/c/hall/proposals/compose/"
GUESS = {"answer-item": "Apple", "answer-n": "7", "answer-when": "week-begins"}


def link_back(page: str) -> str:
    found = re.search(r'href="([^"]*)">Change the answers</a>', page)
    assert found, "no way back to the answers"
    return html.unescape(found[1])


def fields(opened: Any) -> dict[str, str]:
    """The fields of the composer's form that are filled in."""
    draft, page = opened.context["draft"], opened.context["kept"].page
    return {
        "title": draft.title,
        "text": draft.text,
        "amendments": draft.amendments,
        "effects": draft.effects,
        "recipe": opened.context["recipe"],
        "instead_of": draft.instead_of,
        "class": "motion",
        "draft": page.code,
        "writer": page.writer,
        "version": str(page.version),
    }


def submitted(ada: Client, opened: Any) -> Proposal:
    answer = ada.post(COMPOSE, {**fields(opened), "submit": "1"})
    assert answer.status_code == 302, text_of(answer)[:2000]
    return Proposal.objects.get(number=int(answer.url.strip("/").split("/")[-1]))


def test_a_draft_is_made_again_from_other_answers(ada: Client) -> None:
    opened = ada.post(f"{IDEAS}guess/", GUESS, follow=True)
    asked = ada.get(link_back(text_of(opened)))
    page = text_of(asked)
    assert 'value="7"' in page
    assert '<option value="Apple" selected>' in page
    assert '<option value="week-begins" selected>' in page
    assert "What you changed in it by hand is lost." in page
    again = ada.post(link_back(text_of(opened)), {**GUESS, "answer-n": "9"}, follow=True)
    assert "9 Apples" in again.context["draft"].text
    assert Draft.objects.filter(submitted_at=None).count() == 1


def test_the_way_back_outlives_the_steps_of_the_composer(ada: Client) -> None:
    opened = ada.post(f"{IDEAS}guess/", GUESS, follow=True)
    looked = ada.post(COMPOSE, {**fields(opened), "title": "Another title", "look": "1"})
    assert 'value="7"' in text_of(ada.get(link_back(text_of(looked))))


def test_a_proposal_is_made_again_and_the_old_one_withdrawn(ada: Client) -> None:
    first = submitted(ada, ada.post(f"{IDEAS}guess/", GUESS, follow=True))
    assert first.made_of["recipe"] == "guess"
    assert first.made_of["answers"]["n"] == "7"
    page = text_of(ada.get(f"/c/hall/proposals/{first.number}/"))
    again = ada.post(link_back(page), {**GUESS, "answer-n": "9"}, follow=True)
    assert f'Submitting this withdraws <a href="/c/hall/proposals/{first.number}/">' in text_of(again)
    second = submitted(ada, again)
    first.refresh_from_db()
    assert (first.status, second.status) == ("withdrawn", "open")
    assert "9 Apples" in second.text


def test_voters_are_not_told_that_the_words_of_a_recipe_ask_for_more(ada: Client) -> None:
    shown = submitted(ada, ada.post(f"{IDEAS}guess/", GUESS, follow=True))
    assert "gains 7 Apples" in shown.text
    assert 'id="orders-left"' not in text_of(ada.get(f"/c/hall/proposals/{shown.number}/"))


@pytest.mark.parametrize(
    "more", [{"text": "Every week each player gains 5 Apples."}, {"amendments": []}, {"made_of": {}}]
)
def test_what_the_recipe_did_not_write_or_what_is_not_done_is_told(ada: Client, more: dict[str, Any]) -> None:
    shown = submitted(ada, ada.post(f"{IDEAS}guess/", GUESS, follow=True))
    more = {**more, "text": f"{shown.text} {more['text']}"} if "text" in more else more
    if more == {"amendments": []}:
        more = {"amendments": [{"op": "replace", "path": "/rules/market/title", "value": "Mall"}]}
    Proposal.objects.filter(pk=shown.pk).update(**more)
    assert 'id="orders-left"' in text_of(ada.get(f"/c/hall/proposals/{shown.number}/"))


@pytest.mark.parametrize("recipe", ["{}", "[]", "x", '{"recipe": "nothing", "answers": {}}', '{"recipe": "a\\u0000"}'])
def test_a_recipe_that_does_not_exist_leads_nowhere(ada: Client, recipe: str) -> None:
    page = text_of(ada.post(COMPOSE, {"title": "T", "text": "W.", "recipe": recipe, "look": "1"}))
    assert "Change the answers" not in page


@pytest.mark.parametrize(
    "made_of",
    [
        {"recipe": "tax", "answers": {"n": "x" * 201}},
        {"recipe": "tax", "answers": {"n": "\x00"}},
        {"recipe": "tax", "answers": {str(n): "1" for n in range(99)}},
        {"recipe": "../x", "answers": {}},
    ],
)
def test_what_cannot_be_a_recipe_is_refused(commons: Hall, made_of: dict[str, Any]) -> None:
    refused = commons.bad("ada", "submit-proposal", "made_of", title="T", text="W.", made_of=made_of)
    assert refused.errors


def test_a_replay_keeps_the_recipe(commons: Hall) -> None:
    made_of = {"recipe": "tax", "answers": {"n": "3"}}
    commons.propose("ada", made_of=made_of)
    assert Proposal.objects.get().made_of == made_of
    commons.is_sound()
