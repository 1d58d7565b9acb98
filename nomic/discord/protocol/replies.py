"""Replies to interactions. Only the caller sees them, and they mention no user."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings

from nomic.notices.delivery.webhook_payload import plain

Reply = dict[str, Any]

PONG, MESSAGE, UPDATE, CHOICES, MODAL = 1, 4, 7, 8, 9
ONLY_FOR_THEM = 64
ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, LABEL = 1, 2, 3, 4, 10, 18
GREY, RED = 2, 4
PAGE = "page"  # begins the id of a button that turns the pages of a menu
MAX_MESSAGE = 2000
MAX_CHOICES = 25
MAX_CHOICE = 100  # characters of a choice, of its value, and of a custom id
MAX_TITLE = 45


def cut_to_length(text: str, length: int) -> str:
    """Return a text with at most `length` characters, counted in UTF-16 code units."""
    units = text.encode("utf-16-le", "replace")
    if len(units) <= 2 * length:
        return text
    return f"{units[: 2 * (length - 1)].decode('utf-16-le', 'ignore')}…"


def site(path: str) -> str:
    """Return a link to a page of this site in angle brackets, so that Discord shows no preview."""
    return f"<{settings.SITE_URL}{path}>"


def message_reply(*lines: str, link: str = "", button: tuple[str, str] | None = None) -> Reply:
    """Return a message with these lines, without their formatting, and a link to a page of this site.

    `button` holds the label and the id of a red button below the message.
    """
    end = f"\n{site(link)}" if link else ""
    content = cut_to_length("\n".join(plain(line) for line in lines if line), MAX_MESSAGE - len(end)) + end
    data: Reply = {"content": content, "flags": ONLY_FOR_THEM, "allowed_mentions": {"parse": []}}
    if button is not None:
        words, name = button
        shown = {"type": BUTTON, "style": RED, "label": cut_to_length(words, 80), "custom_id": name}
        data["components"] = [{"type": ROW, "components": [shown]}]
    return {"type": MESSAGE, "data": data}


def menu(words: str, name: str, options: Sequence[tuple[str, str]], least: int, most: int, page: int = 0) -> Reply:
    """Return a message with a menu below it. The options are given as (label, value).

    `name` is returned by Discord with the chosen values, of which there are `least` to `most`. If there are more
    options than Discord shows, they are on pages, and buttons turn the pages: their ids have the number of the page and
    `name`.
    """
    found, pages = message_reply(words), max(1, -(-len(options) // MAX_CHOICES))
    page = min(page, pages - 1)
    here = options[page * MAX_CHOICES :][:MAX_CHOICES]
    shown = [{"label": cut_to_length(label, MAX_CHOICE), "value": value} for label, value in here]
    component = {"type": SELECT, "custom_id": name, "options": shown, "min_values": least, "max_values": most}
    found["data"]["components"] = [{"type": ROW, "components": [component]}]
    turns = [
        {"type": BUTTON, "style": GREY, "label": label, "custom_id": f"{PAGE}|{number}|{name}"}
        for label, number in (("Back", page - 1), ("More", page + 1))
        if 0 <= number < pages
    ]
    if turns:
        found["data"]["components"].append({"type": ROW, "components": turns})
    return found


def offer(choices: Iterable[tuple[str, str]], typed: str) -> Reply:
    """Return the first choices, given as (label, value), whose labels contain the typed text."""
    wanted = typed.casefold()
    found = [
        {"name": cut_to_length(label, MAX_CHOICE), "value": value}
        for label, value in choices
        if wanted in label.casefold() and 0 < len(value) <= MAX_CHOICE
    ]
    return {"type": CHOICES, "data": {"choices": found[:MAX_CHOICES]}}


def modal(title: str, name: str, parts: Sequence[Reply]) -> Reply:
    """Return a form with these components. `name` is returned by Discord with the entered values."""
    return {
        "type": MODAL,
        "data": {"title": cut_to_length(title, MAX_TITLE), "custom_id": name, "components": list(parts)},
    }
