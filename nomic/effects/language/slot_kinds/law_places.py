"""Slots for places of the law, and for content that is put into the law unchanged."""

import json

from nomic.effects.language.bounds import MAX_LAW_CONTENT
from nomic.effects.language.description.schema_builders import PRINTABLE, Schema
from nomic.effects.language.nodes.compound_fields import LawPlace
from nomic.effects.language.slot_kinds.base import Place, Slot
from nomic.effects.language.slot_kinds.values import ExpressionSlot
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.json_reader import Json

MAX_LENGTH = 300  # characters of a place
MAX_KEYS = 12
KEY = ExpressionSlot("a name or a number", ("names", "number"))


class LawPlaceSlot(Slot):
    """Slot for a JSON pointer into the law. A key such as `$item` is replaced with the current value of that name."""

    description = "a place in the law, such as /shop/offers/Lamp/costs/Coin"

    def read(self, raw: Json, at: Place) -> LawPlace:
        if not isinstance(raw, str) or not 1 < len(raw) <= MAX_LENGTH or not raw.isprintable():
            raise at.flaw(f"{self.description} needed here")
        keys = path_of(raw)
        if not raw.startswith("/") or not all(keys) or len(keys) > MAX_KEYS:
            raise at.flaw(f"{self.description} needed here")
        if keys[0].startswith("$"):
            raise at.flaw("the first part of a place is the name of a section, such as shop")
        return LawPlace(keys=tuple(KEY.read(key, at) if key.startswith("$") else key for key in keys))

    def schema(self) -> Schema:
        keys = f"^/[^$/][^/]*(/[^/]+){{0,{MAX_KEYS - 1}}}$"
        return {"type": "string", "maxLength": MAX_LENGTH, "allOf": [{"pattern": keys}, {"pattern": PRINTABLE}]}


class LawContentSlot(Slot):
    """Slot for any JSON that a law may contain: a text, a list, or an entry with its fields."""

    description = "text, a list or an entry of the law"

    def read(self, raw: Json, at: Place) -> Json:
        if raw is None:
            raise at.flaw(f"{self.description} needed here")
        if len(json.dumps(raw, ensure_ascii=False)) > MAX_LAW_CONTENT:
            raise at.flaw(f"more than {MAX_LAW_CONTENT} characters")
        return raw

    def schema(self) -> Schema:
        return {"not": {"type": "null"}}
