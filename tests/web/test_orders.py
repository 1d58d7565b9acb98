"""Orders in the words of players: a corpus, each order with what it makes of the law. Nothing is dropped in silence."""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, value_at
from nomic.law.document.templates import document_of
from nomic.law.rules.tree import rules_of, tree
from nomic.web.composer.orders.changes.change_functions import CHANGES
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.order_forms import FORMS
from nomic.web.composer.orders.order_splitter import orders_in
from nomic.web.composer.orders.parser import OrderParser

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
TOP = [placed for placed in tree(rules_of(LAW)) if "." not in placed.number]


@pytest.mark.parametrize("case", CORPUS, ids=[case["text"][:60].replace("\n", " ") for case in CORPUS])
def test_an_order_makes_what_it_says(case: dict[str, Any]) -> None:
    found = draft_from(LAW, case["text"], [])
    wanted = case.get("left", [])
    assert len(found.left) == len(wanted), found.left
    for (_, why), part in zip(found.left, wanted, strict=True):
        assert part in why
    assert len(found.notes) == case.get("notes", 0)
    assert len(found.by_hand) == case.get("by_hand", 0)
    assert len(found.effects) == case.get("effects", 0)
    made = amended_draft(LAW.document, found.operations)
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
    meant |= {*case.get("also", [])}
    meant |= {"offers", "turn", case["value"]["path"].split("/")[2]} if "value" in case else set()
    assert touched - meant <= rules.keys() - before.keys()


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("A Chip costs 30 Vertebrae.", "Chip"),
        ("Set the price of a Chip to 30.", "Chip"),
        ("Double the price of a Wooden Chip.", "Wooden Chip"),
        ("Set the price of Wooden Chips to 30.", "Wooden Chip"),
        ("The Croupier no longer sells Chips.", "Chip"),
        ("The Croupier no longer sells Wooden Chips.", "Wooden Chip"),
    ],
)
def test_the_plainer_of_two_names_is_meant_alone(text: str, offer: str) -> None:
    """Of Chips and Wooden Chips, an order about Chips had been one about several values."""
    document = document_of("cycle-16")
    document["items"]["Wooden Chip"] = {**document["items"]["Chip"], "plural": "Wooden Chips"}
    gives = [{"grant": "Wooden Chip", "n": 1, "to": "$me"}]
    document["shop"]["offers"]["Wooden Chip"] = {"gives": gives, "costs": {"Vertebra": 15}, "place": 99}
    found = draft_from(Law(document), text, [])
    offers = amended_draft(document, found.operations)["shop"]["offers"]
    before = document["shop"]["offers"]
    assert (found.left, [each for each in before if before[each] != offers.get(each)]) == ([], [offer])


def test_orders_that_are_read_together_are_read_as_alone() -> None:
    """Any order can follow any other in a paragraph of its own, also one that is not understood."""
    dice = random.Random(7)
    alone = [case for case in CORPUS if case.get("new", {}).get("title") == "Tea" and "\n" not in case["text"]]
    alone = [case for case in alone if not {"left", "gone"} & case.keys()]  # one may need what another repeals
    for _ in range(40):
        pair = dice.sample(alone, 2)
        text = "\n\n".join(case["text"].replace("Tea", f"Tea {place}") for place, case in enumerate(pair))
        found = draft_from(LAW, text, [])
        assert found.left == []
        made = amended_draft(LAW.document, found.operations)["rules"]
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


def test_a_number_means_the_rule_that_had_it_before_the_text() -> None:
    """Repealing a rule shifts the numbers of the next ones, which the author has not seen yet."""
    numbers = {placed.number: placed.id for placed in tree(rules_of(LAW))}
    first, second, third = (numbers[id_] for id_ in (f"{len(TOP) - 2}", f"{len(TOP) - 1}", f"{len(TOP)}"))
    ways = (
        f"Repeal rules {len(TOP) - 2} and {len(TOP) - 1}.",
        f"Rules {len(TOP) - 2} and {len(TOP) - 1} are repealed.",
        f"Repeal rule {len(TOP) - 2}. Repeal rule {len(TOP) - 1}.",
    )
    for text in ways:
        found = draft_from(LAW, f'{text} Rename rule {len(TOP)} "Last".', [])
        rules = amended_draft(LAW.document, found.operations)["rules"]
        assert found.left == []
        assert LAW.document["rules"].keys() - rules.keys() == {first, second}
        assert rules[third]["title"] == "Last"


LAMPS = RULES["lamps"][1]
BURNS = "A lamp burns for a day."
# Orders with a title and a text, and the rule that each makes: its id ("" for a new one), title, text and parent.
WAYS: list[tuple[str, Callable[[str, str], tuple[str, str, str, str | None]]]] = [
    ("Add a rule called {title} which reads: {text}", lambda title, text: ("", title, text, None)),
    ("Add a subrule to rule Lamps called {title} which reads: {text}", lambda title, text: ("", title, text, "lamps")),
    ("Create a rule titled {title}. It reads: {text}", lambda title, text: ("", title, text, None)),
    ("Retitle rule Lamps {title}. Its text shall be {text}", lambda title, text: ("lamps", title, text, None)),
    ("Rule Lamps is renamed {title}, and its text shall be: {text}", lambda title, text: ("lamps", title, text, None)),
    ("Rename rule Lamps to {title}, and amend it to read: {text}", lambda title, text: ("lamps", title, text, None)),
    ("Rule Lamps now reads: {text}", lambda _, text: ("lamps", "Lamps", text, None)),
    ("Amend rule Lamps to read: {text}", lambda _, text: ("lamps", "Lamps", text, None)),
    (
        "Reword “A lamp burns for a day.” in Lamps to {text}",
        lambda _, text: ("lamps", "Lamps", LAMPS.replace(BURNS, text), None),
    ),
    (
        "In “Naps”, replace “Nobody” with “No one” and in “Lamps”, replace “A lamp burns for a day.” with {text}",
        lambda _, text: ("lamps", "Lamps", LAMPS.replace(BURNS, text), None),
    ),
]
SIGNS = ["“{}”", "{{{{{{{}}}}}}}", "\n<blockquote>\n{}\n</blockquote>\n", '"{}"', "\n\n{}\n"]
SAID = [
    *(
        "Be kind. ",
        "Pay 12 Coins. ",
        "Repeal rule Naps. ",
        "Amend rule Prices to read “no”. ",
        '"Hush," he said. ',
        "7.1 ",
    ),
    *(
        "If it rains, ",
        "Title: Tea ",
        "“",
        "”",
        '"',
        "it’s ",
        "\n\n",
        "and in Naps, replace “nap” with “rest” ",
        "now reads ",
    ),
]
TITLES = st.sampled_from(["Tea", "Rule 7", "Repeal", "12", "The Reader Now", "Naps and Nights", "Its Text", "A to Z"])


@given(
    st.sampled_from(WAYS),
    st.sampled_from(SIGNS),
    TITLES,
    st.lists(st.sampled_from(SAID), min_size=1, max_size=5).map("".join).map(str.strip).filter(bool),
)
def test_any_title_and_text_are_read_exactly_or_marked(
    way: tuple[str, Callable[[str, str], tuple[str, str, str, str | None]]], signs: str, title: str, text: str
) -> None:
    """A text can have quotation marks, numbers and orders of its own. Nothing else of the law changes unmarked."""
    order, makes = way
    id_, *wanted = makes(title, text)
    found = draft_from(LAW, order.format(title=f"“{title}”", text=signs.format(text)), [])
    rules = amended_draft(LAW.document, found.operations)["rules"]
    if found.left:
        return
    before = LAW.document["rules"]
    changed = {each: rule for each, rule in rules.items() if before.get(each) != rule and each != "naps"}
    assert before.keys() <= rules.keys()
    assert [[rule["title"], rule["body"], rule["parent"]] for rule in changed.values()] == [wanted]
    assert not id_ or id_ in changed


def test_plain_titles_and_texts_are_read_whole() -> None:
    for order, makes in WAYS:
        for signs in SIGNS[:4]:
            id_, *wanted = makes("Tea", "Tea is served.")
            found = draft_from(LAW, order.format(title="“Tea”", text=signs.format("Tea is served.")), [])
            assert found.left == [], order
            rules = amended_draft(LAW.document, found.operations)["rules"]
            (rule,) = (rules[each] for each in rules if each == id_ or (not id_ and each not in LAW.document["rules"]))
            assert [rule["title"], rule["body"], rule["parent"]] == wanted


@pytest.mark.parametrize("order", [way[0] for way in WAYS])
def test_reading_takes_time_that_grows_with_the_text(order: str) -> None:
    """Twice the text takes about twice the steps of Python, counted, not timed."""

    def steps(times: int) -> int:
        count = 0

        def counts(*_: object) -> None:
            nonlocal count
            count += 1

        text = order.format(title="“Tea”", text=f"“{'Be kind, and in Naps be calm. ' * times}”")
        sys.setprofile(counts)
        try:
            orders_in(text)
        finally:
            sys.setprofile(None)
        return count

    orders_in(order)
    assert steps(80) <= 2.5 * steps(40)


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
    amended_draft(LAW.document, found.operations)
    draft_from(LAW, text, found.operations)


@pytest.mark.parametrize(
    "sign", ["'''{}'''", "'''''{}'''''", "''{}''", "**{}**", "== {} ==", "“{}”", '"{}"', "{}", "__{}__"]
)
@pytest.mark.parametrize(
    "order", ["Enact a new rule:\n\n", "Create a rule.\n", "Add a rule under Naps:\n\n", "Add a rule:\nTitle: "]
)
@pytest.mark.parametrize("title", ["High Roller", "Losers' Fun"])
def test_a_title_on_a_line_of_its_own_has_no_marks_around_it(sign: str, order: str, title: str) -> None:
    for gap in ("\n\n", "\nText:\n") if order.endswith("Title: ") else ("\n\n",):
        found = draft_from(LAW, f"{order}{sign.format(title)}{gap}Tea is served.", [])
        (rule,) = [each["value"] for each in found.operations]
        assert (rule["title"], rule["body"]) == (title, "Tea is served.")
