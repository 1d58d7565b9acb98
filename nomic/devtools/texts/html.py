"""The texts of an HTML page: one per paragraph, heading, cell, button and label, and those that screen readers say."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

INLINE = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "br",
        "cite",
        "code",
        "data",
        "dfn",
        "em",
        "i",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "var",
        "wbr",
    ]
)
UNSEEN = frozenset(("script", "style", "svg", "template", "noscript"))
SPOKEN = ("aria-label", "alt", "placeholder", "title")
WORD = re.compile(r"[A-Za-z]{2}")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._parts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._begin(tag)
        if tag in UNSEEN:
            self._unseen += 1
        values = dict(attrs)
        spoken = [values.get(name) for name in SPOKEN]
        if tag == "input" and values.get("type") in ("submit", "button"):
            spoken.append(values.get("value"))
        self.texts += [found for text in spoken if text and (found := text_on_one_line(text))]

    def handle_endtag(self, tag: str) -> None:
        self._begin(tag)
        if tag in UNSEEN:
            self._unseen = max(0, self._unseen - 1)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._parts.append(data)

    def _begin(self, tag: str) -> None:
        if tag not in INLINE:
            self.flush()

    def flush(self) -> None:
        text = text_on_one_line("".join(self._parts))
        self._parts = []
        if text:
            self.texts.append(text)


def texts_of_html(html: str) -> list[str]:
    """Return the texts of a page in order. Texts without a word are left out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.flush()
    return reader.texts


def text_on_one_line(text: str) -> str:
    """Return a text on one line, with one "…" where values follow each other, or "" if it has no word."""
    joined = " ".join(text.split())
    joined = re.sub(r"…(?:\s*…)+", "…", joined)
    return joined if WORD.search(joined) else ""


def without_repeats(texts: Iterator[str] | list[str]) -> list[str]:
    """Return each text once, in order."""
    return list(dict.fromkeys(texts))
