"""Identity of a worker process: its pid, its start time and where it runs.

The claims of a process that has ended are free, at once if both ran on the same machine.
"""

import os
import socket
import time
from functools import lru_cache
from pathlib import Path

MAX_LENGTH = 160  # characters of a worker's name
PROC = Path("/proc")
_imported = str(time.time_ns())


def this_process() -> str:
    """Return the worker name of this process. It is unique, even if an earlier process had the same pid."""
    return _named(os.getpid())


@lru_cache(maxsize=1)
def _named(pid: int) -> str:  # cached by pid, because a process that forks becomes two
    return f"{pid}-{_began(pid) or _imported}@{_place()}"


def has_ended(claimant: str) -> bool:
    """Return whether a worker process is known to have ended.

    Returns False if that is unknown, as on another machine.
    """
    process, _, place = claimant.partition("@")
    if place != _place():
        return False
    number, _, began = process.partition("-")
    if not number.isdigit():
        return False
    if int(number) == os.getpid():
        return claimant != this_process()
    if (PROC / "self" / "stat").exists():
        return _began(int(number)) != began
    return not _runs(int(number))


def _place() -> str:
    """Return the name of the machine and its pid namespace, because each container numbers its own processes."""
    try:
        numbers = os.readlink(PROC / "self" / "ns" / "pid")
    except OSError:
        numbers = ""
    return f"{socket.gethostname()[:60]}/{numbers[:40]}"


def _began(pid: int) -> str:
    """Return when a process started, in the kernel's ticks since boot.

    Returns an empty text if the process does not run or its state cannot be read. A zombie does not run.
    """
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()  # The program's name comes before it and may contain anything.
    return "" if fields[0] in "ZX" else fields[19]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # The process belongs to another user.
        return True
    return True
