"""How requests are served: one thread for all of a request, none for a stream."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path
from django.utils.deprecation import MiddlewareMixin

from nomic.http.threaded_handler import ThreadedHandler

seen: list[tuple[str, str]] = []
closed: list[str] = []


class Notes(MiddlewareMixin):
    """A middleware that notes in which thread it runs."""

    def process_request(self, request: HttpRequest) -> None:
        seen.append(("request", threading.current_thread().name))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        seen.append(("response", threading.current_thread().name))
        return response


def plain(request: HttpRequest) -> HttpResponse:
    seen.append(("view", threading.current_thread().name))
    return HttpResponse(request.method or "", headers={"X-Body": str(len(request.body))})


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the view fails")


def connected(request: HttpRequest) -> HttpResponse:
    """Which connection of Python's to the database this request uses."""
    connection.ensure_connection()
    return HttpResponse(str(id(connection.connection)))


def stream(request: HttpRequest) -> StreamingHttpResponse:
    async def parts() -> AsyncIterator[bytes]:
        try:
            while True:
                yield threading.current_thread().name.encode()
                await asyncio.sleep(0.01)
        finally:
            closed.append("stream")

    return StreamingHttpResponse(parts())


def from_file(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"of ", threading.current_thread().name.encode()]))


def long_table(request: HttpRequest) -> StreamingHttpResponse:
    """Ten parts, each read when it is asked for."""

    def parts() -> Iterator[bytes]:
        for number in range(10):
            seen.append(("part", threading.current_thread().name))
            yield str(number).encode()

    return StreamingHttpResponse(parts())


urlpatterns = [path(view.__name__, view) for view in (plain, broken, connected, stream, from_file, long_table)]


class Call:
    """One request to a handler, message by message."""

    def __init__(self, handler: ThreadedHandler, name: str, body: bytes = b"", room: int = 0) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue(room)
        self.incoming.put_nowait({"type": "http.request", "body": body, "more_body": False})
        scope = {
            "type": "http", "http_version": "1.1", "method": "POST" if body else "GET", "scheme": "http",
            "path": f"/{name}", "query_string": b"", "client": ("127.0.0.1", 1), "server": ("testserver", 80),
            "headers": [(b"host", b"testserver"), (b"content-length", str(len(body)).encode())],
        }  # fmt: skip
        self.task = asyncio.ensure_future(handler(scope, self.incoming.get, self.outgoing.put))

    async def answer(self) -> tuple[int, dict[bytes, bytes], bytes]:
        """Status, headers and body of an answer that ends."""
        await self.task
        start = self.outgoing.get_nowait()
        body = b""
        while not self.outgoing.empty():
            body += self.outgoing.get_nowait().get("body", b"")
        return start["status"], dict(start["headers"]), body


@pytest.fixture
def handler() -> Any:
    seen.clear()
    closed.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.Notes", f"{__name__}.Notes"]):
        yield ThreadedHandler(threads=2)


def bounded(story: Coroutine[Any, Any, None]) -> None:
    async def run() -> None:
        async with asyncio.timeout(30):
            await story

    asyncio.run(run())


def test_all_of_a_request_happens_in_one_thread(handler: ThreadedHandler) -> None:
    """Every middleware and the view run in the same thread, and not in that of the event loop."""

    async def story() -> None:
        status, headers, body = await Call(handler, "plain", b"12345").answer()
        assert (status, headers[b"X-Body"], body) == (200, b"5", b"POST")

    bounded(story())
    assert [part for part, _ in seen] == ["request", "request", "view", "response", "response"]
    threads = {thread for _, thread in seen}
    assert len(threads) == 1
    assert threads.pop().startswith("request")


@pytest.mark.django_db(transaction=True)
def test_a_thread_keeps_its_connection() -> None:
    """Requests one after the other in the same thread use the same connection."""
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        handler = ThreadedHandler(threads=1)

    async def story() -> None:
        with override_settings(ROOT_URLCONF=__name__):
            used = {(await Call(handler, "connected").answer())[2] for _ in range(6)}
        assert len(used) == 1
        # The test's database goes away, so must this.
        await asyncio.get_running_loop().run_in_executor(handler._threads, lambda: connection.close())

    bounded(story())


def test_a_view_that_fails_is_answered_with_500(handler: ThreadedHandler) -> None:
    """An exception ends in an answer, and the next request is served as ever."""

    async def story() -> None:
        assert (await Call(handler, "broken").answer())[0] == 500
        assert (await Call(handler, "plain").answer())[0] == 200

    bounded(story())


def test_more_requests_than_threads_are_all_served(handler: ThreadedHandler) -> None:
    """Requests wait for a thread; none is lost, and each gets its own answer."""

    async def story() -> None:
        calls = [Call(handler, "plain", b"x" * size) for size in range(1, 40)]
        answers = [await call.answer() for call in calls]
        assert [int(headers[b"X-Body"]) for _, headers, _ in answers] == list(range(1, 40))

    bounded(story())


def test_streams_hold_no_thread_and_end_when_the_listener_leaves(handler: ThreadedHandler) -> None:
    """More streams than threads stay open while pages are served; who leaves has their stream closed."""

    async def story() -> None:
        streams = [Call(handler, "stream") for _ in range(5)]
        for each in streams:
            assert (await each.outgoing.get())["status"] == 200
            assert (await each.outgoing.get())["body"] == threading.current_thread().name.encode()
        assert (await Call(handler, "plain").answer())[0] == 200
        for each in streams:
            each.incoming.put_nowait({"type": "http.disconnect"})
            await each.task
        assert closed == ["stream"] * 5

    bounded(story())


def test_files_are_read_in_the_thread(handler: ThreadedHandler) -> None:
    """An answer that is read from a file does not keep the event loop waiting."""

    async def story() -> None:
        status, _, body = await Call(handler, "from_file").answer()
        assert status == 200
        assert body.startswith(b"of request")

    bounded(story())


def test_a_long_table_is_read_part_by_part(handler: ThreadedHandler) -> None:
    """In threads of the requests, each part only once the one before it was taken: no more than one is in memory."""

    async def story() -> None:
        call, body = Call(handler, "long_table", room=1), b""
        while True:
            message = await call.outgoing.get()
            body += message.get("body", b"")
            assert sum(what == "part" for what, _ in seen) <= len(body) + 3  # one waits, one is sent, one is being read
            if message["type"] == "http.response.body" and not message.get("more_body"):
                break
        assert body == b"0123456789"

    bounded(story())


def test_who_leaves_while_still_sending_is_not_served(handler: ThreadedHandler) -> None:
    """A request that breaks off before its end never reaches a view."""

    async def story() -> None:
        call = Call(handler, "plain")
        call.incoming.get_nowait()
        call.incoming.put_nowait({"type": "http.request", "body": b"ab", "more_body": True})
        call.incoming.put_nowait({"type": "http.disconnect"})
        await call.task
        assert call.outgoing.empty()

    bounded(story())
    assert seen == []
