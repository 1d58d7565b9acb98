"""Base classes of slots. A slot defines what a field of a node accepts."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from nomic.effects.language.description.schema_builders import Schema
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Condition, Effect, Expression, Node
from nomic.law.schema.json_reader import Json

N = TypeVar("N", bound=Node)


class Place(Protocol):
    """The parser as seen by slots: a position in the JSON, with methods that descend and parse."""

    def flaw(self, detail: str) -> EffectFlaw:
        """Return a flaw at this position."""

    def into(self, key: str | int) -> "Place":
        """Return the position one level below, at a key or index."""

    def entries(self, raw: Json) -> "Sequence[tuple[Json, Place]]":
        """Return the entries of a list, each with its position."""

    def value(self, raw: Json) -> Expression[Any]:
        """Parse a value of any kind."""

    def condition(self, raw: Json) -> Condition:
        """Parse a condition."""

    def effect(self, raw: Json) -> Effect:
        """Parse a list of operations."""

    def node(self, raw: Json, category: type[N], description: str) -> N:
        """Parse a node of a category. `description` states in error messages what is expected."""


class Slot(ABC):
    """The content that a field accepts. `description` describes it to people."""

    description: str

    @abstractmethod
    def read(self, raw: Json, at: Place) -> object:
        """Parse the content and return it. Raises EffectFlaw if it is not accepted."""

    @abstractmethod
    def schema(self) -> Schema:
        """Return the JSON schema of the accepted content."""
