"""Slots for operations, and for descriptions of things to be made."""

from collections.abc import Mapping
from dataclasses import dataclass

from nomic.effects.language.description.schema_builders import (
    INTEGER,
    Schema,
    any_node,
    defined,
    exactly,
    list_of,
    map_of,
)
from nomic.effects.language.nodes.base import Description, Effect
from nomic.effects.language.nodes.compound_fields import Option, Row
from nomic.effects.language.slot_kinds.base import Place, Slot
from nomic.effects.language.slot_kinds.plain import TextSlot, read_integer, read_text
from nomic.law.schema.json_reader import Json


class EffectSlot(Slot):
    """Slot for a list of operations."""

    description = "a list of operations"

    def read(self, raw: Json, at: Place) -> Effect:
        return at.effect(raw)

    def schema(self) -> Schema:
        return defined("effect")


@dataclass(frozen=True)
class DescriptionSlot(Slot):
    """Slot for the description of something to be made, such as a card."""

    description: str
    category: type[Description]

    def read(self, raw: Json, at: Place) -> Description:
        return at.node(raw, self.category, self.description)

    def schema(self) -> Schema:
        return any_node(self.category)


class RowsSlot(Slot):
    """Slot for the rows of a table: ranges of numbers, each with an effect."""

    description = "[[from, to, effect], …]"

    def read(self, raw: Json, at: Place) -> tuple[Row, ...]:
        return tuple(self._row(row, here) for row, here in at.entries(raw))

    def _row(self, raw: Json, at: Place) -> Row:
        if not isinstance(raw, list) or len(raw) != 3:
            raise at.flaw("a row is [from, to, effect]")
        low, high = (read_integer(raw[end], at.into(end)) for end in (0, 1))
        if low > high:
            raise at.flaw("a row goes from the smaller to the greater number")
        return Row(low, high, at.into(2).effect(raw[2]))

    def schema(self) -> Schema:
        return list_of(exactly(INTEGER, INTEGER, defined("effect")))


class OffersSlot(Slot):
    """Slot for the labelled options of an offer."""

    description = "[{say, needs, do}, …]"

    def read(self, raw: Json, at: Place) -> tuple[Option, ...]:
        return tuple(self._option(option, here) for option, here in at.entries(raw))

    def _option(self, raw: Json, at: Place) -> Option:
        if not isinstance(raw, Mapping) or not {"say", "do"} <= raw.keys() <= {"say", "needs", "do"}:
            raise at.flaw("an option is {say, needs, do}")
        say = read_text(raw["say"], at.into("say"))
        needs = None if raw.get("needs") is None else at.into("needs").condition(raw["needs"])
        return Option(say=say, needs=needs, do=at.into("do").effect(raw["do"]))

    def schema(self) -> Schema:
        needs: Schema = {"anyOf": [defined("condition"), {"type": "null"}]}
        option = {"say": TextSlot().schema(), "needs": needs, "do": defined("effect")}
        return list_of(map_of(option, ["say", "do"]))
