"""Spans of a text: where words occur, and how they are cut out or replaced so that the text stays tidy."""

import re
from collections.abc import Mapping

from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.sentences import sentences

_BLANKS = re.compile(r"(?:\\?\s)+")


def most_like(body: str, words: str) -> str:
    """Return the sentence of `body` that contains most of `words`, or "" if none contains more than half."""
    wanted = {*words.lower().split()}
    best, most = "", len(wanted) / 2
    for sentence in sentences(body):
        shared = len(wanted & {*sentence.lower().split()})
        if shared > most:
            best, most = sentence, shared
    return best


def is_a_sentence(place: Mapping[str, str | None]) -> bool:
    return (place["unit"] or place["named"] or "").lower() == "sentence"


def is_a_line(body: str, begin: int, end: int) -> bool:
    """Return whether a part of a text consists of whole lines, in a text of several lines."""
    return (begin == 0 or body[begin - 1] == "\n") and (end == len(body) or body[end] == "\n") and "\n" in body


def without_half_signs(body: str, begin: int, end: int) -> tuple[int, int]:
    """Shrink the span of removed text so that an unpaired mark of italics or bold type remains."""
    signs = [*re.finditer("'{2,5}", body[begin:end])]
    if len(signs) % 2 == 0:
        return begin, end
    if signs[0].start() == 0:
        return begin + signs[0].end(), end + len(body[end:]) - len(body[end:].lstrip(" "))
    return (begin, begin + signs[-1].start()) if signs[-1].end() == end - begin else (begin, end)


def with_whole_signs(body: str, begin: int, end: int) -> tuple[int, int]:
    """Grow the span of removed text to include the adjacent partner of an unpaired italics or bold mark.

    If there is no such partner, shrink the span as `without_half_signs` does.
    """
    if len(re.findall("'{2,5}", body[begin:end])) % 2:
        before, after = re.search("'{2,5}$", body[:begin]), re.match("'{2,5}", body[end:])
        if before is not None:
            return before.start(), end
        if after is not None:
            return begin, end + after.end()
    return without_half_signs(body, begin, end)


def joined(before: str, new: str, after: str) -> str:
    """Join a text whose middle was replaced with `new`.

    If `new` is empty, an empty list item or a doubled blank is removed as well.
    """
    if new:
        return f"{before}{new}{after}"
    start, _, line = before.rpartition("\n")
    if line.strip() and not line.strip(" *#") and after[:1] in ("", "\n"):
        return f"{start}{after}" if start else after.lstrip("\n")  # nothing is left of the item
    if before.endswith("\n") and after.startswith("\n") and before.strip():
        return f"{before}{after.lstrip(chr(10)) if before.endswith(chr(10) * 2) else after[1:]}"
    if before.endswith("\n") and after.strip() and not after.startswith("\n"):
        return f"{before}{after.lstrip(' ')}"
    if before.endswith("\n") or after.startswith("\n"):
        return f"{before.rstrip()}{after if before.strip() else after.lstrip()}"
    gap = "" if not before.rpartition("\n")[2].strip(" '") or after[:1] in ".,;:!?" else " "
    return f"{before.rstrip(' ')}{gap}{after.lstrip(' ')}".rstrip()


def loosely(words: str) -> str:
    """Return a pattern for words with any white space between them, because lines may break elsewhere."""
    return _BLANKS.sub(r"\\s+", re.escape(words))


def occurrences(body: str, old: str, *, every: bool = False) -> list[tuple[int, int]]:
    """Return the spans at which words occur in a text, with any line breaks between them.

    Matches inside longer words count only if there are no others. Placeholders are not searched, unless `old` contains
    one. If `every` is set, a plural "s" may follow.
    """
    left = r"(?<!\w)" if old[:1].isalnum() else ""
    right = (r"(?=s?(?!\w))" if every else r"(?!\w)") if old[-1:].isalnum() else ""
    if "{{" not in old:
        body = PLACEHOLDER.sub(lambda found: "\0" * len(found[0]), body)
    words = loosely(old)
    for pattern in (f"{left}{words}{right}", words):
        if found := [each.span() for each in re.finditer(pattern, body)]:
            return found
    return []


def replaced(body: str, old: str, new: str, *, every: bool = False) -> str:
    places = occurrences(body, old, every=every)
    if new:
        for begin, end in reversed(places):
            body = f"{body[:begin]}{new}{body[end:]}"
        return body
    for begin, end in reversed(places):
        body = joined(body[:begin], "", body[end:])
    return body.strip()


def in_words_only(word: re.Pattern[str], new: str, body: str) -> str:
    """Replace a word in a text, but not within the placeholders of values."""
    pieces = re.split(r"(\{\{[^{}]*\}\})", body)
    return "".join(piece if count % 2 else word.sub(lambda _: new, piece) for count, piece in enumerate(pieces))
