"""Lines of messages: the words of an entry, a link to it, and the users to mention."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from nomic.discord.models import Post
from nomic.discord.posts.buttons import Button, rows_of
from nomic.notices.delivery.webhook_payload import MAX_LENGTH, content_of, length, message

MAX_LINES = 20  # of one message
MAX_MENTIONED = 10  # in one line


class Line(TypedDict):
    """A line: its text and link, the instant of its entry, and the ids of the users of Discord whom it mentions."""

    text: str
    link: str
    at: str
    users: list[str]


@dataclass(frozen=True, slots=True)
class LineDraft:
    """A line to write, with its match or proposal, the subject that waits for players, and the buttons for it."""

    line: Line
    subject: str = ""
    buttons: Sequence[Button] = ()
    about: str = ""


def written(line: Line) -> str:
    """Return a line as the text to send. Only the users listed in the line are mentioned."""
    return " ".join((message(line["text"], line["link"]), *(f"<@{user}>" for user in line["users"])))


def has_room(lines: Sequence[Line], more: Line) -> bool:
    """Return whether another line fits into a message."""
    taken = sum(length(written(line)) + 1 for line in lines)
    return len(lines) < MAX_LINES and taken + length(written(more)) <= MAX_LENGTH


def mentioned(lines: Iterable[Line]) -> list[str]:
    """Return the users whom these lines mention, without duplicates."""
    return list(dict.fromkeys(user for line in lines for user in line["users"]))


def body_of(post: Post) -> dict[str, Any]:
    """Return the body of the request that creates or edits a message.

    Discord notifies only the users in `allowed_mentions`, and only of a new message.
    """
    return {
        "content": content_of([written(line) for line in post.lines]),
        "allowed_mentions": {"parse": [], "users": mentioned(post.lines)},
        "components": rows_of(post),
    }


def nonce_of(post: Post) -> dict[str, Any]:
    """Return the nonce fields that let Discord reject a message created twice within some minutes."""
    return {"nonce": f"nomic-{post.pk}", "enforce_nonce": True}


def is_same(message: Any, body: dict[str, Any]) -> bool:
    """Return whether a message, as Discord returned it, has this content."""
    return isinstance(message, dict) and json.dumps(message.get("content")) == json.dumps(body["content"])
