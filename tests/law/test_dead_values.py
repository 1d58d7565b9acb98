"""Every value of a law has somebody who reads it: a vote that changes it changes what happens."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from nomic.games import HOME, games_in
from nomic.law.document.sections import flaws_of, registered_sections
from nomic.law.document.templates import document_of, law_templates
from tests.support.hall import cycle_16

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("nomic", *games_in(HOME))
# What nothing has to follow from: words for people.
WORDS = {"title", "summary", "text", "says", "note", "body", "description"}
# Readers that do not count: whatever only an admin does to set things right, and what only checks a law.
ASIDE = ("corrections.py", "admin.py", "migrations")


def _names_read(tree: ast.AST) -> Iterator[str]:
    """Attributes that are read, and keys by which data is: engines read the law as data."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.endswith("_agrees"):
            node.body = []
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            yield from (str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant))


def _read_by_code() -> set[str]:
    found: set[str] = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not any(part in ASIDE for part in path.parts):
                found.update(_names_read(ast.parse(path.read_text(encoding="utf-8"))))
    return found


def _models_in(kind: Any, seen: set[type]) -> Iterator[type[BaseModel]]:
    for inner in get_args(kind):
        yield from _models_in(inner, seen)
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in seen:
        seen.add(kind)
        yield kind
        for field in kind.model_fields.values():
            yield from _models_in(field.annotation, seen)


def _is_value(kind: Any) -> bool:
    """Whether it is a value itself: what has values within is read with them."""
    return not any(_models_in(kind, set()))


def test_every_value_of_every_section_is_read() -> None:
    """By its name: of the sections that laws from before have, too."""
    read, seen = _read_by_code(), set[type]()
    dead = [
        (section.name, model.__name__, name)
        for section in registered_sections().values()
        for model in _models_in(section.schema, seen)
        for name, field in model.model_fields.items()
        if _is_value(field.annotation) and name not in WORDS and name not in read and (field.alias or name) not in read
    ]
    assert dead == []


def test_every_section_of_a_shipped_law_is_known() -> None:
    """So that the test above looks at all of it."""
    for name in law_templates():
        assert document_of(name).keys() <= registered_sections().keys()


def test_R19_the_trait_of_luck_is_what_rolling_again_costs() -> None:
    """A vote that changes one of them changes both, or is refused with the place."""
    law = cycle_16()
    items = {**law["items"], "Favour": {**law["items"]["Good luck"]}}
    other = {**law, "items": items, "luck": {"trait": "Favour"}}
    ((path, why),) = [(flaw.path, flaw.detail) for flaw in flaws_of(other)]
    assert path == "/luck/trait"
    assert "change the price of “Use your good luck” as well" in why
    clauses = law["rules"]["luck"]["clauses"]
    (name,) = [name for name, clause in clauses.items() if clause.get("action") == "Use your good luck"]
    both = {**clauses, name: {**clauses[name], "costs": {"Favour": 1}}}
    rules = {**law["rules"], "luck": {**law["rules"]["luck"], "clauses": both}}
    assert flaws_of({**other, "rules": rules}) == []
    assert flaws_of(law) == []
