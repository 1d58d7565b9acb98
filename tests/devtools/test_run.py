import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from nomic.devtools import debian, python_version, virtualenv
from nomic.devtools.dev_server import Watched
from nomic.devtools.processes import Child, stop_all
from nomic.devtools.servers import free_port
from nomic.devtools.virtualenv import ROOT
from tests.support.databases import sqlite_with_tables


@pytest.fixture(scope="module")
def seeded(tmp_path_factory) -> Path:
    """The folder var/ as a first start leaves it: made once, for tests to copy."""
    var = tmp_path_factory.mktemp("seeded") / "var"
    var.mkdir()
    sqlite_with_tables(var / "nomic.sqlite3")
    command = [sys.executable, "manage.py", "seed_demo", "--migrate"]
    subprocess.run(command, cwd=ROOT, env=settings_in(var), check=True, capture_output=True)
    return var


def settings_in(var: Path) -> dict[str, str]:
    """The environment of somebody who has set nothing but the folder."""
    unset = dict.fromkeys(("REDIS_URL", "WIKI_URL", "WIKI_USER", "WIKI_PASSWORD"), "")
    database = f"sqlite:///{var / 'nomic.sqlite3'}"
    return {
        **os.environ, **unset, "VAR_DIR": str(var), "DATABASE_URL": database, "CELERY_BROKER_URL": "filesystem://"
    }  # fmt: skip


@contextlib.contextmanager
def started(tmp_path: Path) -> Iterator[tuple[Child, int]]:
    """./run on a free port, with the folder `var` in `tmp_path`, up to where it waits for Ctrl-C."""
    port = free_port()
    command = [sys.executable, "run", "--port", str(port)]
    run = Child("run", command, tmp_path / "run.log", settings_in(tmp_path / "var"), cwd=ROOT)
    try:
        while "Ctrl-C stops everything" not in run.last_lines():
            assert not run.has_ended(), run.last_lines(60)
            time.sleep(0.05)
        yield run, port
    finally:
        stop_all([run], 30)


def half_written(queue: Path) -> None:
    """What is left where the last start was killed while it wrote a message, and the table of an exchange."""
    for name in ("messages/1_0000.celery.msg", "control/celery.exchange"):
        file = queue / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_one_command_fills_an_empty_folder_and_starts_everything(tmp_path):
    """The site answers at the printed address, with demo logins; the logs are in var/log."""
    with started(tmp_path) as (run, port):
        said = run.last_lines()
        assert f"Infinite Nomic is at http://127.0.0.1:{port}\n" in said
        assert re.search(r"Demo players: Ada, .*; password: \S+", said)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
    logs = {file.name for file in (tmp_path / "var" / "log").iterdir()}
    assert logs == {"web.log", "worker.log", "sender.log", "beat.log"}


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_stopping_leaves_no_process_behind(seeded, how, tmp_path):
    """Ctrl-C, or what a service manager sends, ends web server, workers and beat, and is no failure."""
    shutil.copytree(seeded, tmp_path / "var")
    with started(tmp_path) as (run, _):
        children = children_of(run.process.pid)
        assert len(children) == 4
        run.process.send_signal(how)
        assert run.process.wait() == 0
        assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


def test_a_process_that_dies_is_started_again_and_the_rest_goes_on(seeded, tmp_path):
    """Without its worker the game would stand still: ./run says that it has died, why, and that it runs again."""
    shutil.copytree(seeded, tmp_path / "var")
    half_written(tmp_path / "var" / "queue")
    with started(tmp_path) as (run, port):
        children = children_of(run.process.pid)
        while "ready." not in (tmp_path / "var" / "log" / "worker.log").read_text():
            assert not run.has_ended(), run.last_lines(60)  # half a message stops nobody
            time.sleep(0.05)
        os.kill(children[1], signal.SIGKILL)
        while "worker runs again" not in run.last_lines(60):
            assert not run.has_ended(), run.last_lines(60)
            time.sleep(0.05)
        assert "worker has ended (code -9); it is started again in 1 s" in run.last_lines(60)
        assert len(children_of(run.process.pid)) == 4
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]


class Mortal:
    """A child that dies when told to."""

    name, log = "sender", Path("sender.log")

    def __init__(self) -> None:
        self.is_dead = False
        self.process = type("Ended", (), {"returncode": 1})

    def has_ended(self) -> bool:
        return self.is_dead

    def last_lines(self) -> str:
        return "JSONDecodeError"

    def end_group(self) -> None: ...


def test_what_keeps_dying_is_waited_for_longer_each_time():
    """1, 2, 4 … seconds, a minute at most; and 1 again once it has run for more than a minute."""
    now, waits = 1000.0, []
    watched = Watched(Mortal)
    watched._started_at = now
    for lives in [0, 1, 2, 0, 0, 0, 0, 0, 0, 61, 0]:
        now += lives
        watched.child.is_dead = True
        said = watched.look(now)
        assert "sender has ended (code 1)" in said
        assert "JSONDecodeError" in said
        begun = now
        while not (said := watched.look(now)):
            now += 0.5
        assert said == "sender runs again."
        waits.append(now - begun)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 1, 2]


def run_briefly(*arguments: str, **env: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "run", *arguments], cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True
    )


def test_a_taken_port_is_said_before_anything_starts():
    """The message names the port and how to take another."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        for finished in (run_briefly("--port", str(port)), run_briefly(PORT=str(port))):
            assert finished.returncode == 1
            assert f"Port {port} is taken" in finished.stderr
            assert f"./run --port {port + 1}" in finished.stderr


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight"])
def test_what_is_no_port_is_refused(port):
    """A port is a number between 1 and 65535, wherever it comes from."""
    for finished in (run_briefly(f"--port={port}"), run_briefly(PORT=port)):
        assert finished.returncode == 2
        assert "port" in finished.stderr
        assert "Traceback" not in finished.stderr


def test_an_old_python_is_told_so(monkeypatch):
    """Without a new enough Python the message names the version that is needed."""
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(python_version.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and python3 here is 3\.9"):
        python_version.need_python()


def test_a_newer_python_beside_the_old_one_is_used(monkeypatch):
    """Where python3 is old and python3.12 is there, the program goes on under that one."""
    started = []
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["./run", "--port", "1"])
    monkeypatch.setattr(python_version.shutil, "which", {"python3.12": "/usr/bin/python3.12"}.get)
    monkeypatch.setattr(python_version.os, "execv", lambda path, argv: started.append(argv))
    with pytest.raises(SystemExit):  # execv would not have returned
        python_version.need_python()
    assert started == [["/usr/bin/python3.12", "./run", "--port", "1"]]


def test_pip_is_asked_only_when_the_lock_changed(monkeypatch, tmp_path):
    """The environment remembers the hash of what it holds; a changed lock file is installed again."""
    home = tmp_path / ".venv"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").symlink_to(sys.executable)
    lock = tmp_path / "some.lock"
    lock.write_text("a==1\n")
    asked = []

    def pip(command, **options):
        asked.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(virtualenv, "ROOT", tmp_path)
    monkeypatch.setattr(virtualenv, "works", lambda home: True)
    monkeypatch.setattr(virtualenv.subprocess, "run", pip)
    for _ in range(2):
        assert virtualenv.ensure("some.lock", home) == home / "bin" / "python"
    assert len(asked) == 1
    assert "--require-hashes" in asked[0]
    lock.write_text("a==2\n")
    virtualenv.ensure("some.lock", home)
    assert len(asked) == 2


def test_a_failed_installation_is_not_remembered(monkeypatch, tmp_path):
    """When pip fails the program ends, and the next start tries again."""
    (tmp_path / "some.lock").write_text("a==1\n")
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(virtualenv, "ROOT", tmp_path)
    monkeypatch.setattr(virtualenv, "works", lambda home: True)
    monkeypatch.setattr(virtualenv.subprocess, "run", lambda *words, **options: subprocess.CompletedProcess(words, 1))
    with pytest.raises(SystemExit, match="pip could not install"):
        virtualenv.ensure("some.lock", tmp_path / ".venv")
    assert not list((tmp_path / ".venv").iterdir())


def test_missing_packages_are_named_with_the_line_that_brings_them(monkeypatch):
    """What is missing is said as the command to type."""
    monkeypatch.setattr(debian.shutil, "which", lambda name: None)
    lacking = debian.missing([debian.CHROMIUM, debian.REDIS])
    assert lacking == [debian.CHROMIUM, debian.REDIS]
    assert debian.apt_line(lacking) == "apt-get install -y --no-install-recommends chromium-headless-shell redis-server"
