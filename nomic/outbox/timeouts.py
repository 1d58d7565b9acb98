"""Conversations that end in time, whatever the other side does: an answer may drip in for ever."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def cut_after(seconds: float, line: Callable[[], socket.socket | None]) -> Iterator[threading.Event]:
    """Cut the connection after so many seconds, and say so by the event: what had come by then reads as if it were all.

    `line()` is the connection as it is then; None where there is none any more.
    """
    was_cut = threading.Event()

    def cut() -> None:
        was_cut.set()
        if (now := line()) is not None:
            with contextlib.suppress(OSError):
                now.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield was_cut
    finally:
        timer.cancel()
