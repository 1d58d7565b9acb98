"""A process that claimed something is known by its name, and known to have ended, where that can be known."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nomic.outbox import worker_identity
from nomic.outbox.worker_identity import MAX_LENGTH, has_ended, this_process

NAME = "from nomic.outbox.worker_identity import this_process; print(this_process(), flush=True); input()"


def started() -> tuple["subprocess.Popen[str]", str]:
    """Another process of this machine, and its name."""
    process = subprocess.Popen(
        [sys.executable, "-c", NAME],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_a_process_has_ended_when_it_was_killed() -> None:
    """Also while nobody has buried it yet; not before."""
    process, name = started()
    try:
        assert name != this_process()
        assert not has_ended(name)
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(name)
    finally:
        process.kill()
        process.communicate()
    assert has_ended(name)


def test_this_process_has_not_ended() -> None:
    """Another one that had its number before has."""
    assert not has_ended(this_process())
    number, _, rest = this_process().partition("-")
    began, _, place = rest.partition("@")
    assert has_ended(f"{number}-{int(began) - 1}@{place}")
    assert len(this_process()) <= MAX_LENGTH


def test_a_number_that_is_anothers_by_now() -> None:
    """The process that has it began at another time."""
    process, name = started()
    try:
        number, _, rest = name.partition("-")
        began, _, place = rest.partition("@")
        assert has_ended(f"{number}-{int(began) - 100}@{place}")
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("name", ["", "1-2@elsewhere/pid:[1]", "@", "x-1@", "who knows"])
def test_of_other_machines_nothing_is_known(name: str) -> None:
    """Nor of names that are none."""
    assert not has_ended(name)


def test_without_the_kernels_files_a_number_tells(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a Mac: whoever runs under that number has not ended."""
    monkeypatch.setattr(worker_identity, "PROC", tmp_path)
    worker_identity._named.cache_clear()
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        place = this_process().partition("@")[2]
        assert not has_ended(this_process())
        assert not has_ended(f"{process.pid}-1@{place}")
    finally:
        process.kill()
        process.communicate()
    assert has_ended(f"{process.pid}-1@{place}")
    worker_identity._named.cache_clear()
