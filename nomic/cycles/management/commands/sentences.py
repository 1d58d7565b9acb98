"""`manage.py sentences LAW`: each sentence of a shipped law, what carries it out, and which tests show it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from nomic.law.rules import rules_of, tree
from nomic.law.sections import Law
from nomic.law.sentences import PLAYERS, WORDS, Sentence, carried, functions_of, kind_of, tables_of
from nomic.law.templates import document_of, templates

TESTS = "## Tests"
INTRODUCTION = """\
# {title}, sentence by sentence

What carries each sentence of the rules out: a place of the law, a clause, or what the host does, with its function;
*words* only tells what words mean, and what stands with the *players* they keep themselves (R118). Then the rulings on
it, whose tests stand at the end. This is what `manage.py sentences {law}` prints, and a test keeps it so.
"""
NAMED = re.compile(r"^[ \t]*+(?:async )?def test_(R[1-9]\d{0,2})_", re.MULTILINE)


class Command(BaseCommand):
    help = "Print each sentence of a shipped law, what carries it out, and which tests show it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("law", choices=sorted(templates()))

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(page(options["law"])))


def page(law_name: str) -> Iterator[str]:
    """All of it, line by line."""
    law, tables = Law(document_of(law_name)), tables_of(law_name)
    rules, functions = rules_of(law), functions_of(tables)
    rulings: dict[str, None] = {}
    yield INTRODUCTION.format(title=law.document["cycle"]["title"], law=law_name)
    for placed in tree(rules):
        yield f"## {placed.number} {placed.rule.title}\n"
        yield "| sentence | carried out by | shown by |"
        yield "|---|---|---|"
        for sentence in carried(rules, placed.id, tables):
            rulings |= dict.fromkeys(sentence.of_kind("ruling"))
            yield _row(sentence, functions)
        yield ""
    yield f"{TESTS}\n"
    files = files_by_ruling()
    for ruling in sorted(rulings, key=lambda ruling: int(ruling[1:])):
        yield f"- {_linked(ruling)}: {', '.join(f'[{path}](../../{path})' for path in files.get(ruling, ()))}"


def _row(sentence: Sentence, functions: Mapping[str, str]) -> str:
    by = [_carrier(mark, functions) for mark in sentence.marks if kind_of(mark) not in ("ruling", "test")]
    shown = [_linked(ruling) for ruling in sentence.of_kind("ruling")]
    shown += [f"`{test}`" for test in sentence.of_kind("test")]
    return f"| {_cell(sentence.text)} | {', '.join(by)} | {', '.join(shown)} |"


def _carrier(mark: str, functions: Mapping[str, str]) -> str:
    if mark in (WORDS, PLAYERS):
        return f"*{mark}*"
    if kind_of(mark) == "clause":
        rule, _, name = mark.partition("/")
        return f"the clause `{name}` of `{rule}`"
    return f"{mark} (`{functions[mark]}`)" if kind_of(mark) == "host" else f"`{mark}`"


def _cell(text: str) -> str:
    """A sentence as it is written, in a table of Markdown."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _linked(ruling: str) -> str:
    return f"[{ruling}](../rulings.md#{ruling})"


def files_by_ruling() -> dict[str, list[str]]:
    """The files with tests that bear the number of a ruling in their names, by that number."""
    root = Path(settings.BASE_DIR)
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(root.glob("tests/**/test_*.py")):
        for ruling in sorted(set(NAMED.findall(path.read_text(encoding="utf-8")))):
            found[ruling].append(path.relative_to(root).as_posix())
    return found
