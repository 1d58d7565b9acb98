"""Patches share with the document all that they do not change: any list of operations gives what RFC 6902 says."""

import copy
from typing import Any

import jsonpatch
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from nomic.law.amendments.patch import AmendmentsDoNotApply, Operation, amended_draft, reapply

KEYS = st.sampled_from(["a", "b", "~1c", "0"])
VALUES = st.recursive(
    st.integers(0, 3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, min_size=1, max_size=3)


def _paths(value: Any, at: str = "") -> list[str]:
    """All paths of a document, and of each object and list the place of one entry more."""
    inner: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        inner = [(key.replace("~", "~0").replace("/", "~1"), each) for key, each in value.items()]
    elif isinstance(value, list):
        inner = [(str(place), each) for place, each in enumerate(value)]
    else:
        return [at]
    more = f"{at}/-" if isinstance(value, list) else f"{at}/new"
    return [at, more, *(path for key, each in inner for path in _paths(each, f"{at}/{key}"))]


@st.composite
def _cases(draw: st.DrawFn) -> tuple[dict[str, Any], list[Operation]]:
    """A document, and operations that apply to it one after the other."""
    document = draw(DOCUMENTS)
    now, operations = copy.deepcopy(document), list[Operation]()
    for _ in range(draw(st.integers(1, 6))):
        paths = st.sampled_from([path for path in _paths(now) if path])
        op = draw(st.sampled_from(["add", "replace", "remove", "move", "copy"]))
        operation: Operation = {"op": op, "path": draw(paths)}
        if op in ("add", "replace"):
            operation["value"] = draw(VALUES)
        if op in ("move", "copy"):
            operation["from"] = draw(paths)
        try:
            now = jsonpatch.apply_patch(now, [operation])
        except (jsonpatch.JsonPatchException, jsonpatch.JsonPointerException, TypeError):
            continue
        operations.append(operation)
    assume(operations)
    return document, operations


@given(_cases())
@example(({"a": [1, {"b": 1}, {"b": 2}]}, [{"op": "move", "from": "/a/0", "path": "/a/1/c"}]))
@example(({"a": {"b": {}}}, [{"op": "copy", "from": "/a", "path": "/c"}, {"op": "add", "path": "/c/b/x", "value": 1}]))
@example(({"a": 1}, [{"op": "add", "path": "/b", "value": {"x": 1}}, {"op": "remove", "path": "/b/x"}]))
def test_the_result_is_that_of_the_standard_and_nothing_else_changes(
    case: tuple[dict[str, Any], list[Operation]],
) -> None:
    """Not the document, nor the operations, of which later ones change what earlier ones have added."""
    document, operations = case
    before = copy.deepcopy(case)
    expected = jsonpatch.apply_patch(document, operations)
    assert reapply(document, operations) == expected
    assert amended_draft(document, operations) == expected
    assert (document, operations) == before


@pytest.mark.parametrize("inner", [{"b": {}}, [{}, {}]])
def test_a_value_does_not_move_into_itself(inner: Any) -> None:
    """Not even where another entry of the list takes its place."""
    place = "/a/0" if isinstance(inner, list) else "/a"
    with pytest.raises(AmendmentsDoNotApply):
        reapply({"a": inner}, [{"op": "move", "from": place, "path": f"{place}/b"}])
