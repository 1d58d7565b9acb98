"""Mutants of functions for mutation testing: copies with one change.

A comparison is widened, narrowed or negated, `and` becomes `or`, and an integer grows by one. A returned value becomes
None, and an expression statement is dropped.
"""

import ast
import inspect
import pkgutil
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef
OTHER: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True, slots=True)
class CodeMutant:
    """A function (`module:name`, or `module:Class.name`) with one changed expression or statement."""

    function: str
    named: str  # the function or class that a file of sentences names
    line: int
    old: str
    new: str
    nth: int  # index of the change among those possible in the function, in the order of `code_mutants_of`

    @property
    def place(self) -> str:
        """The function and the line of its file, as `module:name:line`."""
        return f"{self.function}:{self.line}"

    @property
    def key(self) -> str:
        """The function and the change, as written in lists of equivalent mutants."""
        return f"{self.function}: `{self.old}` becomes `{self.new}`"

    def __str__(self) -> str:
        return f"{self.place}: `{self.old}` becomes `{self.new}`"


class _Changing(ast.NodeTransformer):
    """Syntax tree transformer that lists the possible changes of a function, and makes the `nth` of them."""

    def __init__(self, nth: int = -1) -> None:
        self.found: list[tuple[ast.AST, ast.AST]] = []
        self._nth = nth

    def _or_else(self, node: ast.AST, other: ast.AST) -> ast.AST:
        self.found.append((node, ast.copy_location(other, node)))
        return other if len(self.found) - 1 == self._nth else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        changed: ast.AST = node
        for place, operator in enumerate(node.ops):
            operators = [*node.ops[:place], OTHER[type(operator)](), *node.ops[place + 1 :]]
            other = ast.Compare(node.left, operators, node.comparators)
            if self._or_else(node, other) is other:
                changed = other
        return changed

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        return self._or_else(node, ast.BoolOp(OTHER[type(node.op)](), node.values))

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return self._or_else(node, ast.Constant(node.value + 1)) if type(node.value) is int else node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        is_none = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        return node if is_none else self._or_else(node, ast.Return(ast.Constant(None)))

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Constant):
            return node  # a docstring
        self.generic_visit(node)
        return self._or_else(node, ast.Pass())


def functions_below(name: str) -> list[str]:
    """Return the functions and classes of a module, or of all modules of a package, as `module:name`.

    Raises ImportError if no module has that name.
    """
    found = import_module(name)
    within = pkgutil.walk_packages(getattr(found, "__path__", ()), f"{name}.")
    modules = [found, *(import_module(each.name) for each in within)]
    return [
        f"{module.__name__}:{key}"
        for module in modules
        for key, held in vars(module).items()
        if getattr(held, "__module__", "") == module.__name__ and (isinstance(held, type) or inspect.isroutine(held))
    ]


def code_mutants_of(functions: Iterable[str]) -> Iterator[CodeMutant]:
    """Yield a mutant for each possible change in these functions, or in the methods if a class is given."""
    for named in functions:
        for name in _functions_in(named):
            changing = _Changing()
            _change(_tree_of(name), changing)
            for nth, (old, new) in enumerate(changing.found):
                yield CodeMutant(name, named, getattr(old, "lineno", 0), ast.unparse(old), ast.unparse(new), nth)


def change_code(mutant: CodeMutant) -> None:
    """Replace the function's code object, so that existing references to the function change too."""
    tree = _tree_of(mutant.function)
    _change(tree, _Changing(mutant.nth))
    tree.decorator_list = []
    function = _function(mutant.function)
    whole = compile(ast.Module([tree], []), function.__code__.co_filename, "exec", dont_inherit=True)
    function.__code__ = next(each for each in whole.co_consts if isinstance(each, CodeType))
    held = _held(mutant.function)
    if hasattr(held, "cache_clear"):
        held.cache_clear()


def _change(tree: Function, changing: _Changing) -> None:
    """Apply the transformer to the function's body, but not to its annotations or default values."""
    tree.body = [changing.visit(statement) for statement in tree.body]
    ast.fix_missing_locations(tree)


def _functions_in(named: str) -> list[str]:
    """Return the function with that name, or the methods of the class, except closures."""
    held = _held(named)
    names = [f"{named}.{name}" for name in vars(held)] if isinstance(held, type) else [named]
    return [name for name in names if _is_function(name)]


def _is_function(name: str) -> bool:
    held = _bare(_held(name))
    if not isinstance(held, FunctionType) or held.__module__ != name.partition(":")[0]:
        return False
    return not held.__code__.co_freevars and not held.__code__.co_filename.startswith("<")  # nor generated ones


def _held(name: str) -> Any:
    """Return the object with this `module:name`, with its decorators."""
    module, _, path = name.partition(":")
    held: Any = import_module(module)
    for part in path.split("."):
        held = vars(held)[part]
    return held


def _bare(held: Any) -> Any:
    """Return a function without its decorators."""
    if isinstance(held, property):
        held = held.fget
    elif isinstance(held, staticmethod | classmethod):
        held = held.__func__
    return inspect.unwrap(held) if callable(held) else held


def _function(name: str) -> FunctionType:
    function = _bare(_held(name))
    if not isinstance(function, FunctionType):
        raise TypeError(f"{name} is no function")
    return function


def _tree_of(name: str) -> Function:
    """Return the function's syntax tree, with line numbers of its file."""
    function = _function(name)
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(tree, Function):
        raise TypeError(f"{name} is no function that is written with `def`")
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    return tree
