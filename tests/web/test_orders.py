"""Orders in the words of players: a corpus, each order with what it makes of the law. Nothing is dropped in silence."""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.amendments.patch import in_the_making
from nomic.law.document.sections import Law, value_at
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import CHANGES, draft_from
from nomic.web.composer.orders.forms import FORMS
from nomic.web.composer.orders.parser import OrderParser
from nomic.web.composer.orders.text import orders_in

NAPS = "Anybody may nap. Naps last an hour.\n\n* On a bench\n* On the grass\n\nNobody may snore."
RULES = {
    "naps": ("Naps", NAPS),
    "lamps": ("Lamps", "A lamp costs 3 Coins. A lamp burns for a day."),
    "prices": ("Prices", "{|\n! Lamp !! Price\n|-\n| Brass || 3\n|}"),
}
CORPUS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("orders.yaml").read_text(encoding="utf-8"))


def _law() -> Law:
    document = document_of("cycle-16")
    for place, (id_, (title, body)) in enumerate(RULES.items()):
        document["rules"][id_] = {"title": title, "body": body, "parent": None, "place": 900 + place}
    return Law(document)


LAW = _law()


@pytest.mark.parametrize("case", CORPUS, ids=[case["text"][:60].replace("\n", " ") for case in CORPUS])
def test_an_order_makes_what_it_says(case: dict[str, Any]) -> None:
    found = draft_from(LAW, case["text"], [])
    wanted = case.get("left", [])
    assert len(found.left) == len(wanted), found.left
    for (_, why), part in zip(found.left, wanted, strict=True):
        assert part in why
    assert len(found.notes) == case.get("notes", 0)
    assert len(found.by_hand) == case.get("by_hand", 0)
    made = in_the_making(LAW.document, found.operations)
    rules, before = made["rules"], LAW.document["rules"]
    if "new" in case:
        (first, *_) = (id_ for id_ in rules if id_ not in before)
        assert case["new"].items() <= rules[first].items()
    if "rule" in case:
        told = {key: what for key, what in case["rule"].items() if key != "id"}
        assert {key: rules[case["rule"]["id"]][key] for key in told} == told
    if "value" in case:
        assert value_at(made, case["value"]["path"]) == case["value"]["is"]
    assert sorted(before.keys() - rules.keys()) == sorted(case.get("gone", []))
    if case.get("nothing"):
        assert (found.operations, found.placed) == ([], [])
    touched = {str(operation["path"]).split("/")[2] for operation in found.operations if operation["op"] != "test"}
    meant = {*case.get("gone", []), *([case["rule"]["id"]] if "rule" in case else [])}
    meant |= {"offers", "turn"} if "value" in case else set()
    assert touched - meant <= rules.keys() - before.keys()


def test_orders_that_are_read_together_are_read_as_alone() -> None:
    """Any order can follow any other in a paragraph of its own, also one that is not understood."""
    dice = random.Random(7)
    alone = [case for case in CORPUS if case.get("new", {}).get("title") == "Tea" and "\n" not in case["text"]]
    alone = [case for case in alone if "left" not in case]
    for _ in range(40):
        pair = dice.sample(alone, 2)
        text = "\n\n".join(case["text"].replace("Tea", f"Tea {place}") for place, case in enumerate(pair))
        found = draft_from(LAW, text, [])
        assert found.left == []
        made = in_the_making(LAW.document, found.operations)["rules"]
        assert {f"Tea {place}" for place in range(2)} <= {rule["title"] for rule in made.values()}


def test_every_form_has_a_change_and_an_example() -> None:
    """A form without an example in the corpus could be wrong without anybody noticing."""
    assert {form.change for form in FORMS} == set(CHANGES)
    used: set[str] = set()
    for case in CORPUS:
        text = orders_in(case["text"])
        parser = OrderParser(text)
        parser.titles = frozenset(rule["title"].casefold() for rule in LAW.document["rules"].values())
        for order in text.orders:
            used |= {parsed.change for parsed in parser.parsed(order)}
    assert used == set(CHANGES)


PIECES = [
    *("replace ", "add ", "a rule ", "called ", "Naps", " with ", "“day”", "'''Tea'''", ".", " ", "\n\n", ":", "* "),
    *("in rule ", "after ", "the first bullet ", "and ", "by ", "replacing ", "{", "}", "``` ", "<blockquote>"),
    *("</blockquote>", "> x\n", "to ", "from 3 ", "as follows:", "it", "with power 2 ", "{|\n", "|}\n", "'x' ", "12"),
    *("is changed ", "becomes ", "wherever it appears", "the rules ", "    x\n"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_text_is_read_without_an_error(text: str) -> None:
    """What is drafted makes a readable law, and drafting again on top of it reports no error either."""
    found = draft_from(LAW, text, [])
    in_the_making(LAW.document, found.operations)
    draft_from(LAW, text, found.operations)
