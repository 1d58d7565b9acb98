"""Texts use plain words: no docstring, template or document has a phrase listed in plain_words.yaml."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from tests.readme.documents import DOCS, ROOT

WORDS = [
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in yaml.safe_load((ROOT / "tests/readme/plain_words.yaml").read_text(encoding="utf-8"))[
        "words"
    ]
]
PACKAGES = ("nomic", "dungeon", "exoptosis", "knucklebones", "tetromic")


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.lineno, str(first.value.value)


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line of a page or document."""
    yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def complaints(where: str, texts: Iterator[tuple[int, str]]) -> list[str]:
    """Return a message for each listed phrase: file and line, the phrase, and what to write instead."""
    return [
        f"{where}:{number}: “{found[0]}”: write {instead}"
        for number, text in texts
        for pattern, instead in WORDS
        if (found := pattern.search(text))
    ]


def test_texts_use_plain_words() -> None:
    """Docstrings, templates and documents."""
    wrong: list[str] = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                wrong += complaints(str(path.relative_to(ROOT)), docstrings(path))
    for path in sorted([*(ROOT / "templates").rglob("*.html"), *DOCS.glob("*.md")]):
        wrong += complaints(str(path.relative_to(ROOT)), lines(path))
    assert wrong == [], "\n".join(wrong)


def test_a_listed_phrase_is_reported_with_its_place(tmp_path: Path) -> None:
    """A docstring and a page with a phrase each."""
    module, page = tmp_path / "module.py", tmp_path / "page.html"
    module.write_text('"""Say what becomes of it."""\n\n\ndef plain() -> None:\n    """Return it."""\n')
    page.write_text("<p>Fine.</p>\n<p>Put it otherwise.</p>\n")
    assert complaints("m.py", docstrings(module)) == ["m.py:1: “what becomes of”: write the result of"]
    assert complaints("p.html", lines(page)) == ["p.html:2: “Put it otherwise”: write edit"]
