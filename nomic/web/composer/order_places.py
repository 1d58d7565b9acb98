"""Places within the text of a rule: "the second bullet", "the last sentence", the end of its list or table."""

import re
from collections.abc import Mapping

_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ITEM = re.compile(r"^[*#:;]+", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|(?=\n|$))")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"^[*#]+[^\n]*", re.MULTILINE)

Span = tuple[int, int]


def span_of(body: str, place: Mapping[str, str | None]) -> Span | None:
    """Return where a part of a rule's text begins and ends, or None if the text has no such part."""
    if place["end"]:
        at = 0 if place["end"].lower() in ("beginning", "start", "top") else len(body)
        return at, at
    unit = (place["unit"] or "").lower()
    pattern = (
        _SENTENCE if unit == "sentence" else _PARAGRAPH if unit == "paragraph" else _LINE if unit == "line" else _BULLET
    )
    spans = [found.span() for found in pattern.finditer(body)]
    nth = (place["nth"] or "").lower()
    at = -1 if nth in ("last", "final") else _NTH.index(nth) if nth in _NTH else int(re.sub(r"\D", "", nth)) - 1
    if at >= len(spans) or not spans:
        return None
    begin, end = spans[at]
    return begin + len(body[begin:end]) - len(body[begin:end].lstrip(" ")), end


def with_item(body: str, item: str) -> str | None:
    """Return a text with one item more in its last list, or one row more in its last table. None if it has neither."""
    closes = body.rfind("\n|}")
    if closes >= 0:
        row = item if item.startswith("|") else f"| {item if '||' in item else item.replace(' | ', ' || ')}"
        return f"{body[:closes]}\n|-\n{row.removeprefix('|-').strip()}{body[closes:]}"
    bullets = list(_BULLET.finditer(body))
    if not bullets:
        return None
    last = bullets[-1]
    sign = re.match(r"[*#]+", last[0])
    words = re.sub(r"^[*#]+ *", "", item)
    return f"{body[: last.end()]}\n{sign[0] if sign else '*'} {words}{body[last.end() :]}"


def inserted(body: str, words: str, at: int, *, is_block: bool) -> str:
    """Return a text with words inserted at a place, separated as their surroundings are.

    With `is_block`, the words become lines of their own.
    """
    before, after = body[:at], body[at:]
    if is_block:
        gap = (
            "\n"
            if _ITEM.match(words) and _ITEM.match(before.rstrip("\n").rsplit("\n", 1)[-1] or after.lstrip("\n"))
            else "\n\n"
        )
        left = f"{before.rstrip(chr(10))}{gap}" if before.strip() else ""
        right = f"{gap}{after.lstrip(chr(10))}" if after.strip() else ""
        return f"{left}{words}{right}"
    left = " " if before and not before[-1].isspace() and words[:1] not in (",", ".", ";", ":") else ""
    right = " " if after and not after[0].isspace() and after[0] not in ",.;:!?" else ""
    return f"{before}{left}{words}{right}{after}"
