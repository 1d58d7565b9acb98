"""What a webhook is sent, in the form that Discord's take: words that mention nobody and format nothing."""

import json
import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings

MAX_LENGTH = 2000  # of a message, counted as Discord's clients do
NAME = "Infinite Nomic"
NO_MENTION = "@\u200b"  # a space without width, so that @everyone is nobody

_MARKS = re.compile(r"[\\`*_~|<>\[\]#]")


def plain(text: str) -> str:
    """A text in one line that is shown as it stands, whatever marks of formatting and mentions are in it."""
    escaped = _MARKS.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))
    return re.sub(r"^([-+])", r"\\\1", escaped).replace("@", NO_MENTION)


def message(text: str, link: str) -> str:
    """One message: the words, and where to read on. The address stands in brackets, so that no preview is shown."""
    return f"{plain(text)} <{settings.SITE_URL}{link}>" if link else plain(text)


def length(content: str) -> int:
    """How long a message is for its receiver, who counts what lies beyond 16 bits as two."""
    return len(content.encode("utf-16-le", "replace")) // 2


def fitting(messages: Sequence[str]) -> int:
    """How many of the messages, from the first on, go into one; at least one."""
    taken, used = 0, 0
    for each in messages:
        used += length(each) + (1 if taken else 0)
        if used > MAX_LENGTH and taken:
            break
        taken += 1
    return taken


def content_of(messages: Sequence[str]) -> str:
    """Messages as the lines of one, cut to what a message may have."""
    content = "\n".join(messages)
    if length(content) <= MAX_LENGTH:
        return content
    beginning = content.encode("utf-16-le", "replace")[: 2 * (MAX_LENGTH - 1)]
    return beginning.decode("utf-16-le", "ignore") + "…"


def payload(content: str) -> bytes:
    """The body of the request."""
    body: dict[str, Any] = {"content": content, "username": NAME, "allowed_mentions": {"parse": []}}
    return json.dumps(body).encode()
