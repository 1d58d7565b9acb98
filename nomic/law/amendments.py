"""Amendments: RFC 6902 patches with `test` guards, applied all or none (R13)."""

import copy
import json
from collections.abc import Iterator
from typing import Any, cast

import jsonpatch
from jsonpointer import JsonPointerException

from nomic.law.sections import MOST_FLAWS, Document, Flaw, LawInvalid, check, value_at
from nomic.law.text import fit

Operation = dict[str, Any]

MOST_OPERATIONS = 500
MOST_BYTES = 200_000
MOST_GUARD_BYTES = 500_000
DEEPEST = 20
MOST_SHOWN = 100  # characters of a value in a refusal
LARGEST = 1 << 53  # what every JSON reader keeps exactly
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


def check_form(operations: Any) -> None:
    """Raises LawInvalid where `operations` is not a list of RFC 6902 operations within the bounds of size."""
    if not isinstance(operations, list):
        raise LawInvalid([Flaw("", "amendments are a list of operations (RFC 6902)")])
    if len(operations) > MOST_OPERATIONS:
        raise LawInvalid([Flaw("", f"at most {MOST_OPERATIONS} operations")])
    flaws = list(_unfit(operations))
    flaws = flaws or [flaw for place, operation in enumerate(operations) for flaw in _form_flaws(place, operation)]
    if not flaws and len(json.dumps(operations)) > MOST_BYTES:
        flaws = [Flaw("", f"at most {MOST_BYTES} bytes")]
    if flaws:
        raise LawInvalid(flaws[:MOST_FLAWS])


def _unfit(operations: list[Any]) -> Iterator[Flaw]:
    """What no journal can keep, wherever in the operations it stands, even where they take it away again."""
    waiting = [(f"/{place}", operation, 1) for place, operation in enumerate(operations)]
    while waiting:
        where, value, depth = waiting.pop()
        if depth > DEEPEST:
            yield Flaw(where, f"nested more than {DEEPEST} deep")
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
            if not abs(value) <= LARGEST:  # so that what is not a number does not pass either
                yield Flaw(where, "a number beyond what can be kept")
        elif value is not None:
            yield Flaw(where, "this is no JSON value")


def _form_flaws(place: int, operation: Any) -> list[Flaw]:
    where = f"/{place}"
    if not isinstance(operation, dict):
        return [Flaw(where, "an operation is an object with op and path")]
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

    Raises AmendmentsDoNotApply where an operation does not fit, LawInvalid where the guards would be too large.
    """
    now: Any = copy.deepcopy(dict(document))
    result: list[Operation] = []
    left = MOST_GUARD_BYTES
    for operation in operations:
        for path in _touched(now, operation):
            if not _tested(result, path):
                guard = {"op": "test", "path": path, "value": copy.deepcopy(_at(now, path))}
                result.append(guard)
                left -= len(json.dumps(guard))
        if left < 0:
            raise LawInvalid([Flaw("", "these amendments touch too much of the law at once")])
        result.append(operation)
        now = _applied(now, [operation])
    return result


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


def _at(document: Any, path: str) -> Any:
    try:
        return value_at(document, path)
    except LookupError as error:
        raise AmendmentsDoNotApply(str(error)) from None


def _applied(document: Any, operations: list[Operation]) -> Any:
    """The document, itself changed by the operations; of no use any more where this raises."""
    try:
        # Copies: what is added is changed in place by later operations, and the journal keeps the amendments.
        for operation in copy.deepcopy(operations):
            if operation["op"] == "test":
                _check_guard(document, operation)
            else:
                document = jsonpatch.apply_patch(document, cast(Any, [operation]), in_place=True)
        return document
    except (jsonpatch.JsonPatchException, JsonPointerException, TypeError, KeyError, IndexError) as error:
        raise AmendmentsDoNotApply(f"an operation does not fit the law: {str(error)[:300]}") from error


def _check_guard(document: Any, guard: Operation) -> None:
    """A guard holds where the same JSON stands there; to Python, 0 and false would be the same."""
    found = _at(document, guard["path"])
    if json.dumps(found, sort_keys=True) != json.dumps(guard["value"], sort_keys=True):
        raise AmendmentsDoNotApply(
            f"the law is no longer as the amendment expects: at {guard['path'][:100]} stands {_shown(found)}, "
            f"not {_shown(guard['value'])}"
        )


def _shown(value: Any) -> str:
    """A value of the law as the law writes it, as far as there is room."""
    return json.dumps(value, ensure_ascii=False)[:MOST_SHOWN]


def amended(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """The document after the amendments, checked against every schema.

    Raises AmendmentsDoNotApply where they do not fit the document, LawInvalid where the result cannot be law.
    """
    result: dict[str, Any] = _applied(copy.deepcopy(dict(document)), operations)
    check(result)
    return result
