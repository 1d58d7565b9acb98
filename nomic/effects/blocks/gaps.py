"""Blocks and gaps: the form in which a piece of the effect language is edited.

A block is a sentence with gaps. The place of a gap is a JSON pointer from the root of the data that contains the piece:
an entry of the law, or a proposal's one-time effect. Gaps contain plain data, so that the editing code does not depend
on the effect language.
"""

import json
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from nomic.law.schema.json_reader import Json

# The content of a gap: nothing yet, something typed or picked, a block, or a list of them. `data` is everything else.
Sort = Literal["nothing", "number", "word", "words", "numbers", "text", "yes", "choice", "data", "block", "list"]
OF_CYCLE, OF_PLAYERS = "_cycle", "_players"  # how kinds of names for these holders end
MAX_GAPS = 400  # per form; anything larger is shown as data


class MenuEntry(Struct, frozen=True):
    """An entry of a gap's menu: `put` is its data as JSON, `label` its text, and `group` its heading."""

    put: str
    label: str
    group: str = ""


class Block(Struct, frozen=True):
    """The display form of a node, or of a part of a field with gaps of its own: text and gaps in order.

    `more` offers the optional words that the block lacks.
    """

    title: str
    sentence: "tuple[str | Gap, ...]"
    more: tuple[MenuEntry, ...] = ()

    @property
    def asked(self) -> "list[MenuEntry]":
        """The optional words that most authors look for. They have a group, which is always expanded."""
        return [offer for offer in self.more if offer.group]

    @property
    def seldom(self) -> "list[MenuEntry]":
        """The optional words that few authors look for."""
        return [offer for offer in self.more if not offer.group]

    @property
    def parts(self) -> "list[tuple[str, Gap | None]]":
        """The sentence as pairs (text, gap): (text, None) for a text, ("", gap) for a gap."""
        return [(part, None) if isinstance(part, str) else ("", part) for part in self.sentence]


class Gap(Struct, frozen=True, kw_only=True):
    """A place for content, filled or empty.

    `description` describes the accepted content, and `called` is the gap's role in its block. `names` is the kind of
    names in the law that fit. `menu` holds the possible contents, only for the gap whose menu was requested.
    """

    place: str
    sort: Sort
    description: str
    called: str = ""
    value: str = ""
    choices: tuple[MenuEntry, ...] = ()
    names: str = ""
    block: Block | None = None
    within: "tuple[Gap, ...]" = ()
    can_change: bool = False
    can_go: bool = False
    can_grow: bool = False
    menu: tuple[MenuEntry, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """A hint on how to type the content, or "" if none is needed."""
        return ", with commas between" if self.sort in ("words", "numbers") else ""

    @property
    def asks_whose(self) -> bool:
        """True if it depends on the picked name whether the block also needs a holder."""
        return self.names.endswith((OF_CYCLE, OF_PLAYERS))

    @property
    def is_leaf(self) -> bool:
        """True if the content is typed or picked, rather than a block or a list."""
        return self.sort not in ("nothing", "block", "list")

    @property
    def is_unfilled(self) -> bool:
        """True if nothing was typed or picked here yet."""
        return self.is_leaf and not self.value.strip('"')

    @property
    def is_empty(self) -> bool:
        """True if nothing was put here yet: an empty gap, or a list without elements."""
        return self.sort == "nothing" or (self.sort == "list" and not self.within)

    @property
    def inner(self) -> "list[Gap]":
        """The gaps directly inside this gap."""
        return [*(part for part in (self.block.sentence if self.block else ()) if isinstance(part, Gap)), *self.within]

    def walk(self) -> "Iterator[Gap]":
        """Yield this gap and all gaps inside it."""
        yield self
        for gap in self.inner:
            yield from gap.walk()


def json_text(raw: Json) -> str:
    """Serialize data as the JSON text of a menu entry."""
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)
