"""What the language is made of: nodes. Each is a frozen struct whose fields are its words, the first being its head.

In the law a node is a map: `{take: 2, who: $them}` is `Take(take=2, who=$them)`. A word that Python keeps for itself
has a trailing underscore here (`from_`) and none in the law.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from nomic.effects.language.world import Names, Value

if TYPE_CHECKING:
    from nomic.effects.running.run import Run

Json = Any
Kind = Literal["number", "truth", "cards", "players", "names"]
Scope = Mapping[str, Kind]


class Node(Struct, frozen=True, eq=False, kw_only=True):
    """Any node. `raw` is the node as the law has it, `scope` the names that can be referred to where it stands."""

    raw: Json
    scope: Scope


class Expression(Node, frozen=True, eq=False, kw_only=True):
    """A node with a value; `kind` says of what kind."""

    kind: Kind

    def value(self, run: "Run", names: Names) -> Value:
        """The value now."""
        raise NotImplementedError


class Condition(Expression, frozen=True, eq=False, kw_only=True):
    """An expression that is true or false."""

    kind: Kind = "truth"

    def value(self, run: "Run", names: Names) -> bool:
        raise NotImplementedError


class Operation(Node, frozen=True, eq=False, kw_only=True):
    """A node that does something."""

    def perform(self, run: "Run", names: Names) -> None:
        """Do it. Names that it binds are added to `names`."""
        raise NotImplementedError


class Description(Node, frozen=True, eq=False, kw_only=True):
    """A node that describes something to be made."""


Effect: TypeAlias = tuple[Operation, ...]


def text_of(raw: Json) -> str:
    """A piece of the language as text, to be kept and read again."""
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand in a field: for people `says`, for the reader the name of the way in which it is read."""

    reads: str
    says: str
    accepts: tuple[Kind, ...] = ()
    words: tuple[str, ...] = ()


class Heads:
    """All nodes by their heads."""

    known: ClassVar[dict[str, type[Node]]] = {}

    @classmethod
    def add(cls, *nodes: type[Node]) -> None:
        """Make nodes known. Two of one head are a programming error."""
        for node in nodes:
            head = head_of(node)
            if cls.known.setdefault(head, node) is not node:
                raise ValueError(f"two nodes have the head {head!r}")


def word_of(field: str) -> str:
    """A field's name as the law writes it."""
    return field.rstrip("_")


def fields_of(node: type[Node]) -> list[str]:
    """The fields of a node that the law writes, the head first."""
    own = [field for field in node.__struct_fields__ if field not in ("raw", "scope", "kind", "source", "name", "part")]
    return own


def head_of(node: type[Node]) -> str:
    """The word by which the law names a node."""
    return word_of(fields_of(node)[0])
