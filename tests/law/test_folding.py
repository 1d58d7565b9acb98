"""What a draft does to a value that it introduces itself is one operation; all else stays as it is."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.law.amendments.folding import fold_operations
from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.document.sections import Law, LawInvalid, has_value_at, value_at
from nomic.law.document.templates import document_of
from nomic.web.typed_amendments import changes_of, title_of
from tests.support.example_counts import examples

LAW = Law(document_of("cycle-16"))
BAN = {"forbid": "offer-trade", "because": "a rule forbids it"}
RULE = {"title": "No trades offered", "body": "Nobody may trade.", "parent": None, "place": 900}
NEW = "/rules/no-trades"
STEPS: list[dict[str, Any]] = [
    {"op": "test", "path": NEW, "value": None},
    {"op": "add", "path": NEW, "value": RULE},
    {"op": "test", "path": f"{NEW}/title", "value": "No trades offered"},
    {"op": "replace", "path": f"{NEW}/title", "value": "No trades in the Battle Phase"},
    {"op": "add", "path": f"{NEW}/clauses/ban", "value": BAN},
    {"op": "test", "path": f"{NEW}/clauses/ban", "value": BAN},
    {"op": "replace", "path": f"{NEW}/clauses/ban", "value": {**BAN, "in": ["battle"]}},
]


def replaced(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def test_a_rule_that_is_added_and_edited_is_one_change_with_its_final_name() -> None:
    made = fold_operations(STEPS)
    assert [each["op"] for each in made] == ["test", "add"]
    assert amended_draft(LAW.document, made) == amended_draft(LAW.document, STEPS)
    assert title_of(LAW, made) == "Add the rule No trades in the Battle Phase"
    assert len(changes_of(LAW, made)) == 1
    assert STEPS[1]["value"] == RULE  # what is folded is not changed in place
    assert fold_operations(made) == made


def test_what_follows_is_folded_into_what_is_there_whose_indexes_stay() -> None:
    price = replaced("/trades/within_hours", 9)
    before = [*STEPS[:2], price]
    made = fold_operations(before, STEPS[2:4])
    assert len(made) == len(before)
    assert made[1]["value"]["title"] == "No trades in the Battle Phase"
    assert made[2] == price


def test_a_value_that_is_replaced_twice_is_replaced_once_by_the_last() -> None:
    twice = [replaced("/trades/within_hours", 9), replaced("/duels", {}), replaced("/trades/within_hours", 12)]
    assert fold_operations(twice) == [replaced("/trades/within_hours", 12), replaced("/duels", {})]


@pytest.mark.parametrize(
    "operations",
    [
        [{"op": "add", "path": NEW, "value": RULE}, {"repeal": "trading"}, replaced(f"{NEW}/title", "Other")],
        [
            replaced("/calendar/phases/1/title", "One"),
            {"op": "remove", "path": "/calendar/phases/0"},
            replaced("/calendar/phases/1/title", "Two"),
        ],
        [{"op": "add", "path": NEW, "value": RULE}, replaced(f"{NEW}/nothing/here", "Other")],
        [replaced("/rules/trading/title", "One"), replaced("/rules/trading/body", "Two")],
        [replaced("/rules/trading/title", "One"), {"op": "move", "from": "/rules/trading", "path": NEW}],
        ["no operation", {"op": "add"}, {"op": "add", "path": 7}],
    ],
)
def test_what_may_have_moved_or_does_not_fit_is_left(operations: list[Any]) -> None:
    assert fold_operations(operations) == operations


def test_a_value_whose_whole_is_replaced_later_is_not_changed_before() -> None:
    inner = replaced("/rules/trading/title", "One")
    rule = replaced("/rules/trading", {**LAW.document["rules"]["trading"], "title": "Two"})
    last = replaced("/rules/trading/title", "Three")
    assert fold_operations([inner, rule, last]) == [inner, {**rule, "value": {**rule["value"], "title": "Three"}}]


def added(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def guard(path: str, value: Any) -> dict[str, Any]:
    return {"op": "test", "path": path, "value": value}


@pytest.mark.parametrize(
    ("operations", "folded"),
    [
        # a true test of the introduced value goes, even with another change after it
        (
            [added("/rules/a", {"x": 1}), guard("/rules/a/x", 1), added("/rules/c", 3), replaced("/rules/a/x", 2)],
            [added("/rules/a", {"x": 2}), added("/rules/c", 3)],
        ),
        (
            [added("/rules/a", {"x": 1}), guard("/rules/a", {"x": 1}), replaced("/rules/a/x", 2)],
            [added("/rules/a", {"x": 2})],
        ),
        # a test of another part stays
        (
            [added("/rules/a", {"x": 1, "y": 1}), guard("/rules/a/y", 1), replaced("/rules/a/x", 2)],
            [added("/rules/a", {"x": 2, "y": 1}), guard("/rules/a/y", 1)],
        ),
    ],
)
def test_a_test_of_an_introduced_value_that_holds_is_not_needed(operations: list[Any], folded: list[Any]) -> None:
    assert fold_operations(operations) == folded


@pytest.mark.parametrize(
    "operations",
    [
        [added("/rules/a", {"x": 1}), guard("/rules/a/x", 7), replaced("/rules/a/x", 2)],
        [added("/rules/a", {"x": 1}), guard("/rules", {"a": {"x": 1}}), replaced("/rules/a/x", 2)],
        [added("/rules/a", [1, 2]), guard("/rules/a/1", 1), added("/rules/a/0", 0)],
        [added("/rules/a", {}), replaced("/rules/a/x/y", 1), added("/rules/a/x", {})],
    ],
)
def test_a_change_is_not_folded_past_a_test_that_it_would_make_true_or_false(operations: list[Any]) -> None:
    assert fold_operations(operations) == operations


def test_a_test_among_the_operations_that_keep_their_indexes_stays_before_what_follows() -> None:
    before = [added("/rules/a", {"x": 1}), guard("/rules/a/x", 1)]
    more = [replaced("/rules/a/x", 2)]
    assert fold_operations(before, more) == [*before, *more]


DOCUMENT: dict[str, Any] = {"rules": {"a": {"x": 1, "l": [1, 2]}}, "n": 1}
INNER = ("/rules/a/x", "/rules/a/x/y", "/rules/a/l/0", "/rules/a/l/1", "/rules/a/clauses/k")
PATHS = (*INNER, "/rules/a", "/rules/a/l", "/rules/a/l/-", "/rules", "/rules/b", "/n")
RULES: list[Any] = [{"x": 1, "l": [1, 2]}, {"x": {"y": 1}, "l": [2, 2], "clauses": {"k": 2}}, {}]


@st.composite
def drafts(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A rule, and operations most of which apply after it one after another; of tests, most hold."""
    operations = [{"op": draw(st.sampled_from(["add", "replace"])), "path": "/rules/a", "value": RULES[0]}]
    document = amended_draft(DOCUMENT, operations)
    for _ in range(draw(st.integers(1, 5))):
        op = draw(st.sampled_from(["add", "replace", "remove", "test", "test", "move"]))
        paths = draw(st.sampled_from([INNER, PATHS]))
        there = [path for path in paths if has_value_at(document, path)]
        path = draw(st.sampled_from(there if there and op != "add" else paths))
        operation: dict[str, Any] = {"op": op, "path": path}
        if op == "move":
            operation["from"] = draw(st.sampled_from(PATHS))
        elif op == "test" and path in there and draw(st.integers(0, 3)):
            operation["value"] = copy.deepcopy(value_at(document, path))
        elif op != "remove":
            values = RULES if path == "/rules/a" else [1, 2, None, {"y": 1}]
            operation["value"] = copy.deepcopy(draw(st.sampled_from(values)))
        operations.append(operation)
        document = made_of(document, [operation]) or document
    return operations


def made_of(document: dict[str, Any], operations: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The document after the operations, or None if they do not apply."""
    try:
        return amended_draft(copy.deepcopy(document), copy.deepcopy(operations))
    except (AmendmentsDoNotApply, LawInvalid):
        return None


@settings(max_examples=examples(300), deadline=None)
@given(drafts(), st.integers(0, 5), drafts())
def test_what_is_folded_applies_exactly_when_the_whole_does(
    operations: list[dict[str, Any]], split: int, others: list[dict[str, Any]]
) -> None:
    """To this document and to one that others have changed; all at once, or folded into a draft that is there."""
    folded = fold_operations(operations)
    with_more = fold_operations(operations[:split], operations[split:])
    documents = [DOCUMENT]
    for other in others:
        documents.append(made_of(documents[-1], [other]) or documents[-1])
    for document in documents:
        made = json.dumps(made_of(document, operations))
        assert json.dumps(made_of(document, folded)) == made
        assert json.dumps(made_of(document, with_more)) == made
    assert [each["path"] for each in with_more[:split]] == [each["path"] for each in operations[:split]]
