"""A proposal begins on one of three labelled ways, and what is still empty is no mistake."""

import pytest

from nomic.proposals.models import Draft
from tests.support.hall import Hall
from tests.web.test_composing import browser_of, post

COMPOSE = "/c/hall/proposals/compose/"


def test_three_ways_lead_in(cast: Hall) -> None:
    ada = browser_of("ada")
    page = ada.get(COMPOSE).content.decode()
    roads = page.partition('<ul class="roads"')[2].partition("</ul>")[0]
    assert [words in roads for words in ("Start from an idea", "Write it in your own words", "Change a number")] == [
        True
    ] * 3
    assert 'data-goes-to="text"' in roads
    assert '<textarea id="text"' in page
    assert 'data-goes-to="value"' in roads
    assert '<input id="value"' in page
    assert "roads" not in ada.get(f"{COMPOSE}?rule=time").content.decode()
    assert "roads" not in post(ada, text="Everybody is glad.", look="1").content.decode()


@pytest.mark.parametrize("pressed", ["let_it_do", "as_rule"])
def test_what_was_just_opened_has_no_mistakes(cast: Hall, pressed: str) -> None:
    answer = post(browser_of("ada"), title="", text="Everybody is glad.", rule="+", **{pressed: "1"})
    assert answer.status_code == 200
    assert answer.context["draft"].errors == []
    assert "cannot be empty" not in answer.content.decode()


def test_an_empty_clause_is_no_mistake_as_text_either(cast: Hall) -> None:
    ada = browser_of("ada")
    begun = post(ada, open_rule="+", rule_title="Welcome", rule_body="Be welcome.", begin="when")
    draft = begun.context["draft"]
    sent = {"amendments": draft.amendments, "open_entry": draft.editor.target, **draft.editor.typed}
    turned = post(ada, **sent, entry_as="form", turn="text")
    assert (turned.status_code, turned.context["draft"].errors) == (200, [])
    assert '<textarea id="entry_text"' in turned.content.decode()
    looked = post(ada, 422, **sent, entry_as="text", look="1")
    assert looked.context["draft"].errors != []


def test_what_was_made_of_words_is_said_beneath_them(cast: Hall) -> None:
    page = post(
        browser_of("ada"), text="Whoever joins gets 2 Vertebrae. Ring every bell.", from_words="1"
    ).content.decode()
    said = page.partition('id="read-as"')[2].partition("What it changes")[0]
    assert "It does exactly this" in said
    assert "Whenever a player joins, that player gains 2 Vertebrae." in said
    assert "Ring every bell" in said


def test_a_search_leaves_no_draft(cast: Hall) -> None:
    ada = browser_of("ada")
    post(ada, title="", text="", value="votes", pick_value="1")
    assert not Draft.objects.exists()
    post(ada, title="", text="Votes are short.", value="votes", pick_value="1")
    assert Draft.objects.count() == 1


def test_an_author_reads_that_proposing_is_no_vote(cast: Hall) -> None:
    ada, bob = browser_of("ada"), browser_of("bob")
    ada.post(COMPOSE, {"title": "Bells", "text": "Everybody is glad.", "submit": "1"})
    page = "/c/hall/proposals/1/"
    assert 'id="own-vote"' in ada.get(page).content.decode()
    assert 'id="own-vote"' not in bob.get(page).content.decode()
    proposal = ada.get(page).context["proposal"]
    ada.post("/c/hall/act/vote/", {"proposal": proposal.code, "vote": "for"})
    assert 'id="own-vote"' not in ada.get(page).content.decode()
