"""A body that is longer than any is refused by its length: nothing of it is read or kept."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from nomic.http.threaded_handler import BodyTooLong, ThreadedHandler, read_bounded

MAX_COUNT = 1_000_000


@pytest.fixture(autouse=True)
def most(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_COUNT


class Sender:
    """Somebody who sends a body in parts for as long as they are listened to; `sent` counts its bytes."""

    def __init__(self, length: int, part: int = 65536, announced: bytes | None = None) -> None:
        self.left = length
        self.part = part
        self.sent = 0
        headers = [(b"host", b"testserver")] + ([] if announced is None else [(b"content-length", announced)])
        self.scope = {
            "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": "/healthz",
            "query_string": b"", "client": ("127.0.0.1", 1), "server": ("testserver", 80), "headers": headers,
        }  # fmt: skip

    async def receive(self) -> Mapping[str, Any]:
        size = min(self.part, self.left)
        self.left -= size
        self.sent += size
        return {"type": "http.request", "body": b"x" * size, "more_body": self.left > 0}


@pytest.mark.parametrize("announced", [b"300000000", b"1000001", b"9" * 30])
def test_by_the_length_that_is_announced_nothing_is_read(announced: bytes) -> None:
    """300 MB to /healthz cost nothing: not a byte of it is taken."""
    sender = Sender(300_000_000, announced=announced)
    with pytest.raises(BodyTooLong):
        asyncio.run(read_bounded(sender.scope, sender.receive))
    assert sender.sent == 0


@pytest.mark.parametrize("announced", [None, b"10"])
def test_without_one_or_with_a_wrong_one_it_ends_at_the_limit(announced: bytes | None) -> None:
    """Whoever sends in chunks, or more than was announced, is cut off: at most one part beyond what is allowed."""
    sender = Sender(300_000_000, announced=announced)
    with pytest.raises(BodyTooLong):
        asyncio.run(read_bounded(sender.scope, sender.receive))
    assert MAX_COUNT < sender.sent <= MAX_COUNT + sender.part


@pytest.mark.parametrize("length", [0, 1, MAX_COUNT - 1, MAX_COUNT])
def test_what_is_not_too_long_is_read_whole(length: int) -> None:
    sender = Sender(length, announced=str(length).encode())
    body = asyncio.run(read_bounded(sender.scope, sender.receive))
    assert len(body.getvalue()) == length


@pytest.mark.django_db
@pytest.mark.parametrize("announced", [b"300000000", None])
def test_the_site_answers_413_and_closes(announced: bytes | None) -> None:
    """The answer comes at once, as a page or as a problem, and the connection is not kept for the rest."""

    async def ask(path: str) -> tuple[int, dict[bytes, bytes], bytes]:
        sent: list[Any] = []
        sender = Sender(2_000_000, announced=announced)

        async def send(message: Mapping[str, Any]) -> None:
            sent.append(message)

        await ThreadedHandler(threads=1)(sender.scope | {"path": path}, sender.receive, send)
        return sent[0]["status"], dict(sent[0]["headers"]), b"".join(part.get("body", b"") for part in sent[1:])

    status, headers, body = asyncio.run(ask("/healthz"))
    assert (status, headers[b"Connection"]) == (413, b"close")
    assert b"A request can have at most 1,000,000 bytes." in body
    status, headers, body = asyncio.run(ask("/api/v1/cycles/"))
    assert (status, headers[b"Content-Type"], headers[b"Connection"]) == (413, b"application/problem+json", b"close")


@pytest.mark.parametrize("address", ["/healthz", "/accounts/login/", "/c/none/act/join/", "/admin/login/"])
def test_every_address_has_the_limit(address: str) -> None:
    """Also where Django's own would have come later, or never."""
    answer = Client().post(address, b"x" * (MAX_COUNT + 1), content_type="text/plain")
    assert answer.status_code == 413
