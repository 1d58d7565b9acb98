"""Requests to Discord as the site's bot, and the meaning of its error codes."""

import json
import time
from dataclasses import dataclass
from math import isfinite
from typing import Any

import requests
from django.conf import settings

from nomic.connections.discord_application import discord_application
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.unreachable import why_unreachable

CONNECT_SECONDS, READ_SECONDS, ALL_SECONDS = 4, 10, 20
MAX_BODY = 1_000_000  # bytes of an answer that are read
MAX_PAUSE = 3600.0
TOKEN_PAUSE = 600.0  # until a refused token is tried again
NO_MESSAGE, NO_CHANNEL, NO_ACCESS = 10008, 10003, frozenset((50001, 50013))
HAS_THREAD = 160004


class MessageGone(Rejected):
    """Raised if a message no longer exists, because somebody has deleted it."""


class HasThread(Rejected):
    """Raised if a message already has a thread."""


class TooFast(Retryable):
    """Raised if Discord asks for fewer requests.

    `is_global` is true if this applies to the whole bot, not to one channel.
    """

    def __init__(self, seconds: float, *, is_global: bool) -> None:
        super().__init__("Discord asks for fewer messages", seconds)
        self.is_global = is_global


@dataclass(frozen=True, slots=True)
class Answer:
    """Discord's answer as JSON data, and the seconds until it accepts another request of the same kind."""

    data: Any
    pause: float = 0


def request_discord(method: str, path: str, body: Any = None) -> Answer:
    """Send a request to a path of Discord's API, and return the answer.

    Raises TooFast if Discord limits requests, Retryable if it does not work now, MessageGone or Rejected if it refuses
    this request, and Fatal if it refuses the bot. Reasons contain only the numbers of Discord's errors, so they have no
    secrets.
    """
    token = discord_application().password
    if not token:
        raise Retryable("the token of the bot is not set", TOKEN_PAUSE)
    headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (infinite-nomic, 1)"}
    try:
        with requests.request(
            method,
            f"{settings.DISCORD_API}{path}",
            json=body,
            headers=headers,
            timeout=(CONNECT_SECONDS, READ_SECONDS),
            allow_redirects=False,
            stream=True,
        ) as answer:
            data = _read(answer)
    except (requests.RequestException, TimeoutError, OSError) as error:
        raise Retryable(f"Discord could not be reached, {why_unreachable(error)}") from None
    if not 200 <= answer.status_code < 300:
        _refuse(answer, data)
    is_last = answer.headers.get("X-RateLimit-Remaining") == "0"
    return Answer(data, _seconds(answer.headers.get("X-RateLimit-Reset-After")) if is_last else 0)


def _read(answer: requests.Response) -> Any:
    """Return the body as JSON data, or None if it is not JSON.

    Raises TimeoutError if the body is too slow or too long.
    """
    began, body = time.monotonic(), b""
    for part in answer.iter_content(65536):
        body += part
        if time.monotonic() - began > ALL_SECONDS or len(body) > MAX_BODY:
            raise TimeoutError
    try:
        return json.loads(body) if body else None
    except (ValueError, RecursionError):
        return None


def _refuse(answer: requests.Response, data: Any) -> None:
    status, about = answer.status_code, data if isinstance(data, dict) else {}
    code = about.get("code")
    if status == 429:
        seconds = _seconds(answer.headers.get("Retry-After") or about.get("retry_after")) or 1.0
        raise TooFast(seconds, is_global=about.get("global") is True or "X-RateLimit-Global" in answer.headers)
    if status == 401:
        raise Retryable("Discord refuses the bot's token", TOKEN_PAUSE)
    if code == HAS_THREAD:
        raise HasThread("the message already has a thread")
    if code == NO_MESSAGE:
        raise MessageGone("somebody deleted the message")
    if status == 404 and code == NO_CHANNEL:
        raise Fatal("the channel no longer exists on Discord")
    if status == 403:
        raise Fatal("the bot may not write in this channel" if code in NO_ACCESS else "Discord forbids it")
    if 400 <= status < 500 and status != 408:
        raise Rejected(f"Discord answered {status}")
    raise Retryable(f"Discord answered {status}", _seconds(answer.headers.get("Retry-After")))


def _seconds(text: Any) -> float:
    """Return a number of seconds from Discord, limited to `MAX_PAUSE`, or 0 for anything else."""
    try:
        seconds = float(text)
    except (TypeError, ValueError):
        return 0
    return min(max(seconds, 0.0), MAX_PAUSE) if isfinite(seconds) else 0
