"""The pieces that the wikitext parser returns, and the known tags."""

from dataclasses import dataclass

INLINE_TAGS = frozenset(
    (
        "abbr", "b", "bdi", "big", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "q", "s", "samp",
        "small", "span", "strong", "sub", "sup", "tt", "u", "var",
    )
)  # fmt: skip
BLOCK_TAGS = frozenset(["blockquote", "center", "div", "p"])
# and their items; the first is for content outside of any item
LISTS = {"dl": ("dd", "dt"), "ol": ("li",), "ul": ("li",)}
ITEM_TAGS = frozenset(["dd", "dt", "li"])
CELL_TAGS = frozenset(["caption", "td", "th"])
TABLE_TAGS = CELL_TAGS | {"table", "tr"}
TAGS = INLINE_TAGS | BLOCK_TAGS | TABLE_TAGS | ITEM_TAGS | LISTS.keys()  # all of them have an end tag
SINGLE_TAGS = frozenset(["br", "hr"])

TABLE = "{|"  # the name of an open table, whether by signs or by the equivalent tag
MAX_LIST_DEPTH = 8  # nested lists by signs


@dataclass(frozen=True, slots=True)
class Words:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A line break of the source."""


@dataclass(frozen=True, slots=True)
class Character:
    """A character reference such as `&amp;`, and the character that it stands for."""

    source: str
    sign: str


@dataclass(frozen=True, slots=True)
class Literal:
    """The verbatim content of `<nowiki>` or `<pre>`; `name` says which."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The list markers at the start of a line, such as `*#`. Those beyond MAX_LIST_DEPTH are plain text."""

    signs: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A horizontal rule: `----` or `<hr>`."""


@dataclass(frozen=True, slots=True)
class Break:
    """A visible line break: `<br>`."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """`[[target|inside]]`. Without a label, `inside` is the target."""

    source: str
    target: str
    has_words: bool
    inside: "tuple[Piece, ...]"


@dataclass(frozen=True, slots=True)
class WebLink:
    """`[address inside]`, or an address in running text without brackets."""

    source: str
    address: str
    in_brackets: bool
    inside: "tuple[Piece, ...]" = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of an element: a tag's name, or "h1" to "h6" for a heading.

    `by_sign` is true for wikitext's signs (`'''`, `==`, `{|`) and false for a tag. Parts of tables and lists always
    count as signs. `attributes` is the unchecked source. `spans` are the columns and rows of a cell, within the limits.
    """

    name: str
    source: str
    attributes: str = ""
    by_sign: bool = False
    spans: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of an element."""

    name: str
    source: str = ""
    by_sign: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """The unparsed rest of a text that has more markup than the tokenizer's limit."""

    text: str


Piece = Words | LineEnd | Character | Literal | Marks | Divider | Break | PageLink | WebLink | Opening | Ending | Unread


@dataclass(frozen=True, slots=True)
class Quotes:
    """Two or more apostrophes in a row, not yet resolved."""

    count: int


@dataclass(frozen=True, slots=True)
class PartSign:
    """The beginning of a row ("tr"), cell or caption of a table, or of a list item; with "/" in front, its end."""

    name: str
    source: str
    attributes: str = ""


RawPiece = Piece | Quotes | PartSign
