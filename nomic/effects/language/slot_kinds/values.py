"""Slots for values and conditions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nomic.effects.language.description.schema_builders import (
    ANY_KIND,
    INTEGER,
    Schema,
    any_node,
    defined,
    exactly,
    list_of,
    map_of,
    values_of,
)
from nomic.effects.language.nodes.base import Condition, Expression, Kind
from nomic.effects.language.nodes.compound_fields import ChangeOfTurns, Range
from nomic.effects.language.slot_kinds.base import Place, Slot
from nomic.effects.language.slot_kinds.plain import read_word
from nomic.law.schema.json_reader import Json

RELATIONS = ("equals", "at_least", "more_than")
TRAITS = ("modifiers", "suits", "colours", "types", "values")
_KIND_WORDS: Mapping[Kind, str] = {
    "number": "a number",
    "truth": "a condition",
    "cards": "cards",
    "players": "players",
    "names": "names",
    "proposals": "proposals",
    "cards by player": "what each of several chose",
    "players by player": "what each of several chose",
    "names by player": "what each of several chose",
    "proposals by player": "what each of several chose",
    "amounts": "items with their numbers",
    "keeping": "a keeping",
}


@dataclass(frozen=True)
class ExpressionSlot(Slot):
    """Slot for a value of one of the slot's kinds."""

    description: str
    accepts: tuple[Kind, ...] = ANY_KIND

    def read(self, raw: Json, at: Place) -> Expression[Any]:
        read = at.value(raw)
        if read.kind not in self.accepts:
            raise at.flaw(f"{self.description} needed here, not {_KIND_WORDS[read.kind]}")
        return read

    def schema(self) -> Schema:
        return {"anyOf": values_of(self.accepts)}


NUMBER = ExpressionSlot("a number", ("number", "names"))
NAMES = ExpressionSlot("names", ("names",))
NAMES_OR_NUMBERS = ExpressionSlot("names or numbers", ("names", "number"))
PLAYERS = ExpressionSlot("players", ("players",))
ANYTHING = ExpressionSlot("any value")


def _read_list(slot: ExpressionSlot, raw: Json, at: Place) -> tuple[Expression[Any], ...]:
    return tuple(slot.read(part, here) for part, here in at.entries(raw))


@dataclass(frozen=True)
class ListSlot(Slot):
    """Slot for a list of values. Each value may be of any of the slot's kinds."""

    description: str
    accepts: tuple[Kind, ...]

    def read(self, raw: Json, at: Place) -> tuple[Expression[Any], ...]:
        return _read_list(ExpressionSlot(self.description, self.accepts), raw, at)

    def schema(self) -> Schema:
        return list_of({"anyOf": values_of(self.accepts)})


@dataclass(frozen=True)
class PairSlot(Slot):
    """A slot for a pair of values. Each value may be of any of the slot's kinds."""

    description: str
    accepts: tuple[Kind, ...]

    def read(self, raw: Json, at: Place) -> tuple[Expression[Any], ...]:
        pair = _read_list(ExpressionSlot(self.description, self.accepts), raw, at)
        if len(pair) != 2:
            raise at.flaw(f"{self.description} needed here")
        return pair

    def schema(self) -> Schema:
        return exactly({"anyOf": values_of(self.accepts)}, {"anyOf": values_of(self.accepts)})


class ConditionSlot(Slot):
    """Slot for a condition."""

    description = "a condition"

    def read(self, raw: Json, at: Place) -> Condition:
        return at.condition(raw)

    def schema(self) -> Schema:
        return defined("condition")


class ConditionsSlot(Slot):
    """Slot for a list of conditions."""

    description = "a list of conditions"

    def read(self, raw: Json, at: Place) -> tuple[Condition, ...]:
        return tuple(here.condition(part) for part, here in at.entries(raw))

    def schema(self) -> Schema:
        return list_of(defined("condition"))


class ComparisonSlot(Slot):
    """Slot for two values and their comparison."""

    description = "[one, equals, other]"

    def read(self, raw: Json, at: Place) -> tuple[Expression[Any], str, Expression[Any]]:
        parts = at.entries(raw)
        if len(parts) != 3 or parts[1][0] not in RELATIONS:
            raise at.flaw(f"a comparison is [one, {' or '.join(RELATIONS)}, other]")
        (one, left), (relation, _), (other, right) = parts
        return _comparable(one, left), str(relation), _comparable(other, right)

    def schema(self) -> Schema:
        return exactly(ANYTHING.schema(), {"enum": list(RELATIONS)}, ANYTHING.schema())


def _comparable(raw: Json, at: Place) -> Expression[Any]:
    read = at.value(raw)
    if read.kind == "amounts":
        raise at.flaw(f"{_KIND_WORDS[read.kind]} cannot be compared: say amount, or items_in")
    return read


class EnumerationSlot(Slot):
    """Slot for a list of values, a range, or the name of a collection."""

    description = "a list, {from, to}, or the name of a collection"

    def read(self, raw: Json, at: Place) -> str | Range | tuple[Expression[Any], ...]:
        if isinstance(raw, str):
            return read_word(raw, at)
        if isinstance(raw, Mapping) and raw.keys() == {"from", "to"}:
            from_, to = (NUMBER.read(raw[end], at.into(end)) for end in ("from", "to"))
            return Range(from_=from_, to=to)
        return _read_list(NAMES_OR_NUMBERS, raw, at)

    def schema(self) -> Schema:
        ends = {"from": NUMBER.schema(), "to": NUMBER.schema()}
        return {"anyOf": [defined("word"), map_of(ends, ["from", "to"]), list_of(NAMES_OR_NUMBERS.schema())]}


class HowManySlot(Slot):
    """Slot for the number of members to choose: a number, a minimum and maximum, or all."""

    description = "a number, [least, most], or all"

    def read(self, raw: Json, at: Place) -> str | Expression[Any] | tuple[Expression[Any], ...]:
        if raw == "all":
            return "all"
        if isinstance(raw, list):
            return PairSlot(NUMBER.description, NUMBER.accepts).read(raw, at)
        return NUMBER.read(raw, at)

    def schema(self) -> Schema:
        numbers = values_of(NUMBER.accepts, lists=False)
        return {"anyOf": [{"const": "all"}, *numbers, exactly(NUMBER.schema(), NUMBER.schema())]}


class ChooserSlot(Slot):
    """Slot for who chooses: a player, or chance."""

    description = "players, or chance"

    def read(self, raw: Json, at: Place) -> str | Expression[Any]:
        return "chance" if raw == "chance" else ExpressionSlot(self.description, PLAYERS.accepts).read(raw, at)

    def schema(self) -> Schema:
        return {"anyOf": [{"const": "chance"}, *values_of(PLAYERS.accepts)]}


class TraitsSlot(Slot):
    """Slot for traits of a card: names for each trait, numbers for `values`. Modifiers may be "all"."""

    description = "{modifiers, suits, colours, types, values}"

    def read(self, raw: Json, at: Place) -> dict[str, str | Expression[Any]]:
        if not isinstance(raw, Mapping) or not raw.keys() <= set(TRAITS):
            raise at.flaw(f"{self.description} needed here")
        return {
            trait: "all" if (trait, names) == ("modifiers", "all") else _read_trait(trait, names, at.into(trait))
            for trait, names in raw.items()
        }

    def schema(self) -> Schema:
        modifiers: Schema = {"anyOf": [{"const": "all"}, *values_of(NAMES.accepts)]}
        values: Schema = {"anyOf": [*values_of(("number",)), list_of(INTEGER), any_node(Expression, ("names",))]}
        by_trait = {"modifiers": modifiers, "values": values}
        return map_of({trait: by_trait.get(trait, NAMES.schema()) for trait in TRAITS})


def _read_trait(trait: str, raw: Json, at: Place) -> Expression[Any]:
    """Parse the names of a trait, or numbers for values."""
    if trait != "values":
        return NAMES.read(raw, at)
    for value in raw if isinstance(raw, list) else [raw]:
        if isinstance(value, str) and not value.startswith("$"):
            raise at.flaw(f"a value is a number, not {value[:40]!r}")
    return NAMES_OR_NUMBERS.read(raw, at)


class TurnSlot(Slot):
    """Slot for a change of the order of turns."""

    description = "reverse, {skip: players} or {again: players}"

    def read(self, raw: Json, at: Place) -> ChangeOfTurns:
        if raw == "reverse":
            return ChangeOfTurns(change="reverse")
        for change in ("skip", "again"):
            if isinstance(raw, Mapping) and raw.keys() == {change}:
                return ChangeOfTurns(change=change, who=PLAYERS.read(raw[change], at.into(change)))
        raise at.flaw(f"{self.description} needed here")

    def schema(self) -> Schema:
        changes = [map_of({change: PLAYERS.schema()}, [change]) for change in ("skip", "again")]
        return {"anyOf": [{"const": "reverse"}, *changes]}
