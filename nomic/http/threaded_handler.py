"""How a request is served: its middleware, its view and its database work in one thread of a few that stay.

Django's own ASGI handler takes every request through a dozen changes of thread, one or two for each middleware, and
every request into a thread of its own, which has to open a connection to the database. Here a request changes threads
once, and the threads keep their connections. Streams are read in the event loop and hold neither thread nor connection.
A body that is longer than any is refused before it is read.
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

from nomic.db.connection_health import watch_connections

Scope = dict[str, Any]
BODY_TOO_LARGE = "nomic.body_too_large"  # in the scope of a request whose body was not read
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class ThreadedHandler(ASGIHandler):
    """The ASGI application over a fixed number of threads."""

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"only HTTP is served here, not {scope['type']}")
        await self.handle(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Of somebody who is gone before its end only a stream is broken off."""
        try:
            body = await read_bounded(scope, receive)
        except RequestAborted:
            return
        except TooLong:
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
        """The response, made in this thread from beginning to end; what is no stream is closed already."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        watch_connections()
        request, refused = self.create_request(scope, body)
        response = self.get_response(request) if request is not None else cast(HttpResponseBase, refused)
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        if not response.streaming:
            response.close()
            return response
        stream = cast(StreamingHttpResponse, response)
        if not stream.is_async:
            stream.streaming_content = self._each(cast(Iterator[bytes], stream.streaming_content))
        close_old_connections()
        return response

    async def _each(self, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
        """What has to be read in a thread, as a file or a long table: each part when the one before it was taken."""
        loop = asyncio.get_running_loop()
        while (part := await loop.run_in_executor(self._threads, _next, parts)) is not None:
            yield part


class TooLong(Exception):
    """A body is longer than anything that is read here."""


async def read_bounded(scope: Scope, receive: Receive) -> io.BytesIO:
    """The body, which is short enough for memory.

    Raises TooLong: by the length that is announced before anything of it is read, else as soon as there is too much
    of it. Raises RequestAborted where the sender is gone.
    """
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if announced_length(scope) > most:
        raise TooLong
    body = io.BytesIO()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        body.write(message.get("body", b""))
        if body.tell() > most:
            raise TooLong
        if not message.get("more_body", False):
            body.seek(0)
            return body


def announced_length(scope: Scope) -> int:
    """What the header says, 0 without one. (The web server refuses one that is no number.)"""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def _next(parts: Iterator[bytes]) -> bytes | None:
    try:
        return next(parts, None)
    finally:
        close_old_connections()


async def _until_disconnected(receive: Receive) -> None:
    """Wait until whoever asked has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_either_ends(*awaitables: Awaitable[None]) -> None:
    """Wait until one of them is done; the others are cancelled, and done too. Raises what the first raised."""
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
    """The site as an ASGI application."""
    django.setup(set_prefix=False)
    return ThreadedHandler(settings.WEB_THREADS)
