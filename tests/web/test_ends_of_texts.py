"""Sentences that look like orders, within the text of a new rule and around it: nothing is made of them by a guess."""

import json
import random
import re

import pytest

from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.reader import Drafting
from nomic.web.composer.orders.splitting.orders_with_quotations import IN_DOUBT
from nomic.web.composer.orders.unread_orders import marked
from tests.web.test_proposals import BEFORE, LAW, PROPOSALS, _rules_after

PLAIN = ("Tea is hot.", "The kettle stands in the hall.", "Tea is over at noon.", "Nobody spills tea.")
LIKE_ORDERS = (
    "The Judge shall be elected each week.",
    "Players who are idle are removed from the list.",
    "Rule 3 is then suspended.",
    "Each ship shall be set to 3 Planks.",
    "The Keeper must be replaced once a month.",
    "A captain who naps is deleted from the roll.",
    "The oldest kettle is to be called “Grandmother”.",
    "Whenever a storm ends, the list of ships is changed.",
)
# Texts of a new rule, with delimiters and without. {} is the text of one paragraph or more.
DELIMITED = (
    "Add a rule called “Tea” with the text:\n\n<blockquote>{}</blockquote>",
    "Enact a new rule, “Tea”, with this text:\n{{\n{}\n}}",
    "Create a rule called Tea with the following text:\n\n[start]\n{}\n[end]",
)
BARE = (
    "Add a rule called “Tea”:\n\n{}",
    "Enact a new rule called Tea with the following text:\n\n{}",
    "Create a rule called Tea reading as follows.\n\n{}",
    "Add a rule called Tea.\n\n{}",
)
ON_ITS_LINE = ("Add a rule called Tea: {}", "Add a rule called Tea with the text {}")
ORDERED = [case for case in PROPOSALS if not (case.get("part") or case.get("new") or case.get("left"))]


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text)).casefold()


def _text(dice: random.Random, most: int) -> str:
    """Return a text of plain sentences among sentences that look like orders."""
    told = [*dice.sample(PLAIN, 2), *dice.sample(LIKE_ORDERS, 2)]
    dice.shuffle(told)
    gaps = [dice.choice((" ", "\n\n")) if most > 1 else " " for _ in told]
    return "".join(f"{one}{gap}" for one, gap in zip(told, gaps, strict=True)).strip()


def _unseen(found: Drafting, text: str) -> list[str]:
    """Return the sentences that are neither in a rule nor marked."""
    bodies = [_words(rule["body"]) for rule in _rules_after(found).values()]
    marks = [_words(order) for order, _ in found.left] + [_words(each) for each in (*found.notes, *found.once)]
    sentences = [_words(each) for each in re.split(r"(?<=[.!?])\s+", text)]
    return [each for each in sentences if not any(each in place for place in (*bodies, *marks))]


def _touched(found: Drafting) -> set[str]:
    rules = _rules_after(found)
    return {id_ for id_, rule in BEFORE.items() if rules.get(id_) != rule}


@pytest.mark.parametrize("seed", range(60))
def test_no_sentence_of_a_text_changes_another_rule_or_is_lost(seed: int) -> None:
    dice = random.Random(seed)
    form = dice.choice((*DELIMITED, *BARE, *ON_ITS_LINE))
    text = _text(dice, most=1 if form in ON_ITS_LINE else 3)
    case = dice.choice(ORDERED)
    new = form.format(text)
    parts = [new, case["text"]] if dice.random() < 0.5 or form in DELIMITED else [new]
    dice.shuffle(parts)
    found = draft_from(LAW, "\n\n----\n\n".join(parts), [])
    ordered = {*case.get("rules", {}), *case.get("gone", [])} if len(parts) > 1 else set()
    assert _touched(found) <= ordered
    added = [rule for id_, rule in _rules_after(found).items() if id_ not in BEFORE]
    assert [rule["title"] for rule in added] in ([], ["Tea"])
    assert all(_words(rule["body"]) == _words(text) for rule in added)
    assert added or found.left
    assert added or form not in DELIMITED
    assert _unseen(found, text) == [] or any(why == IN_DOUBT for _, why in found.left)


DOUBTS = (
    "Add a rule called Tea:\n\nTea is hot.\n\nThe price of a Handy Pack becomes 10.\n\nTea is over.",
    "Add a rule called Tea:\n\nTea is “hot”.\n\nGive each player 2 Coins. Tea is over.",
    "Hello. Add a rule called Tea: Tea is hot.\n\nTea is over.\n\nRepeal the rule Rats.",
    "Add a rule called Tea:\n\nTea is hot. Repeal the rule Storms. Tea is over.",
    "Add a rule called Tea: Tea is hot. Rats shall be repealed. Tea is over.",
)


@pytest.mark.parametrize("text", DOUBTS)
def test_doubt_is_asked_and_each_answer_decides_it(text: str) -> None:
    found = draft_from(LAW, text, [])
    assert [why for _, why in found.left][:1] == [IN_DOUBT]
    assert not [rule for id_, rule in _rules_after(found).items() if id_ not in BEFORE]
    (asked,) = [each for each in marked(text, found.left, found.in_doubt) if each.readings]
    bodies = []
    for _, sent in asked.ways:
        old, new = json.loads(sent)
        assert old in text
        assert "\n\n\n" not in text.replace(old, new, 1)  # one empty line is enough
        decided = draft_from(LAW, text.replace(old, new, 1), [])
        assert not decided.in_doubt
        (tea,) = [rule for id_, rule in _rules_after(decided).items() if id_ not in BEFORE]
        bodies.append(_words(tea["body"]))
    ends, belongs = bodies
    assert _words(asked.words) not in ends
    assert _words(asked.words) in belongs
    assert ends.startswith("tea is hot")
    assert belongs.endswith("tea is over")


ENDS, BELONGS = range(2)  # the answers in the order of their buttons


def test_every_sentence_that_may_end_a_text_is_marked() -> None:
    """A voter would not see the second one otherwise, and each can be the first that is an order of its own."""
    text = "Add a rule called Tea:\n\nTea is hot.\n\nThe price of a Handy Pack becomes 10.\n\nGive each player 2 Coins."
    found = draft_from(LAW, text, [])
    doubts = ["The price of a Handy Pack becomes 10", "Give each player 2 Coins"]
    assert [words for words, _ in found.left[1:]] == doubts == list(found.in_doubt)
    for answers, body in (((ENDS, 0),), "tea is hot"), (((ENDS, 1), (BELONGS, 0)), f"tea is hot {_words(doubts[0])}"):
        decided = text
        for answer, place in answers:
            asked = [each for each in marked(decided, found.left, found.in_doubt) if each.readings]
            old, new = json.loads(asked[place].ways[answer][1])
            decided = decided.replace(old, new, 1)
            found = draft_from(LAW, decided, [])
        (tea,) = [rule for id_, rule in _rules_after(found).items() if id_ not in BEFORE]
        assert _words(tea["body"]) == body
        found = draft_from(LAW, text, [])
