"""Finds the codes of all errors that the API answers with, by reading the source."""

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rest_framework import exceptions as framework

# Base classes whose instances begin with a code, and the status of their answers.
REFUSALS = {"Refused": 409, "IllegalMove": 409}
TEXT = {
    "problem": 2,
    "_answer": -1,
    "Lack": 2,
}  # of calls that begin with a status and a code: the argument that has the text
FIRST = "code"  # a class attribute, for refusals that have one code each
FRAMEWORK = (
    framework.ParseError, framework.AuthenticationFailed, framework.NotAuthenticated, framework.MethodNotAllowed,
    framework.NotAcceptable, framework.UnsupportedMediaType, framework.Throttled,
)  # fmt: skip


class FoundCode(NamedTuple):
    """A code with its status and the text for people, in which "…" stands for a value. `code` is "" if computed."""

    code: str
    status: int
    detail: str
    place: str


def problem_codes(folders: Iterable[Path], statuses: dict[str, int]) -> list[FoundCode]:
    """Return every code that is written in the modules of these folders, sorted.

    `statuses` holds the status of each refusal that has one code, by the name of its class.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for folder in folders for path in _modules(folder)}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    refusals = _with_subclasses(REFUSALS, classes)
    found = [each for path, tree in trees.items() for each in _in_module(path, tree, refusals, statuses)]
    found += [
        FoundCode(each.default_code.replace("_", "-"), each.status_code, str(each.default_detail), "")
        for each in FRAMEWORK
    ]
    return sorted(set(found))


def _modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)


def by_code(found: Iterable[FoundCode]) -> dict[str, tuple[set[int], list[str]]]:
    """Return the statuses and the texts of each code. Computed codes are left out; they occur as literals elsewhere."""
    codes: dict[str, tuple[set[int], list[str]]] = defaultdict(lambda: (set(), []))
    for each in found:
        if each.code:
            statuses, details = codes[each.code]
            statuses.add(each.status)
            if each.detail and each.detail not in details:
                details.append(each.detail)
    return dict(sorted(codes.items()))


def _with_subclasses(known: dict[str, int], classes: list[ast.ClassDef]) -> dict[str, int]:
    """Return the statuses of the known classes and of their subclasses, however deep."""
    found, before = dict(known), 0
    while len(found) != before:
        before = len(found)
        for node in classes:
            status = next((found[base] for base in map(_name, node.bases) if base in found), None)
            if status is not None:
                found.setdefault(node.name, status)
    return found


def _in_module(path: Path, tree: ast.Module, refusals: dict[str, int], statuses: dict[str, int]) -> Iterator[FoundCode]:
    nodes = list(ast.walk(tree))
    reader = _Reader(path, [node for node in nodes if isinstance(node, ast.Assign)])
    own_init = {node.name for node in nodes if isinstance(node, ast.ClassDef) and _init_of(node)}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield from _of_class(reader, node, refusals, statuses)
        if not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        name = _name(node.func)
        if name in refusals and name not in own_init:
            for code in reader.table_of(node) or [node.args[0]]:
                yield from reader.coded(code, refusals[name], node.args[1])
        elif name in TEXT and isinstance(node.args[0], ast.Constant):
            yield from reader.coded(node.args[1], int(str(node.args[0].value)), node.args[TEXT[name]])


def _of_class(
    reader: "_Reader", node: ast.ClassDef, refusals: dict[str, int], statuses: dict[str, int]
) -> Iterator[FoundCode]:
    """Yield the code that all instances of a class have; its text is the first sentence of the docstring."""
    says = inspect.cleandoc(ast.get_docstring(node) or "").partition("\n")[0]
    for part in node.body:
        if isinstance(part, ast.Assign) and _name(part.targets[0]) == FIRST and node.name in statuses:
            yield from reader.coded(part.value, statuses[node.name], ast.Constant(says))
    init = _init_of(node) if node.name in refusals else None
    for call in ast.walk(init) if init is not None else ():
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__" and len(call.args) > 1:
            yield from reader.coded(call.args[0], refusals[node.name], call.args[1])


def _init_of(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)


class _Reader:
    """Reads texts and codes in one module. A name stands for the value last assigned to it above its use."""

    def __init__(self, path: Path, assigned: list[ast.Assign]) -> None:
        self.path = path
        self.assigned = sorted(assigned, key=lambda each: each.lineno, reverse=True)

    def coded(self, code: ast.expr, status: int, detail: ast.expr) -> Iterator[FoundCode]:
        """Yield a code, or both of a conditional expression."""
        if isinstance(code, ast.IfExp):
            yield from self.coded(code.body, status, detail)
            yield from self.coded(code.orelse, status, detail)
        else:
            yield FoundCode(self.text(code), status, self.text(detail), f"{self.path.name}: {ast.unparse(code)}")

    def table_of(self, call: ast.Call) -> list[ast.expr]:
        """Return the keys of the module's table that a call reads by its code: `Refused(code, "…", RULES[code])`."""
        for argument in call.args[1:]:
            if isinstance(argument, ast.Subscript) and ast.unparse(argument.slice) == ast.unparse(call.args[0]):
                tables = (each.value for each in self.assigned if _names(each) == [_name(argument.value)])
                return [key for table in tables if isinstance(table, ast.Dict) for key in table.keys if key is not None]
        return []

    def text(self, node: ast.expr) -> str:
        """Return a text as it is written, with "…" for each value, or "" if it is not written in this module."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, ast.JoinedStr):
            return "".join(self.text(part) if isinstance(part, ast.Constant) else "…" for part in node.values)
        if isinstance(node, ast.IfExp):
            return self.text(node.body)
        if isinstance(node, ast.Name):
            values = (each.value for each in self.assigned if each.lineno < node.lineno and _names(each) == [node.id])
            return next((self.text(value) for value in values if not isinstance(value, ast.Name)), "")
        return ""


def _names(node: ast.Assign) -> list[str]:
    return [_name(target) for target in node.targets]


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
