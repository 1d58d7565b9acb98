"""The first pass of the wikitext parser: finds which opening signs are closed."""

import re
from collections.abc import Container
from dataclasses import dataclass, field
from html.entities import name2codepoint

from nomic import limits
from nomic.wikitext import allowlist
from nomic.wikitext.forbidden_characters import UNFIT
from nomic.wikitext.quotes_and_tables import settled
from nomic.wikitext.tokens import (
    INLINE_TAGS,
    ITEM_TAGS,
    LISTS,
    SINGLE_TAGS,
    TABLE,
    TABLE_TAGS,
    TAGS,
    Break,
    Character,
    Divider,
    Ending,
    LineEnd,
    Literal,
    Marks,
    Opening,
    PageLink,
    PartSign,
    Piece,
    Quotes,
    RawPiece,
    Unread,
    WebLink,
    Words,
)

MAX_MARKS = limits.WIKITEXT_SIGNS
MAX_DEPTH = 12  # nested tags and tables
SMALLER, ASIDE = frozenset(["small", "sub", "sup"]), frozenset(["blockquote", "dl", "ol", "ul"])
MAX_WITHIN = {**dict.fromkeys(SMALLER, (SMALLER, 2)), **dict.fromkeys(ASIDE, (ASIDE, 4))}

# Every quantifier is bounded or possessive, so that no search backtracks far.
ENTITY = r"(?P<entity>&(?:\#(?:[0-9]{1,8}|[xX][0-9A-Fa-f]{1,7})|[A-Za-z][A-Za-z0-9]{1,31});)"
QUOTES = r"(?P<quotes>'{2,}+)"
# The characters of an address, as in MediaWiki's EXT_LINK_URL_CLASS. Braces and two quotes are always signs of their
# own.
IN_ADDRESS = r"(?:(?!'')[^\[\]{}<>\"\s\x00-\x1f\x7f\ufeff\ufffd])"
TOKEN = re.compile(
    rf"""
    (?P<line>\n)
    | {QUOTES}
    | \[\[(?P<target>[^\[\]{{}}<>|\n]{{1,300}}+)(?:\|(?P<label>[^\[\]{{}}<>\n]{{0,500}}+))?\]\]
    | \[(?P<address>(?:https?://|mailto:){IN_ADDRESS}{{1,2000}}+)
        (?:(?!{IN_ADDRESS})[^\S\n]*+(?P<words>[^\[\]{{}}<>\n]{{0,500}}+))?\]
    | (?<![\w+.-])(?P<free>(?:https?://|mailto:)(?:(?!\|){IN_ADDRESS}){{1,2000}}+)
    | {ENTITY}
    | <(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{{0,11}}+)(?P<attributes>(?:[\s/][^<>]{{0,500}}+)?)>
    | (?P<heading_end>(?<!=)=++[ \t]*+(?=\n|\Z))
    | (?P<cell>\|\||!!)
    """,
    re.VERBOSE,
)
LINE = re.compile(
    r"""
    (?P<marks>[*\#:;]++)
    | (?P<divider>-{4,}+)
    | (?P<heading>={1,6}+[ \t]*+)(?==*+[^=\n])
    | [ \t]*+(?:
        \{\|(?P<table>[^\n]{0,500}+)(?=\n)
        | (?P<end_table>\|\})
        | \|-++(?P<row>[^\n]{0,500}+)(?=\n|\Z)
        | (?P<caption>\|\+)
        | (?P<first_cell>[|!])
    )
    """,
    re.VERBOSE,
)
INDENTED_TABLE = re.compile(r"\{\|(?P<table>[^\n]{0,500}+)(?=\n)")
INSIDE_LINK = re.compile(f"{QUOTES}|{ENTITY}")
CELL_ATTRIBUTES = re.compile(r"([^|!\[\]{}<>\n]{0,300}+)\|(?!\|)")
ENDS = {
    "nowiki": re.compile(r"</nowiki\s{0,9}+>", re.IGNORECASE),
    "pre": re.compile(r"</pre\s{0,9}+>", re.IGNORECASE),
}
HEADING = "="
AFTER_AN_ADDRESS = ",;.:!?"


def read(text: str) -> list[Piece]:
    """Parse wikitext into pieces, in order."""
    return settled(_Reader(text).read())


@dataclass(slots=True)
class _Open:
    """An open element: its index among the pieces, its source, and the signs that have a meaning only within it."""

    name: str
    place: int
    source: str
    signs: list[tuple[int, str]] = field(default_factory=list)


class _Reader:
    """The state of the parser: the pieces so far, and the stack of open elements."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.marks = 0
        self.pieces: list[RawPiece] = []
        self.opened: list[_Open] = []
        self.endless: set[str] = set()
        self.cells = ""  # the kind of this line's cells, "td" or "th", if it began with one
        self.item: int | None = None  # index of the piece with the list marker of this line, or None

    def read(self) -> list[RawPiece]:
        self._begin_line()
        while token := TOKEN.search(self.text, self.at):
            if self.marks >= MAX_MARKS:
                break
            self.marks += 1
            self._words(self.text[self.at : token.start()])
            self.at = token.end()
            self._token(token)
        rest = self.text[self.at :]
        self.pieces.append(Unread(rest) if token else Words(rest))
        while self.opened:
            self._forget(self.opened.pop())
        return self.pieces

    def _words(self, text: str) -> None:
        if text:
            self.pieces.append(Words(text))

    def _token(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "line":
                self._end_line()
            case "quotes":
                self.pieces.append(Quotes(len(token[0])))
            case "target" | "label":
                self._page_link(token)
            case "address" | "words":
                inside = _inside_link(token["words"] or "")
                self.pieces.append(WebLink(token[0], token["address"], True, inside))
            case "free":
                self._address(token)
            case "entity":
                self.pieces.append(_character(token[0]))
            case "attributes":
                self._tag(token)
            case "heading_end":
                self._end_heading(token[0])
            case "cell":
                self._next_cell(token[0])

    # Lines

    def _end_line(self) -> None:
        for one in [one for one in self.opened if self._ends_with_line(one)]:
            self.opened.remove(one)
            self._forget(one)
        self.cells, self.item = "", None
        self.pieces.append(LineEnd())
        self._begin_line()

    def _ends_with_line(self, one: _Open) -> bool:
        """Return whether the element ends at the end of its line: a heading, or a block inside a list item."""
        is_block = one.name not in INLINE_TAGS and one.name != TABLE
        return one.name == HEADING or (is_block and self.item is not None and one.place > self.item)

    def _begin_line(self) -> None:
        """Parse a sign at the beginning of a line."""
        found = LINE.match(self.text, self.at)
        if found is None:
            return
        match found.lastgroup:
            case "marks":
                self.at = found.end()
                self.item = len(self.pieces)
                self.pieces.append(Marks(found[0]))
                table = INDENTED_TABLE.match(self.text, self.at) if not found[0].strip(":") else None
                if table:
                    self._open_table(table)
            case "divider":
                self.at = found.end()
                self.pieces.append(Divider())
            case "heading":
                self.at = found.end()
                self._open(HEADING, found[0])
                self.pieces.append(Words(""))  # placeholder for surplus signs
            case "table":
                self._open_table(found)
            case kind:
                self._table_sign(str(kind), found)

    def _end_heading(self, source: str) -> None:
        """End a heading. Its level is the number of signs that both ends have; surplus signs become text."""
        heading = self._closed(HEADING)
        if heading is None:
            self._words(source)
            return
        if isinstance(inside := self.pieces[-1], Words):
            self.pieces[-1] = Words(inside.text.rstrip())
        first, last = len(heading.source.rstrip()), len(source.rstrip())
        level = min(first, last)
        signs = "=" * level
        self.pieces[heading.place] = Opening(f"h{level}", signs, by_sign=True)
        self.pieces[heading.place + 1] = Words("=" * (first - level))
        self._words("=" * (last - level))
        self.pieces.append(Ending(f"h{level}", signs, by_sign=True))

    # Tables

    def _open_table(self, found: re.Match[str]) -> None:
        self.at = found.end()
        self._open(TABLE, found[0], Opening("table", found[0], found["table"], by_sign=True))

    def _table_sign(self, kind: str, found: re.Match[str]) -> None:
        """Parse a sign of the surrounding table at the beginning of a line: row, cell, caption, or the table's end."""
        if not self._is_open(TABLE):
            return
        self.at = found.end()
        if kind == "end_table":
            self._closed(TABLE)
            self.pieces.append(Ending("table", found[0], by_sign=True))
        elif kind == "row":
            self._within_table(PartSign("tr", found[0], found["row"]))
        elif kind == "caption":
            self._cell("caption", found[0])
        else:
            self.cells = "td" if found["first_cell"] == "|" else "th"
            self._cell(self.cells, found[0])

    def _next_cell(self, source: str) -> None:
        """Parse `||` or `!!`, which begins a further cell in a line of cells."""
        if self.cells and (source == "||" or self.cells == "th") and self._is_open(TABLE):
            self._cell(self.cells, source)
        else:
            self._words(source)

    def _cell(self, name: str, sign: str) -> None:
        attributes = CELL_ATTRIBUTES.match(self.text, self.at)
        if attributes and allowlist.are_attributes(attributes[1]):
            self.at = attributes.end()
            self._within_table(PartSign(name, sign + attributes[0], attributes[1]))
        else:
            self._within_table(PartSign(name, sign))

    def _within_table(self, sign: PartSign) -> None:
        """Add a sign of the innermost table. Elements left open in the preceding cell become text."""
        self._within((TABLE,), sign)

    def _within(self, names: Container[str], sign: PartSign) -> None:
        while self.opened[-1].name not in names:
            self._forget(self.opened.pop())
        self.opened[-1].signs.append((len(self.pieces), sign.source))
        self.pieces.append(sign)

    # Tags

    def _tag(self, token: re.Match[str]) -> None:
        name, source = token["name"].lower(), token[0]
        is_end, is_single = bool(token["end"]), token["attributes"].rstrip().endswith("/")
        if name in SINGLE_TAGS and not is_end:
            if name == "hr":
                self._no_heading()
            self.pieces.append(Break() if name == "br" else Divider())
        elif name in ("nowiki", "pre") and not is_end and not is_single:
            self._until_its_end(name, source)
        elif name not in TAGS or is_single or (not is_end and self._is_too_deep(name)):
            self._words(source)
        elif name in TABLE_TAGS or name in ITEM_TAGS:
            self._part(name, source, token["attributes"], is_end)
        elif is_end:
            self.pieces.append(Words(source) if self._closed(name) is None else Ending(name, source))
        else:
            if name not in INLINE_TAGS:
                self._no_heading()
            self._open(name, source, Opening(name, source, token["attributes"]))

    def _is_too_deep(self, name: str) -> bool:
        alike, most = MAX_WITHIN.get(name, (frozenset(), 1))
        return sum(one.name in alike for one in self.opened) >= most

    def _part(self, name: str, source: str, attributes: str, is_end: bool) -> None:
        """Parse a tag of a table, or of a part of the surrounding table or list, in the same way as the sign."""
        around = next((one.name for one in reversed(self.opened) if one.name == TABLE or one.name in LISTS), "")
        if name == "table" and not is_end:
            self._no_heading()
            self._open(TABLE, source, Opening("table", source, attributes, by_sign=True))
        elif name == "table":
            self.pieces.append(Words(source) if self._closed(TABLE) is None else Ending("table", source, by_sign=True))
        elif name in LISTS.get(around, TABLE_TAGS if around else ()):
            self._within((around,), PartSign(f"/{name}" if is_end else name, source, attributes))
        else:
            self._words(source)

    def _until_its_end(self, kind: str, source: str) -> None:
        """Parse an element whose content is literal. A missing end tag is searched for only once."""
        end = None if kind in self.endless else ENDS[kind].search(self.text, self.at)
        if end is None:
            self.endless.add(kind)
            self._words(source)
            return
        if kind == "pre":
            self._no_heading()
        self.pieces.append(Literal(kind, self.text[self.at : end.start()]))
        self.at = end.end()

    def _open(self, name: str, source: str, piece: Opening | None = None) -> None:
        """Push an element onto the stack, or write it as text if the stack is full."""
        if len(self.opened) >= MAX_DEPTH:
            self.pieces.append(Words(source))
            return
        self.opened.append(_Open(name, len(self.pieces), source))
        self.pieces.append(piece or Words(source))

    def _is_open(self, name: str) -> bool:
        return any(one.name == name for one in self.opened)

    def _closed(self, name: str) -> _Open | None:
        """Pop the innermost element with this name and return it, or None if none is open.

        Elements opened inside it become text.
        """
        if not self._is_open(name):
            return None
        while self.opened[-1].name != name:
            self._forget(self.opened.pop())
        return self.opened.pop()

    def _no_heading(self) -> None:
        """Turn an open heading into text, because a heading cannot contain a block."""
        found = self._closed(HEADING)
        if found is not None:
            self._forget(found)

    def _forget(self, one: _Open) -> None:
        """Turn an opening sign and the signs that belong to it into text."""
        self.pieces[one.place] = Words(one.source)
        for place, source in one.signs:
            self.pieces[place] = Words(source)

    # Links

    def _page_link(self, token: re.Match[str]) -> None:
        has_words = bool((token["label"] or "").strip())
        inside = _inside_link(token["label"] if has_words else token["target"])
        self.pieces.append(PageLink(token[0], token["target"], has_words, inside))

    def _address(self, token: re.Match[str]) -> None:
        """Add a bare address in running text, without the punctuation or bracket after it."""
        signs = AFTER_AN_ADDRESS if "(" in token[0] else AFTER_AN_ADDRESS + ")"
        address = token[0].rstrip(signs)
        self.at = token.start() + len(address)
        self.pieces.append(WebLink(address, address, False))


def _inside_link(text: str) -> tuple[Piece, ...]:
    """Parse the label of a link, in which only bold, italic and entities are recognised."""
    pieces: list[RawPiece] = []
    at = 0
    for token in INSIDE_LINK.finditer(text):
        pieces.append(Words(text[at : token.start()]))
        pieces.append(Quotes(len(token[0])) if token["quotes"] else _character(token[0]))
        at = token.end()
    return tuple(settled([*pieces, Words(text[at:])]))


def _character(source: str) -> Character | Words:
    """Return the character of an entity, or its source as text if the character is not permitted."""
    name = source[1:-1]
    if not name.startswith("#"):
        number = name2codepoint.get(name, 0)
    else:
        number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    if not 0 < number <= 0x10FFFF or UNFIT.search(chr(number)):
        return Words(source)
    return Character(source, chr(number))
