"""What amendments may cost: known before it is made, whichever way they come."""

import json
import tracemalloc
from contextlib import suppress
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic import limits
from nomic.law.amendments.patch import (
    AmendmentsDoNotApply,
    amend_document,
    amended_draft,
    check_form,
    complete_draft,
    with_guards,
)
from nomic.law.document.entries import NotAnEntry, read_entry
from nomic.law.document.sections import LawInvalid, flaws_of
from nomic.law.schema.json_reader import BRACKETS, NotJson, TooDeep, read_json
from nomic.law.schema.json_size import depth_of, size_of
from tests.support.hall import cycle_16

LAW = cycle_16()
MEGABYTE = 1 << 20
DOUBLING = [{"op": "copy", "from": "/rules", "path": f"/rules/x{count}"} for count in range(16)]


def remembered(law: dict[str, Any], operations: list[Any], change: Any) -> int:
    """The most bytes that were in use while `change` refused the operations."""
    tracemalloc.start()
    try:
        with pytest.raises((LawInvalid, AmendmentsDoNotApply)):
            change(law, operations)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("change", [complete_draft, with_guards, amend_document])
def test_copies_that_double_the_law_are_refused_before_they_are_made(change):
    """886 bytes that would make four gigabytes; whichever function is asked, the memory stays that of a few laws."""
    assert remembered(LAW, DOUBLING, change) < 20 * MEGABYTE


def grown_by(kind: str) -> list[dict[str, Any]]:
    """Operations of one kind that would make the law ever larger."""
    body = {"title": "T", "body": "x" * 40_000, "parent": None, "place": 0}
    if kind == "add":
        return [{"op": "add", "path": f"/rules/x{count}", "value": body} for count in range(20)]
    if kind == "copy":
        first = [{"op": "add", "path": "/rules/x", "value": body}]
        return first + [{"op": "copy", "from": "/rules/x", "path": f"/rules/x{count}"} for count in range(30)]
    return [
        step
        for count in range(60)
        for step in (
            {"op": "copy", "from": "/rules", "path": f"/cards/x{count}"},
            {"op": "move", "from": f"/cards/x{count}", "path": f"/rules/y{count}"},
        )
    ]


@pytest.mark.parametrize("kind", ["add", "copy", "move"])
def test_no_kind_of_operation_makes_the_law_larger_than_a_law_may_be(kind, monkeypatch):
    """At no step, whatever comes after it."""
    sizes: list[int] = []
    apply = jsonpatch.apply_patch

    def measured(document: Any, patch: Any, in_place: bool) -> Any:
        result = apply(document, patch, in_place=in_place)
        sizes.append(size_of(result))
        return result

    monkeypatch.setattr(jsonpatch, "apply_patch", measured)
    for change in (with_guards, amend_document):
        with pytest.raises(LawInvalid):
            change(LAW, grown_by(kind))
    assert sizes
    assert max(sizes) <= limits.LAW_BYTES


paths = st.sampled_from(
    ["/rules", "/cards", "/rules/x", "/rules/x/y", "/cards/x", "/rules/y", "/cards/y/x", "/rules/luck"]
)
growing = st.one_of(
    st.fixed_dictionaries({"op": st.sampled_from(["copy", "move"]), "from": paths, "path": paths}),
    st.fixed_dictionaries({"op": st.sampled_from(["add", "replace"]), "path": paths, "value": st.just("x" * 9000)}),
    st.fixed_dictionaries({"op": st.just("remove"), "path": paths}),
)


@given(st.lists(growing, min_size=1, max_size=40))
def test_in_no_order_do_operations_outgrow_the_law(patch):
    """Whatever copies, moves and takes away in between: the size that is reckoned with is never below the real one."""
    sizes: list[tuple[int, int]] = []
    apply = jsonpatch.apply_patch

    def measured(document: Any, operations: Any, in_place: bool) -> Any:
        result = apply(document, operations, in_place=in_place)
        sizes.append((size_of(result), depth_of(result)))
        return result

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jsonpatch, "apply_patch", measured)
        with suppress(LawInvalid, AmendmentsDoNotApply):
            amend_document(LAW, patch)
    assert all(size <= limits.LAW_BYTES and depth <= limits.LAW_DEEP for size, depth in sizes)


def test_the_law_is_nested_no_deeper_than_a_law_may_be():
    """Copies into themselves, each of which nests twice as deep."""
    deep = [{"op": "copy", "from": "/rules", "path": "/rules/x" + "/x" * count} for count in range(60)]
    for change in (with_guards, amended_draft):
        with pytest.raises(LawInvalid, match=r"nests the law more than 40 deep|larger than|too much"):
            change(LAW, deep)
    small = [{"op": "copy", "from": "/luck", "path": "/luck/x" + "/x" * count} for count in range(60)]
    with pytest.raises(LawInvalid, match=r"/8: this nests the law more than 40 deep"):
        amended_draft(LAW, small)


def test_a_law_as_large_as_may_be_is_law_and_one_larger_is_none():
    """The limit itself is allowed."""
    law = cycle_16()
    body = {"title": "T", "body": "x", "parent": None, "place": 0}
    law["rules"] |= {f"x{count}": {**body, "body": "x" * 45_000} for count in range(9)}
    law["rules"]["last"] = body
    law["rules"]["last"] = {**body, "body": "x" * (limits.LAW_BYTES - size_of(law) + 1)}
    assert size_of(law) == limits.LAW_BYTES
    assert flaws_of(law) == []
    law["rules"]["last"]["body"] += "x"
    assert [flaw.detail for flaw in flaws_of(law)] == ["this law would have 500001 bytes; at most 500000 are allowed"]


def test_a_law_that_is_too_large_already_can_still_be_made_smaller():
    """Nobody is locked out by a limit that came later."""
    law = cycle_16()
    body = {"title": "T", "body": "x" * 49_000, "parent": None, "place": 0}
    law["rules"] |= {f"x{count}": body for count in range(12)}
    with pytest.raises(LawInvalid, match="at most 500000"):
        complete_draft(law, [{"op": "remove", "path": "/rules/x0"}])
    assert complete_draft(law, [{"op": "remove", "path": f"/rules/x{count}"} for count in range(5)])


def test_what_was_accepted_is_accepted_again_with_its_guards():
    """Five hundred operations are as many after they were guarded: an edit sends them as they stand."""
    operations = [{"op": "replace", "path": "/rules/luck/body", "value": f"Luck is {count}."} for count in range(500)]
    once = complete_draft(LAW, operations)
    assert len(once.operations) == 1000
    check_form(once.operations)
    assert complete_draft(LAW, once.operations) == once


def test_tests_that_guard_nothing_count_as_operations():
    """Or a list of a thousand of them would cost what it likes."""
    test = {"op": "test", "path": "/luck", "value": LAW["luck"]}
    with pytest.raises(LawInvalid, match="at most 500 operations"):
        check_form([test] * 501)
    with pytest.raises(LawInvalid, match="at most 500 operations"):
        check_form([*[test] * 501, {"op": "replace", "path": "/luck", "value": LAW["luck"]}, test])


# ── reading what somebody wrote


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1, "a": 2}', "the name 'a' appears twice in one object"),
        ('[{"b": {"a": 1, "c": 1, "a": 1}}]', "the name 'a' appears twice"),
        ("[NaN]", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("[1e400]", "the number 1e400 is too large"),
        ("1" * 5000, "Exceeds the limit"),
        ('{"a"', "Expecting"),
        (b"\xff", "decode"),
    ],
)
def test_what_is_no_json_is_said(text, says):
    """RFC 8259, and nothing that two readers would read differently."""
    with pytest.raises(NotJson, match=says):
        read_json(text)


def deeper(calls, act):
    """Do something from so many calls further down the stack."""
    return deeper(calls - 1, act) if calls else act()


@pytest.mark.parametrize("calls", [0, 500])
def test_json_is_nested_a_hundred_deep_at_the_most_whoever_reads_it(calls):
    """Where the stack would end depends on the caller: it is never asked. Brackets within texts are no nesting."""
    for opening, closing in (("[", "]"), ('{"a":', "}"), ('[{"]": ', "}]")):
        per = opening.count("[") + opening.count("{") if "]" in closing and "}" in closing else 1
        fits, breaks = 100 // per, 100 // per + 1
        deeper(calls, lambda text=opening * fits + '"[[{\\"["' + closing * fits: read_json(text))
        with pytest.raises(TooDeep):
            deeper(calls, lambda text=opening * breaks + "0" + closing * breaks: read_json(text))


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '"\\"' * 50_000, '"' + '\\"' * 50_000, '"' + '\\"' * 50_000 + "\\", '"[' * 50_001]
)
def test_json_that_nobody_meant_is_told_at_once(text):
    """Texts without an end are gone through once, not once from each of their quotes."""
    with pytest.raises(NotJson):
        read_json(text)
    assert sum(1 for _ in BRACKETS.finditer(text)) <= 100_001


def test_names_are_looked_at_once_each():
    """A hundred thousand names and then one of them again: told at once, and not compared with each other."""
    text = "{" + ",".join(f'"{count}": 0' for count in range(100_000)) + ', "7": 0}'
    with pytest.raises(NotJson, match="the name '7' appears twice"):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: &x [1]\nb: *x", "aliases"),
        ("a: 1\nb: 2\na: 3", "the name 'a' appears twice, the second time on line 3"),
        ("a: {b: 1, b: 2}", "the name 'b' appears twice, the second time on line 1"),
        ("<<: {a: 1}\n<<: {b: 1}", "the name '<<' appears twice"),
        ("a: " + "[" * 19_000, "nested at most 20 deep"),
        ("- " * 9000, "nested at most 20 deep"),
        ("? " * 9000, "nested at most 20 deep"),
        ("a: 0x" + "f" * 19_000, "Exceeds the limit"),
        ("a: .inf", "not JSON compliant"),
        ("a: 1" + ":0" * 200 + ".5", "too large"),
        ("a: !!bool maybe", "tags"),
        ("a: !!timestamp soon", "tags"),
        ('a: !!int ""', "tags"),
        ("a: !!float _", "tags"),
    ],
)
def test_a_short_text_of_yaml_cannot_stand_for_endless_work(text, says):
    """Neither by what it repeats nor by how deep it is."""
    with pytest.raises(NotAnEntry, match=says):
        read_entry(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "a: 1\nb: {voted: $it, on: $proposal}",
            "line 2: 'on' is not read as text here: put it in quotes, like \"on\"",
        ),
        ("no: 1", "line 1: 'no' is not read as text here"),
        ("a: {12: 1}", "line 1: '12' is not read as text here"),
        ("? [a]\n: 1", "line 1: a name must be text, not a list or map"),
    ],
)
def test_a_name_that_yaml_takes_for_something_else_wants_quotes(text, says):
    """`on` is true in YAML, and was told nowhere but as a word that there is not."""
    with pytest.raises(NotAnEntry, match=says):
        read_entry(text)
    assert read_entry('{"on": 1, "12": 2}') == {"on": 1, "12": 2}


def test_a_million_laughs_are_refused_at_the_first():
    """No alias is ever followed."""
    laughs = "a: &a [ha]\n" + "".join(
        f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    tracemalloc.start()
    with pytest.raises(NotAnEntry, match="aliases"):
        read_entry(laughs)
    assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    tracemalloc.stop()


def test_a_value_as_deep_as_may_be_is_measured_to_the_level():
    """The whole counts as one."""
    assert [depth_of(json.loads(text)) for text in ("1", "[]", "[1]", '{"a": [[]]}')] == [0, 1, 1, 3]
