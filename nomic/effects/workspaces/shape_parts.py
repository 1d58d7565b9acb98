"""Parts of block shapes: the shapes, their lines, and openings for content."""

import json
from typing import Any, Literal

from msgspec import Struct

from nomic.effects.language.slot_kinds.base import Slot

# How an opening is filled: one block, a stack of blocks, several blocks side by side, or something typed or picked.
Sort = Literal["value", "stack", "several", "number", "text", "choice", "flag", "data"]
At = tuple[str | int, ...]

STEP = "step"
ANYTHING = "*"  # connects to everything
MISSING = object()  # in place of data that is not there


class Opening(Struct, frozen=True, kw_only=True):
    """A place for content in a block: in Blockly's terms an input or a field. `sort` says how it is filled.

    `at` is its place in the block's data, `check` lists the types of blocks that fit.

    `names` is the kind of the law's names to pick from. `choices` are other contents to choose from, as pairs of label
    and value.
    """

    at: At
    sort: Sort
    slot: Slot
    check: tuple[str, ...] = ()
    names: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    is_optional: bool = False

    @property
    def name(self) -> str:
        """The name of the input or field in the browser: the place as JSON."""
        return json.dumps(self.at, separators=(",", ":"))


class Line(Struct, frozen=True):
    """A line of a block: texts and openings, which are sockets and input fields.

    A line with a `word` is optional. If `starts_shown` is set, new blocks have it.
    """

    parts: tuple[str | Opening, ...]
    word: str = ""
    starts_shown: bool = True

    @property
    def openings(self) -> tuple[Opening, ...]:
        """The openings of the line."""
        return tuple(part for part in self.parts if isinstance(part, Opening))


class Shape(Struct, frozen=True, kw_only=True):
    """A kind of block: its lines, and the types of its value. `stacks` is set if it connects above and below.

    `constant` is the data of a block without openings.
    """

    type: str
    title: str
    lines: tuple[Line, ...]
    gives: tuple[str, ...] = ()
    stacks: str = ""
    constant: Any = None
    about: str = ""  # determines the colour

    @property
    def openings(self) -> tuple[Opening, ...]:
        """All openings in order."""
        return tuple(opening for line in self.lines for opening in line.openings)
