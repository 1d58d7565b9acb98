"""Command `manage.py sentences LAW`, which lists each sentence of a shipped law with its implementation and tests.

`--mutate` changes the law one number at a time; with `--words`, also one word at a time. It runs the tests named for
each change, and lists mutants that no test detects. With `--code` it changes the functions that implement the
sentences, one expression or statement at a time. Mutants listed as equivalent in the table of sentences are not tried,
but printed with the reason. The command needs the tests folder.
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, templates
from nomic.law.mutation_testing.function_mutants import CodeMutant, code_mutants_of, functions_below
from nomic.law.mutation_testing.law_mutants import Mutant, mutants_of
from nomic.law.mutation_testing.stale_equivalents import stale_equivalents
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.sentences import (
    PLAYERS,
    WORDS,
    Sentence,
    carried,
    equivalents_of,
    functions_of,
    kind_of,
    tables_of,
)
from nomic.law.rules.tree import rules_of, tree

TESTS = "## Tests"
INTRODUCTION = """\
# {title}, sentence by sentence

What carries each sentence of the rules out: a place of the law, a clause, or what the host does, with its function;
*words* only tells what words mean, and what stands with the *players* they keep themselves (R118). Then the rulings on
it, whose tests stand at the end. This is what `manage.py sentences {law}` prints, and a test keeps it so.
"""
NAMED = re.compile(r"^[ \t]*+(?:async )?def test_(R[1-9]\d{0,2})_", re.MULTILINE)


class Command(BaseCommand):
    help = "Print each sentence of a shipped law, its implementation and its tests; or run mutation tests."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("law", choices=sorted(templates()))
        parser.add_argument("--mutate", action="store_true", help="change each number, and list what no test notices")
        parser.add_argument("--words", action="store_true", help="with --mutate: change words and flags too")
        parser.add_argument("--code", action="store_true", help="with --mutate: change functions, not the law")
        parser.add_argument("--at", default="/", help="with --mutate: only below this place of the law, as /shop")
        parser.add_argument(
            "--of",
            nargs="+",
            default=[""],
            help="with --code: only functions whose names begin so, as nomic.trades; where no sentence names one, all "
            "of these modules",
        )
        parser.add_argument(
            "--without-database", action="store_true", help="with --mutate: run only tests that need no database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["mutate"]:
            self._mutate(options)
        else:
            self.stdout.write("\n".join(page(options["law"])))

    def _mutate(self, options: dict[str, Any]) -> None:
        """Try every mutant, and print a line for each survivor. Raises CommandError if any mutant survives.

        Mutants listed as equivalent are printed with the reason instead, and so are outdated lines of the list.
        """
        os.environ["CI"] = "true"  # With it, the dice of each test are the same in every run.
        try:
            mutation = import_module("tests.support.mutation")
        except ModuleNotFoundError as error:
            raise CommandError(f"this needs the folder of tests and what they use: {error}") from None
        mutants, equivalents = _mutants(options), equivalents_of(tables_of(options["law"]))
        for key in stale_equivalents(document_of(options["law"]), equivalents):
            self.stdout.write(f"stale: {key}: it is listed as equivalent, and is no mutant any more")
        for mutant in mutants:
            if mutant.key in equivalents:
                self.stdout.write(f"equivalent: {mutant}: {equivalents[mutant.key]}")
        tried = [mutant for mutant in mutants if mutant.key not in equivalents]
        by: Counter[str] = Counter(equivalent=len(mutants) - len(tried))

        def told(mutant: Mutant | CodeMutant, test: str, is_named: bool, seconds: float) -> None:
            by["none" if not test else "named" if is_named else "other"] += 1
            if not test:
                self.stdout.write(f"survives: {mutant} ({seconds:.0f} s)")
            elif options["verbosity"] > 1:
                self.stdout.write(f"noticed: {mutant}, by {test} ({seconds:.0f} s)")

        mutation.try_mutants(options["law"], tried, told, databases=not options["without_database"])
        if by.total() < len(mutants):
            raise CommandError("the tests did not run, or fail with the unchanged law")
        self.stdout.write(
            f"{len(mutants)} mutants: {by['named']} noticed by tests that are named for them, {by['other']} by others, "
            f"{by['none']} by none, {by['equivalent']} equivalent"
        )
        if by["none"]:
            raise CommandError(f"{by['none']} mutants survive")


def _mutants(options: Mapping[str, Any]) -> list[Mutant] | list[CodeMutant]:
    """Return the requested mutants of the law, or of the functions that its sentences name."""
    if options["code"]:
        named = sorted(set(functions_of(tables_of(options["law"])).values()))
        return list(code_mutants_of(chain.from_iterable(_functions_at(name, named) for name in options["of"])))
    return list(mutants_of(document_of(options["law"]), words=options["words"], at=options["at"]))


def _functions_at(name: str, named: Sequence[str]) -> list[str]:
    """Return the functions below a dotted name that sentences name, or else all functions of its modules.

    Raises CommandError if there is no such module.
    """
    try:
        return [each for each in named if each.startswith(name)] or functions_below(name)
    except ImportError as error:
        raise CommandError(f"no function is named so: {error}") from None


def page(law_name: str) -> Iterator[str]:
    """Yield the lines of the page of sentences."""
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
    """Return a sentence escaped for a Markdown table."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _linked(ruling: str) -> str:
    return f"[{ruling}](../rulings.md#{ruling})"


def named_for(law_name: str, place: str) -> tuple[set[str], set[str]]:
    """Return the rulings and the tests named by the sentences that a place of the law implements.

    If no sentence names the place, use all sentences of the rule that owns it.
    """
    id_ = rule_at(_law_of(law_name), place)
    if id_ is None:
        return set(), set()
    told = _sentences_of(law_name)[id_]
    closest = [sentence for sentence in told if any(_is_at(mark, place) for mark in sentence.marks)]
    for sentences in (closest, told):
        rulings = {mark for sentence in sentences for mark in sentence.of_kind("ruling")}
        tests = {mark for sentence in sentences for mark in sentence.of_kind("test")}
        if rulings or tests:
            return rulings, tests
    return set(), set()


def named_for_function(law_name: str, function: str) -> tuple[set[str], set[str]]:
    """Return the rulings and tests named by the sentences of a law that a function (`module:name`) implements."""
    called = {words for words, named in functions_of(tables_of(law_name)).items() if named == function}
    told = [each for every in _sentences_of(law_name).values() for each in every if called & set(each.marks)]
    return (
        {mark for sentence in told for mark in sentence.of_kind("ruling")},
        {mark for sentence in told for mark in sentence.of_kind("test")},
    )


@lru_cache(maxsize=1)
def _law_of(law_name: str) -> Law:
    return Law(document_of(law_name))


@lru_cache(maxsize=1)
def _sentences_of(law_name: str) -> Mapping[str, list[Sentence]]:
    """Return the sentences of a law by rule, with their implementations."""
    rules, tables = rules_of(_law_of(law_name)), tables_of(law_name)
    return {id_: carried(rules, id_, tables) for id_ in rules}


def _is_at(mark: str, place: str) -> bool:
    """Return whether a sentence's mark is this place of the law or a place above it."""
    kind = kind_of(mark)
    if kind == "clause":
        rule, _, name = mark.partition("/")
        return f"{place}/".startswith(f"/rules/{rule}/clauses/{name}/")
    return kind == "place" and f"{place}/".startswith(f"{mark}/")


def files_by_ruling() -> dict[str, list[str]]:
    """Return the test files for each ruling, found by the ruling's number in names of tests."""
    root = Path(settings.BASE_DIR)
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(root.glob("tests/**/test_*.py")):
        for ruling in sorted(set(NAMED.findall(path.read_text(encoding="utf-8")))):
            found[ruling].append(path.relative_to(root).as_posix())
    return found
