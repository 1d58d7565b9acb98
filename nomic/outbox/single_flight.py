"""Single flight: work that one thread of a process runs, without blocking the others."""

import threading
from collections.abc import Callable


class OneAtATime:
    """Runs work in one thread at a time.

    A call while the work runs makes the running thread run it once more, so no request for work is lost.
    """

    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._wanted = threading.Event()
        self.lock = threading.Lock()

    def __call__(self) -> int:
        """Run the work unless another thread does.

        Returns the amount done, or 0 if another thread runs it.
        """
        done = 0
        self._wanted.set()
        while self._wanted.is_set() and self.lock.acquire(blocking=False):
            try:
                self._wanted.clear()
                done += self._work()
            finally:
                self.lock.release()
        return done
