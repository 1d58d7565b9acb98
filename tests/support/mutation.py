"""Runs tests on mutants of a shipped law and tells which of them no test notices: `manage.py sentences LAW --mutate`.

Tests are collected once. For each mutant the process forks. In the fork the files of the law read otherwise, and so do
the copies of it that modules of tests hold; or, with `--code`, a function does something else. There it runs the tests
that are named for what the mutant changes: by the rulings and the single tests that are listed with the sentences of
its rule, or because they say that they show that species or modifier. Then it runs all in the law's own files (`OWN`);
for a function of a game, before those, all in the folder of tests of its package; for a function of the host, only
those, and for a word of the effect language, or what words share, the tests of clauses that say it. The first failure
ends it. The last to notice one come first, then those that are named for it and the law's first file, without a
database before with one.

A test that notices a mutant is run once without any, in a fork too, and where only the cycle's title is another, and so
the dice. Where it fails there it is left out, which is said.
"""

import json
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nomic.cycles.management.commands.sentences import files_by_ruling
from nomic.effects.language.nodes.base import NODES
from nomic.games import HOME, games_in
from nomic.law.document import templates
from nomic.law.document.sections import Law
from nomic.law.mutation_testing.function_mutants import CodeMutant, change_code
from nomic.law.mutation_testing.law_mutants import Mutant, mutated
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.sentences import Sentence, functions_of, kind_of, sentences_with_marks, tables_of
from nomic.law.rules.tree import rules_of

SECONDS = 120  # for one test; what takes longer has been noticed
RECENT = 5  # tests that noticed a mutant, which are tried on the next before all others
TITLES = ("A cycle", "Some other cycle", "One more cycle")  # of laws that are otherwise as they are
OF_ALL = "tests/law/test_numbers_of_each_law.py"
MATCHES = ("tests/exoptosis/scenarios/", "tests/exoptosis/engine/")
OWN = {
    "cycle-16": (
        *("tests/law/test_cycle16_data.py", *MATCHES, "tests/knucklebones/engine/test_scores.py", OF_ALL),
        *("tests/exoptosis/test_battles.py", "tests/exoptosis/test_duels.py", "tests/exoptosis/test_fusion.py"),
        "tests/exoptosis/test_exploration.py",
    ),
    "exoptwosis": (
        *("tests/law/test_exoptwosis_data.py", "tests/exoptosis/scenarios/test_exoptwosis.py", OF_ALL),
        *("tests/exoptosis/test_exoptwosis.py", "tests/exoptosis/test_exoptwosis_battles.py"),
    ),
    "dungeon": ("tests/dungeon/test_law.py", OF_ALL),
    "tetromic": ("tests/tetromic/test_law.py", OF_ALL),
    "ministry-of-lamps": ("tests/clauses/test_ministry.py", OF_ALL),
    "the-commons": (
        "tests/clauses/test_commons.py",
        "tests/clauses/test_numbers_of_the_commons.py",
        "tests/clauses/test_words_of_the_commons.py",
        OF_ALL,
    ),
}
OWN |= {law: (f"tests/{law}/", OF_ALL) for law in templates.law_templates() if law not in OWN and law in games_in(HOME)}
ROOT = Path(__file__).resolve().parents[2]
NUMBERS = re.compile(r"^test_((?:R[1-9]\d{0,2}_)+)")
HEAVY = ("wiki", "browser", "postgres", "redis", "pgbouncer")

AnyMutant = Mutant | CodeMutant
Told = Callable[[Any, str, bool, float], object]  # the mutant, the test that noticed it, whether it is named for it


class Mutating:
    """The plugin that runs the tests of a session once for each mutant of a law."""

    def __init__(self, law_name: str, mutants: Sequence[AnyMutant], told: Told, databases: bool) -> None:
        self._law_name = law_name
        self._mutants = mutants
        self._told = told
        self._databases = databases
        self._failed = ""
        self._alive: Callable[[], object] = lambda: None
        self._noticing: list[str] = []  # the tests that have noticed a mutant, the last one last

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave those that need no servers, and of what is parametrised by law this one's."""
        items[:] = [
            item
            for item in items
            if not any(map(item.get_closest_marker, HEAVY)) and self._is_of_this_law(item)
            if self._databases or not _asks_database(item)
        ]

    def _is_of_this_law(self, item: pytest.Item) -> bool:
        callspec = getattr(item, "callspec", None)
        return callspec is None or callspec.params.get("law", self._law_name) == self._law_name

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails, and that a test has come to its end."""
        self._alive()
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant in a fork, once the tables are made."""
        self._make_tables(session.items)
        for mutant in self._mutants:
            began = time.monotonic()
            by, is_named = self._in_a_fork(self._chosen(session.items, mutant), mutant)
            while self._fails_anyway(by, session.items):
                sys.stdout.write(f"left out, for it fails with the law as it is: {by}\n")
                session.items[:] = [item for item in session.items if item.nodeid != by]
                by, is_named = self._in_a_fork(self._chosen(session.items, mutant), mutant)
            self._told(mutant, by, is_named, time.monotonic() - began)
        return True

    def _fails_anyway(self, by: str, items: list[pytest.Item]) -> bool:
        """Whether a test fails without a mutant, too. One that does not is remembered: it may notice others.

        Dice fall otherwise under another law, so one with a database has to bear other titles of the cycle as well.
        """
        if by in self._noticing:
            self._noticing.remove(by)
        else:
            alone = [item for item in items if item.nodeid == by]
            if not alone:
                return False
            titles = TITLES if _asks_database(alone[0]) else ()
            harmless = [None, *(Mutant(("cycle", "title"), None, title) for title in titles)]
            if any(self._in_a_fork([(alone[0], True)], each)[0] for each in harmless):
                return True
        self._noticing.append(by)
        return False

    def _chosen(self, items: list[pytest.Item], mutant: AnyMutant) -> list[tuple[pytest.Item, bool]]:
        """The tests for a mutant, in their order, each with whether it is named for it."""
        rulings, singles = _named(self._law_name, mutant)
        places = _files(self._law_name, mutant)
        found = []
        for item in items:
            is_named = (
                bool(_numbers(item.name) & rulings)
                or item.nodeid.partition("[")[0] in singles
                or _shows_part_of(item, mutant)
            )
            place = next((nth for nth, path in enumerate(places) if item.nodeid.startswith(path)), len(places))
            if is_named or place < len(places):
                found.append((self._turn(item, is_named, place), place, len(found), item, is_named))
        return [(item, is_named) for _, _, _, item, is_named in sorted(found, key=lambda each: each[:3])]

    def _turn(self, item: pytest.Item, is_named: bool, place: int) -> tuple[int, int]:
        """When a test has its turn: the lower, the likelier to notice a mutant for the time that it takes."""
        recent = self._noticing[: -RECENT - 1 : -1]
        if item.nodeid in recent:
            return 0, recent.index(item.nodeid)
        if _asks_database(item):
            return (2 if is_named else 4), 0
        return (1 if is_named or place == 0 else 3), 0

    def _make_tables(self, items: list[pytest.Item]) -> None:
        """Run a test that asks the database; what the session has made for it stays."""
        first = next(filter(_asks_database, items), None)
        if first is not None:
            away = next((item for item in items if item.path.parent != first.path.parent), items[-1])
            first.config.hook.pytest_runtest_protocol(item=first, nextitem=away)
            if self._failed:
                raise RuntimeError(f"{self._failed} fails with the law as it is")

    def _in_a_fork(self, chosen: list[tuple[pytest.Item, bool]], mutant: AnyMutant | None) -> tuple[str, bool]:
        """The first test that fails there, and whether it is named; neither where all pass."""
        reading, writing = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            self._alive = lambda: os.write(writing, b"\n")
            try:
                answer = self._tried(chosen, mutant)
            except BaseException as error:
                answer = (f"{type(error).__name__}: {error}", False)
            os.write(writing, json.dumps(answer).encode())
            os._exit(0)
        os.close(writing)
        said = b"".join(_read_until_silent(reading))
        os.close(reading)
        try:
            by, is_named = json.loads(said)
        except ValueError:
            by, is_named = f"a test that takes longer than {SECONDS} seconds, or ends the process", False
            os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return by, is_named

    def _tried(self, chosen: list[tuple[pytest.Item, bool]], mutant: AnyMutant | None) -> tuple[str, bool]:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        if isinstance(mutant, CodeMutant):
            change_code(mutant)
        elif mutant is not None:
            _put_in(self._law_name, mutant, {item.module for item, _ in chosen if isinstance(item, pytest.Function)})
        following = [item for item, _ in chosen[1:]]
        for (item, is_named), after in zip(chosen, [*following, None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self._failed:
                return self._failed, is_named
        return "", False


def _read_until_silent(reading: int) -> Iterator[bytes]:
    """What a fork writes, until it ends or no test has ended for too long."""
    while select.select([reading], [], [], SECONDS)[0]:
        said = os.read(reading, 65536)
        if not said:
            return
        yield said


def _asks_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("database") is not None


def _numbers(name: str) -> set[str]:
    """The rulings of which a test bears the numbers."""
    match = NUMBERS.match(name)
    return set(match[1].strip("_").split("_")) if match else set()


def _shows_part_of(item: pytest.Item, mutant: AnyMutant) -> bool:
    """Whether a test says that it shows the species or the modifier in which a mutant is (`scenario.shows`)."""
    shown = getattr(item.function, "shows", ()) if isinstance(item, pytest.Function) else ()
    return isinstance(mutant, Mutant) and not set(mutant.path).isdisjoint(shown)


def _put_in(law_name: str, mutant: Mutant, modules: set[Any]) -> None:
    """Have the law's files read with the mutant, and each copy of the law that a module of tests holds."""
    original, read = templates.document_of(law_name), templates._read
    template = templates.law_templates()[law_name]

    def reads_otherwise(path: Path, most: int = 1) -> Any:
        found = read(path, most)
        if path == template:  # a law in one file
            return mutated(found, mutant)
        if path == template / f"{mutant.path[0]}.yaml":
            return mutated({mutant.path[0]: found}, mutant)[mutant.path[0]]
        return found

    templates._read = reads_otherwise
    changed = mutated(original, mutant)
    for module in [*modules, *(module for name, module in sys.modules.items() if name.startswith("tests.support"))]:
        for name, held in list(vars(module).items()):
            if hasattr(held, "cache_clear"):
                held.cache_clear()
            elif isinstance(held, dict) and held.keys() == original.keys():
                held.update(mutated(held, mutant))  # with or without the places that a template is given
            elif isinstance(held, Law) and held.document == original:
                setattr(module, name, Law(changed))


def named_for(law_name: str, place: str) -> tuple[set[str], set[str]]:
    """Return the rulings and the tests named by the sentences that a place in the law implements.

    If no sentence names the place, use all sentences of the rule that owns it.
    """
    id_ = rule_at(_law_of(law_name), place)
    if id_ is None:
        return set(), set()
    all_ = _sentences_of(law_name)[id_]
    closest = [sentence for sentence in all_ if any(_is_at(mark, place) for mark in sentence.marks)]
    for sentences in (closest, all_):
        rulings = {mark for sentence in sentences for mark in sentence.of_kind("ruling")}
        tests = {mark for sentence in sentences for mark in sentence.of_kind("test")}
        if rulings or tests:
            return rulings, tests
    return set(), set()


def named_for_function(law_name: str, function: str) -> tuple[set[str], set[str]]:
    """Return the rulings and tests named by the sentences of a law that a function (`module:name`) implements."""
    called = {words for words, named in functions_of(tables_of(law_name)).items() if named == function}
    sentences = [each for every in _sentences_of(law_name).values() for each in every if called & set(each.marks)]
    return (
        {mark for sentence in sentences for mark in sentence.of_kind("ruling")},
        {mark for sentence in sentences for mark in sentence.of_kind("test")},
    )


@cache
def _law_of(law_name: str) -> Law:
    return Law(templates.document_of(law_name))


@cache
def _sentences_of(law_name: str) -> Mapping[str, list[Sentence]]:
    """Return the sentences of a law by rule, with their implementations."""
    rules, tables = rules_of(_law_of(law_name)), tables_of(law_name)
    return {id_: sentences_with_marks(rules, id_, tables) for id_ in rules}


def _is_at(mark: str, place: str) -> bool:
    """Return whether a sentence's mark is this place of the law or a place above it."""
    kind = kind_of(mark)
    if kind == "clause":
        rule, _, name = mark.partition("/")
        return f"{place}/".startswith(f"/rules/{rule}/clauses/{name}/")
    return kind == "place" and f"{place}/".startswith(f"{mark}/")


def _named(law_name: str, mutant: AnyMutant) -> tuple[set[str], set[str]]:
    """The rulings and the single tests that are named for what a mutant changes."""
    if isinstance(mutant, CodeMutant):
        return named_for_function(law_name, mutant.named)
    return named_for(law_name, mutant.place)


def _files(law_name: str, mutant: AnyMutant) -> tuple[str, ...]:
    """Return the files and folders of which all tests are tried on a mutant.

    For a function of a room of the host those are its room's and, for a word of the effect language, those of clauses
    that say it. A law's own tests are mostly of its games' engines, which call no room, and would take most of the
    time.
    """
    if not isinstance(mutant, CodeMutant):
        return OWN[law_name]
    app, _, rest = mutant.function.partition(":")[0].removeprefix("nomic.").partition(".")
    folder = f"tests/{app}/{rest.partition('.')[0]}/"
    own = _files_with(_words_of(mutant)) if mutant.function.startswith("nomic.") else OWN[law_name]
    return (folder if (ROOT / folder).is_dir() else f"tests/{app}/", *own)


def _words_of(mutant: CodeMutant) -> frozenset[str]:
    """The words of the effect language that a mutant's class defines, such as `elect`, or else its module's."""
    module, _, path = mutant.function.partition(":")
    held = getattr(sys.modules.get(module), path.partition(".")[0], None)
    words = {node: word for word, node in NODES.items() if node.__module__ == module}
    return frozenset([words[held]] if isinstance(held, type) and held in words else words.values())


@cache
def _files_with(words: frozenset[str]) -> tuple[str, ...]:
    """The files of tests of clauses that say a word of the language: what it does in a cycle is shown there."""
    files = sorted(ROOT.glob("tests/clauses/test_*.py")) if words else ()
    return tuple(
        str(file.relative_to(ROOT)) for file in files if any(f'"{word}": ' in file.read_text() for word in words)
    )


def files_for(law_name: str, mutants: Sequence[AnyMutant]) -> list[str]:
    """The files of tests that are named for these mutants, and those of which all are tried."""
    by_ruling, found = files_by_ruling(), {path for mutant in mutants for path in _files(law_name, mutant)}
    for rulings, singles in {tuple(map(frozenset, _named(law_name, mutant))) for mutant in mutants}:
        found |= {path for ruling in rulings for path in by_ruling.get(ruling, ())}
        found |= {single.partition("::")[0] for single in singles}
    folders = tuple(path for path in found if path.endswith("/"))
    return sorted(
        path
        for path in found
        if (ROOT / path).exists() and not path.startswith(tuple(folder for folder in folders if folder != path))
    )


def try_mutants(law_name: str, mutants: Sequence[AnyMutant], told: Told, *, databases: bool = True) -> int:
    """Try each mutant of a law, and tell of it; pytest's exit code."""
    files = files_for(law_name, mutants)
    options = ["--capture=no", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    return int(pytest.main([*options, *files], plugins=[Mutating(law_name, mutants, told, databases)]))
