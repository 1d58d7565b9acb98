"""The amendment builder: what was typed becomes guarded operations that the law accepts."""

import copy
from typing import Any

import pytest

from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.diff.short_difference import short_difference
from nomic.law.document.sections import Law
from nomic.law.search.values import values_of
from nomic.web import typed_amendments
from nomic.web.typed_amendments import CannotBuild
from tests.support.hall import cycle_16

PRICE = "/shop/offers/Chip/costs/Vertebra"


@pytest.fixture
def law() -> Law:
    return Law(cycle_16())


def after(law: Law, operations: list[dict[str, Any]]) -> dict[str, Any]:
    """The law's document when the operations have taken effect; it is valid."""
    return amend_document(law.document, operations)


def rule_fields(**typed: str) -> dict[str, str]:
    return {"rule_title": "Dust", "rule_body": "It may be swept.", "rule_parent": ""} | typed


def refused(field: str, build: Any, *args: Any) -> str:
    """Building is refused on that field; the words of the refusal."""
    with pytest.raises(CannotBuild) as caught:
        build(*args)
    assert caught.value.field == field
    return str(caught.value)


def test_a_value_is_found_by_its_name_and_by_its_place(law):
    by_path = typed_amendments.value_named(law, PRICE)
    assert by_path.value == 25
    assert typed_amendments.value_named(law, f"  {by_path.words} ") == by_path
    refused("value", typed_amendments.value_named, law, "The price of everything")


def test_every_value_is_offered_under_a_name_of_its_own(law):
    """Nobody can pick the wrong one of two."""
    names = [value.words for value in values_of(law)]
    assert len(names) == len(set(names)) > 300


def test_a_value_is_changed_and_guarded(law):
    """A change of the value in the meantime makes the amendment fail rather than be overwritten."""
    operations = typed_amendments.change_value(law, PRICE, "30")
    assert operations == [
        {"op": "test", "path": PRICE, "value": 25},
        {"op": "replace", "path": PRICE, "value": 30},
    ]
    assert after(law, operations)["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 30
    other = copy.deepcopy(law.document)
    other["shop"]["offers"]["Chip"]["costs"]["Vertebra"] = 26
    with pytest.raises(AmendmentsDoNotApply):
        amend_document(other, operations)


@pytest.mark.parametrize(
    ("path", "typed", "value"),
    [
        ("/calendar/phases/0/title", "Time of Rest", "Time of Rest"),
        ("/battles/declare_in", '["rest", "battle"]', ["rest", "battle"]),
        ("/modifiers/Bound/indestructible", "true", True),
        ("/items/Chip/symbol", "C", "C"),
    ],
)
def test_values_are_typed_as_what_they_are(law, path, typed, value):
    """A text is taken as it is; numbers, lists and yes or no as JSON; what had no value takes either."""
    assert typed_amendments.change_value(law, path, typed)[-1]["value"] == value


def test_what_is_no_value_is_refused(law):
    assert "25" in refused("new_value", typed_amendments.change_value, law, PRICE, "a lot")
    refused("new_value", typed_amendments.change_value, law, PRICE, "25")
    refused("value", typed_amendments.change_value, law, "/shop/offers/Nothing", "1")


def test_a_new_rule_stands_last_under_its_parent(law):
    document = after(law, typed_amendments.add_rule(law, rule_fields(rule_parent="items")))
    rule = document["rules"]["dust"]
    assert (rule["title"], rule["body"], rule["parent"]) == ("Dust", "It may be swept.", "items")
    siblings = [
        other["place"] for id_, other in document["rules"].items() if other["parent"] == "items" and id_ != "dust"
    ]
    assert rule["place"] > max(siblings)


def test_rules_of_the_same_title_have_ids_of_their_own(law):
    once = Law(after(law, typed_amendments.add_rule(law, rule_fields())))
    twice = after(once, typed_amendments.add_rule(once, rule_fields()))
    assert {"dust", "dust-2"} <= twice["rules"].keys()


def test_a_title_without_letters_of_the_alphabet_makes_an_id_too(law):
    assert "rule" in after(law, typed_amendments.add_rule(law, rule_fields(rule_title="🝬")))["rules"]


def test_a_rule_is_renamed_reworded_and_moved(law):
    fields = {"rule_title": "Sweeping", "rule_body": "Once a phase.", "rule_parent": "time"}
    rule = after(law, typed_amendments.change_rule(law, "luck", fields))["rules"]["luck"]
    assert (rule["title"], rule["body"], rule["parent"]) == ("Sweeping", "Once a phase.", "time")


def test_only_what_changed_is_amended(law):
    rule = law.document["rules"]["luck"]
    fields = {"rule_title": rule["title"], "rule_body": "Luck is what you make of it.", "rule_parent": rule["parent"]}
    assert [operation["path"] for operation in typed_amendments.change_rule(law, "luck", fields)] == [
        "/rules/luck/body"
    ] * 2
    same = fields | {"rule_body": rule["body"]}
    refused("rule_body", typed_amendments.change_rule, law, "luck", same)


def test_a_rule_is_repealed_with_its_subrules(law):
    children = {id_ for id_, rule in law.document["rules"].items() if rule["parent"] == "time"}
    assert children
    refused("hanging", typed_amendments.repeal_rule, law, "time")
    operations = typed_amendments.repeal_rule(law, "time", typed_amendments.TAKE_ALONG)
    rules = {each["path"] for each in operations if each["op"] == "remove"}
    assert rules >= {f"/rules/{id_}" for id_ in ("time", *children)}


def test_what_hangs_on_a_repealed_rule_goes_over_to_another(law):
    """Who says so by the name of that rule."""
    rules = after(law, typed_amendments.repeal_rule(law, "time", "rules"))["rules"]
    assert rules["phases"]["parent"] == rules["general"]["parent"] == "rules"
    refused("hanging", typed_amendments.repeal_rule, law, "time", "phases")
    refused("hanging", typed_amendments.repeal_rule, law, "time", "nowhere")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"rule_title": " "}, "rule_title"),
        ({"rule_title": "two\nlines"}, "rule_title"),
        ({"rule_body": "a bell\x07"}, "rule_body"),
        ({"rule_parent": "nowhere"}, "rule_parent"),
    ],
)
def test_what_is_no_rule_is_refused(law, typed, field):
    refused(field, typed_amendments.add_rule, law, rule_fields(**typed))


def test_unknown_rules_are_refused(law):
    refused("rule", typed_amendments.change_rule, law, "nowhere", rule_fields())
    refused("rule", typed_amendments.repeal_rule, law, "nowhere")
    fields = rule_fields(rule_parent="luck")
    refused("rule_parent", typed_amendments.change_rule, law, "luck", fields)


def test_a_change_is_taken_out_with_its_guard(law):
    price, rule = typed_amendments.change_value(law, PRICE, "30"), typed_amendments.add_rule(law, rule_fields())
    operations = [*price, *rule]
    places = [change.place for change in typed_amendments.changes_of(law, operations)]
    assert places == [1, 2]
    assert typed_amendments.without(operations, 1) == rule
    assert typed_amendments.without(operations, 2) == price
    assert typed_amendments.without(operations, 99) == operations


def test_changes_are_named_for_people(law):
    operations = [
        *typed_amendments.change_value(law, PRICE, "30"),
        *typed_amendments.add_rule(law, rule_fields()),
        {"op": "remove"},
        7,
    ]
    words = [change.words for change in typed_amendments.changes_of(law, operations)]
    assert words[0] == "Change the price of one Chip from 25 to 30 Vertebrae"
    assert words[1] == "Add the rule Dust"
    assert len(words) == 3


@pytest.mark.parametrize(
    ("old", "new", "short"),
    [
        ("A lamp costs 3 Coins.", "A lamp costs 4 Coins.", "“3” becomes “4”"),
        ("A lamp burns for a day.", "A lamp burns for two long days.", "“a day” becomes “two long days”"),
        ("Be kind. Be brave.", "Be kind.", "without “Be brave.”"),
        ("Be kind.", "Be kind. Be brave.", "with “Be brave.”"),
        ("One and two and three.", "Four and two and six.", "“One” becomes “Four”, and “three” becomes “six”"),
        ("Be kind.", "Be kind.", ""),
        ("a b c d e f g", "1 b 2 d 3 f 4", ""),
        ("Short.", f"Short. {'Very long. ' * 20}", ""),
    ],
)
def test_the_change_of_a_text_is_told_in_one_line(old: str, new: str, short: str) -> None:
    assert short_difference(old, new) == short


def test_a_list_of_changes_tells_what_was_before_each(law):
    """A number is told with the one before it, and of a text only the words that differ."""
    body = law.document["rules"]["chips"]["body"]
    operations = [
        *typed_amendments.change_value(law, "/rules/fusion/clauses/fuse/costs/Vertebra", "7"),
        *typed_amendments.replaced("/rules/chips/body", body, body.replace("cannot", "can")),
    ]
    words = [change.words for change in typed_amendments.changes_of(law, operations)]
    assert words[0].endswith("the number of Vertebrae from 9 to 7")
    assert words[1] == "Change the words of the rule Chips: “cannot” becomes “can”"
