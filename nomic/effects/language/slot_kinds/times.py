"""Slots for times: a time span, or an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from nomic.effects.language.description.schema_builders import Schema, map_of
from nomic.effects.language.event_names import scope_of_event
from nomic.effects.language.nodes.compound_fields import Stretch, Unit
from nomic.effects.language.slot_kinds.base import Place, Slot
from nomic.effects.language.slot_kinds.values import NUMBER
from nomic.law.schema.json_reader import Json

UNITS: tuple[Unit, ...] = get_args(Unit)
EVENT_PATTERN = "^[a-z]+(-[a-z]+)*$"


class StretchSlot(Slot):
    """Slot for a time span: a number of hours, days or phases."""

    description = "{hours}, {days} or {phases}, with a number"

    def read(self, raw: Json, at: Place) -> Stretch:
        unit = next((unit for unit in UNITS if isinstance(raw, Mapping) and raw.keys() == {unit}), None)
        if unit is None or not isinstance(raw, Mapping):
            raise at.flaw(f"{self.description} needed here")
        return Stretch(unit=unit, n=NUMBER.read(raw[unit], at.into(unit)))

    def schema(self) -> Schema:
        return {"anyOf": [map_of({unit: NUMBER.schema()}, [unit]) for unit in UNITS]}


class EventSlot(Slot):
    """Slot for the name of an event."""

    description = "the name of an event"

    def read(self, raw: Json, at: Place) -> str:
        if not isinstance(raw, str) or not 0 < len(raw) <= 60 or not raw.isprintable():
            raise at.flaw(f"{self.description} needed here")
        if scope_of_event(raw) is None:
            raise at.flaw(f"there is no event called {raw!r}")
        return raw

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": 60, "pattern": EVENT_PATTERN}


@dataclass(frozen=True)
class EndSlot(Slot):
    """Slot for an end: after a time span, or at an event."""

    description: str = "{hours}, {days} or {phases} with a number, or the name of an event"

    def read(self, raw: Json, at: Place) -> Any:
        return EventSlot().read(raw, at) if isinstance(raw, str) else StretchSlot().read(raw, at)

    def schema(self) -> Schema:
        return {"anyOf": [StretchSlot().schema(), EventSlot().schema()]}
