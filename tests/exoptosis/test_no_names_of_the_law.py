"""Cards and modifiers are law: no program names one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic.law.templates import document_of, templates

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(
    path for room in ("nomic", "exoptosis") for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts
)


def _names(law: str) -> set[str]:
    """The names of all species and modifiers, bare numbers apart: those may stand anywhere."""
    document = document_of(law)
    names = {*document.get("cards", {}), *document.get("modifiers", {})}
    return {name for name in names if not name.lstrip("-").isdigit()}


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every text in a program that is no docstring, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_there_are_two_laws_to_look_for() -> None:
    """Those that the hall ships, with all their cards and modifiers."""
    assert {"cycle-16", "exoptwosis"} <= templates().keys()
    assert len(_names("cycle-16")) == 42 - 11 + 37
    assert len(_names("exoptwosis")) == 54 + 1


@pytest.mark.parametrize("law", ["cycle-16", "exoptwosis"])
def test_no_program_has_the_name_of_a_species_or_a_modifier(law: str) -> None:
    """What a card is called, and what it does, stands in the law alone."""
    names = _names(law)
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}" for path in PROGRAMS for line, text in _texts(path) if text in names
    ]
    assert found == []


def test_a_name_in_a_program_would_be_found(tmp_path: Path) -> None:
    """The search finds a card's name anywhere in a program but in its docstrings."""
    program = tmp_path / "program.py"
    program.write_text('"""Joker"""\n\ndef play(card):\n    "Joker"\n    return card == "Joker" or f"{card} Joker"\n')
    assert [(line, text) for line, text in _texts(program) if "Joker" in text] == [(5, "Joker"), (5, " Joker")]
