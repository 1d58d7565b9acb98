"""Work that one thread of a process does at a time, while the others go on with something else."""

import threading
from collections.abc import Callable


class OneAtATime:
    """Does the work, or leaves word for the thread that is at it, which then looks once more: nothing is missed."""

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._wanted = threading.Event()
        self.lock = threading.Lock()

    def __call__(self) -> int:
        """How much was done; 0 where another thread is at it."""
        done = 0
        self._wanted.set()
        while self._wanted.is_set() and self.lock.acquire(blocking=False):
            try:
                self._wanted.clear()
                done += self._work()
            finally:
                self.lock.release()
        return done
