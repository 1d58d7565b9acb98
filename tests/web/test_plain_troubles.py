"""What is said of a sentence that is not understood: the words that are the trouble, and buttons that mend it."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from nomic.law.search.values import find_values
from nomic.recipes.plain_rules.draft_rule import LONGEST
from nomic.recipes.plain_rules.not_understood.diagnose import trouble_in
from nomic.recipes.plain_rules.not_understood.nearest import nearest_sentences
from nomic.recipes.plain_rules.not_understood.other_wordings import Trouble, is_read
from nomic.recipes.plain_rules.vote_length import vote_lengths
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.unread_orders import marked, with_recipes
from tests.recipes.laws import law_of
from tests.recipes.pages import text_of
from tests.support.executed_lines import steps_of


def told(words: str, law: str = "cycle-16") -> Trouble:
    found = trouble_in(words, law_of(law))
    assert found is not None, words
    return found


@pytest.mark.parametrize(
    ("words", "says", "first"),
    [
        (
            "If you lose a duel you get 5 coins as a consolation.",
            "“coins” is not a thing here.",
            "If you lose a duel you get 5 Vertebrae as a consolation",
        ),
        (
            "Everyone gets one free pack every Monday.",
            "“pack” is not a thing here.",
            "Everyone gets one Already-opened Pack every Monday",
        ),
        (
            "Whoever proposes something that passes gets 3 points and a medal.",
            "“points” and “medal” are not things here.",
            "Whoever proposes something that passes gets 3 Vertebrae and a medal",
        ),
        (
            "Whoever loses a duel gets 2 Vertebrea",
            "“Vertebrea” is not a word of this game. Did you mean this?",
            "Whoever loses a duel gets 2 Vertebrae",
        ),
        (
            "If a proposal fails, its author loses 2 Chips unless they voted against it",
            "The rest is understood, but not “unless they voted against it”.",
            "If a proposal fails, its author loses 2 Chips",
        ),
        (
            "At the end of every week, the player with the most points gets a prize of 10 Vertebrae.",
            "“points” is not a thing here.",
            "At the end of every week, the player with the most Vertebrae gets a prize of 10 Vertebrae",
        ),
        (
            "the player with the fewest points gets 2 points every week",
            "“points” is not a thing here.",
            "the player with the fewest Vertebrae gets 2 Vertebrae every week",
        ),
        ("The King breaks ties.", "There is no office “King” here yet. Who is meant?", None),
        ("the king's vote counts double", "There is no office “King” here yet. Who is meant?", None),
        (
            "The player in last place gets two votes",
            "By what are players compared for “The player in last place”?",
            None,
        ),
        ("Pay a tax of 1 for every proposal you make.", "1 of what?", None),
        ("If you don't vote, you lose 1 Vertebra", "When does this happen?", None),
        (
            "There is a Mayor, chosen by vote each month.",
            "A rule cannot use “each month”. The closest it can use is:",
            None,
        ),
        (
            "Ada becomes Judge when she wins a duel",
            "A rule cannot name a player such as “Ada”.",
            "Whoever wins a duel becomes Judge",
        ),
        (
            "Elect a king every week who breaks ties.",
            "This says two things. Write a sentence for each.",
            None,
        ),
        (
            "Only the Judge may make proposals about cards",
            "The rest is understood, but not “about cards”.",
            "Only the Judge may make proposals",
        ),
        (
            "Every week, the rich give a tenth to the poorest.",
            "By what are players compared for “the rich”?",
            "Every week, the players with the most Vertebrae give a tenth to the poorest",
        ),
        (
            "first place gets a bounty of 10 Chips every Friday",
            "By what are players compared for “first place”?",
            "The player with the most Vertebrae gets a bounty of 10 Chips every Friday",
        ),
        (
            "Nobody may have more than two proposals open.",
            "The law has a number for this: “How many proposals a player may have open at once”.",
            "Change how many proposals a player may have open at once from 20 to 2",
        ),
        (
            "Limit the number of open proposals to two.",
            "The law has a number for this: “How many proposals a player may have open at once”.",
            "Change how many proposals a player may have open at once from 20 to 2",
        ),
        (
            "Whoever sneezes gets 2 Chips",
            "A rule cannot react to “sneezes”. It can react to these:",
            "Whoever votes gets 2 Chips",
        ),
        (
            "everybody gets a Vertebrea a week",
            "“Vertebrea” is not a word of this game. Did you mean this?",
            "everybody gets a Vertebra a week",
        ),
        ("Ada gets 2 Chips every week", "A rule cannot name a player.", "Everyone gets 2 Chips every week"),
        (
            "the tallest player loses a Chip when a phase ends",
            "It is not clear who is meant by “the tallest player”.",
            "Everyone loses a Chip when a phase ends",
        ),
        (
            "a vote lasts 3 phases",
            "Which votes do you mean, and for how long?",
            "The vote on a proposal of the class Standard lasts 3 phases",
        ),
        (
            "votes take two days",
            "Which votes do you mean, and for how long?",
            "The vote on a proposal of the class Urgent lasts 2 days",
        ),
    ],
)
def test_the_trouble_is_named_and_mended(words: str, says: str, first: str | None) -> None:
    """The first way to say it is this one, or whichever becomes a rule when its sentences are read together."""
    found = told(words)
    assert found.says == says
    assert first in (None, found.instead[0].words)
    for each in found.instead[: 0 if first else None]:
        drafted = draft_from(law_of("cycle-16"), each.words, [])
        assert not drafted.left
        assert len(drafted.placed) == each.words.count(". ") + 1


def test_pressed_one_after_the_other_the_buttons_lead_to_a_rule() -> None:
    words = "New players get 100 Euros and a trophy"
    for _ in range(2):
        assert not is_read(words, law_of("cycle-16"))
        words = told(words).instead[0].words
    assert is_read(words, law_of("cycle-16"))


@pytest.mark.parametrize(
    "words",
    ["Whoever loses a duel gets 5 Vertebrae", "Hello", "", "You may not play two Kings in a row and pay 3 coins."],
)
def test_nothing_is_said_of_what_is_understood_or_would_not_help(words: str) -> None:
    found = trouble_in(words, law_of("cycle-16"))
    assert found is None or is_read(words, law_of("cycle-16"))


@pytest.mark.parametrize(
    ("words", "n"), [("At most 3 open proposals", 3), ("Nobody may have more than two proposals open", 2)]
)
def test_the_button_for_a_limit_changes_the_number(words: str, n: int) -> None:
    law = law_of("cycle-16")
    operation = draft_from(law, told(words).instead[0].words, []).operations[-1]
    assert operation == {"op": "replace", "path": "/proposals/most_open", "value": n}


def test_a_limit_that_is_so_already_says_so() -> None:
    found = told("Limit open proposals to 20")
    assert (found.says[:13], found.instead) == ("That is alrea", ())


def test_a_limit_that_is_no_number_of_the_law_names_none() -> None:
    found = trouble_in("Nobody may have more than two purple elephants", law_of("cycle-16"))
    assert found is None or not found.says.startswith("The law has a number")


def test_an_office_is_no_thing_that_is_missing() -> None:
    assert "is not a thing" not in told("Elect a president every week").says


def test_a_game_without_things_says_so() -> None:
    assert "nothing in this game can be gained or lost yet" in told("Everyone who votes gets 1 Bone", "dungeon").says


@pytest.mark.parametrize(
    ("words", "path", "value"),
    [
        (
            "Votes on standard proposals last 3 phases",
            "/rules/standard-class-proposal/clauses/standard/lasts/phases",
            3,
        ),
        ("urgent votes take three days", "/rules/urgent-class-proposal/clauses/urgent/lasts/hours", 72),
        (
            "The vote on a proposal of the class Urgent lasts 12 hours",
            "/rules/urgent-class-proposal/clauses/urgent/lasts/hours",
            12,
        ),
    ],
)
def test_the_length_of_a_vote_is_changed(words: str, path: str, value: int) -> None:
    assert draft_from(law_of("cycle-16"), words, []).operations == [{"op": "replace", "path": path, "value": value}]


@pytest.mark.parametrize("law", ["cycle-16", "tetromic", "the-commons", "ministry-of-lamps"])
def test_the_usual_vote_is_found_first(law: str) -> None:
    first = find_values(law_of(law), "how long a vote lasts").values[0].path
    assert first.endswith(("standard/lasts/phases", "motion/lasts/phases", "decree/lasts/phases"))


def test_a_vote_in_phases_is_not_given_days() -> None:
    assert vote_lengths("Votes on standard proposals last 3 days", law_of("cycle-16")) is None
    assert told("Votes on standard proposals last 3 days").instead[0].words.endswith("3 phases")


def test_a_button_rewrites_the_sentence_without_a_script(ada: Client) -> None:
    address = "/c/hall/proposals/compose/"
    sent = {"title": "T", "text": "Hello all. Whoever votes gets 2 gold.", "from_words": "1"}
    page = text_of(ada.post(address, sent))
    assert "“gold” is not a thing here." in page
    buttons = [unescape(value) for value in re.findall(r'name="instead" value="([^"]*)"', page)]
    assert 1 <= len(buttons) <= 3
    said, instead = json.loads(buttons[0])
    assert said in sent["text"]
    page = text_of(ada.post(address, {"title": "T", "text": sent["text"], "instead": buttons[0]}))
    assert "Your words are now a rule" in page
    assert f"Hello all. {instead}." in page


@pytest.mark.parametrize("value", ["", "x", "[]", '["a"]', "[1, 2]", '["not there", "x"]', '{"a": 1, "b": 2}'])
def test_a_button_for_other_words_is_refused(ada: Client, value: str) -> None:
    page = text_of(ada.post("/c/hall/proposals/compose/", {"title": "T", "text": "Hello.", "instead": value}))
    assert "These words are no longer in your text" in page


def test_the_buttons_stand_at_their_order() -> None:
    law, text = law_of("cycle-16"), "Whoever votes gets 2 gold. Whoever loses a duel gets 2 Chips."
    (order,) = (each for each in with_recipes(marked(text, draft_from(law, text, []).left), law) if each.order)
    assert order.ways[0][0] == "Vertebra for “gold”"
    assert order.suggestion == ""


@pytest.mark.parametrize("law", ["cycle-16", "the-commons", "ministry-of-lamps", "tetromic", "dungeon"])
@pytest.mark.parametrize("words", ["Blow up the moon", "Birthday children get 5 Vertebrae", "cheese {0} %s", ""])
def test_the_nearest_sentences_are_understood_under_the_law(law: str, words: str) -> None:
    found = nearest_sentences(words, law_of(law))
    assert len(found) <= 3
    assert all(is_read(each, law_of(law)) for each in found)


def test_the_nearest_sentences_share_words_and_amounts_with_the_sentence() -> None:
    first = nearest_sentences("my proposal was voted down, so its author is 7 chips poorer", law_of("cycle-16"))[0]
    assert "proposal" in first
    assert "7 Chips" in first


def test_a_text_without_an_order_shows_what_is_understood(ada: Client) -> None:
    sent = {"title": "T", "text": "Furry elephants.", "from_words": "1"}
    page = text_of(ada.post("/c/hall/proposals/compose/", sent))
    assert "No rule here knows what “Furry” and “elephants” mean." in page
    assert "Naps" not in page


@pytest.mark.parametrize("word", ["whoever sneezes ", "gets 2 gold and ", "unless it rains ", "a vote lasts "])
def test_a_long_sentence_takes_steps_that_grow_with_it(word: str) -> None:
    law = law_of("cycle-16")

    def read(size: int) -> None:
        trouble_in((word * size)[:size], law)
        nearest_sentences((word * size)[:size], law)

    read(LONGEST // 4)
    few = steps_of(lambda: read(LONGEST // 4 + 1))
    assert steps_of(lambda: read(LONGEST)) < 12 * few
    assert steps_of(lambda: read(50 * LONGEST)) < few
