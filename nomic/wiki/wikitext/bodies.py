"""Wikitext that belongs to players by right: bodies of rules, texts of proposals.

Its markup works as on any page of the wiki; but nothing in it may reach beyond it, neither into the next rule nor
past the marker at the page's end, and nothing may bring in words that nobody voted on. So it is read
(`nomic.law.wikitext`, whose work is in proportion to the text) and written anew from what is permitted; everything
else is shown as it was typed:

- paragraphs, lists, definition lists, rules (`----`), bold and italic;
- tables, and the HTML tags of `nomic.law.wikitext.tokens.TAGS`, always closed, with the attributes that are permitted
  (`nomic.law.wikitext.allowlist`, for the site too);
- `<nowiki>` and `<pre>`, whose content is shown as it is;
- links to pages (as plain links: no picture, category or language link comes of them), to rules by their title or
  name (`[[#Card gifting]]`), and to addresses of http, https and mailto;
- entities.

A heading becomes a line of bold text of its own, because the headings of a page are the tree of rules, and nothing
else is to look like one. Comments are shown as typed: a law has no words that its readers do not see. So are templates,
parser functions, magic words and switches: a rule whose words stand on another page of the wiki could be changed there
without a vote.
"""

import re
import unicodedata
from functools import lru_cache

from nomic.law.rules.tree import NO_ANCHORS, Anchors
from nomic.law.wikitext import allowlist, tokenizer, tokens
from nomic.law.wikitext.tokens import INLINE_TAGS, TABLE_TAGS, TAGS, Piece
from nomic.wiki.wikitext.escape import BIDI, REPLACED, REPLACEMENT, Wikitext, block, entity, inline, preformatted

# At the beginning of a line any of these would begin a list, a heading, a table's part or a preformatted line.
FIRST_IN_LINE = set("=*#:;|!+-")
ALWAYS = set("&<>[]{}|~\u007f" + REPLACEMENT)
TWICE = set("'_!")
PAGE = re.compile(r"(?!.*__)[^\x00-\x1f\x7f<>\[\]{}|&~=]{1,255}")
# Ids of elements by which links find rules begin so, and no heading's (`nomic.wiki.pages.ruleset`).
ANCHOR = "_rule-"
TOO_MUCH = "From here on the text has too much markup; it is shown as it was written."


class _Writer:
    """Writes permitted pieces one after the other; knows whether it stands at the beginning of a line."""

    def __init__(self, anchors: Anchors) -> None:
        self.anchors = anchors
        self.parts: list[str] = []
        self.last = "\n"
        self.lines = 0
        self.opened_at: list[int] = []  # the line in which each open element began

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
                or (character == ":" and not following.isspace())  # MediaWiki knows more schemes of addresses than we
                or (character in "RPI" and text.startswith(("RFC", "PMID", "ISBN"), place))  # it may link these, too
            )
            written.append(entity(character) if risky else character)
            last = character
        self.parts.append("".join(written))
        self.last = last

    def write(self, piece: Piece) -> None:  # noqa: C901 - a table: a line or two for each kind of piece
        match piece:
            case tokens.Words(text):
                self.words(text)
            case tokens.LineEnd():
                self.words("\n")
                self.lines += 1
            case tokens.Character(source):
                self.raw(source)
            case tokens.Literal("pre", text):
                self.raw(preformatted(text))
            case tokens.Literal(_, text):
                self.raw(block(text))
            case tokens.Marks(signs):
                deep = tokens.MAX_LIST_DEPTH if self.last == "\n" else 0
                self.raw(signs[:deep] + "".join(map(entity, signs[deep:])))
            case tokens.Divider():
                self.raw("----" if self.last == "\n" else "<hr />")
            case tokens.Break():
                self.raw("<br />")
            case tokens.PageLink():
                self.raw(_page_link(piece, self.anchors))
            case tokens.WebLink():
                self.web_link(piece)
            case tokens.Opening():
                self.open(piece)
            case tokens.Ending():
                self.close(piece)
            case tokens.Unread(text):
                self.raw(f"\n\n<i>{TOO_MUCH}</i>\n\n{block(text)}")

    def open(self, piece: tokens.Opening) -> None:
        if piece.name == "table" and piece.by_sign and self.last != "\n":
            self.raw("\n")  # an item of a list ends with its line, a table does not
        self.raw(f"<{piece.name}{_attributes(piece)}>" if piece.name in TAGS else "<div><b>")
        self.opened_at.append(self.lines)

    def close(self, piece: tokens.Ending) -> None:
        has_lines = self.opened_at.pop() < self.lines
        if piece.name not in TAGS:  # a heading
            self.raw("</b></div>")
            return
        if piece.name not in INLINE_TAGS and has_lines and self.last != "\n":
            self.raw("\n")
        self.raw(f"</{piece.name}>")
        if piece.by_sign and piece.name in TABLE_TAGS:
            self.raw("\n")

    def web_link(self, link: tokens.WebLink) -> None:
        # Switches as __TOC__ and signatures work inside of addresses too.
        address = link.address.replace("__", "%5F%5F").replace("~", "%7E")
        words = _line(link.inside)
        if not allowlist.is_address(address):
            self.words(link.source)
        elif not link.in_brackets:
            self.raw(address)
        else:
            self.raw(f"[{address} {words}]" if words.strip() else f"[{address}]")

    def text(self) -> str:
        return "".join(self.parts)


def _page_link(link: tokens.PageLink, anchors: Anchors) -> str:
    target = link.target.strip()
    if (rule := anchors.rule_at(target)) is not None:
        return f"[[#{ANCHOR}{rule}|{_line(link.inside) if link.has_words else inline(target[1:])}]]"
    if not PAGE.fullmatch(target) or target[0] in "/#" or "../" in target:
        return inline(link.source)
    # A colon in front makes a plain link of what would otherwise be a picture, a category or another language.
    target = ":" + target.lstrip(": ") if ":" in target else target
    words = _line(link.inside) if link.has_words else inline(target.lstrip(":"))
    return f"[[{target}|{words}]]"


def _line(inside: tuple[Piece, ...]) -> str:
    """What stands inside a link: words, bold and italic, on one line."""
    parts: list[str] = []
    for piece in inside:
        match piece:
            case tokens.Words(text):
                words = inline(text)
                parts.append(" " * text[:1].isspace() + words + " " * (text[-1:].isspace() and bool(words)))
            case tokens.Character(source):
                parts.append(source)
            case tokens.Opening(name):
                parts.append(f"<{name}>")
            case tokens.Ending(name):
                parts.append(f"</{name}>")
    return "".join(parts)


def _attributes(piece: tokens.Opening) -> str:
    kept = allowlist.attributes(piece.name, piece.attributes)
    kept |= {name: str(span) for name, span in zip(("colspan", "rowspan"), piece.spans, strict=True) if span > 1}
    return "".join(f' {name}="{value}"' for name, value in kept.items())


@lru_cache(maxsize=512)
def rule_wikitext(source: str, anchors: Anchors = NO_ANCHORS) -> Wikitext:
    """The source written anew from what is permitted, as this module's beginning says. Reading it twice is harmless.

    `anchors`: of the rules that stand on the same page.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    source = unicodedata.normalize("NFC", REPLACED.sub(REPLACEMENT, BIDI.sub("", source)))
    out = _Writer(anchors)
    for piece in tokenizer.read(source):
        out.write(piece)
    return Wikitext(out.text().strip("\n"))
