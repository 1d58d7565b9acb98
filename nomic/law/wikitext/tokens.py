"""What a wikitext is read into: a row of pieces, and the tags that there are."""

from dataclasses import dataclass

INLINE_TAGS = frozenset(
    (
        "abbr", "b", "bdi", "big", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "q", "s", "samp",
        "small", "span", "strong", "sub", "sup", "tt", "u", "var",
    )
)  # fmt: skip
BLOCK_TAGS = frozenset(["blockquote", "center", "div", "p"])
LISTS = {"dl": ("dd", "dt"), "ol": ("li",), "ul": ("li",)}  # and their items; the first is for what is in none
ITEM_TAGS = frozenset(["dd", "dt", "li"])
CELL_TAGS = frozenset(["caption", "td", "th"])
TABLE_TAGS = CELL_TAGS | {"table", "tr"}
TAGS = INLINE_TAGS | BLOCK_TAGS | TABLE_TAGS | ITEM_TAGS | LISTS.keys()  # all have an end
SINGLE_TAGS = frozenset(["br", "hr"])

TABLE = "{|"  # the name of a table that is open: by signs, or by a tag that means the same
MAX_LIST_DEPTH = 8  # lists within each other, by signs


@dataclass(frozen=True, slots=True)
class Words:
    """Text that means nothing more than it says."""

    text: str


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A line break of the source."""


@dataclass(frozen=True, slots=True)
class Character:
    """An entity, and the character it stands for."""

    source: str
    sign: str


@dataclass(frozen=True, slots=True)
class Literal:
    """What stands in `<nowiki>` or `<pre>` (the name)."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The signs at the beginning of a line that make a list's item of it, such as `*#`; after MAX_LIST_DEPTH words."""

    signs: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A rule across the page: `----` or `<hr>`."""


@dataclass(frozen=True, slots=True)
class Break:
    """A line break that is to be seen: `<br>`."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """`[[target|inside]]`; without words of its own the target's are inside."""

    source: str
    target: str
    has_words: bool
    inside: "tuple[Piece, ...]"


@dataclass(frozen=True, slots=True)
class WebLink:
    """`[address inside]`, or without brackets an address among the words."""

    source: str
    address: str
    in_brackets: bool
    inside: "tuple[Piece, ...]" = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """Where something begins: a tag's name, or "h1" to "h6" for a heading.

    `by_sign`: as wikitext has it (`'''`, `==`, `{|`), not by a tag; parts of tables and lists are always so.
    `attributes` are as written, not yet looked at; `spans`, the columns and rows of a cell, are as they are to be.
    """

    name: str
    source: str
    attributes: str = ""
    by_sign: bool = False
    spans: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Ending:
    """Where it ends."""

    name: str
    source: str = ""
    by_sign: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """The rest of a text that has too many signs."""

    text: str


Piece = Words | LineEnd | Character | Literal | Marks | Divider | Break | PageLink | WebLink | Opening | Ending | Unread


@dataclass(frozen=True, slots=True)
class Quotes:
    """A row of two quotes or more, of which nobody has said yet what it means."""

    count: int


@dataclass(frozen=True, slots=True)
class PartSign:
    """A row ("tr"), a cell or a caption of the table around it, an item of the list; with "/" in front, its end."""

    name: str
    source: str
    attributes: str = ""


RawPiece = Piece | Quotes | PartSign
