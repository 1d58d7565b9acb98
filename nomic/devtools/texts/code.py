"""Extracts the texts in code: strings of more than one word that are neither docstrings nor meant for engineers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from nomic.devtools.texts.html import text_on_one_line, without_repeats

# People see these errors only as a server error without their text.
FOR_ENGINEERS = frozenset(
    [
        "AssertionError",
        "ImproperlyConfigured",
        "KeyError",
        "LookupError",
        "NotImplementedError",
        "RuntimeError",
        "TypeError",
        "ValueError",
    ]
)
# Their arguments are log messages, patterns and names of columns.
NOT_SHOWN = frozenset(
    ("debug", "info", "warning", "error", "exception", "critical", "compile", "get_logger", "columns")
)
CODE = re.compile(
    r"^(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP|ALTER|PRAGMA|CASE|SET|LOCK)\b|[{}\\]|^\W{0,3}<|__|=[(%]| \| "
)

STRING = re.compile(r"""(["'`])((?:(?!\1)[^\\\n])*)\1""")
SELECTOR = re.compile(r"[\[\]>#@]|^[.(:]|^\w+(?:, ?\w+)+$|^[a-z]+[ -][a-z]+$")
LINE_COMMENT = re.compile(r"^[ \t]*+(?://|/?\*).*$", re.MULTILINE)


def texts_of_code(source: str) -> list[str]:
    """Return the texts in the source of a module, with "…" for each value of an f-string."""
    return without_repeats(_texts(ast.parse(source)))


def texts_of_script(source: str) -> list[str]:
    """Return the texts of a script, with "…" for each value of a template literal."""
    strings = (found[2] for found in STRING.finditer(LINE_COMMENT.sub("", source)) if not SELECTOR.search(found[2]))
    return without_repeats([text for value in strings for text in _text(re.sub(r"\$\{[^{}]*\}", "…", value))])


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield from _text(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield from _text("".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values))
    elif not _is_for_engineers(node):
        for child in ast.iter_child_nodes(node):
            if not _is_documentation(child):
                yield from _texts(child)


def _text(value: str) -> Iterator[str]:
    text = text_on_one_line(value)
    if " " in text and not CODE.search(text):
        yield text


def _is_documentation(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_engineers(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Assert)
    called = node.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    return name in FOR_ENGINEERS or name in NOT_SHOWN


def modules(folder: Path) -> list[Path]:
    """Return all modules below a folder except migrations."""
    return sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)
