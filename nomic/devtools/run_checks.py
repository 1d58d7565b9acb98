"""Implementation of ./test: runs every check and test of the project one by one, and prints a summary."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nomic.devtools import browser_assets, debian, servers, virtualenv
from nomic.devtools.processes import Child, Stopped, print_now, stop_all, stop_on_signals
from nomic.devtools.virtualenv import ROOT

USAGE = """\
./test                       everything: lint, types, layers, migrations, all tests, PostgreSQL, Redis
./test --quick               in three minutes: no browser and no servers, no random examples, one case of each test
./test --thorough            everything, all cases on PostgreSQL too, with three times as many random examples
./test tests/law -k amend    only pytest, with these words handed on to it
./test --postgres tests/law  the same on a throw-away PostgreSQL

With CI=true a missing Debian package is a failure; otherwise what needs it is skipped, and said to be."""

# Tests for which the two databases differ: locks, leases, constraints, JSON, streamed rows, the ledger. Each game has
# one file here, because everything that a game stores goes through its tables and the ledger. `./test --postgres PATHS`
# runs others.
DATA_LAYER = (
    "tests/db",
    "tests/cycles",
    "tests/inventory",
    "tests/players",
    "tests/proposals",
    "tests/matches",
    "tests/accounts/test_names.py",
    "tests/clauses/test_rules_in_bursts.py",
    "tests/law/test_storing_revisions.py",
    "tests/notices/test_outbox.py",
    "tests/verification/test_export.py",
    "tests/wiki/test_claims.py",
    "tests/exoptosis/test_battles.py",
    "tests/knucklebones/test_pairing.py",
    "tests/tetromic/test_cycle.py",
    "tests/dungeon/test_replay.py",
)
# Tests that use the database but start no servers. The cases of one test differ in the rules, which SQLite has covered,
# and rarely in the queries.
ASK_IT = "database and not wiki and not browser and not postgres"
ONE_CASE = f"{ASK_IT} and not another_case"
STORY = "tests/story"
# It runs a browser with a MediaWiki, which takes a minute.
TOLD_ONCE = "tests/story/test_gilded_hall_opens.py"
# On a throw-away server the test databases need no dropping, which an open connection would prevent.
KEEP = "--reuse-db"
SECONDS_TO_STOP = 10
NOT_QUICK = "not browser and not wiki and not postgres and not redis and not pgbouncer and not slow"


def cores() -> int:
    return os.cpu_count() or 2


def in_processes(count: int) -> tuple[str, ...]:
    """Return pytest's arguments for `count` processes with work stealing."""
    return ("-n", str(count), "--dist", "worksteal")


@dataclass(frozen=True)
class CheckResult:
    """The result of a step. `note` says what failed or why the step was skipped."""

    name: str
    state: str  # "passed", "FAILED" or "skipped"
    seconds: float
    note: str = ""


class Checks:
    """The steps of one ./test. They run with fixed settings that ignore the user's own."""

    def __init__(self, python: Path, var: Path) -> None:
        self.python = python
        self.var = var
        self.outcomes: list[CheckResult] = []
        self.began = time.monotonic()
        self.in_ci = os.environ.get("CI", "").lower() in ("1", "true", "yes")
        # Set even if empty, because settings.py would read a .env otherwise.
        self.env = {
            **os.environ,
            "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONUNBUFFERED": "1",
            "PYTHONDONTWRITEBYTECODE": "",  # The tests start Python a hundred times.
            "VAR_DIR": str(var),
            "SECRET_KEY": "only-for-tests",
            "DEBUG": "0",
            "HTTPS": "0",
            "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1],testserver",
            "DATABASE_URL": f"sqlite:///{var / 'nomic.sqlite3'}",
            "CELERY_BROKER_URL": "memory://",
            "SQLITE_SYNCHRONOUS": "OFF",  # test data need not survive a power cut
            **dict.fromkeys(("REDIS_URL", "WIKI_URL", "WIKI_USER", "WIKI_PASSWORD", "GAMES_DIR"), ""),
            **dict.fromkeys(("DISCORD_CLIENT_ID", "DISCORD_PUBLIC_KEY", "MEDIAWIKI_CLIENT_ID"), ""),
            "DATABASE_POOLED": "0",
        }

    def step(self, name: str, command: Sequence[str], **env: str) -> None:
        """Run a command with its output on the terminal, and record its duration and result."""
        print_now(f"\n━━ {name}")
        began = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, env={**self.env, **env}, stdin=subprocess.DEVNULL).returncode
        self.note_exit(name, code, began)

    @contextlib.contextmanager
    def alongside(self, name: str, command: Sequence[str], **env: str) -> Iterator[None]:
        """Run a command in parallel to the block. Afterwards wait for it, and print its whole output."""
        began = time.monotonic()
        child = Child(name, command, self.var / f"{name}.log", {**self.env, **env}, cwd=ROOT)
        try:
            yield
            code = child.process.wait()
        finally:
            stop_all([child], SECONDS_TO_STOP)
        print_now(f"\n━━ {name}\n{child.log.read_text(errors='replace')}")
        self.note_exit(name, code, began)

    def note_exit(self, name: str, code: int, began: float) -> None:
        self.note(name, "FAILED" if code else "passed", began, f"exit code {code}" if code else "")

    def note(self, name: str, state: str, began: float, note: str = "") -> None:
        outcome = CheckResult(name, state, time.monotonic() - began, note)
        self.outcomes.append(outcome)
        print_now(f"── {outcome.name}: {outcome.state} in {outcome.seconds:.1f} s {outcome.note}")

    def leave_out(self, name: str, lacking: Sequence[debian.Part]) -> None:
        """Record a step that cannot run here. In CI it counts as failed, otherwise as skipped."""
        names = " and ".join(part.name for part in lacking)
        self.note(name, "FAILED" if self.in_ci else "skipped", time.monotonic(), f"{names} missing")

    def debian_packages(self) -> None:
        """Install missing Debian packages if possible.

        Otherwise print the installation command. Steps that need a missing package are then left out.
        """
        lacking = debian.missing()
        if not lacking:
            return
        began = time.monotonic()
        if os.geteuid() == 0 and shutil.which("apt-get"):
            print_now(f"Installing {', '.join(part.name for part in lacking)} …")
            if debian.install(lacking) and not debian.missing():
                self.note("Debian packages", "passed", began)
                return
            lacking = debian.missing()
        print_now(f"Missing: {', '.join(part.name for part in lacking)}. As root:\n    {debian.apt_line(lacking)}")
        self.leave_out("Debian packages", lacking)

    def block_editor(self) -> None:
        """Install the block editor from npm if npm can be reached.

        Otherwise the editor's tests are skipped, in CI too: the site works without the editor.
        """
        began = time.monotonic()
        reason = browser_assets.ensure()
        self.note("block editor from npm", "skipped" if reason else "passed", began, reason)

    def pytest(self, name: str, *arguments: str, **env: str) -> None:
        self.step(name, ["python", "-m", "pytest", *arguments], **env)

    def read_the_code(self, which: str = "") -> None:
        """Run the static checks.

        Type checking takes one core a while. Meanwhile, another core compiles the tests selected by `which`. Pytest
        caches the result for each file, so that the test processes need not compile it.
        """
        with self.alongside("types", ["mypy"]):
            self.step("format", ["ruff", "format", "--check", "."])
            self.step("lint", ["ruff", "check", "."])
            self.step("layers", ["lint-imports", "--no-cache"])
            self.step("migrations", ["python", "manage.py", "makemigrations", "--check", "--dry-run"])
            collecting = ["python", "-m", "pytest", "--collect-only", "-q", "-m", which]
            subprocess.run(collecting, cwd=ROOT, env=self.env, stdin=subprocess.DEVNULL, capture_output=True)

    def on_postgres(self, name: str, *arguments: str) -> None:
        """Run pytest on a temporary PostgreSQL server."""
        if lacking := debian.missing([debian.POSTGRESQL]):
            self.leave_out(name, lacking)
            return
        with servers.postgres() as database:
            self.pytest(name, KEEP, *arguments, DATABASE_URL=database)

    @contextlib.contextmanager
    def story_alongside(self) -> Iterator[None]:
        """Run the end-to-end story as in production: with PostgreSQL, and Redis as broker and cache.

        It mostly waits for servers and a browser, so other steps run in parallel.
        """
        name = "story on PostgreSQL and Redis"
        if lacking := debian.missing([debian.POSTGRESQL, debian.REDIS]):
            self.leave_out(name, lacking)
            yield
            return
        with servers.postgres() as database, servers.redis() as redis:
            urls = {"DATABASE_URL": database, "CELERY_BROKER_URL": f"{redis}/0", "REDIS_URL": f"{redis}/1"}
            with self.alongside(name, ["python", "-m", "pytest", STORY], **urls):
                yield

    def everything(self) -> None:
        self.debian_packages()
        self.block_editor()
        self.read_the_code()
        # On SQLite only if it cannot run on PostgreSQL afterwards.
        later = [] if debian.missing([debian.POSTGRESQL, debian.REDIS]) else [f"--ignore={TOLD_ONCE}"]
        # One worker more than cores, because a quarter of the time is spent waiting for browsers and servers.
        self.pytest("tests on SQLite", *in_processes(cores() + 1), *later)
        with self.story_alongside():
            which = ASK_IT if self.env.get("THOROUGH") else ONE_CASE
            self.on_postgres("data layer on PostgreSQL", *in_processes(cores()), "-m", which, *DATA_LAYER)

    def quick(self) -> None:
        self.read_the_code(NOT_QUICK)
        self.pytest("quick tests on SQLite", *in_processes(cores()), "-m", NOT_QUICK)

    def summary(self) -> bool:
        """Print the result of every step. Returns True if none failed."""
        print_now("\n━━ Summary")
        for each in self.outcomes:
            print_now(f"  {each.state:<8} {each.seconds:7.1f} s  {each.name} {f'({each.note})' if each.note else ''}")
        total = time.monotonic() - self.began  # Less than the sum, because some steps run in parallel.
        failed = [each.name for each in self.outcomes if each.state == "FAILED"]
        skipped = [each.name for each in self.outcomes if each.state == "skipped"]
        if skipped:
            print_now(f"Skipped, because something is not installed: {', '.join(skipped)}.")
        print_now(f"{'FAILED: ' + ', '.join(failed) if failed else 'All passed'} after {total:.0f} s.")
        return not failed


@contextlib.contextmanager
def checks() -> Iterator[Checks]:
    """Context manager that yields the checks, with the environment installed and a temporary folder for data."""
    python = virtualenv.ensure("requirements-dev.lock")
    with tempfile.TemporaryDirectory(prefix="nomic-test-") as var:
        yield Checks(python, Path(var))


def main(arguments: Sequence[str] | None = None) -> None:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words and words[0] in ("-h", "--help"):
        print_now(USAGE)
        return
    os.chdir(ROOT)
    stop_on_signals()
    try:
        with checks() as these:
            if words == ["--thorough"]:
                these.env["THOROUGH"] = "1"
                words = []
            if words == ["--quick"]:
                these.quick()
            elif words and words[0] == "--postgres":
                these.on_postgres("pytest on PostgreSQL", *words[1:])
            elif words:
                these.pytest("pytest", *words)
            else:
                these.everything()
            passed = these.summary()
    except Stopped as stopped:
        sys.exit(f"Stopped by {stopped}.")
    sys.exit(0 if passed else 1)
