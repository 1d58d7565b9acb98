"""Child processes that end with their parent. Each has its own process group and is terminated, then killed."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
SECONDS_TO_DIE = 30  # time limit for a killed process; only the kernel can delay its end

# Loaded here. A library that another thread is just loading would block forever between fork and exec.
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def end_with_parent() -> None:
    """Let Linux send this process SIGTERM when its parent dies, even by SIGKILL.

    Does nothing on other systems.
    """
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    """A process with its own group, so that Ctrl-C reaches only the parent, and its own log file.

    `stop_signal` goes to the process alone, never to its group, because Celery's parent stops its children itself. A
    signal to each of them would turn its warm shutdown into a cold one.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        log: Path,
        env: Mapping[str, str],
        *,
        cwd: Path,
        stop_signal: signal.Signals = signal.SIGTERM,
        user: str | None = None,
    ) -> None:
        self.name = name
        self.log = log
        self.stop_signal = stop_signal
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists():
            log.replace(log.with_suffix(".previous.log"))
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=user,
                group=user,
                extra_groups=None if user is None else [],
                preexec_fn=end_with_parent if sys.platform == "linux" else None,
            )

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def last_lines(self, count: int = 15) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-count:])

    def ask_to_stop(self) -> None:
        if not self.has_ended():
            self.process.send_signal(self.stop_signal)

    def wait(self, seconds: float) -> bool:
        """Wait up to this number of seconds, and return whether the process has ended."""
        try:
            self.process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return False
        return True

    def end_group(self) -> None:
        """Kill all remaining processes of the group. Raises an error if a process cannot be killed."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if not self.wait(SECONDS_TO_DIE):
            raise RuntimeError(f"{self.name} (process {self.process.pid}) was killed and is still there")


def stop_all(children: Sequence[Child], seconds: float) -> list[Child]:
    """Ask all processes to stop, wait `seconds` in total, and kill the rest. Returns those that were killed."""
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + seconds
    stubborn = [child for child in children if not child.wait(deadline - time.monotonic())]
    for child in children:
        child.end_group()
    return stubborn


class Stopped(Exception):
    """Raised if the program was asked to end, by Ctrl-C, SIGTERM, or closing the terminal."""


def stop_on_signals() -> None:
    """Raise Stopped in the main thread on SIGINT, SIGTERM and SIGHUP. Later signals are ignored."""

    def stop(number: int, frame: object) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(signal.Signals(number).name)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, stop)


def print_now(text: str = "", to: IO[str] | None = None) -> None:
    """Print and flush, even if the output is a pipe or has been closed meanwhile."""
    with contextlib.suppress(BrokenPipeError):
        print(text, file=to or sys.stdout, flush=True)
