"""The slot for collections of modifiers with chances."""

from nomic.effects.language.description.schema_builders import INTEGER, Schema, defined, exactly, list_of, values_of
from nomic.effects.language.nodes.compound_fields import Chance
from nomic.effects.language.slot_kinds.base import Place, Slot
from nomic.effects.language.slot_kinds.plain import read_word
from nomic.effects.language.slot_kinds.values import ExpressionSlot
from nomic.law.schema.json_reader import Json

PER_CENT = ExpressionSlot("a number", ("number",))
MOST = 100


class ChancesSlot(Slot):
    """Slot for pairs of a collection and its chance in per cent, which may be computed."""

    description = "[[collection, per cent], …]"

    def read(self, raw: Json, at: Place) -> tuple[Chance, ...]:
        return tuple(self._chance(entry, here) for entry, here in at.entries(raw))

    def _chance(self, raw: Json, at: Place) -> Chance:
        if not isinstance(raw, list) or len(raw) != 2:
            raise at.flaw("[collection, per cent] needed here")
        if isinstance(raw[1], int) and not 0 <= raw[1] <= MOST:
            raise at.flaw("a chance is between 0 and 100 per cent")
        return Chance(collection=read_word(raw[0], at.into(0)), per_cent=PER_CENT.read(raw[1], at.into(1)))

    def schema(self) -> Schema:
        written = INTEGER | {"minimum": 0, "maximum": MOST}
        values = [written if each == INTEGER else each for each in values_of(PER_CENT.accepts)]
        return list_of(exactly(defined("word"), {"anyOf": values}))
