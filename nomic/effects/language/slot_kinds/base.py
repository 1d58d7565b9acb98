"""What may stand in a field of a node, and where it stands."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from nomic.effects.language.description.json_schema import Schema
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Condition, Effect, Expression, Node
from nomic.law.schema.json_reader import Json

N = TypeVar("N", bound=Node)


class Place(Protocol):
    """A place in a piece that is being read."""

    def flaw(self, detail: str) -> EffectFlaw:
        """What is wrong here."""

    def into(self, key: str | int) -> "Place":
        """A place within."""

    def entries(self, raw: Json) -> "Sequence[tuple[Json, Place]]":
        """A list's entries, each with its place."""

    def value(self, raw: Json) -> Expression[Any]:
        """A value of any kind."""

    def condition(self, raw: Json) -> Condition:
        """A condition."""

    def effect(self, raw: Json) -> Effect:
        """A list of operations."""

    def node(self, raw: Json, category: type[N], says: str) -> N:
        """A node of a category."""


class Slot(ABC):
    """What may stand in a field; `says` it for people."""

    says: str

    @abstractmethod
    def read(self, raw: Json, at: Place) -> object:
        """What stands there. Raises EffectFlaw for what may not."""

    @abstractmethod
    def schema(self) -> Schema:
        """The same for programs."""
