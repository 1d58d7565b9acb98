"""Amendments: RFC 6902 patches with `test` guards, applied all or none (R13)."""

import copy
import json
from typing import Any, cast

import jsonpatch
from jsonpointer import JsonPointerException, resolve_pointer

from nomic.law.sections import Document, Flaw, LawInvalid, check

Operation = dict[str, Any]

MOST_OPERATIONS = 500
MOST_BYTES = 200_000
FIELDS = {
    "add": {"op", "path", "value"},
    "replace": {"op", "path", "value"},
    "test": {"op", "path", "value"},
    "remove": {"op", "path"},
    "move": {"op", "path", "from"},
    "copy": {"op", "path", "from"},
}
GUARDED = {"replace", "remove", "move"}


class AmendmentsDoNotApply(Exception):
    """The document has changed where the amendments want to change it: a guard failed or a place is gone."""


def check_form(operations: Any) -> None:
    """Raises LawInvalid where `operations` is not a list of RFC 6902 operations within the bounds of size."""
    if not isinstance(operations, list):
        raise LawInvalid([Flaw("", "amendments are a list of operations (RFC 6902)")])
    if len(operations) > MOST_OPERATIONS:
        raise LawInvalid([Flaw("", f"at most {MOST_OPERATIONS} operations")])
    flaws = [flaw for place, operation in enumerate(operations) for flaw in _form_flaws(place, operation)]
    if not flaws and len(json.dumps(operations)) > MOST_BYTES:
        flaws = [Flaw("", f"at most {MOST_BYTES} bytes")]
    if flaws:
        raise LawInvalid(flaws)


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
    """The operations with a `test` before every one that takes something away, so that nothing unseen is overwritten.

    An `add` onto an existing key counts as a `replace`. Raises AmendmentsDoNotApply where an operation does not fit.
    """
    now: Any = copy.deepcopy(dict(document))
    result: list[Operation] = []
    for operation in operations:
        source: str = operation["from"] if "from" in operation else operation["path"]
        takes = operation["op"] in GUARDED or (operation["op"] == "add" and _is_key(now, source))
        if takes and not _tested(result, source):
            result.append({"op": "test", "path": source, "value": copy.deepcopy(_at(now, source))})
        result.append(operation)
        now = _applied(now, [operation])
    return result


def _tested(operations: list[Operation], path: str) -> bool:
    return bool(operations) and operations[-1]["op"] == "test" and operations[-1]["path"] == path


def _is_key(document: Any, path: str) -> bool:
    parent, _, _ = path.rpartition("/")
    try:
        return isinstance(resolve_pointer(document, parent), dict) and resolve_pointer(document, path, None) is not None
    except JsonPointerException:
        return False


def _at(document: Any, path: str) -> Any:
    try:
        return resolve_pointer(document, path)
    except JsonPointerException as error:
        raise AmendmentsDoNotApply(f"the law has nothing at {path}") from error


def _applied(document: Any, operations: list[Operation]) -> Any:
    try:
        return jsonpatch.apply_patch(document, cast(Any, operations))
    except jsonpatch.JsonPatchTestFailed as error:
        raise AmendmentsDoNotApply(f"the law is no longer as the amendment expects: {str(error)[:300]}") from error
    except (jsonpatch.JsonPatchException, JsonPointerException, TypeError, KeyError, IndexError) as error:
        raise AmendmentsDoNotApply(f"an operation does not fit the law: {str(error)[:300]}") from error


def amended(document: Document, operations: list[Operation]) -> dict[str, Any]:
    """The document after the amendments, checked against every schema.

    Raises AmendmentsDoNotApply where they do not fit the document, LawInvalid where the result cannot be law.
    """
    result: dict[str, Any] = _applied(copy.deepcopy(dict(document)), operations)
    check(result)
    return result
