"""What became of each sentence of a proposal is told to its author: changed, not understood, or without effect."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.reader import MAX_TALK, Drafting

LAW = Law(document_of("cycle-16"))
ORDERS = (
    "Change the price of a Handy Pack to 10 Vertebrae.",
    "In the rule “Fusion”, replace “9 Vertebrae” with “7 Vertebrae”.",
    "Repeal the rule “Random Choices”.",
    "Create a new rule “Bells” with the text: “Bells may ring.”",
    "Everybody who joins gains 3 Vertebrae.",
    "Votes of confidence last 60 hours.",
)
UNREAD = (
    "Ring every bell of the town.",
    "From now on, everybody who joins also receives a bell of their own, on top of whatever they begin with today.",
    "In “Luck”, it is a bell for every 12 that ring.",
    "Make the game more exciting.",
    "As long as you are the Judge, you may, once per phase, take one bell from the tower for free.",
)
TALK = (
    "Packs are far too dear.",
    "I have thought about this for weeks.",
    "Nobody in living memory has bought a Legendary Pack.",
    "Thanks to everybody who helped with the wording.",
    "It stands at the end of the ruleset.",
    "What do you think about bells?",
)
ALREADY = ("A Handy Pack costs 12 Vertebrae.", "You need 10 Chips to win the cycle.")
BETWEEN = (" ", "\n", "\n\n", "\n\n* ", "\n\nRationale: ", "\n# ")
WORD = re.compile(r"\w+")


def drafted(words: str) -> Drafting:
    return draft_from(LAW, words, [])


def told(found: Drafting) -> str:
    """Return everything that the author is told and that the operations write, in lower case."""
    said = [*found.placed, *found.once, *found.by_hand, *found.notes]
    said += [*(order for order, _ in found.left), *(words for words, _ in found.without_effect)]
    return " ".join([*said, json.dumps(found.operations, ensure_ascii=False)]).casefold()


@given(
    st.lists(st.sampled_from([*ORDERS, *UNREAD, *TALK, *ALREADY]), min_size=1, max_size=5, unique=True),
    st.lists(st.sampled_from(BETWEEN), min_size=5, max_size=5),
)
def test_no_sentence_goes_unmentioned(sentences: list[str], between: list[str]) -> None:
    text = sentences[0] + "".join(gap + each for gap, each in zip(between, sentences[1:], strict=False))
    known = {*WORD.findall(told(drafted(text)))}
    for sentence in sentences:
        words = {*WORD.findall(sentence.casefold())} - {"the", "a", "an", "of", "it", "to", "in"}
        assert len(words - known) <= len(words) / 3, (sentence, words - known, text)


@pytest.mark.parametrize("words", TALK)
def test_talk_is_told_as_having_no_effect(words: str) -> None:
    found = drafted(f"{ORDERS[0]} {words}")
    assert (words.rstrip("."), "") in [(each.rstrip("."), why) for each, why in found.without_effect]
    assert len(found.placed) == 1
    assert not found.left


@pytest.mark.parametrize("words", ALREADY)
def test_what_the_law_says_already_is_told(words: str) -> None:
    found = drafted(f"{words} {ORDERS[2]}")
    assert found.without_effect == [(words.rstrip("."), "the law says this already")]
    assert len(found.placed) == 1


@pytest.mark.parametrize("words", [*ORDERS, *UNREAD])
def test_an_order_is_not_told_as_talk(words: str) -> None:
    assert drafted(words).without_effect == []


def test_only_so_many_are_told_one_by_one() -> None:
    found = drafted(" ".join(f"I have thought about bell {number}." for number in range(MAX_TALK + 20)))
    assert len(found.without_effect) == MAX_TALK + 1
    assert found.without_effect[-1] == ("… and 20 more", "")


def test_a_reason_after_a_place_alone_is_no_reason() -> None:
    found = drafted("In “Luck”, it is a bell for every 12 that ring.")
    assert [order for order, _ in found.left] == ["In “Luck”, it is a bell for every 12 that ring"]
