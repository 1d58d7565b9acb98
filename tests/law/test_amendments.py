"""Amendments: RFC 6902 patches with guards, all or none (R13)."""

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.amendments.patch import (
    MAX_BYTES,
    MAX_OPERATIONS,
    AlreadyThere,
    AmendmentsDoNotApply,
    amend_document,
    check_form,
    with_guards,
)
from nomic.law.document.sections import LawInvalid, flaws_of
from tests.support.hall import Document, bare_law, wordless

PRICE = "/shop/offers/Chip/costs/Vertebra"
LAW = wordless()


def accept(law: Document, *operations: Any) -> tuple[list[dict[str, Any]], Document]:
    """What a proposal does with its amendments: the guarded operations, and the law they would make."""
    check_form(list(operations))
    complete = with_guards(law, list(operations))
    return complete, amend_document(law, complete)


# Guards


def test_R13_what_is_replaced_is_tested_first() -> None:
    """A guard says what the proposer saw."""
    complete, law = accept(LAW, {"op": "replace", "path": PRICE, "value": 20})
    assert complete == [
        {"op": "test", "path": PRICE, "value": 25},
        {"op": "replace", "path": PRICE, "value": 20},
    ]
    assert law["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 20


def test_R13_what_is_removed_is_tested_first() -> None:
    """The guard holds the whole value that goes."""
    complete, law = accept(LAW, {"op": "remove", "path": "/shop/offers/Chip"})
    assert complete[0] == {"op": "test", "path": "/shop/offers/Chip", "value": LAW["shop"]["offers"]["Chip"]}
    assert "Chip" not in law["shop"]["offers"]


def test_R13_an_addition_onto_an_existing_key_is_a_replacement() -> None:
    """An addition where something stands is guarded by a test of what it overwrites."""
    complete, _ = accept(LAW, {"op": "add", "path": PRICE, "value": 20})
    assert complete[0] == {"op": "test", "path": PRICE, "value": 25}


def test_R13_an_addition_onto_a_key_that_holds_nothing_is_guarded_too() -> None:
    """A missing parent is a value: somebody else may have moved the rule meanwhile."""
    law = bare_law()
    law["rules"]["time"]["parent"] = None
    law["rules"]["all"] = {"title": "All", "body": ""}
    complete, _ = accept(law, {"op": "add", "path": "/rules/time/parent", "value": "all"})
    assert complete[0] == {"op": "test", "path": "/rules/time/parent", "value": None}


def test_R13_a_new_key_needs_no_guard() -> None:
    """There is nothing that could have changed."""
    new = {"op": "add", "path": "/rules/dice", "value": {"title": "Dice", "body": ""}}
    assert accept(LAW, new)[0] == [new]


CLAUSE = "/rules/bare/clauses/when"
TRIGGER = {"when": "joined", "do": [{"announce": "Welcome."}]}


def test_a_rule_without_clauses_has_room_for_one() -> None:
    """Two proposals that each bring one to the same rule both have their way; a rule that is not there has no room."""
    law = LAW | {"rules": LAW["rules"] | {"bare": {"title": "Bare", "body": "Words."}}}
    both = law
    for name in ("when", "when-2"):
        _, both = accept(both, {"op": "add", "path": f"/rules/bare/clauses/{name}", "value": TRIGGER})
    assert both["rules"]["bare"]["clauses"] == {"when": TRIGGER, "when-2": TRIGGER}
    assert "clauses" not in law["rules"]["bare"]
    with pytest.raises(AmendmentsDoNotApply):
        accept(LAW, {"op": "add", "path": CLAUSE, "value": TRIGGER})


def test_R13_what_expects_nothing_takes_the_place_of_nothing() -> None:
    """A test for null holds where nothing stands; what came meanwhile is not lost, the later one does not apply."""
    law = LAW | {"rules": LAW["rules"] | {"bare": {"title": "Bare", "body": "Words."}}}
    first, later = (
        with_guards(law, [{"op": "test", "path": CLAUSE, "value": None}, {"op": "add", "path": CLAUSE, "value": value}])
        for value in (TRIGGER, {**TRIGGER, "do": []})
    )
    now = amend_document(law, first)
    with pytest.raises(AmendmentsDoNotApply, match="no longer what the amendment expects"):
        amend_document(now, later)
    assert now["rules"]["bare"]["clauses"] == {"when": TRIGGER}


HAT, CAP = ({"plural": plural, "kind": "keepsake"} for plural in ("Hats", "Caps"))
NEW_HAT = {"op": "add", "path": "/items/Hat", "value": HAT}
COPIED_HAT = {"op": "copy", "from": "/items/Vertebra", "path": "/items/Hat"}
MOVED_HAT = [COPIED_HAT | {"path": "/items/Cap"}, {"op": "move", "from": "/items/Cap", "path": "/items/Hat"}]
GUARDED_HAT = [{"op": "test", "path": "/items/Hat", "value": None}, NEW_HAT]


@pytest.mark.parametrize(
    "later", [[NEW_HAT], [COPIED_HAT], MOVED_HAT, GUARDED_HAT], ids=["add", "copy", "move", "guard"]
)
def test_R13_what_is_new_never_replaces_what_came_meanwhile(later: list[Any]) -> None:
    """Whoever proposed it saw nothing there; that of the one before stands, and the later one does not apply."""
    complete = with_guards(LAW, later)
    assert "Hat" in amend_document(LAW, complete)["items"]
    now = amend_document(LAW, with_guards(LAW, [{**NEW_HAT, "value": CAP}]))
    with pytest.raises(AlreadyThere, match=r"/items/Hat it now has .*Caps.*, where there was nothing before"):
        amend_document(now, complete)
    assert now["items"]["Hat"] == CAP


def test_R13_what_is_new_twice_within_the_same_amendments_is_its_own_affair() -> None:
    """The second sees what the first brought, and is guarded by it."""
    complete = with_guards(LAW, [NEW_HAT, {**NEW_HAT, "value": CAP}])
    assert complete[1] == {"op": "test", "path": "/items/Hat", "value": HAT}
    assert amend_document(LAW, complete)["items"]["Hat"] == CAP


def test_R13_appending_to_a_list_needs_no_guard() -> None:
    """`-` is the place after the last element."""
    new = {"op": "add", "path": "/cards/Ace/types/-", "value": "Face"}
    complete, law = accept(LAW, new)
    assert complete == [new]
    assert law["cards"]["Ace"]["types"] == ["Special", "Rare", "Face"]


@pytest.mark.parametrize("op", ["move", "copy"])
def test_R13_moving_and_copying_guard_what_is_taken_and_what_is_overwritten(op: str) -> None:
    """Both the value that goes elsewhere and the one that it replaces were seen by the proposer."""
    operation = {"op": op, "from": "/shop/offers/Handy Pack/costs/Vertebra", "path": PRICE}
    law = copy.deepcopy(LAW)
    law["shop"]["offers"]["Handy Pack"]["costs"]["Gem Key"] = 1
    complete, result = accept(law, operation)
    assert complete == [
        {"op": "test", "path": operation["from"], "value": 12},
        {"op": "test", "path": PRICE, "value": 25},
        operation,
    ]
    assert result["shop"]["offers"]["Chip"]["costs"] == {"Vertebra": 12}


def test_R13_own_guards_are_kept_and_not_doubled() -> None:
    """Guarding what is guarded changes nothing."""
    once, _ = accept(LAW, {"op": "move", "from": PRICE, "path": "/shop/offers/Deck Pack/costs/Vertebra"}, {
        "op": "add", "path": PRICE, "value": 3})  # fmt: skip
    assert with_guards(LAW, once) == once


def test_R13_a_guard_sees_what_earlier_operations_of_the_same_amendments_did() -> None:
    """Two changes of one place in a row apply."""
    complete, law = accept(
        LAW, {"op": "replace", "path": PRICE, "value": 20}, {"op": "replace", "path": PRICE, "value": 21}
    )
    assert [operation["value"] for operation in complete if operation["op"] == "test"] == [25, 20]
    assert law["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 21


def test_R13_amendments_of_a_place_that_changed_do_not_apply() -> None:
    """The second of two proposals about one price no longer fits."""
    first, second = ([{"op": "replace", "path": PRICE, "value": value}] for value in (20, 30))
    law = amend_document(LAW, with_guards(LAW, first))
    with pytest.raises(AmendmentsDoNotApply, match="no longer what the amendment expects"):
        amend_document(law, with_guards(LAW, second))


@pytest.mark.parametrize(
    ("found", "wanted", "said"),
    [(20, 25, "it has 20, not 25"), ("20", 20, 'it has "20", not 20'), (None, [1, "é"], 'it has null, not [1, "é"]')],
)
def test_R13_what_stands_there_is_said_as_the_law_writes_it(found: Any, wanted: Any, said: str) -> None:
    """A number is no text in quotes, and a text is."""
    guards = [{"op": "test", "path": "/gifts/base", "value": wanted}]
    with pytest.raises(AmendmentsDoNotApply) as caught:
        amend_document({**LAW, "gifts": {"base": found}}, guards)
    assert str(caught.value).endswith(said)


def test_R13_all_or_none() -> None:
    """One operation that does not fit, and the document is as it was."""
    law = copy.deepcopy(LAW)
    operations = [{"op": "replace", "path": PRICE, "value": 1}, {"op": "remove", "path": "/shop/offers/Nothing"}]
    with pytest.raises(AmendmentsDoNotApply):
        amend_document(law, operations)
    assert law == LAW


def test_the_original_document_is_never_changed() -> None:
    """A law is shared by everybody who reads it."""
    law = copy.deepcopy(LAW)
    accept(law, {"op": "add", "path": "/rules/dice", "value": {"title": "Dice", "body": ""}}, {
        "op": "replace", "path": "/rules/dice/title", "value": "Bones"})  # fmt: skip
    assert law == LAW


def test_the_operations_themselves_are_never_changed() -> None:
    """What later operations do to an added value does not reach into the amendments that the journal keeps."""
    operations = [
        {"op": "add", "path": "/rules/dice", "value": {"title": "Dice", "body": ""}},
        {"op": "replace", "path": "/rules/dice/title", "value": "Bones"},
    ]
    before = copy.deepcopy(operations)
    accept(LAW, *operations)
    assert operations == before


# RFC 6902 and 6901 in the corners


def test_escaped_pointers_reach_keys_with_slashes_and_tildes() -> None:
    """~1 is a slash and ~0 a tilde; no name of the law has one, so such a place does not exist."""
    for path in ("/cards/a~1b", "/cards/a~0b"):
        with pytest.raises(LawInvalid, match="its name must be text of 1 to 60 characters without any of /"):
            accept(LAW, {"op": "add", "path": path, "value": {}})


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "replace", "path": "/calendar/phases/-", "value": 1},
        {"op": "remove", "path": "/calendar/phases/-"},
        {"op": "test", "path": "/calendar/phases/-", "value": 1},
        {"op": "move", "from": "/calendar/phases/-", "path": "/calendar/x"},
        {"op": "copy", "from": "/calendar/phases/-", "path": "/calendar/x"},
        {"op": "add", "path": "/calendar/phases/-/kind", "value": "rest"},
        {"op": "add", "path": "/calendar/phases/3", "value": {}},
        {"op": "add", "path": "/calendar/phases/01", "value": {}},
        {"op": "add", "path": "/calendar/phases/0abc", "value": {}},
        {"op": "add", "path": "/calendar/phases/ 0", "value": {}},
        {"op": "add", "path": "/calendar/phases/1e0", "value": {}},
        {"op": "remove", "path": "/calendar/phases/-1"},
        {"op": "remove", "path": "/calendar/phases/" + "9" * 400},
        {"op": "remove", "path": "/calendar/phases/٣"},
        {"op": "remove", "path": "/calendar/~2"},
        {"op": "remove", "path": "/calendar/~"},
        {"op": "remove", "path": "/"},
        {"op": "remove", "path": "/calendar/"},
        {"op": "remove", "path": "/nothing/here"},
        {"op": "replace", "path": "/cycle/title/0", "value": "x"},
        {"op": "copy", "from": "/cycle/title/0", "path": "/cycle/summary"},
        {"op": "replace", "path": "/calendar/length_hours/0", "value": 1},
        {"op": "move", "from": "/calendar", "path": "/calendar/phases/0"},
        {"op": "test", "path": PRICE, "value": 26},
        {"op": "test", "path": PRICE, "value": "25"},
        {"op": "test", "path": "/calendar/phases/0/starts_at_hour", "value": False},
        {"op": "test", "path": "/nothing", "value": 0},
    ],
)
def test_what_does_not_fit_the_document_does_not_apply(operation: dict[str, Any]) -> None:
    """Places that are not there, junk for indexes, guards that fail: one kind of error, and no other."""
    with pytest.raises(AmendmentsDoNotApply):
        accept(LAW, operation)


@pytest.mark.parametrize(
    ("operation", "flaw"),
    [
        (7, "/0: an operation is an object"),
        ([], "/0: an operation is an object"),
        ({}, "/0/op: one of"),
        ({"op": "erase", "path": "/x"}, "/0/op: one of"),
        ({"op": ["add"], "path": "/x"}, "/0/op: one of"),
        ({"op": "add", "path": "/x"}, "/0/value: missing"),
        ({"op": "move", "path": "/x"}, "/0/from: missing"),
        ({"op": "remove", "path": "/x", "value": 1}, "/0/value: unknown field"),
        ({"op": "add", "path": "/x", "value": 1, "why": "so"}, "/0/why: unknown field"),
        ({"op": "add", "path": "", "value": {}}, "/0/path: a JSON pointer"),
        ({"op": "remove", "path": ""}, "/0/path: a JSON pointer"),
        ({"op": "add", "path": "cards/x", "value": {}}, "/0/path: a JSON pointer"),
        ({"op": "add", "path": 5, "value": {}}, "/0/path: a JSON pointer"),
        ({"op": "add", "path": None, "value": {}}, "/0/path: a JSON pointer"),
        ({"op": "add", "path": "/" + "x" * 500, "value": {}}, "/0/path: a JSON pointer"),
        ({"op": "move", "from": [], "path": "/x"}, "/0/from: a JSON pointer"),
        ({"op": "add", "path": "/x", "value": math.nan}, "/0: this number is too large to store"),
        ({"op": "add", "path": "/x", "value": [math.inf]}, "/0: this number is too large to store"),
        ({"op": "add", "path": "/x", "value": {"a": -math.inf}}, "/0: this number is too large to store"),
        ({"op": "add", "path": "/x", "value": 10**5000}, "/0: this number is too large to store"),
        ({"op": "add", "path": "/x", "value": -(2**53) - 1}, "/0: this number is too large to store"),
        ({"op": "add", "path": "/x", "value": "\ud800"}, "/0: the character U+D800"),
        ({"op": "add", "path": "/x", "value": {"\udfff": 1}}, "/0: the character U+DFFF"),
        ({"op": "add", "path": "/\x00", "value": 1}, "/0: the character U+0000"),
        ({"op": "add", "path": "/x", "value": "\u202egnp.exe"}, "/0: the character U+202E"),
        ({"op": "add", "path": "/x", "value": b"bytes"}, "/0: this is not a JSON value"),
        ({"op": "add", "path": "/x", "\x1b[2J": 1, "value": 1}, "/0: the character U+001B"),
    ],
)
def test_what_is_no_operation_is_refused_with_its_place(operation: Any, flaw: str) -> None:
    """The complaint names the operation, its field, and what is wrong."""
    with pytest.raises(LawInvalid) as caught:
        check_form([operation])
    assert any(str(found).startswith(flaw) for found in caught.value.flaws), caught.value.flaws


@pytest.mark.parametrize("amendments", [None, {}, "x", 5, {"op": "remove", "path": "/x"}])
def test_amendments_are_a_list(amendments: Any) -> None:
    """A single operation is no patch."""
    with pytest.raises(LawInvalid, match="a list of operations"):
        check_form(amendments)


def test_what_is_taken_away_again_must_be_fit_too() -> None:
    """A journal could not keep an infinite number, even where the next operation removes it."""
    with pytest.raises(LawInvalid, match="number is too large"):
        accept(LAW, {"op": "add", "path": "/cycle/x", "value": math.inf}, {"op": "remove", "path": "/cycle/x"})


def test_a_value_may_be_nested_twenty_deep_and_no_deeper() -> None:
    """Deep nesting is said, not run into."""
    value: Any = 1
    for _ in range(3000):
        value = [value]
    with pytest.raises(LawInvalid, match="nested more than 20 deep"):
        check_form([{"op": "add", "path": "/cycle/summary", "value": value}])


def test_there_is_a_limit_to_the_number_of_operations() -> None:
    """One more than the limit is refused; the limit itself is not."""
    operations = [{"op": "test", "path": PRICE, "value": 25}] * (MAX_OPERATIONS + 1)
    with pytest.raises(LawInvalid, match="at most 500 operations"):
        check_form(operations)
    check_form(operations[1:])


def test_there_is_a_limit_to_the_size() -> None:
    """Two megabytes of text are refused by their size."""
    with pytest.raises(LawInvalid, match=f"at most {MAX_BYTES} bytes"):
        check_form([{"op": "replace", "path": "/cycle/summary", "value": "x" * 2_000_000}])


def test_copies_of_copies_do_not_grow_without_end() -> None:
    """A hundred copies of a section into itself would be larger than any memory; they are refused on the way."""
    operations = [{"op": "copy", "from": "/cards", "path": f"/cards/x{count}"} for count in range(100)]
    with pytest.raises(LawInvalid, match="touch too much"):
        accept(LAW, *operations)


def test_a_hundred_complaints_are_told_by_the_first_twenty() -> None:
    """An error message stays readable."""
    with pytest.raises(LawInvalid) as caught:
        check_form([{}] * 100)
    assert len(caught.value.flaws) == 20


def test_whole_sections_may_be_repealed_where_no_law_needs_them() -> None:
    """Luck can go; the calendar cannot."""
    assert "luck" not in accept(LAW, {"op": "remove", "path": "/luck"})[1]
    with pytest.raises(LawInvalid, match="every law has the section"):
        accept(LAW, {"op": "remove", "path": "/calendar"})


def test_a_section_that_nobody_owns_cannot_be_added() -> None:
    """Words without a reader are no law."""
    with pytest.raises(LawInvalid, match="there is no section of this name"):
        accept(LAW, {"op": "add", "path": "/weather", "value": {}})


# Hostile patches

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def _places(value: Any, path: str = "") -> list[str]:
    """Every pointer into a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [path]
    for key, part in inner:
        found += _places(part, f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return found


places = st.sampled_from(_places(LAW))
paths = (
    places | st.builds("{}/{}".format, places, st.sampled_from(["-", "0", "-1", "01", "", "x", "~", "~1"])) | st.text()
)
operations = st.one_of(
    st.fixed_dictionaries({"op": st.sampled_from(["add", "replace", "test"]), "path": paths, "value": json_values}),
    st.fixed_dictionaries({"op": st.just("remove"), "path": paths}),
    st.fixed_dictionaries({"op": st.sampled_from(["move", "copy"]), "path": paths, "from": paths}),
    st.dictionaries(st.sampled_from(["op", "path", "from", "value", "x"]), json_values, max_size=4),
    json_values,
)


@given(st.lists(operations, min_size=1, max_size=5))
def test_hostile_amendments_are_refused_in_one_of_two_ways_or_make_a_valid_law(patch: list[Any]) -> None:
    """Nothing but these two errors is ever raised; what passes is law and JSON, and its guards hold."""
    law = copy.deepcopy(LAW)
    try:
        complete, result = accept(law, *patch)
    except (LawInvalid, AmendmentsDoNotApply):
        assert law == LAW
        return
    assert law == LAW
    assert flaws_of(result) == []
    assert json.loads(json.dumps(complete, allow_nan=False)) == complete
    assert amend_document(law, complete) == result
