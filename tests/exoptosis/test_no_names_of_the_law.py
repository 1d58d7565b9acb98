"""Cards, modifiers, items and what rules let players do are law: no program names one."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic.law.document.templates import document_of, law_templates

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(
    path for room in ("nomic", "exoptosis") for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts
)


def _names(law: str) -> set[str]:
    """The names of all species and modifiers, bare numbers apart: those may stand anywhere."""
    document = document_of(law)
    names = {*document.get("cards", {}), *document.get("modifiers", {})}
    return {name for name in names if not name.lstrip("-").isdigit()}


# Where a program has such a name all the same, and why.
NAMED_BY: dict[str, str] = {
    "exoptosis/law/cards.py: Suits": "is the title of a section",
    "exoptosis/explain/tables.py: Suits": "heads the column of a table",
    "exoptosis/explain/tables.py: Colours": "heads the column of a table",
    "exoptosis/events.py: gift": "is the kind of an event of laws from before",
    "exoptosis/events.py: burn-card": "says what to use in place of an event that is told no more",
    "nomic/wiki/publishing/outage_notices.py: Special": "is a namespace of MediaWiki",
    "nomic/office/settings/connection_forms.py: Special": "is a namespace of MediaWiki",
    "exoptosis/web/rules_summary.py: Colours": "begins a sentence about the colours that the law has",
    "nomic/wiki/editor_messages/message_text.py: Special": "is a namespace of MediaWiki",
    "nomic/law/rules/rule_of_place.py: Handy Pack": "shows in the API's schema what a place looks like",
    "nomic/bench/": "measures a hall of this law",
    "nomic/reliability/": "acts in halls of this law while all is killed",
    "nomic/playtest/": "plays laws as those do who have read them, and counts what they do",
    "nomic/web/management/commands/seed_demo.py: ": "plays a demo in halls of this law",
    "nomic/recipes/plain_rules/bans.py: gift": "is what people call that action where the law has one",
    "nomic/recipes/plain_rules/occasions.py: gift": "is what people call that action where the law has one",
    "nomic/recipes/plain_rules/synonyms.py: gift": "is the usual word of what people call gifts or gifting",
    "nomic/recipes/plain_rules/bans.py: burn-card": "is what people call that action where the law has one",
    "nomic/search/query_index.py: gift": "is a word by which people search",
    "nomic/web/views/players/player_page.py: gift": "links to that action where the law has one",
    "nomic/web/pictures/act_picture.py: gift": "is the name of a picture",
    "nomic/web/templatetags/cards.py: gift": "is the name of a picture",
    "nomic/web/views/styleguide.py: ": "shows acts of this law to developers",
    "nomic/clauses/vocabulary/scope_nouns.py: gift": "says who does that action where the law has one",
    "nomic/clauses/vocabulary/scope_nouns.py: burn-card": "says who does that action where the law has one",
}


def _done_or_kept(law: str) -> set[str]:
    """The names of items, packs, offers, collections, suits, colours and types, and of what rules do and keep."""
    document = document_of(law)
    traits = document["card_traits"]
    kinds = [traits.get(kind, {}) for kind in ("suits", "colours", "types")]
    sections = [document[name] for name in ("items", "packs", "collections")]
    names = {name for section in (*sections, document["shop"]["offers"], *kinds) for name in section}
    for rule in document["rules"].values():
        for clause in rule.get("clauses", {}).values():
            names |= {str(clause[word]) for word in ("action", "called", "value", "outcome") if word in clause}
    return names


@functools.cache
def _texts_of_program(path: Path) -> list[tuple[int, str]]:
    return list(_texts(path))


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
    assert {"cycle-16", "exoptwosis"} <= law_templates().keys()
    assert len(_names("cycle-16")) == 42 - 11 + 37
    assert len(_names("exoptwosis")) == 54 + 1


@pytest.mark.parametrize("law", ["cycle-16", "exoptwosis"])
def test_no_program_has_the_name_of_a_species_or_a_modifier(law: str) -> None:
    """What a card is called, and what it does, stands in the law alone."""
    names = _names(law)
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in PROGRAMS
        for line, text in _texts_of_program(path)
        if text in names
    ]
    assert found == []


@pytest.mark.parametrize("law", ["cycle-16", "exoptwosis"])
def test_no_program_has_the_name_of_an_item_or_of_what_a_rule_does(law: str) -> None:
    """What there is to have and to do stands in the law alone, but for the exceptions, each with its reason."""
    names = _done_or_kept(law)
    longer = re.compile(rf"\b(?:{'|'.join(re.escape(name) for name in sorted(names) if len(name) > 5)})\b")
    found = []
    for path in PROGRAMS:
        for _, text in _texts_of_program(path):
            named = {text} & names or set(longer.findall(text))
            at = path.relative_to(ROOT)
            found += [f"{at}: {name}" for name in named if not any(f"{at}: {name}".startswith(by) for by in NAMED_BY)]
    assert found == []


def test_a_name_in_a_program_would_be_found(tmp_path: Path) -> None:
    """The search finds a card's name anywhere in a program but in its docstrings."""
    program = tmp_path / "program.py"
    program.write_text('"""Joker"""\n\ndef play(card):\n    "Joker"\n    return card == "Joker" or f"{card} Joker"\n')
    assert [(line, text) for line, text in _texts(program) if "Joker" in text] == [(5, "Joker"), (5, " Joker")]
