"""Escaping of hostile text for wikitext, so that the wiki shows exactly the words that people typed.

`<nowiki>` does not protect: it can be closed, and entities inside it are still decoded. So every character that could
begin, join or end a construct of MediaWiki is written as a decimal entity. If its neighbours rule that out, it is kept,
so that the source of a page stays readable: "Ada's turn ends: 12:30".
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

REPLACEMENT = "\ufffd"
BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Characters that MediaWiki replaces on saving: C0 controls, lone surrogates, two noncharacters. DEL begins its strip
# markers.
REPLACED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
LINE_BREAKS = re.compile("\r\n|[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
BLANKS = re.compile(r"\s+")
ALWAYS = set("&<>[]{}|~=" + REPLACEMENT)
# Harmless inside a line: they act at the beginning of a line, or together with themselves, or with what follows.
# A line that begins with a semicolon is the exception, because it ends at any colon. No page of ours has such lines.
INSIDE = re.compile(
    r"(?<=[^\W_])['_](?=[^\W_])"  # not '' and __
    r"|(?<=\d):(?=\d)|(?<!^):(?= )"  # not https: and ::
    r"|(?<!^)[#*;]"  # not the items of lists
    r"|(?<=[^!])!(?=[^!])"  # not !! and the headers of tables
)
# What MediaWiki allows in no user name, or reads as markup or as another page. It stores _ as a blank.
NOT_IN_USER_NAMES = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff_#<>\[\]|{}/@:&=~%\\\u2028\u2029]|''")
MARKED = set("'_*#:;!")
SOMETIMES = re.compile(r"^[+-]|-(?=-)|(?<=-)-|/(?=/)|R(?=FC)|P(?=MID)|I(?=SBN)")


class Wikitext(str):
    """A string that is already wikitext, so templates insert it unescaped."""

    __slots__ = ()


def normalise_text(text: str) -> str:
    """Return the text as MediaWiki stores it: Unix line breaks, NFC, no control characters, no trailing blanks.

    Control characters are replaced.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", REPLACEMENT, text)
    return unicodedata.normalize("NFC", text).rstrip(" \t\n\r\0\x0b")


def entity(character: str) -> str:
    """Return the character as a decimal entity, which cannot begin any construct of wikitext."""
    return f"&#{ord(character)};"


def _line(text: str) -> str:
    text = unicodedata.normalize("NFC", REPLACED.sub(REPLACEMENT, BIDI.sub("", text)))
    text = BLANKS.sub(" ", text).strip()
    marked = {match.start() for match in SOMETIMES.finditer(text)}
    plain = {match.start() for match in INSIDE.finditer(text)}
    return "".join(
        entity(character)
        if character in ALWAYS or place in marked or (character in MARKED and place not in plain)
        else character
        for place, character in enumerate(text)
    )


def inline(value: Any) -> Wikitext:
    """Return the value as escaped words on one line.

    They are safe in a sentence, a heading, a link's text, or a table's cell after a blank. Wikitext is returned
    unchanged. Other values are converted by `str`.
    """
    if isinstance(value, Wikitext):
        return value
    return Wikitext(_line(LINE_BREAKS.sub(" ", str(value))))


def attribute(value: Any) -> Wikitext:
    """Return the value escaped as the value of an attribute in double quotes."""
    return Wikitext(inline(value).replace('"', entity('"')))


def block(value: Any) -> Wikitext:
    """Return the value as a paragraph of escaped words, with `<br />` for line breaks.

    Wikitext is returned unchanged.
    """
    if isinstance(value, Wikitext):
        return value
    lines = [_line(line) for line in LINE_BREAKS.split(str(value))]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return Wikitext("<br />".join(lines))


def preformatted(value: str) -> Wikitext:
    """Return the text as a `<pre>` block with its line breaks and blanks, for showing a source."""
    lines = []
    for line in LINE_BREAKS.split(str(value)):
        line = unicodedata.normalize("NFC", REPLACED.sub(REPLACEMENT, BIDI.sub("", line))).rstrip()
        lines.append(
            "".join(entity(c) if c in ALWAYS or c in MARKED or c in '-+/"' else c for c in line.replace("\t", "    "))
        )
    return Wikitext("<pre>\n" + "\n".join(lines) + "\n</pre>")


def join_wikitext(separator: str, parts: Iterable[Wikitext]) -> Wikitext:
    """Join pieces of wikitext. The separator is not escaped, so it must be the host's own."""
    return Wikitext(separator.join(parts))


def page_link(title: str, words: Any = "") -> Wikitext:
    """Return a link to one of our own pages.

    The words may be anybody's. Raises ValueError if the title cannot be ours.
    """
    if not re.fullmatch(r"[\w ()#./-]+", title):
        raise ValueError(f"not a title of ours: {title!r}")
    return Wikitext(f"[[{title}|{inline(words)}]]" if words else f"[[{title}]]")


def user_link(name: str) -> Wikitext:
    """Return a link to somebody's user page. Raises ValueError if the name could be anything but a title."""
    if not name.strip() or NOT_IN_USER_NAMES.search(name):
        raise ValueError(f"no user name: {name!r}")
    return Wikitext(f"[[User:{name}|{inline(f'User:{name}')}]]")
