"""The command that says whether everything is well must not say so when it is not."""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nomic.devtools import debian, run_checks
from nomic.devtools.processes import Stopped
from nomic.devtools.run_checks import Checks
from nomic.devtools.virtualenv import ROOT
from tests.support.slow_tests import LONG, SLOW


@pytest.fixture
def these(tmp_path, monkeypatch) -> Checks:
    for name in ("CI", "THOROUGH"):
        monkeypatch.delenv(name, raising=False)
    return Checks(Path(sys.executable), tmp_path)


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_a_failed_step_fails_the_whole_and_the_others_still_run(these, capfd):
    """The summary names the failed step, and what came after it was run all the same."""
    these.step("one", python("pass"))
    these.step("two", python("raise SystemExit(3)"))
    these.step("three", python("print('three was here')"))
    assert not these.summary()
    said = capfd.readouterr().out
    assert "three was here" in said
    assert "FAILED: two after" in said
    assert "(exit code 3)" in said


@pytest.mark.parametrize("code", [0, 3])
def test_what_runs_alongside_is_told_whole_after_the_rest(these, capfd, code):
    """Its output does not mix with that of the steps meanwhile, and its failure is one."""
    with these.alongside("long one", python(f"print('first'); print('last'); raise SystemExit({code})")):
        these.step("short one", python("print('in between')"))
    said = capfd.readouterr().out
    assert said.index("in between") < said.index("━━ long one\nfirst\nlast\n")
    assert [each.state for each in these.outcomes] == ["passed", "FAILED" if code else "passed"]


def test_what_runs_alongside_ends_with_the_rest(these):
    """Whoever stops the checks leaves nothing running."""
    started = these.var / "started"
    program = f"import os, pathlib, time; pathlib.Path({str(started)!r}).write_text(str(os.getpid())); time.sleep(60)"

    def until_it_has_started() -> None:
        while not started.exists() or not started.read_text():
            time.sleep(0.01)
        raise Stopped("SIGTERM")

    with pytest.raises(Stopped), these.alongside("long one", python(program)):
        until_it_has_started()
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)


def test_when_all_pass_it_says_so(these, capfd):
    """Nothing failed, nothing left out."""
    these.step("one", python("pass"))
    assert these.summary()
    assert "All passed after" in capfd.readouterr().out


def test_what_cannot_run_here_is_skipped_and_named(these, capfd, monkeypatch):
    """Without PostgreSQL its tests are left out, and the summary says so."""
    monkeypatch.setattr(run_checks.debian, "missing", lambda parts=debian.ALL: list(parts))
    these.on_postgres("data layer", "tests/law")
    assert these.summary()
    assert "Skipped, because something is not installed: data layer." in capfd.readouterr().out


def test_in_ci_nothing_is_skipped(tmp_path, monkeypatch, capfd):
    """What is missing there is a failure."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(run_checks.debian, "missing", lambda parts=debian.ALL: list(parts))
    strict = Checks(Path(sys.executable), tmp_path)
    with strict.story_alongside():
        strict.step("one", python("pass"))
    assert [(each.name, each.state) for each in strict.outcomes][1:] == [("one", "passed")]
    assert not strict.summary()
    assert "PostgreSQL and Redis missing" in capfd.readouterr().out


def test_without_being_root_the_missing_packages_are_named(these, capfd, monkeypatch):
    """Who may not install is told the line to have typed."""
    monkeypatch.setattr(run_checks.debian, "missing", lambda parts=debian.ALL: [debian.REDIS])
    monkeypatch.setattr(run_checks.os, "geteuid", lambda: 1000)
    these.debian_packages()
    assert "apt-get install -y --no-install-recommends redis-server" in capfd.readouterr().out


def test_the_settings_of_the_person_do_not_reach_the_tests(tmp_path, monkeypatch):
    """Somebody's wiki and database are safe from their own ./test."""
    monkeypatch.setenv("WIKI_URL", "https://wiki.example/w/")
    monkeypatch.setenv("DATABASE_URL", "postgres://real.example/nomic")
    env = Checks(Path(sys.executable), tmp_path).env
    assert env["WIKI_URL"] == ""
    assert env["DATABASE_URL"] == f"sqlite:///{tmp_path}/nomic.sqlite3"


def test_words_are_handed_on_to_pytest():
    """./test PATH -k WORD runs only that, and its exit code is pytest's verdict."""
    command = [sys.executable, "test", "tests/devtools/test_checks.py", "-k", "when_all_pass", "-p", "no:cacheprovider"]
    finished = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout
    assert "1 passed" in finished.stdout


@pytest.mark.parametrize("code", [0, 1, 5])
def test_what_pytest_says_of_them_is_what_test_says(these, monkeypatch, code):
    """Words that no test answers to are a failure, as pytest has it."""
    given: list[str] = []

    def pretend(name, command, **env):
        given.extend(command)
        these.note_exit(name, code, time.monotonic())

    monkeypatch.setattr(these, "step", pretend)
    monkeypatch.setattr(run_checks, "checks", lambda: contextlib.nullcontext(these))
    monkeypatch.setattr(run_checks, "stop_on_signals", lambda: None)
    with pytest.raises(SystemExit) as left:
        run_checks.main(["tests/law", "-k", "no_test_is_called_so"])
    assert given == ["python", "-m", "pytest", "tests/law", "-k", "no_test_is_called_so"]
    assert left.value.code == (1 if code else 0)


def test_a_thorough_run_tries_all_examples(these, monkeypatch):
    """An ordinary one tries a third of them."""
    monkeypatch.setattr(these, "everything", lambda: None)
    monkeypatch.setattr(run_checks, "checks", lambda: contextlib.nullcontext(these))
    monkeypatch.setattr(run_checks, "stop_on_signals", lambda: None)
    assert "THOROUGH" not in these.env
    with pytest.raises(SystemExit):
        run_checks.main(["--thorough"])
    assert these.env["THOROUGH"] == "1"


def test_what_runs_on_both_databases_is_there():
    """A folder or file of tests that got another name would be left out unseen."""
    assert [path for path in run_checks.DATA_LAYER if not (ROOT / path).exists()] == []


def test_what_is_slow_is_there():
    """So would one that is slow be counted among the quick."""
    assert [path for path in (*SLOW, *LONG) if not (ROOT / path).exists()] == []
    gone = {name for path, names in LONG.items() for name in names if f"def {name}(" not in (ROOT / path).read_text()}
    assert gone == set()
