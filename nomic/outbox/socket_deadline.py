"""Time limits for complete conversations with other servers, which may send an endless response."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def cut_after(seconds: float, line: Callable[[], socket.socket | None]) -> Iterator[threading.Event]:
    """Shut the connection down after `seconds`, and set the yielded event.

    The event is needed because a truncated response looks complete. `line()` returns the current socket, or None if
    there is none.
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
