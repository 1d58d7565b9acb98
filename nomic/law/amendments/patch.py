"""Amendments: RFC 6902 patches with `test` guards, applied completely or not at all (R13).

They may contain repeals of rules (`nomic.law.amendments.repeal`), which are expanded to ordinary operations when a
proposal is submitted.

`complete_draft` is the only entry point for user input: from a form, the builder, the API or an admin. It validates,
guards and applies the amendments. Input that needs more memory than a law may have is refused before that memory is
used.
"""

import copy
import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, cast

import jsonpatch
from jsonpointer import JsonPointerException

from nomic import limits
from nomic.law.amendments import repeal
from nomic.law.document.sections import MAX_FLAWS, Document, Flaw, LawInvalid, check_document, has_value_at, value_at
from nomic.law.schema.expectations import listed
from nomic.law.schema.json_size import depth_of, size_of
from nomic.law.schema.text_types import check_characters

Operation = dict[str, Any]

MAX_OPERATIONS = limits.AMENDMENT_OPERATIONS
MAX_BYTES = limits.AMENDMENT_BYTES
MAX_GUARD_BYTES = limits.GUARD_BYTES
MAX_DEPTH = limits.AMENDMENT_DEEP
MAX_SIZE = limits.MAX_NUMBER
CLAUSE = re.compile(r"(?P<rule>/rules/[^/]+)/clauses/[^/]+")
MAX_SHOWN = 100  # characters of a value in an error message
FIELDS = {
    "add": {"op", "path", "value"},
    "replace": {"op", "path", "value"},
    "test": {"op", "path", "value"},
    "remove": {"op", "path"},
    "move": {"op", "path", "from"},
    "copy": {"op", "path", "from"},
}


class AmendmentsDoNotApply(Exception):
    """Raised when a guard of the amendments fails, or when a path that they touch no longer exists."""


class GuardFails(AmendmentsDoNotApply):
    """Raised when a guard expects a value other than the one the law has at its path."""

    def __init__(self, path: str, found: Any, expected: Any) -> None:
        super().__init__(
            f"the law is no longer what the amendment expects: at {path[:100]} it has "
            f"{_shown(found)}, not {_shown(expected)}"
        )
        self.path, self.found, self.expected = path, found, expected


class AlreadyThere(AmendmentsDoNotApply):
    """Raised when an amendment adds a value at a path that has gained another value meanwhile."""

    def __init__(self, path: str, found: Any) -> None:
        super().__init__(
            f"the law is no longer what the amendment expects: at {path[:100]} it now has "
            f"{_shown(found)}, where there was nothing before"
        )
        self.path, self.found = path, found


@dataclass(frozen=True, slots=True)
class Drafted:
    """Amendments that can become law: the operations with all their guards, and the resulting document."""

    operations: list[Operation]
    document: dict[str, Any]


def complete_draft(document: Document, operations: Any) -> Drafted:
    """Validate and complete a user's amendments of this document. This is the only entry point for user input.

    Raises LawInvalid if the input is not a list of operations, exceeds a limit, or leads to an invalid law. Raises
    AmendmentsDoNotApply if it does not fit the document. The guards are completed here, once.
    """
    check_form(operations)
    now = _Growing(document)
    complete = _guarded(now, operations)
    # one repeal expands to many operations
    if len(complete) > len(operations) and (flaws := list(_too_much(complete))):
        raise LawInvalid(flaws)
    check_document(now.document)
    return Drafted(complete, now.document)


def check_form(operations: Any) -> None:
    """Raise LawInvalid unless `operations` is a list of RFC 6902 operations within the size limits.

    Tests that guard an operation do not count towards the limit on operations, but have a limit of their own.
    """
    if not isinstance(operations, list):
        raise LawInvalid([Flaw("", "amendments are a list of operations (RFC 6902)")])
    if len(operations) > MAX_OPERATIONS * 3:  # no operation has more than two guards
        raise LawInvalid([Flaw("", f"at most {MAX_OPERATIONS} operations")])
    flaws = list(_unfit(operations))
    flaws = flaws or [flaw for place, operation in enumerate(operations) for flaw in _form_flaws(place, operation)]
    flaws = flaws or list(_too_much(operations))
    if flaws:
        raise LawInvalid(flaws[:MAX_FLAWS])


def _too_much(operations: list[Operation]) -> Iterator[Flaw]:
    guards = _guards_among(operations)
    if len(operations) - len(guards) > MAX_OPERATIONS:
        yield Flaw("", f"at most {MAX_OPERATIONS} operations")
    if sum(size_of(operation) for place, operation in enumerate(operations) if place not in guards) > MAX_BYTES:
        yield Flaw("", f"at most {MAX_BYTES} bytes")
    if sum(size_of(operations[place]) for place in guards) > MAX_GUARD_BYTES:
        yield Flaw("", "these amendments touch too much of the law at once")


def _guards_among(operations: list[Operation]) -> set[int]:
    """Return the indexes of the guards.

    A guard is the first test of a path among the tests directly before an operation that touches the path.
    """
    guards: set[int] = set()
    waiting: dict[str, int] = {}
    for place, operation in enumerate(operations):
        if operation.get("op") == "test":
            waiting.setdefault(operation["path"], place)
            continue
        guards |= {waiting[path] for path in (operation.get("path"), operation.get("from")) if path in waiting}
        waiting = {}
    return guards


def _unfit(operations: list[Any]) -> Iterator[Flaw]:
    """Yield a flaw for each value, at any depth, that the journal cannot store.

    Values that a later operation removes count too.
    """
    waiting = [(f"/{place}", operation, 1) for place, operation in enumerate(operations)]
    while waiting:
        where, value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            yield Flaw(where, f"nested more than {MAX_DEPTH} deep")
        elif isinstance(value, dict):
            waiting += [(where, part, depth + 1) for pair in value.items() for part in pair]
        elif isinstance(value, list):
            waiting += [(where, part, depth + 1) for part in value]
        elif isinstance(value, str):
            try:
                check_characters(value.replace("\r\n", "\n"))
            except ValueError as error:
                yield Flaw(where, str(error))
        elif isinstance(value, int | float):
            if not abs(value) <= MAX_SIZE:  # this form also refuses NaN
                yield Flaw(where, "this number is too large to store")
        elif value is not None:
            yield Flaw(where, "this is not a JSON value")


def _form_flaws(place: int, operation: Any) -> list[Flaw]:
    where = f"/{place}"
    if not isinstance(operation, dict):
        return [Flaw(where, "an operation is an object with op and path")]
    if repeal.WORD in operation:
        return repeal.form_flaws(where, operation)
    op = operation.get("op")
    if not isinstance(op, str) or op not in FIELDS:
        return [Flaw(f"{where}/op", f"one of {', '.join(FIELDS)}")]
    flaws = [Flaw(f"{where}/{name}", "missing") for name in sorted(FIELDS[op] - operation.keys())]
    flaws += [Flaw(f"{where}/{name}"[:80], "unknown field") for name in sorted(operation.keys() - FIELDS[op])]
    for name in {"path", "from"} & operation.keys():
        path = operation[name]
        if not isinstance(path, str) or not path.startswith("/") or len(path) > 500:
            flaws.append(Flaw(f"{where}/{name}", "a JSON pointer into the law, such as /section/name"))
    return flaws


def with_guards(document: Document, operations: list[Operation]) -> list[Operation]:
    """Return the operations, each preceded by a `test` for every value that it removes or copies.

    With these guards an amendment fails if such a value has changed since. Raises AmendmentsDoNotApply if an operation
    does not fit the document. Raises LawInvalid if the guards, or the law between two operations, would be too large.
    """
    return _guarded(_Growing(document), operations)


def _guarded(now: "_Growing", operations: list[Operation]) -> list[Operation]:
    """Guard operations as `with_guards` does, and apply them to `now`."""
    given = _guards_among(operations)
    left = MAX_GUARD_BYTES - sum(size_of(operations[place]) for place in given)
    result: list[Operation] = []
    for place, operation in _written_out(now, operations):
        for path in _touched(now.document, operation):
            if _tested(result, path):
                continue
            guard = {"op": "test", "path": path, "value": _at(now.document, path)}
            left -= size_of(guard)
            if left < 0:
                raise LawInvalid([Flaw(f"/{place}", "these amendments touch too much of the law at once")])
            result.append(guard)
        result.append(operation)
        now.apply(place, operation)
    return result


def _written_out(now: "_Growing", operations: list[Operation]) -> Iterator[tuple[int, Operation]]:
    """Yield each operation with its index. A repeal is expanded when all operations before it have been applied.

    Raises LawInvalid if a repeal cannot be expanded.
    """
    for place, operation in enumerate(operations):
        if repeal.WORD not in operation:
            yield place, operation
            continue
        for each in repeal.repeal_operations(now.document, operation, f"/{place}"):
            yield place, each


def _touched(document: Any, operation: Operation) -> list[str]:
    """Return the paths at which an operation removes or copies a value.

    Adding to an existing key removes its value.
    """
    op, path = operation["op"], operation["path"]
    if op in ("replace", "remove"):
        return [path]
    touched = [operation["from"]] if "from" in operation else []
    if op in ("add", "move", "copy") and _is_key(document, path):
        touched.append(path)
    return touched


def _tested(operations: list[Operation], path: str) -> bool:
    """Return whether one of the tests at the end of `operations` tests this path."""
    for operation in reversed(operations):
        if operation["op"] != "test":
            return False
        if operation["path"] == path:
            return True
    return False


def _is_key(document: Any, path: str) -> bool:
    parent, _, _ = path.rpartition("/")
    return has_value_at(document, path) and isinstance(value_at(document, parent), dict)


def _at(document: Any, path: str) -> Any:
    try:
        return value_at(document, path)
    except LookupError as error:
        raise AmendmentsDoNotApply(f"{error}{_instead(document, path)}") from None


def _instead(document: Any, path: str) -> str:
    """Return a hint at the existing keys for a path that does not exist: "; /shop/offers has Deck Pack".

    If some names are similar to the missing one, only those are listed.
    """
    above, here, parts = "", document, path.split("/")[1:]
    for part in parts:
        name = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(here, dict):
            return f"; {above} is a list of {len(here)}" if isinstance(here, list) else ""
        if name not in here:
            names = get_close_matches(name, here, n=3) or sorted(here)
            return f"; {above[:MAX_SHOWN] or 'the law'} has {listed(names)}" if names else ""
        above, here = f"{above}/{part}", here[name]
    return ""


class _Growing:
    """A document that operations change, but never make larger or deeper than a law may be.

    The effect of an operation on size and depth is computed before it is applied, so no list of operations takes more
    memory than a law does. Do not use the object after it has raised an error.
    """

    def __init__(self, document: Document) -> None:
        self.document: Any = document
        self._size = size_of(document)

    def apply(self, place: int, operation: Operation) -> None:
        """Apply an operation; `place` is its index, for error messages.

        Raises AmendmentsDoNotApply if it does not fit the document, and LawInvalid if the result would be too large or
        too deep.
        """
        if operation["op"] == "test":
            _check_guard(self.document, operation)
            return
        grown = self._size + self._growth(operation)
        if grown > max(limits.LAW_BYTES, self._size):
            raise LawInvalid([Flaw(f"/{place}", f"this makes the law larger than {limits.LAW_BYTES} bytes")])
        if self._depth(operation) > limits.LAW_DEEP:
            raise LawInvalid([Flaw(f"/{place}", f"this nests the law more than {limits.LAW_DEEP} deep")])
        self.document = _patched(self.document, operation)
        self._size = grown

    def _growth(self, operation: Operation) -> int:
        """Return an upper bound of the bytes added, less those removed.

        The key counts even if it exists already.
        """
        op, path = operation["op"], operation["path"]
        if op == "remove":
            return -self._size_at(path)
        if op == "replace":
            return size_of(operation["value"]) - self._size_at(path)
        key = size_of(path.rpartition("/")[2]) + len(", : ")
        gone = self._size_at(path) if _is_key(self.document, path) else 0
        if op == "add":
            return key + size_of(operation["value"]) - gone
        return key + (self._size_at(operation["from"]) if op == "copy" else 0) - gone

    def _depth(self, operation: Operation) -> int:
        """Return the depth in the document of the deepest value that an operation writes."""
        if operation["op"] == "remove":
            return 0
        put = operation["value"] if "value" in operation else _at(self.document, operation["from"])
        path: str = operation["path"]
        return path.count("/") + depth_of(put)

    def _size_at(self, path: str) -> int:
        return size_of(_at(self.document, path))


def _check_guard(document: Any, guard: Operation) -> None:
    """Raise GuardFails unless the document has the guard's value at its path.

    The values are compared as JSON, because 0 equals False in Python. A guard that expects null also holds if the path
    does not exist. If the path has another value, such a guard raises AlreadyThere, so that a new value never replaces
    one that was added meanwhile.
    """
    if guard["value"] is None and not has_value_at(document, guard["path"]):
        return
    found = _at(document, guard["path"])
    if guard["value"] is None and found is not None:
        raise AlreadyThere(guard["path"], found)
    if json.dumps(found, sort_keys=True) != json.dumps(guard["value"], sort_keys=True):
        raise GuardFails(guard["path"], found, guard["value"])


def _shown(value: Any) -> str:
    """Return a value as JSON, cut to `MAX_SHOWN` characters."""
    return json.dumps(value, ensure_ascii=False)[:MAX_SHOWN]


def amend_document(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """Return the document after the amendments, checked against every schema.

    The amendments must have all their guards, so that an added value never silently replaces another. Raises
    AmendmentsDoNotApply if they do not fit the document, LawInvalid if the result is not a valid law.
    """
    result = _made(document, operations, guards_are_complete=True)
    check_document(result)
    return result


def with_current_guards(
    document: Document, operations: list[Operation], gives_way: Callable[[str], bool]
) -> list[Operation]:
    """Return the operations, with guards updated to the document's current value where `gives_way(path)` is true.

    A guard whose path no longer exists is left unchanged. Raises AmendmentsDoNotApply if another guard fails, and
    LawInvalid if the document would become too large.
    """
    now = _Growing(document)
    result = []
    for place, operation in _written_out(now, operations):
        is_guard = operation["op"] == "test" and gives_way(operation["path"])
        if is_guard and has_value_at(now.document, operation["path"]):
            operation = operation | {"value": _at(now.document, operation["path"])}
        now.apply(place, operation)
        result.append(operation)
    return result


def amended_draft(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """Return the document after the amendments of an unfinished draft. The result need not be a valid law.

    Raises AmendmentsDoNotApply if they do not fit. Raises LawInvalid if the document would be larger or deeper than a
    law may be.
    """
    return _made(document, operations)


def _made(document: Document, operations: list[Operation], *, guards_are_complete: bool = False) -> dict[str, Any]:
    now = _Growing(document)
    tested: set[str] = set()
    for place, operation in _written_out(now, operations):
        if guards_are_complete and operation is operations[place]:
            _check_that_new(now.document, operation, tested)
        now.apply(place, operation)
        tested = {*tested, operation["path"]} if operation["op"] == "test" else set()
    result: dict[str, Any] = now.document
    return result


def _check_that_new(document: Any, operation: Operation, tested: Collection[str]) -> None:
    """Raise AlreadyThere if an operation would overwrite a value that was added after the amendment was proposed.

    Values that existed when it was proposed have a guard, so `tested` contains their paths.
    """
    path = operation["path"]
    if operation["op"] in ("add", "move", "copy") and path not in tested and _is_key(document, path):
        raise AlreadyThere(path, value_at(document, path))


def reapply(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """Return the document after amendments that were applied to it once before, without checking them again.

    Raises AmendmentsDoNotApply for another document.
    """
    result: Any = document
    for operation in operations:
        if operation["op"] != "test":
            result = _patched(result, operation)
    changed: dict[str, Any] = result
    return changed


def _patched(document: Any, operation: Operation) -> Any:
    """Return the document after one operation. It shares everything that is equal with `document`, which is unchanged.

    If the operation adds a clause to a rule without clauses, their map is created first. Raises AmendmentsDoNotApply if
    the operation does not fit the document.
    """
    if operation["op"] == "move" and operation["from"] != operation["path"]:
        if operation["path"].startswith(f"{operation['from']}/"):
            raise AmendmentsDoNotApply(f"an operation moves {operation['from'][:100]} into itself")
        # One after the other: without the value, the path may lead through other entries of a list.
        moved = _at(document, operation["from"])
        document = _patched(document, {"op": "remove", "path": operation["from"]})
        return _patched(document, {"op": "add", "path": operation["path"], "value": moved})
    document = _unshared(document, operation["path"])
    clause = CLAUSE.fullmatch(operation["path"])
    if operation["op"] == "add" and clause is not None and has_value_at(document, clause["rule"]):
        rule = value_at(document, clause["rule"])
        if isinstance(rule, dict):
            rule.setdefault("clauses", {})
    try:
        return jsonpatch.apply_patch(document, cast(Any, [operation]), in_place=True)
    except (jsonpatch.JsonPatchException, JsonPointerException, TypeError, KeyError, IndexError) as error:
        raise AmendmentsDoNotApply(f"an operation does not fit the law: {str(error)[:300]}") from error


def _unshared(document: Any, path: str) -> Any:
    """Return the document with copies of the objects and lists on the way to a path, which may be changed in place."""
    root = here = copy.copy(document)
    for part in path.split("/")[1:-1]:
        if not has_value_at(here, f"/{part}"):
            break  # the patch says what is missing
        key = int(part) if isinstance(here, list) else part.replace("~1", "/").replace("~0", "~")
        inner = here[key] = copy.copy(here[key])
        here = inner
    return root
