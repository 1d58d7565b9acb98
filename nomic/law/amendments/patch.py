"""Amendments: RFC 6902 patches with `test` guards, applied all or none (R13).

Among them stand repeals of rules (`nomic.law.amendments.repeal`), which become such patches when a proposal is
submitted.

`drafted` is the one way from what somebody wrote to a law: whatever comes from a form, the builder, the API or an
admin is looked at, guarded and applied there, and refused before it costs more than a law may be large.
"""

import copy
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, cast

import jsonpatch
from jsonpointer import JsonPointerException

from nomic import limits
from nomic.law.amendments import repeal
from nomic.law.document.sections import MAX_FLAWS, Document, Flaw, LawInvalid, check, value_at
from nomic.law.schema.size import depth_of, size_of
from nomic.law.schema.text_types import fit

Operation = dict[str, Any]

MAX_OPERATIONS = limits.AMENDMENT_OPERATIONS
MAX_BYTES = limits.AMENDMENT_BYTES
MAX_GUARD_BYTES = limits.GUARD_BYTES
MAX_DEPTH = limits.AMENDMENT_DEEP
MAX_SIZE = limits.MAX_NUMBER
CLAUSE = re.compile(r"(?P<rule>/rules/[^/]+)/clauses/[^/]+")
MAX_SHOWN = 100  # characters of a value in a refusal
FIELDS = {
    "add": {"op", "path", "value"},
    "replace": {"op", "path", "value"},
    "test": {"op", "path", "value"},
    "remove": {"op", "path"},
    "move": {"op", "path", "from"},
    "copy": {"op", "path", "from"},
}


class AmendmentsDoNotApply(Exception):
    """The document has changed where the amendments want to change it: a guard failed or a place is gone."""


class GuardFails(AmendmentsDoNotApply):
    """At a place of the law stands something else than an amendment expects there."""

    def __init__(self, path: str, found: Any, expected: Any) -> None:
        super().__init__(
            f"the law is no longer as the amendment expects: at {path[:100]} stands {_shown(found)}, "
            f"not {_shown(expected)}"
        )
        self.path, self.found, self.expected = path, found, expected


class AlreadyThere(AmendmentsDoNotApply):
    """At a place of the law where an amendment brings something new stands something by now."""

    def __init__(self, path: str, found: Any) -> None:
        super().__init__(
            f"the law is no longer as the amendment expects: at {path[:100]} stands {_shown(found)}, "
            "where nothing stood"
        )
        self.path, self.found = path, found


@dataclass(frozen=True, slots=True)
class Drafted:
    """Amendments that can become law: complete with their guards, and the document that they lead to."""

    operations: list[Operation]
    document: dict[str, Any]


def drafted(document: Document, operations: Any) -> Drafted:
    """What somebody wrote, as amendments of this document: the one way from words to law.

    Raises LawInvalid where it is no list of operations, costs more than it may, or leads to what cannot be law;
    AmendmentsDoNotApply where it does not fit the document. What was accepted once is accepted as it then stands.
    """
    check_form(operations)
    now = _Growing(document)
    complete = _guarded(now, operations)
    if len(complete) > len(operations) and (flaws := list(_too_much(complete))):  # a repeal stands for many
        raise LawInvalid(flaws)
    check(now.document)
    return Drafted(complete, now.document)


def check_form(operations: Any) -> None:
    """Raises LawInvalid where `operations` is not a list of RFC 6902 operations within the bounds of size.

    The tests that guard an operation do not count as operations: they have a bound of their own.
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
    """The places of the tests that stand directly before an operation on what they test, one for each path."""
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
    """What no journal can keep, wherever in the operations it stands, even where they take it away again."""
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
                fit(value.replace("\r\n", "\n"))
            except ValueError as error:
                yield Flaw(where, str(error))
        elif isinstance(value, int | float):
            if not abs(value) <= MAX_SIZE:  # so that what is not a number does not pass either
                yield Flaw(where, "a number beyond what can be kept")
        elif value is not None:
            yield Flaw(where, "this is no JSON value")


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
            flaws.append(Flaw(f"{where}/{name}", "a JSON pointer into the law, as /section/name"))
    return flaws


def guarded(document: Document, operations: list[Operation]) -> list[Operation]:
    """The operations with a `test` of every value that they take away or copy, so that nothing unseen is touched.

    Raises AmendmentsDoNotApply where an operation does not fit, LawInvalid where the guards, or the law on its way,
    would be too large.
    """
    return _guarded(_Growing(document), operations)


def _guarded(now: "_Growing", operations: list[Operation]) -> list[Operation]:
    """As `guarded`; `now` is then as the operations leave it."""
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
            result.append(copy.deepcopy(guard))
        result.append(operation)
        now.apply(place, operation)
    return result


def _written_out(now: "_Growing", operations: list[Operation]) -> Iterator[tuple[int, Operation]]:
    """The operations with their places, each repeal as what it stands for when its turn comes. Raises LawInvalid."""
    for place, operation in enumerate(operations):
        if repeal.WORD not in operation:
            yield place, operation
            continue
        for each in repeal.repeal(now.document, operation, f"/{place}"):
            yield place, each


def _touched(document: Any, operation: Operation) -> list[str]:
    """Where an operation takes a value away or copies one. Adding onto an existing key takes its value away."""
    op, path = operation["op"], operation["path"]
    if op in ("replace", "remove"):
        return [path]
    touched = [operation["from"]] if "from" in operation else []
    if op in ("add", "move", "copy") and _is_key(document, path):
        touched.append(path)
    return touched


def _tested(operations: list[Operation], path: str) -> bool:
    """Whether the tests directly before the operation to come name this path."""
    for operation in reversed(operations):
        if operation["op"] != "test":
            return False
        if operation["path"] == path:
            return True
    return False


def _is_key(document: Any, path: str) -> bool:
    parent, _, _ = path.rpartition("/")
    try:
        value_at(document, path)
        return isinstance(value_at(document, parent), dict)
    except LookupError:
        return False


def _stands(document: Any, path: str) -> bool:
    try:
        value_at(document, path)
    except LookupError:
        return False
    return True


def _at(document: Any, path: str) -> Any:
    try:
        return value_at(document, path)
    except LookupError as error:
        raise AmendmentsDoNotApply(str(error)) from None


class _Growing:
    """A document while operations change it: never larger, nor nested deeper, than a law may be.

    What an operation would make of it is known before it is made, so that no list of operations takes more memory
    than a law does. Of no use any more once something was raised.
    """

    def __init__(self, document: Document) -> None:
        self.document: Any = copy.deepcopy(dict(document))
        self._size = size_of(self.document)

    def apply(self, place: int, operation: Operation) -> None:
        """Carry out the operation that stands at that place. Raises AmendmentsDoNotApply or LawInvalid."""
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
        """How many bytes come, less those that go: at most so many, for a key may be there already."""
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
        """How deep what the operation puts somewhere then lies."""
        if operation["op"] == "remove":
            return 0
        put = operation["value"] if "value" in operation else _at(self.document, operation["from"])
        path: str = operation["path"]
        return path.count("/") + depth_of(put)

    def _size_at(self, path: str) -> int:
        return size_of(_at(self.document, path))


def _check_guard(document: Any, guard: Operation) -> None:
    """A guard holds where the same JSON stands there; to Python, 0 and false would be the same.

    One that expects null holds where nothing stands, too: so what is new never replaces what came meanwhile.
    """
    if guard["value"] is None and not _stands(document, guard["path"]):
        return
    found = _at(document, guard["path"])
    if guard["value"] is None and found is not None:
        raise AlreadyThere(guard["path"], found)
    if json.dumps(found, sort_keys=True) != json.dumps(guard["value"], sort_keys=True):
        raise GuardFails(guard["path"], found, guard["value"])


def _shown(value: Any) -> str:
    """A value of the law as the law writes it, as far as there is room."""
    return json.dumps(value, ensure_ascii=False)[:MAX_SHOWN]


def amended(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """The document after the amendments, checked against every schema.

    They are complete with their guards: what brings something new where something stands never replaces it unseen.
    Raises AmendmentsDoNotApply where they do not fit the document, LawInvalid where the result cannot be law.
    """
    result = _made(document, operations, guards_are_complete=True)
    check(result)
    return result


def in_the_making(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """The document as amendments leave it, whether or not it could be law: one of several steps towards one.

    Raises AmendmentsDoNotApply where they do not fit, LawInvalid where it would be larger or deeper than a law may be.
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
    """Raises AlreadyThere where an operation without a guard of its place would take the place of something.

    When it was proposed nothing stood there, or it would have that guard.
    """
    path = operation["path"]
    if operation["op"] in ("add", "move", "copy") and path not in tested and _is_key(document, path):
        raise AlreadyThere(path, value_at(document, path))


def reapplied(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """The document after amendments that took effect on it once: what was looked at then is not looked at again.

    The document itself is changed, and is of no use any more. Raises AmendmentsDoNotApply for another document.
    """
    result: Any = document
    for operation in operations:
        if operation["op"] != "test":
            result = _patched(result, operation)
    changed: dict[str, Any] = result
    return changed


def _patched(document: Any, operation: Operation) -> Any:
    """The document, itself changed. Raises AmendmentsDoNotApply.

    A rule without clauses has room for one.
    """
    clause = CLAUSE.fullmatch(operation["path"])
    if operation["op"] == "add" and clause is not None and _stands(document, clause["rule"]):
        rule = value_at(document, clause["rule"])
        if isinstance(rule, dict):
            rule.setdefault("clauses", {})
    try:
        # A copy: what is added is changed in place by later operations, and the journal keeps the amendments.
        return jsonpatch.apply_patch(document, cast(Any, [copy.deepcopy(operation)]), in_place=True)
    except (jsonpatch.JsonPatchException, JsonPointerException, TypeError, KeyError, IndexError) as error:
        raise AmendmentsDoNotApply(f"an operation does not fit the law: {str(error)[:300]}") from error
