"""An answer that drips, or that has no end, ends all the same."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import requests

from nomic.wiki.sites import request_deadline
from nomic.wiki.sites.request_deadline import InTime

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
Answer = Callable[[socket.socket], None]


@contextlib.contextmanager
def answering(*answers: Answer) -> Iterator[str]:
    """A server that gives one connection these answers, one after the other."""
    ended = threading.Event()

    def serve() -> None:
        with contextlib.suppress(OSError), listener.accept()[0] as line:
            for answer in answers:
                line.recv(65_536)
                answer(line)
            ended.wait(20)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            ended.set()
            thread.join(20)


def drip(before: bytes) -> Answer:
    def answer(line: socket.socket) -> None:
        line.sendall(before)
        for _ in range(60):  # three seconds, far longer than whoever asks has
            line.sendall(b"X: y\r\n")
            time.sleep(0.05)

    return answer


def whole(line: socket.socket) -> None:
    line.sendall(HEAD + b"Content-Length: 2\r\n\r\nOK")


def endless(line: socket.socket) -> None:
    line.sendall(HEAD + b"\r\n")
    while True:
        line.sendall(b"x" * 65_536)


def asking(seconds: float) -> requests.Session:
    session = requests.Session()
    session.mount("http://", InTime(seconds))
    return session


def test_an_answer_in_time_is_an_answer() -> None:
    """Also the second one over the same connection."""
    with answering(whole, whole) as url, asking(60) as session:
        assert [session.get(url).text, session.post(url, data={"a": "b"}).text] == ["OK", "OK"]


@pytest.mark.parametrize("before", [b"HTTP/1.1 200 OK\r\n", HEAD + b"Content-Length: 100000\r\n\r\n", HEAD + b"\r\n"])
@pytest.mark.parametrize("earlier", [[], [whole]], ids=["first", "over a kept connection"])
def test_what_drips_is_cut(before: bytes, earlier: list[Answer]) -> None:
    """Headers without end, and a body that comes byte by byte: no byte is late, all of them are."""
    with answering(*earlier, drip(before)) as url, asking(60) as session:
        for _ in earlier:
            session.get(url, timeout=60)
        adapter = session.get_adapter(url)
        assert isinstance(adapter, InTime)
        adapter.seconds = 0.5  # only now: on a slow machine the whole answer may take longer
        with pytest.raises(requests.ReadTimeout, match=r"no answer within 0\.5 seconds"):
            session.get(url, timeout=10)


def test_what_has_no_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer longer than `MAX_BYTES` is broken off instead of being read to its end."""
    monkeypatch.setattr(request_deadline, "MAX_BYTES", 1_000_000)
    with answering(endless) as url, asking(30) as session, pytest.raises(requests.ConnectionError):
        session.get(url, timeout=10)
