"""Runs tests on mutants of a shipped law and tells which of them no test notices: `manage.py sentences LAW --mutate`.

Tests are collected once. For each mutant the process forks. In the fork the files of the law read otherwise, and so do
the copies of it that modules of tests hold. There it runs the tests that are named for what the mutant changes, by the
rulings and the single tests that are listed with the sentences of its rule. Then it runs all in the law's own files
(`OWN`). The first failure ends it. Tests without a database come first.
"""

import json
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from nomic.cycles.management.commands.sentences import files_by_ruling, named_for
from nomic.law import templates
from nomic.law.mutants import Mutant, mutated
from nomic.law.sections import Law

SECONDS = 120  # for one mutant; what takes longer has been noticed
OF_ALL = "tests/law/test_numbers_of_each_law.py"
OWN = {
    "cycle-16": ("tests/law/test_cycle16_data.py", OF_ALL),
    "exoptwosis": ("tests/law/test_exoptwosis_data.py", OF_ALL),
    "dungeon": ("tests/dungeon/test_law.py", OF_ALL),
    "tetromic": ("tests/tetromic/test_law.py", OF_ALL),
    "ministry-of-lamps": ("tests/clauses/test_ministry.py", OF_ALL),
}
ROOT = Path(__file__).resolve().parents[2]
NUMBERS = re.compile(r"^test_((?:R[1-9]\d{0,2}_)+)")
HEAVY = ("wiki", "browser", "postgres", "redis", "pgbouncer")

Told = Callable[[Mutant, str, bool, float], object]  # the mutant, the test that noticed it, whether it is named for it


class Mutating:
    """The plugin that runs the tests of a session once for each mutant of a law."""

    def __init__(self, law_name: str, mutants: Sequence[Mutant], told: Told, databases: bool) -> None:
        self._law_name = law_name
        self._mutants = mutants
        self._told = told
        self._databases = databases
        self._failed = ""

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
        """Note the first test that fails."""
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant in a fork, once the tables are made."""
        self._make_tables(session.items)
        for mutant in self._mutants:
            began = time.monotonic()
            by, is_named = self._in_a_fork(session.items, mutant)
            self._told(mutant, by, is_named, time.monotonic() - began)
        return True

    def _make_tables(self, items: list[pytest.Item]) -> None:
        """Run a test that asks the database; what the session has made for it stays."""
        first = next(filter(_asks_database, items), None)
        if first is not None:
            away = next((item for item in items if item.path.parent != first.path.parent), items[-1])
            first.config.hook.pytest_runtest_protocol(item=first, nextitem=away)
            if self._failed:
                raise RuntimeError(f"{self._failed} fails with the law as it is")

    def _in_a_fork(self, items: list[pytest.Item], mutant: Mutant) -> tuple[str, bool]:
        reading, writing = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            try:
                answer = self._tried(items, mutant)
            except BaseException as error:
                answer = (f"{type(error).__name__}: {error}", False)
            os.write(writing, json.dumps(answer).encode())
            os._exit(0)
        os.close(writing)
        ready, _, _ = select.select([reading], [], [], SECONDS)
        if not ready:
            os.killpg(pid, signal.SIGKILL)
        said = os.read(reading, 65536) if ready else b""
        os.close(reading)
        os.waitpid(pid, 0)
        by, is_named = json.loads(said) if said else (f"no answer within {SECONDS} seconds", False)
        return by, is_named

    def _tried(self, items: list[pytest.Item], mutant: Mutant) -> tuple[str, bool]:
        """The first test that fails, and whether it is named for the mutant's place."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        rulings, singles = named_for(self._law_name, mutant.place)

        def is_named(item: pytest.Item) -> bool:
            return bool(_numbers(item.name) & rulings) or item.nodeid.partition("[")[0] in singles

        chosen = [item for item in items if is_named(item) or item.nodeid.startswith(OWN[self._law_name])]
        chosen.sort(key=lambda item: (_asks_database(item), not is_named(item)))
        _put_in(self._law_name, mutant, {item.module for item in items if isinstance(item, pytest.Function)})
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return self._failed, is_named(item)
        return "", False


def _asks_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("database") is not None


def _numbers(name: str) -> set[str]:
    """The rulings of which a test bears the numbers."""
    match = NUMBERS.match(name)
    return set(match[1].strip("_").split("_")) if match else set()


def _put_in(law_name: str, mutant: Mutant, modules: set[Any]) -> None:
    """Have the law's files read with the mutant, and each copy of the law that a module of tests holds."""
    original, read = templates.document_of(law_name), templates._read
    file = templates.templates()[law_name] / f"{mutant.path[0]}.yaml"

    def reads_otherwise(path: Path) -> Any:
        found = read(path)
        return mutated({mutant.path[0]: found}, mutant)[mutant.path[0]] if path == file else found

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


def files_for(law_name: str, mutants: Sequence[Mutant]) -> list[str]:
    """The files of tests that are named for these mutants, and the law's own."""
    by_ruling, found = files_by_ruling(), set(OWN[law_name])
    for rulings, singles in {_frozen(named_for(law_name, mutant.place)) for mutant in mutants}:
        found |= {path for ruling in rulings for path in by_ruling.get(ruling, ())}
        found |= {single.partition("::")[0] for single in singles}
    return sorted(path for path in found if (ROOT / path).exists())


def _frozen(named: tuple[set[str], set[str]]) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(named[0]), frozenset(named[1])


def try_mutants(law_name: str, mutants: Sequence[Mutant], told: Told, *, databases: bool = True) -> int:
    """Try each mutant of a law, and tell of it; pytest's exit code."""
    files = files_for(law_name, mutants)
    options = ["--capture=no", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    return int(pytest.main([*options, *files], plugins=[Mutating(law_name, mutants, told, databases)]))
