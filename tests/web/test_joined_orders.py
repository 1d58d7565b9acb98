"""Two orders in one text, joined in each way that people join them: neither is dropped in silence."""

import random
import re
from collections.abc import Callable

import pytest

from nomic.web.composer.orders.drafting import draft_from
from tests.support.example_counts import examples
from tests.web.test_orders import CORPUS, LAW

WORD = re.compile(r"\w+")
MAX_ALONE = 150  # characters of an order that is joined to another


def _later(order: str) -> str:
    return f"{order[:1].lower()}{order[1:]}"


JOINS: dict[str, Callable[[str, str], str]] = {
    "full stop": lambda one, two: f"{one}. {two}.",
    "colon": lambda one, two: f"{one}: {two}.",
    "semicolon": lambda one, two: f"{one}; {_later(two)}.",
    "and": lambda one, two: f"{one}, and {_later(two)}.",
    "then": lambda one, two: f"{one} and then {_later(two)}.",
    "line": lambda one, two: f"{one}.\n{two}.",
    "paragraph": lambda one, two: f"{one}.\n\n{two}.",
    "bullets": lambda one, two: f"* {one}.\n* {two}.",
    "numbers": lambda one, two: f"1. {one}.\n2. {two}.",
}
ALONE = [
    case["text"].rstrip(" .")
    for case in CORPUS
    if "\n" not in case["text"]
    and len(case["text"]) <= MAX_ALONE
    and not case.get("nothing")
    and case["text"][0] not in '"“'  # an order in quotation marks before another is a heading
]


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def _told(text: str) -> set[str]:
    """Return the words that the author finds again below their text, as carried out, as a rule, or as marked."""
    found = draft_from(LAW, text, [])
    rules = (f"{rule.title} {' '.join(rule.exactly)}" for rule in found.rules)
    left = (order for order, _ in found.left)
    return _words(" ".join([*found.placed, *found.once, *found.by_hand, *found.notes, *rules, *left]))


@pytest.mark.parametrize("join", JOINS)
def test_of_two_joined_orders_none_is_dropped_in_silence(join: str) -> None:
    """Of each, every number is told again and a third of the words at least: some are told in other words."""
    dice = random.Random(join)
    for _ in range(examples(30)):
        pair = dice.sample(ALONE, 2)
        text = JOINS[join](*pair)
        told = _told(text)
        for order in pair:
            alone = _told(f"{order}.") & _words(order)
            lost = alone - told
            assert len(lost) * 3 < max(2 * len(alone), 1), (text, lost)
            assert not any(word.isdecimal() for word in lost), (text, lost)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Add a new item called Tea: Repeal Luck.", ["Add a new item called Tea", "Repeal Luck"]),
        ("Create an office called Poet: Repeal Luck.", ["office called Poet", "Repeal Luck"]),
        ("Add a new rule called Tea: Repeal Luck.", ["Add a new rule called Tea", "Repeal Luck"]),
        ("Jokers are worth 30 points, and repeal rule Naps.", ["Jokers are worth 30 points", "repeal rule Naps"]),
        ("A Handy Pack contains 3 random cards, and repeal rule Naps.", ["3 random cards", "repeal rule Naps"]),
        ("The rule “Lamps” reads “Be bright.”; repeal rule Naps.", ["“Be bright.”", "repeal rule Naps"]),
    ],
)
def test_what_is_before_an_order_is_told_too(text: str, parts: list[str]) -> None:
    found = draft_from(LAW, text, [])
    told = " | ".join([*found.placed, *(order for order, _ in found.left)])
    for part in parts:
        assert part in told


def test_a_condition_in_the_middle_of_a_sentence_is_kept() -> None:
    """The order had been carried out at once."""
    found = draft_from(LAW, "Jokers are worth 30 points, and once Ada has won, repeal rule Naps.", [])
    assert not [each for each in found.operations if each["op"] == "remove"]
    assert any("once Ada has won" in order for order, _ in found.left)
