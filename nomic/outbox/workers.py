"""Who has claimed a row: a process by its number, when it began and where it runs.

What a process claimed that has ended is free again for whoever finds it, at once where both ran on the same machine.
"""

import os
import socket
import time
from functools import lru_cache
from pathlib import Path

MAX_LENGTH = 160  # characters of a claimant's name
PROC = Path("/proc")
_imported = str(time.time_ns())


def this_process() -> str:
    """The name of this process as a claimant: unlike that of any other, also of one that had its number before."""
    return _named(os.getpid())


@lru_cache(maxsize=1)
def _named(pid: int) -> str:  # by its number: a process that forks is two
    return f"{pid}-{_began(pid) or _imported}@{_place()}"


def has_ended(claimant: str) -> bool:
    """Whether this process is known to have ended; False where nobody here can tell, as of another machine's."""
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
    """The machine, and the container on it: in each of them numbers of processes are its own."""
    try:
        numbers = os.readlink(PROC / "self" / "ns" / "pid")
    except OSError:
        numbers = ""
    return f"{socket.gethostname()[:60]}/{numbers[:40]}"


def _began(pid: int) -> str:
    """When a process began, in the kernel's ticks since it was started; empty where it does not run or cannot be told.

    One that was killed and that nobody has buried yet does not run.
    """
    try:
        told = (PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return ""
    fields = told.rpartition(")")[2].split()  # before it the program's name, in which there may be anything
    return "" if fields[0] in "ZX" else fields[19]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True
