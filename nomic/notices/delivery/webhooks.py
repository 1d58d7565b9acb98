"""Posts to a webhook by one request over one checked connection, with a time limit.

Only the status and Retry-After of the answer are read. Redirects are not followed.
"""

import socket
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException
from math import isfinite
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from nomic.notices.delivery.webhook_addresses import ForbiddenAddress, allowed_addresses, check_url
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.socket_deadline import cut_after
from nomic.outbox.unreachable import why_unreachable

CONNECT_SECONDS = 4.0
MAX_ADDRESSES = 2  # of a name with more, tried one after the other
GONE = frozenset((401, 403, 404, 405, 410))
MAX_PAUSE = 3600.0
JSON = {"Content-Type": "application/json"}


def post(url: str, body: bytes, headers: Mapping[str, str] = JSON) -> None:
    """Post a body to a webhook. Takes at most CONNECT_SECONDS for each address, then settings.WEBHOOK_SECONDS.

    Raises Rejected if the message is refused, Fatal if the webhook is gone or forbidden, and Retryable otherwise.
    """
    try:
        url = check_url(url)
    except ValidationError:
        raise Fatal("this address is not allowed") from None
    try:
        status, retry_after = _ask(url, body, headers)
    except ForbiddenAddress as error:
        raise Fatal(str(error)) from None
    except TimeoutError:
        raise Retryable("it did not answer in time") from None
    except (OSError, HTTPException, ValueError) as error:
        # The texts of these errors can contain the address or the answer.
        raise Retryable(f"it could not be reached, {why_unreachable(error)}") from None
    _judge(status, retry_after)


def _judge(status: int, retry_after: str | None) -> None:
    """Raise the delivery error for an HTTP status, unless it means success."""
    if 200 <= status < 300:
        return
    if status == 429:
        raise Retryable("it asks for fewer messages", _pause(retry_after))
    if status in GONE:
        raise Fatal(f"it answered {status}")
    if 300 <= status < 400:
        raise Fatal(f"it answered {status}: it has moved")
    if 400 <= status < 500 and status != 408:
        raise Rejected(f"it answered {status}")
    raise Retryable(f"it answered {status}", _pause(retry_after))


def _pause(retry_after: str | None) -> float:
    """Return the seconds to wait, from a header with seconds or a date, or 0 for any other header."""
    if not retry_after:
        return 0
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            at = parsedate_to_datetime(retry_after)
        except ValueError:
            return 0
        seconds = ((at if at.tzinfo else at.replace(tzinfo=UTC)) - _now()).total_seconds()
    return min(max(seconds, 1.0), MAX_PAUSE) if isfinite(seconds) else 0


def _now() -> datetime:
    return timezone.now()


def _ask(url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str | None]:
    """Send the request. Return the status and Retry-After.

    Raises ForbiddenAddress if the host is private, and OSError, HTTPException or ValueError if the connection or the
    answer fails.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    seconds = float(settings.WEBHOOK_SECONDS)
    line = _connect(allowed_addresses(host, port), port)
    # TLS takes over the first of the two sockets.
    with line, line.dup() as again, cut_after(seconds, lambda: again) as was_cut:
        line.settimeout(seconds)
        connection = HTTPConnection(host, port)
        # The connection is open already, so the name is not resolved again.
        connection.sock = _secured(line, host) if parts.scheme == "https" else line
        try:
            path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            connection.request("POST", path, body, {**_HEADERS, **headers})
            response = connection.getresponse()
            if was_cut.is_set():  # a cut answer looks like a complete one
                raise TimeoutError
            with response:
                return response.status, response.getheader("Retry-After")
        finally:
            connection.close()


_HEADERS = {
    "User-Agent": "infinite-nomic",
    "Accept-Encoding": "identity",
    "Connection": "close",
}


def _connect(addresses: list[str], port: int) -> socket.socket:
    """Connect to the first address that accepts. Raises OSError if none does."""
    failure: OSError = OSError("there is no server of this name")
    for address in addresses[:MAX_ADDRESSES]:
        try:
            return socket.create_connection((address, port), timeout=CONNECT_SECONDS)
        except OSError as error:
            failure = error
    raise failure


def _secured(line: socket.socket, host: str) -> ssl.SSLSocket:
    """Wrap the connection in TLS. Raises OSError if the certificate is not valid for this name."""
    return ssl.create_default_context().wrap_socket(line, server_hostname=host)
