"""Recipes that fit an order which was not understood."""

import json

import pytest
from django.test import Client

from nomic.proposals.models import Draft
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.matching import MOST, matching_recipes
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.unread_orders import ideas_for
from tests.recipes.laws import LAWS, law_of
from tests.recipes.pages import text_of


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("Each player shall pay a tax of 2 Coins every week", "tax"),
        ("Hold an election for Speaker every month", "elected-office"),
        ("A player whose proposal passes gains 5 points", "author-prize"),
        ("Every Monday a random player wins the jackpot of the lottery", "lottery"),
        ("Players may form two teams", "teams"),
        ("The Mayor can veto any proposal", "veto"),
        ("At the start of each week, the player with the most Coins pays 2 Coins.", "tax"),
        ("Every 14 days the players elect a Treasurer. The Treasurer can pay out up to 10 Coins.", "treasurer"),
        ("A Market Stall is auctioned every week. The highest bidder gains it.", "auction"),
        ("A player who has not acted for 14 days loses a Coin.", "inactivity"),
        ("When a proposal passes, its author gains 3 Coins.", "author-prize"),
        ("The cycle ends when somebody has 20 Coins.", "another-way-to-win"),
        ("After eight weeks the cycle ends.", "ending"),
    ],
)
def test_the_first_is_the_one_that_is_meant(words: str, best: str) -> None:
    assert next(iter(matching_recipes(words, law_of("the-commons")))).name == best


@pytest.mark.parametrize(
    ("words", "best", "answers"),
    [
        ("a vote counts only when four people took part", "quorum", {"votes": "4"}),
        ("savings of 10 Vertebrae grow by 1 each phase in the bank", "bank", {"item": "Vertebra", "per": "10"}),
        ("every phase chance brings one of three events to us all", "random-events", {"when": "phase-began"}),
        ("most cards in a phase makes you the Bold", "deeds-title", {"deed": "cards", "per": "phase"}),
        ("nobody may gift more than 5 Vertebrae a day", "gifts", {"item": "Vertebra", "most": "5", "per": "day"}),
        (
            "duels shall be worth 2 Vertebrae to their winners and cost losers 1",
            "match-prize",
            {"which": "duel", "item": "Vertebra", "n": "2", "loss": "1"},
        ),
        ("the highest bidder on a pack gets it after a week", "auction", {"when": "week-ends"}),
        (
            "the richest with over 30 Vertebrae pay 3 when a phase ends",
            "tax",
            {"above": "30", "n": "3", "when": "phase-ends"},
        ),
        ("players can borrow 10 Vertebrae and pay back 12", "loan", {"item": "Vertebra", "n": "10", "back": "12"}),
    ],
)
def test_what_is_not_understood_is_offered_with_its_numbers(words: str, best: str, answers: dict[str, str]) -> None:
    idea = ideas_for(words, law_of("cycle-16"))[0]
    assert idea.listed.name == best
    assert {**idea.answers, **answers} == idea.answers
    draft_from_recipe(idea.listed, law_of("cycle-16"), idea.answers)


@pytest.mark.parametrize("words", ["", "xyzzy", "Destroy all the lanterns", "the the the", "x" * 100_000])
def test_where_nothing_fits_nothing_is_suggested(words: str) -> None:
    assert matching_recipes(words, law_of("the-commons")) == ()


@pytest.mark.parametrize("law", LAWS)
def test_at_most_three_that_can_be_used_under_the_law(law: str) -> None:
    for listed in recipes().values():
        found = matching_recipes(listed.recipe.says, law_of(law))
        assert len(found) <= MOST
        assert all(not each.why_not(law_of(law)) for each in found)
        assert listed.why_not(law_of(law)) or listed in found, listed.name


def test_they_are_offered_beside_the_order(ada: Client) -> None:
    sent = {"title": "T", "text": "Every week, each player shall pay a good tax in all of 2 Apples.", "from_words": "1"}
    page = text_of(ada.post("/c/hall/proposals/compose/", sent))
    assert "Or start from an idea:" in page
    begins = 'href="/c/hall/proposals/ideas/tax/?'
    assert begins in page
    address = page.partition(begins)[2].partition('"')[0]
    assert "answer-n=2" in address
    assert "answer-item=Apple" in address
    assert "answer-when=week-begins" in address
    assert "&amp;draft=" in address  # in the same tab, and in place of these words
    assert "target=" not in page.partition(begins)[2].partition(">")[0]


def test_an_idea_does_not_take_the_place_of_other_words(ada: Client) -> None:
    words = "We are too rich. Every week, each player shall pay a good tax in all of 2 Apples."
    page = text_of(ada.post("/c/hall/proposals/compose/", {"title": "T", "text": words, "from_words": "1"}))
    address = page.partition('href="/c/hall/proposals/ideas/tax/?')[2].partition('"')[0]
    assert "answer-n=2" in address
    assert "&amp;draft=" not in address


def test_an_idea_for_one_of_several_sentences_is_added_to_the_proposal(ada: Client) -> None:
    """What the other sentences have become stays, and the idea's text takes the place of its sentence."""
    words = "A proposal needs at least 3 votes to pass. Ada breaks ties."
    page = text_of(ada.post("/c/hall/proposals/compose/", {"title": "T", "text": words, "from_words": "1"}))
    found = page.partition('href="/c/hall/proposals/ideas/tie-breaker/?')[2].partition('"')[0].replace("&amp;", "&")
    idea = f"/c/hall/proposals/ideas/tie-breaker/?{found}"
    assert "This is added to the proposal that you are writing." in text_of(ada.get(idea))
    made = ada.post(idea, {"answer-office": "Chair", "answer-who": "lot", "answer-when": "week-begins"}, follow=True)
    fields = Draft.objects.get().fields
    assert [each["path"] for each in json.loads(fields["amendments"])] == ["/rules/quorum", "/rules/chair"]
    assert fields["text"].startswith("A proposal needs at least 3 votes to pass. I propose a Chair, whose vote decides")
    assert "Ada breaks ties" not in fields["text"]
    assert "Add the rule Chair" in text_of(made)


def test_a_remark_in_double_brackets_is_not_left_out_in_silence() -> None:
    law = law_of("the-commons")
    text = "Add a rule called “Songs” with the text “Songs are sung. [[It was always so.]] They are long.”"
    assert draft_from(law, text, []).notes == ["Left out as a remark, because it is in brackets: “It was always so.”"]


def test_an_order_in_double_brackets_is_told_to_voters() -> None:
    law = law_of("the-commons")
    text = "Add a rule called “Songs” with the text “Songs are sung. [[Repeal the rule “Market”.]]”"
    found = draft_from(law, text, [])
    assert [order for order, _ in found.left] == ["Repeal the rule “Market”."]
    assert orders_left(law, text, found.operations).undone == ["Repeal the rule “Market”."]


def test_an_idea_that_leaves_something_open_is_opened_with_the_rest(ada: Client) -> None:
    sent = {"title": "", "text": "Each phase one of three random events happens.", "from_words": "1"}
    page = text_of(ada.post("/c/hall/proposals/compose/", sent))
    assert "The idea “Random events” does this, once you have answered:" in page
    assert "If a rule is to do this by itself" not in page
    address = page.partition('href="/c/hall/proposals/ideas/random-events/?')[2].partition('"')[0]
    questions = text_of(ada.get(f"/c/hall/proposals/ideas/random-events/?{address.replace('&amp;', '&')}"))
    assert "takes the place of your words" in questions
    assert '<option value="three" selected>' in questions
