import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nomic.devtools.processes import Child, stop_all

WAITS = "import time; print('up', flush=True); time.sleep(600)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
)
PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
sys.stdout.write(f"up {child.pid}\\n")
sys.stdout.flush()
time.sleep(600)
"""


def start(tmp_path: Path, program: str, name: str = "child") -> Child:
    child = Child(name, [sys.executable, "-c", program], tmp_path / f"{name}.log", os.environ, cwd=tmp_path)
    while "up" not in child.last_lines():
        assert not child.has_ended(), child.last_lines()
        time.sleep(0.01)
    return child


def is_alive(pid: int) -> bool:
    """False also for a process that has ended and waits for somebody to ask how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for_end(pid: int) -> None:
    while is_alive(pid):
        time.sleep(0.01)


def test_children_end_when_asked(tmp_path):
    """Two polite processes are asked once and need not be killed."""
    children = [start(tmp_path, WAITS, "one"), start(tmp_path, WAITS, "two")]
    assert stop_all(children, 30) == []
    assert [child.process.returncode for child in children] == [-signal.SIGTERM, -signal.SIGTERM]


def test_a_child_that_will_not_end_is_killed(tmp_path):
    """Who ignores the request is killed, and named."""
    stubborn = start(tmp_path, STUBBORN)
    assert stop_all([stubborn], 0.1) == [stubborn]
    assert stubborn.process.returncode == -signal.SIGKILL


def test_what_a_child_started_ends_with_it(tmp_path):
    """A grandchild whose parent died without stopping it is killed with the group."""
    child = start(tmp_path, PARENT)
    grandchild = int(child.last_lines().split()[1])
    assert is_alive(grandchild)
    stop_all([child], 30)
    wait_for_end(grandchild)


def test_signals_of_the_terminal_do_not_reach_children(tmp_path):
    """A child has a group of its own: Ctrl-C is for the parent, which then stops its children in order."""
    child = start(tmp_path, WAITS)
    assert os.getpgid(child.process.pid) == child.process.pid != os.getpgrp()
    stop_all([child], 30)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_children_end_when_their_parent_is_killed(tmp_path):
    """Nobody stays behind when the parent is killed and can stop nobody."""
    program = f"""
import os, sys, time
from pathlib import Path
from nomic.devtools.processes import Child
child = Child("child", [sys.executable, "-c", {WAITS!r}], Path({str(tmp_path)!r}) / "child.log", os.environ, cwd=".")
print(child.process.pid, flush=True)
time.sleep(600)
"""
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    wait_for_end(pid)


def test_the_log_of_the_last_time_is_kept(tmp_path):
    """Starting again does not lose what was said before an accident."""
    for said in ("up, first", "up, second"):
        # The whole line in one write: print would write its end apart, and the child can be stopped between.
        says = f"import sys, time\nsys.stdout.write({said + chr(10)!r})\nsys.stdout.flush()\ntime.sleep(600)"
        stop_all([start(tmp_path, says)], 30)
    assert (tmp_path / "child.log").read_text() == "up, second\n"
    assert (tmp_path / "child.previous.log").read_text() == "up, first\n"
