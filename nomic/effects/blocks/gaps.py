"""What a piece of the language is shown as: blocks, which are sentences, and the gaps in them.

Places are JSON pointers from the root of the data in which the piece stands: an entry of the law, or what a proposal
does once. What fills a gap is data, so whoever changes it needs to know nothing of the language.
"""

import json
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from nomic.law.schema.json_reader import Json

# How a gap is filled: with nothing yet; something that is typed or picked; another block; several of these in a list.
# `data` holds what none of the others does.
Sort = Literal["nothing", "number", "word", "words", "numbers", "text", "yes", "choice", "data", "block", "list"]
MAX_GAPS = 400  # of one form; what has more is shown as data


class Offer(Struct, frozen=True):
    """Something that fits a gap: the data, as JSON, what it is called, and among what it is offered."""

    put: str
    says: str
    group: str = ""


class Block(Struct, frozen=True):
    """A node, or a part of a field that has gaps of its own: words and gaps in their order.

    `more` are words that it could have besides.
    """

    title: str
    sentence: "tuple[str | Gap, ...]"
    more: tuple[Offer, ...] = ()

    @property
    def parts(self) -> "list[tuple[str, Gap | None]]":
        """The sentence as pairs: words, or a gap."""
        return [(part, None) if isinstance(part, str) else ("", part) for part in self.sentence]


class Gap(Struct, frozen=True, kw_only=True):
    """A place that is filled, or to be filled.

    `says` is what fits there, `called` what the gap is in its block. `names` is the kind of names of the law that fit.
    `menu` is what could be put there; it is there for the one gap for which it was asked.
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
        """How it is written, where that is not plain."""
        return ", with commas between" if self.sort in ("words", "numbers") else ""

    @property
    def is_leaf(self) -> bool:
        """Whether something is typed or picked in it."""
        return self.sort not in ("nothing", "block", "list")

    @property
    def inner(self) -> "list[Gap]":
        """The gaps directly within."""
        return [*(part for part in (self.block.sentence if self.block else ()) if isinstance(part, Gap)), *self.within]

    def walk(self) -> "Iterator[Gap]":
        """It, and all gaps within."""
        yield self
        for gap in self.inner:
            yield from gap.walk()


def put(raw: Json) -> str:
    """A piece of data as it is offered."""
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)
