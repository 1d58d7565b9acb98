"""Threaded ASGI handler: a request's middleware, view and queries run in one thread of a fixed pool.

Django's own ASGI handler switches threads a dozen times per request, once or twice for each middleware. It also runs
every request in a new thread, which has to open a database connection. Here a request switches threads once, and the
pool's threads keep their connections. Streams are read in the event loop and hold neither a thread nor a connection.
A body over the size limit is refused before it is read.
"""

import asyncio
import contextvars
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, cast

import django
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from nomic.db import watch_connections

Scope = dict[str, Any]
BODY_TOO_LARGE = "nomic.body_too_large"  # Key set in the scope of a request whose body was too large and was not read.
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class ThreadedHandler(ASGIHandler):
    """The ASGI application over a fixed number of threads."""

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)  # not ASGIHandler's, which would load the middleware as asynchronous
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served here, not {scope['type']}")
        await self.handle(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. If the client disconnects early, only a streaming response is aborted."""
        try:
            body = await read_bounded(scope, receive)
        except RequestAborted:
            return
        except BodyTooLong:
            scope, body = {**scope, BODY_TOO_LARGE: True}, io.BytesIO()
        with body:
            context = contextvars.copy_context()
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self._threads, context.run, self._respond, scope, body)
        if not response.streaming:
            await self.send_response(response, send)
            return
        try:
            await _until_either_ends(self.send_response(response, send), _until_disconnected(receive))
        finally:
            response.close()

    def _respond(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Compute the response in the current thread. A response that does not stream is returned closed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        watch_connections()
        request, refused = self.create_request(scope, body)
        response = self.get_response(request) if request is not None else cast(HttpResponseBase, refused)
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # closing it sends `request_finished`
        if not response.streaming:
            response.close()
            return response
        stream = cast(StreamingHttpResponse, response)
        if not stream.is_async:
            stream.streaming_content = self._each(cast(Iterator[bytes], stream.streaming_content))
        close_old_connections()
        return response

    async def _each(self, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
        """Iterate over a synchronous stream, such as a file or a long table, in the pool.

        Each part is read when the one before it has been consumed.
        """
        loop = asyncio.get_running_loop()
        while (part := await loop.run_in_executor(self._threads, _next, parts)) is not None:
            yield part


class BodyTooLong(Exception):
    """Raised when the request body is longer than the limit."""


async def read_bounded(scope: Scope, receive: Receive) -> io.BytesIO:
    """Read the request body into memory.

    Raises BodyTooLong if the announced length is over the limit, before anything is read, or as soon as too much has
    arrived. Raises RequestAborted if the client has disconnected.
    """
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if announced_length(scope) > most:
        raise BodyTooLong
    body = io.BytesIO()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        body.write(message.get("body", b""))
        if body.tell() > most:
            raise BodyTooLong
        if not message.get("more_body", False):
            body.seek(0)
            return body


def announced_length(scope: Scope) -> int:
    """Return the Content-Length, or 0 if there is none. The web server refuses a value that is not a number."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def _next(parts: Iterator[bytes]) -> bytes | None:
    try:
        return next(parts, None)
    finally:
        close_old_connections()


async def _until_disconnected(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_either_ends(*awaitables: Awaitable[None]) -> None:
    """Wait until one awaitable is done, then cancel the others and wait for them.

    Raises the error of the awaitable that ended first.
    """
    tasks = [asyncio.ensure_future(each) for each in awaitables]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def get_application() -> ThreadedHandler:
    """Build the ASGI application of the site."""
    django.setup(set_prefix=False)
    return ThreadedHandler(settings.WEB_THREADS)
