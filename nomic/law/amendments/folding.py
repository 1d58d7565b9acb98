"""Folds the operations of a draft: a change of a value that the draft itself introduces becomes part of that value.

A rule that is added and then renamed is one operation, which adds the rule with its final name.
"""

from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, Operation, amended_draft
from nomic.law.document.sections import LawInvalid, value_at

_INTRODUCES = ("add", "replace")
_CHANGES = (*_INTRODUCES, "remove")


def fold_operations(operations: list[Any], more: list[Any] | None = None) -> list[Any]:
    """Return operations with the same effect, in which later changes of an introduced value are part of that value.

    If `more` is given, returns both lists together, and folds only  `more`. The operations in `operations` then keep
    their indexes, by which error messages name them. The result applies to a law if and only if the unfolded operations
    do.
    """
    result: list[Any] = [] if more is None else list(operations)
    keep_their_index = len(result)
    introduced: dict[str, int] = {}  # the index of the operation that introduces a value, by path
    for place, operation in enumerate(result):
        _note(introduced, operation, place)
    dropped: set[int] = set()
    for operation in operations if more is None else more:
        found = _introducing(introduced, operation)
        if found is not None:
            tests = [
                place
                for place in range(found + 1, len(result))
                if place not in dropped and _depends(result[place], operation)
            ]
            can_fold = not tests or tests[0] >= keep_their_index
            folded = _folded(result[found], [result[place] for place in tests], operation) if can_fold else None
            if folded is not None:
                result[found] = folded
                dropped.update(tests)
                continue
        result.append(operation)
        _note(introduced, operation, len(result) - 1)
    return [operation for place, operation in enumerate(result) if place not in dropped]


def _note(introduced: dict[str, int], operation: Any, place: int) -> None:
    """Note the value that an operation introduces, and forget the values that it moves or changes.

    `place` is the operation's index.
    """
    op, path = (operation.get("op"), operation.get("path")) if isinstance(operation, dict) else (None, None)
    if op == "test":
        return
    if op not in _CHANGES or not isinstance(path, str) or (op != "replace" and _is_in_list(path)):
        introduced.clear()
        return
    for each in [each for each in introduced if _is_at_or_below(each, path) or _is_at_or_below(path, each)]:
        del introduced[each]
    if op in _INTRODUCES:
        introduced[path] = place


def _introducing(introduced: dict[str, int], operation: Any) -> int | None:
    """Return the index of the operation that introduces the value in which another makes a change, or None."""
    if not isinstance(operation, dict) or operation.get("op") not in _CHANGES:
        return None
    path = operation.get("path")
    if not isinstance(path, str):
        return None
    if operation["op"] == "replace" and path in introduced:
        return introduced[path]
    return next((place for each, place in introduced.items() if each != path and _is_at_or_below(path, each)), None)


def _depends(test: Any, change: Operation) -> bool:
    """Return whether an operation is a test that a change can make true or false."""
    tested = test.get("path") if isinstance(test, dict) and test.get("op") == "test" else None
    path = change["path"]
    if change["op"] != "replace" and _is_in_list(path):  # moves what follows in the list
        path = path.rpartition("/")[0]
    return isinstance(tested, str) and (_is_at_or_below(tested, path) or _is_at_or_below(path, tested))


def _folded(introduces: Operation, tests: list[Operation], change: Operation) -> Operation | None:
    """Return the operation that introduces a value, with a change of this value after some tests of it.

    Returns None if the change does not fit, or if a test fails or tests more than the value.
    """
    path = introduces["path"]
    if not all(_is_at_or_below(test["path"], path) for test in tests):
        return None
    around: Any = introduces.get("value")
    for name in reversed(path.split("/")[1:]):
        around = {name.replace("~1", "/").replace("~0", "~"): around}
    try:
        made = amended_draft(around, [*tests, change])  # under its own path, by which an operation is known
        return {**introduces, "value": value_at(made, path)}
    except (AmendmentsDoNotApply, LawInvalid, LookupError):
        return None


def _is_in_list(path: str) -> bool:
    """Return whether a path may be of an element of a list: its last name is a number or "-"."""
    name = path.rpartition("/")[2]
    return name == "-" or name.lstrip("-").isdecimal()


def _is_at_or_below(path: str, other: str) -> bool:
    return path == other or path.startswith(f"{other}/")
