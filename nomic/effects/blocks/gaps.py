"""Blocks and gaps: the form in which a piece of the effect language is edited.

A block is a sentence with gaps. Places are JSON pointers from the root of the data that contains the piece: an entry of
the law, or a proposal's one-time effect. Gaps contain plain data, so code that changes it needs to know nothing of the
language.
"""

import json
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from nomic.law.schema.json_reader import Json

# The content of a gap: nothing yet, something typed or picked, a block, or a list of them. `data` is everything else.
Sort = Literal["nothing", "number", "word", "words", "numbers", "text", "yes", "choice", "data", "block", "list"]
MAX_GAPS = 400  # per form; anything larger is shown as data


class Offer(Struct, frozen=True):
    """An entry of a gap's menu: its data as JSON, its label, and its group."""

    put: str
    says: str
    group: str = ""


class Block(Struct, frozen=True):
    """A node, or a part of a field with gaps of its own: text and gaps in order.

    `more` are optional words that the block does not have yet.
    """

    title: str
    sentence: "tuple[str | Gap, ...]"
    more: tuple[Offer, ...] = ()

    @property
    def parts(self) -> "list[tuple[str, Gap | None]]":
        """The sentence as pairs of text and gap. One of each pair is empty."""
        return [(part, None) if isinstance(part, str) else ("", part) for part in self.sentence]


class Gap(Struct, frozen=True, kw_only=True):
    """A place for content, filled or empty.

    `says` describes the accepted content, `called` is the gap's role in its block. `names` is the kind of the law's
    names that fit. `menu` has the possible contents; only the gap for which a menu was requested has it.
    """

    place: str
    sort: Sort
    says: str
    called: str = ""
    value: str = ""
    choices: tuple[Offer, ...] = ()
    names: str = ""
    block: Block | None = None
    within: "tuple[Gap, ...]" = ()
    can_change: bool = False
    can_go: bool = False
    can_grow: bool = False
    menu: tuple[Offer, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """A hint on how to write the content, if it is not obvious."""
        return ", with commas between" if self.sort in ("words", "numbers") else ""

    @property
    def is_leaf(self) -> bool:
        """Whether its content is typed or picked."""
        return self.sort not in ("nothing", "block", "list")

    @property
    def inner(self) -> "list[Gap]":
        """The gaps directly inside this one."""
        return [*(part for part in (self.block.sentence if self.block else ()) if isinstance(part, Gap)), *self.within]

    def walk(self) -> "Iterator[Gap]":
        """Yield the gap and all gaps within it."""
        yield self
        for gap in self.inner:
            yield from gap.walk()


def put(raw: Json) -> str:
    """Serialize data as JSON text, for a menu."""
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)
