"""Transports of the API client: in-process, or over HTTP as any bot uses it."""

import http.client
import uuid
from collections.abc import Mapping
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from django.test import Client

PATIENCE = 120  # seconds


class Reply(NamedTuple):
    """The status and the body of an answer."""

    status: int
    body: bytes


class Door(Protocol):
    """A transport to the API. `address` is a path that begins with a slash, or a complete URL."""

    def send(self, method: str, address: str, body: str, headers: Mapping[str, str]) -> Reply: ...


class Within:
    """Transport that calls the API in this process."""

    def __init__(self) -> None:
        self._client = Client(raise_request_exception=False)

    def send(self, method: str, address: str, body: str, headers: Mapping[str, str]) -> Reply:
        """Call the API as a server would."""
        response = self._client.generic(
            method, address, body, "application/json", headers={**headers, "Host": "localhost"}
        )
        return Reply(response.status_code, response.content)


class OverHttp:
    """Transport that calls a server on a port of this machine.

    The connection is reused, and reopened if the server has closed it.
    """

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def send(self, method: str, address: str, body: str, headers: Mapping[str, str]) -> Reply:
        """Send a request, and retry once if the connection was closed.

        This is safe, because acts have idempotency keys.
        """
        if method != "GET":
            headers = {**headers, "Idempotency-Key": uuid.uuid4().hex}
        try:
            return self._ask(method, address, body, headers)
        except ConnectionError:
            self._connection.close()
            return self._ask(method, address, body, headers)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _ask(self, method: str, address: str, body: str, headers: Mapping[str, str]) -> Reply:
        parts = urlsplit(address)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        all_headers = {**headers, **({"Content-Type": "application/json"} if body else {})}
        self._connection.request(method, path, body.encode() or None, all_headers)
        response = self._connection.getresponse()
        return Reply(response.status, response.read())
