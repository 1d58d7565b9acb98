"""What a draft does to a value that it brings itself is one operation; all else stays as it is."""

from typing import Any

import pytest

from nomic.law.amendments.folding import fold_operations
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.amendment_builder import changes_of, title_of

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


def test_a_rule_that_is_added_and_edited_is_one_change_with_its_last_name() -> None:
    made = fold_operations(STEPS)
    assert [each["op"] for each in made] == ["test", "add"]
    assert amended_draft(LAW.document, made) == amended_draft(LAW.document, STEPS)
    assert title_of(LAW, made) == "Add the rule No trades in the Battle Phase"
    assert len(changes_of(LAW, made)) == 1
    assert STEPS[1]["value"] == RULE  # what is folded is not changed in place
    assert fold_operations(made) == made


def test_what_follows_is_folded_into_what_is_there_whose_places_stay() -> None:
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
