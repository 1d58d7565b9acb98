"""The payload of a webhook in Discord's format: texts without mentions or formatting."""

import json
import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings

MAX_LENGTH = 2000  # of a message, counted as Discord's clients do
NAME = "Infinite Nomic"
NO_MENTION = "@\u200b"  # a zero-width space, so that @everyone mentions nobody

_MARKS = re.compile(r"[\\`*_~|<>\[\]#]")


def plain(text: str) -> str:
    """Return a text in one line with formatting and mentions escaped."""
    escaped = _MARKS.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))
    return re.sub(r"^([-+])", r"\\\1", escaped).replace("@", NO_MENTION)


def message(text: str, link: str) -> str:
    """Return the text, escaped, followed by the link in angle brackets, so that no preview is shown."""
    return f"{plain(text)} <{settings.SITE_URL}{link}>" if link else plain(text)


def length(content: str) -> int:
    """Return the length of a message as the receiver counts it, in UTF-16 code units."""
    return len(content.encode("utf-16-le", "replace")) // 2


def fitting(messages: Sequence[str]) -> int:
    """Return how many of these texts, from the first on, fit into one message; at least 1."""
    taken, used = 0, 0
    for each in messages:
        used += length(each) + (1 if taken else 0)
        if used > MAX_LENGTH and taken:
            break
        taken += 1
    return taken


def content_of(messages: Sequence[str]) -> str:
    """Join these texts as the lines of one message, cut to the maximum length."""
    content = "\n".join(messages)
    if length(content) <= MAX_LENGTH:
        return content
    beginning = content.encode("utf-16-le", "replace")[: 2 * (MAX_LENGTH - 1)]
    return beginning.decode("utf-16-le", "ignore") + "…"


def payload(content: str) -> bytes:
    """Return the JSON body of a request with this content."""
    body: dict[str, Any] = {"content": content, "username": NAME, "allowed_mentions": {"parse": []}}
    return json.dumps(body).encode()
