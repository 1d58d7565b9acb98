"""Wikitext that belongs to players by right: bodies of rules, texts of proposals.

Its markup works as on any page of the wiki; but nothing in it may reach beyond it, neither into the next rule nor
past the marker at the page's end, and nothing may bring in words that nobody voted on. So it is read with a parser
and written anew from what is permitted; everything else is shown as it was typed:

- paragraphs, lists, definition lists, rules (`----`), bold and italic;
- tables, and the HTML tags of TAGS with the attributes of ATTRIBUTES, always closed;
- `<nowiki>` and `<pre>`, whose content is shown as it is;
- links to pages (as plain links: no picture, category or language link comes of them) and to http(s) addresses;
- entities.

A heading becomes a line of bold text, because the headings of a page are the tree of rules. Comments vanish.
Templates, parser functions, magic words and switches are shown as typed: a rule whose words stand on another page of
the wiki could be changed there without a vote.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Any

import mwparserfromhell
from mwparserfromhell import nodes
from mwparserfromhell.parser import ParserError
from mwparserfromhell.wikicode import Wikicode

from nomic.wiki.escape import BIDI, REPLACED, REPLACEMENT, Wikitext, block, entity, inline, preformatted

INLINE_TAGS = frozenset(
    (
        "abbr", "b", "bdi", "big", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "q", "s", "samp",
        "small", "span", "strong", "sub", "sup", "tt", "u", "var",
    )
)  # fmt: skip
BLOCK_TAGS = frozenset(["blockquote", "center", "dd", "div", "dl", "dt", "li", "ol", "p", "ul"])
TABLE_TAGS = frozenset(["caption", "table", "td", "th", "tr"])
TAGS = INLINE_TAGS | BLOCK_TAGS | TABLE_TAGS
VOID_TAGS = frozenset(("br", "hr"))
LIST_MARKS = frozenset("*#:;")
ATTRIBUTES = frozenset(["class", "colspan", "dir", "lang", "rowspan", "scope", "title"])

# At the beginning of a line any of these would begin a list, a heading, a table's part or a preformatted line.
FIRST_IN_LINE = set("=*#:;|!+-")
ALWAYS = set("&<>[]{}|~\u007f" + REPLACEMENT)
TWICE = set("'_!")
PAGE = re.compile(r"(?!.*__)[^\x00-\x1f\x7f<>\[\]{}|&~=]{1,255}")
ADDRESS = re.compile(r"https?://[\w.-]+(?::\d+)?(?:[/?#][\w./?%=+,;:@()~#!*$-]*)?", re.ASCII | re.IGNORECASE)
# The parser tries again from every opening that is never closed; so many take it about a second.
MOST_CHARACTERS = 60_000
MOST_OPENINGS = {"<": 1_000, "{|": 50, "[": 2_000, "{{": 2_000, "://": 1_000}


class _Writer:
    """Writes permitted nodes one after the other; knows whether it stands at the beginning of a line."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.last = "\n"

    def raw(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.last = text[-1]

    def words(self, text: str) -> None:
        """Plain text: its line breaks stay, whatever else could be markup is written as an entity."""
        written: list[str] = []
        last = self.last
        for place, character in enumerate(text):
            following = text[place + 1] if place + 1 < len(text) else ""
            if last == "\n" and character in " \t":
                continue
            risky = (
                character in ALWAYS
                or (last == "\n" and character in FIRST_IN_LINE)
                or (character in TWICE and character in (last, following or character))
            )
            written.append(entity(character) if risky else character)
            last = character
        self.parts.append("".join(written))
        self.last = last

    def text(self) -> str:
        return "".join(self.parts)


def _write(code: Wikicode, out: _Writer) -> None:
    for node in code.nodes:
        _write_node(node, out)


def _write_node(node: Any, out: _Writer) -> None:
    match node:
        case nodes.Text():
            out.words(str(node.value))
        case nodes.Comment():
            pass
        case nodes.HTMLEntity():
            out.raw(str(node))
        case nodes.Heading():
            out.raw("<b>")
            out.words(str(node.title).strip())
            out.raw("</b>")
        case nodes.Wikilink():
            _write_wikilink(node, out)
        case nodes.ExternalLink():
            _write_external_link(node, out)
        case nodes.Tag():
            _write_tag(node, out)
        case _:
            out.words(str(node))


def _write_wikilink(node: nodes.Wikilink, out: _Writer) -> None:
    target = str(node.title).strip()
    if not PAGE.fullmatch(target) or target[0] in "/#" or "../" in target:
        out.words(str(node))
        return
    # A colon in front makes a plain link of what would otherwise be a picture, a category or another language.
    target = ":" + target.lstrip(": ") if ":" in target else target
    out.raw(f"[[{target}|")
    if node.text is None or not str(node.text).strip():
        out.raw(inline(target.lstrip(":")))
    else:
        _write_line(node.text, out)
    out.raw("]]")


def _write_external_link(node: nodes.ExternalLink, out: _Writer) -> None:
    # Switches as __TOC__ and signatures work inside of addresses too.
    address = str(node.url).replace("__", "%5F%5F").replace("~", "%7E")
    if not ADDRESS.fullmatch(address):
        out.words(str(node))
    elif not node.brackets:
        out.raw(address)
    elif node.title is None or not str(node.title).strip():
        out.raw(f"[{address}]")
    else:
        out.raw(f"[{address} ")
        _write_line(node.title, out)
        out.raw("]")


def _write_line(code: Wikicode, out: _Writer) -> None:
    """What stands inside a link: words, bold and italic, on one line."""
    for node in code.nodes:
        if isinstance(node, nodes.Tag) and _name(node) in ("b", "i") and node.contents is not None:
            out.raw(f"<{_name(node)}>")
            _write_line(node.contents, out)
            out.raw(f"</{_name(node)}>")
        elif isinstance(node, nodes.HTMLEntity):
            out.raw(str(node))
        else:
            text = str(node)
            words = inline(text)
            out.raw(" " * text[:1].isspace() + words + " " * (text[-1:].isspace() and bool(words)))


def _name(node: nodes.Tag) -> str:
    return str(node.tag).strip().lower()


def _write_tag(node: nodes.Tag, out: _Writer) -> None:
    name = _name(node)
    mark = str(node.wiki_markup or "")
    if mark in LIST_MARKS:
        if mark == ":" or out.last == "\n" or out.last in LIST_MARKS:
            out.raw(mark)
        else:
            out.raw(entity(mark))
    elif name == "hr":
        out.raw("----" if out.last == "\n" else "<hr />")
    elif name == "br":
        out.raw("<br />")
    elif name == "nowiki":
        out.raw(block(_source(node.contents)))
    elif name == "pre":
        out.raw(preformatted(_source(node.contents)))
    elif name in TAGS and not (node.self_closing and not mark):
        _write_element(name, node, out)
    else:
        out.words(str(node))


def _source(code: Wikicode | None) -> str:
    return "" if code is None else str(code)


def _write_element(name: str, node: nodes.Tag, out: _Writer) -> None:
    out.raw(f"<{name}{_attributes(node)}>")
    if node.contents is not None:
        if name == "table":
            _write_rows(node.contents, out)
        else:
            _write(node.contents, out)
        if name not in INLINE_TAGS and "\n" in str(node.contents) and out.last != "\n":
            out.raw("\n")
    out.raw(f"</{name}>")
    if node.wiki_markup and name in TABLE_TAGS:
        out.raw("\n")


def _write_rows(contents: Wikicode, out: _Writer) -> None:
    """A table's content; cells that stand in no row (wikitext's first row needs no sign) get one."""
    in_row = False
    for node in contents.nodes:
        name = _name(node) if isinstance(node, nodes.Tag) else ""
        if isinstance(node, nodes.Tag) and name == "td" and node.wiki_markup and str(node.contents).startswith("+"):
            # The parser knows no "|+", the sign of a caption.
            out.raw("<caption>")
            _write(mwparserfromhell.parse(str(node.contents)[1:].strip()), out)
            out.raw("</caption>\n")
            continue
        if name in ("td", "th") and not in_row:
            out.raw("<tr>")
            in_row = True
        elif name in ("tr", "caption") and in_row:
            out.raw("</tr>\n")
            in_row = False
        _write_node(node, out)
    if in_row:
        out.raw("</tr>\n")


def _attributes(node: nodes.Tag) -> str:
    kept = []
    for attribute in node.attributes:
        name = str(attribute.name).strip().lower()
        if name in ATTRIBUTES and attribute.value is not None:
            value = "".join(entity(c) if not (c.isalnum() or c == " ") else c for c in str(attribute.value))
            kept.append(f' {name}="{value}"')
    return "".join(kept)


@lru_cache(maxsize=512)
def rule_wikitext(source: str) -> Wikitext:
    """The source written anew from what is permitted, as this module's beginning says. Reading it twice is harmless."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    source = unicodedata.normalize("NFC", REPLACED.sub(REPLACEMENT, BIDI.sub("", source)))
    if len(source) > MOST_CHARACTERS or any(source.count(what) > most for what, most in MOST_OPENINGS.items()):
        return block(source)
    out = _Writer()
    try:
        _write(mwparserfromhell.parse(source), out)
    except (ParserError, RecursionError):
        return block(source)
    return Wikitext(out.text().strip("\n"))
