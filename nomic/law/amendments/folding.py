"""Folds the operations of a draft: what changes a value that the draft itself brings becomes part of that value.

A rule that is added and then renamed is one operation, which adds the rule with its last name.
"""

from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, Operation, amended_draft
from nomic.law.document.sections import LawInvalid, value_at

_BRINGS = ("add", "replace")


def fold_operations(operations: list[Any], more: list[Any] | None = None) -> list[Any]:
    """Return the operations, with each later change of a value that one of them brings made in that value.

    With `more`, these follow, and only they are folded; so the places of the others stay.
    """
    result: list[Any] = [] if more is None else list(operations)
    brought: dict[str, int] = {}  # the index of the operation that brings a value, by path
    for place, operation in enumerate(result):
        _note(brought, operation, place)
    for operation in operations if more is None else more:
        found = _bringing(brought, operation)
        if found is not None and (value := _changed(result[found], operation)) is not None:
            result[found] = value
            path = result[found]["path"]
            while result[-1] is not result[found] and _is_guard(result[-1], path):
                result.pop()
            continue
        result.append(operation)
        _note(brought, operation, len(result) - 1)
    return result


def _note(brought: dict[str, int], operation: Any, place: int) -> None:
    """Note what an operation brings, and forget the values whose places it may move."""
    op, path = (operation.get("op"), operation.get("path")) if isinstance(operation, dict) else (None, None)
    if op == "test":
        return
    is_in_list = isinstance(path, str) and op != "replace" and path.rpartition("/")[2].lstrip("-").isdecimal()
    if op not in (*_BRINGS, "remove") or not isinstance(path, str) or is_in_list or path.endswith("/-"):
        brought.clear()
        return
    for each in [each for each in brought if _is_within(each, path) or each == path]:
        del brought[each]
    if op in _BRINGS:
        brought[path] = place


def _bringing(brought: dict[str, int], operation: Any) -> int | None:
    if not isinstance(operation, dict) or operation.get("op") not in (*_BRINGS, "remove"):
        return None
    path = operation.get("path")
    if not isinstance(path, str):
        return None
    is_same = path in brought and operation["op"] == "replace"
    above = path if is_same else next((each for each in brought if _is_within(path, each)), None)
    return None if above is None else brought[above]


def _changed(brings: Operation, operation: Operation) -> Operation | None:
    """Return the operation that brings a value, with a change of this value. None if the change does not fit."""
    if operation["path"] == brings["path"]:
        return {**brings, "value": operation.get("value")}
    around: Any = brings.get("value")
    for name in reversed(brings["path"].split("/")[1:]):
        around = {name.replace("~1", "/").replace("~0", "~"): around}
    try:
        made = amended_draft(around, [operation])  # under its own path, by which an operation is known
        return {**brings, "value": value_at(made, brings["path"])}
    except (AmendmentsDoNotApply, LawInvalid, LookupError):
        return None


def _is_guard(operation: Any, path: str) -> bool:
    """Return whether an operation tests what is at a path or below it."""
    tested = operation.get("path") if isinstance(operation, dict) and operation.get("op") == "test" else None
    return isinstance(tested, str) and (tested == path or _is_within(tested, path))


def _is_within(path: str, other: str) -> bool:
    return path.startswith(f"{other}/")
