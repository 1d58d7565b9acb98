"""Slots for constants: names, texts, numbers, words."""

import re
from dataclasses import dataclass

from nomic.chance.dice_notation import Dice, parse_dice
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.description.schema_builders import INTEGER, PRINTABLE, Schema, defined, list_of
from nomic.effects.language.slot_kinds.base import Place, Slot
from nomic.law.schema.json_reader import Json

BINDING = re.compile(r"[a-z][a-z0-9_]{0,30}", re.ASCII)
RESERVED = ("next", "all", "others", "mod", "event")
# The notation of `parse_dice` as a pattern.
_DICE = "^\\s*(0?[0-9]{1,2}|100)d(?!0+( |$))(0?[0-9]{1,6}|1000000)( target [0-9]{1,7})?\\s*$"


def read_integer(raw: Json, at: Place) -> int:
    """Return `raw`. Raises EffectFlaw unless it is an integer within the bounds of the language."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise at.flaw("a whole number needed here")
    if not -MAX_NUMBER <= raw <= MAX_NUMBER:
        raise at.flaw("a number is too large")
    return raw


def read_word(raw: Json, at: Place) -> str:
    """Return `raw`.

    Raises EffectFlaw unless it is a name of 1 to 60 printable characters that does not start with `$`.
    """
    if not isinstance(raw, str) or not 0 < len(raw) <= 60 or not raw.isprintable() or raw.startswith("$"):
        raise at.flaw("a name of 1 to 60 characters needed here")
    return raw


def read_text(raw: Json, at: Place) -> str:
    """Return `raw`. Raises EffectFlaw unless it is a printable string of 1 to 200 characters."""
    if not isinstance(raw, str) or not 0 < len(raw) <= 200 or not raw.isprintable():
        raise at.flaw("text of 1 to 200 characters needed here")
    return raw


class BindingSlot(Slot):
    """Slot for a new name, which the node binds."""

    description = "a new name"

    def read(self, raw: Json, at: Place) -> str:
        if not isinstance(raw, str) or not BINDING.fullmatch(raw) or raw in RESERVED:
            raise at.flaw("a name has only lower-case letters, digits and _, and is not a word of the language")
        return raw

    def schema(self) -> Schema:
        return {"allOf": [{"type": "string", "pattern": f"^{BINDING.pattern}$"}, {"not": {"enum": list(RESERVED)}}]}


class WordSlot(Slot):
    """Slot for a name of the law."""

    description = "a name of the law"

    def read(self, raw: Json, at: Place) -> str:
        return read_word(raw, at)

    def schema(self) -> Schema:
        return defined("word")


class WordsSlot(Slot):
    """Slot for a list of names of the law."""

    description = "a list of names of the law"

    def read(self, raw: Json, at: Place) -> tuple[str, ...]:
        return tuple(read_word(part, here) for part, here in at.entries(raw))

    def schema(self) -> Schema:
        return list_of(defined("word"))


class TextSlot(Slot):
    """Slot for a short text."""

    description = "a short text"

    def read(self, raw: Json, at: Place) -> str:
        return read_text(raw, at)

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": 200, "pattern": PRINTABLE}


@dataclass(frozen=True)
class ChoiceSlot(Slot):
    """Slot for a word from a fixed set.

    `former` lists outdated words that laws may still contain, each with its replacement.
    """

    description: str
    words: tuple[str, ...]
    former: tuple[tuple[str, str], ...] = ()

    def listed(self) -> str:
        """Return all words, joined by "or"."""
        return " or ".join(self.words)

    def read(self, raw: Json, at: Place) -> str:
        word = next((new for old, new in self.former if raw == old), raw)
        if word not in self.words:
            raise at.flaw(f"{self.listed()} needed here")
        return str(word)

    def schema(self) -> Schema:
        return {"enum": [*self.words, *(old for old, _ in self.former)]}


class DiceSlot(Slot):
    """Slot for dice in their notation, such as 2d6."""

    description = "dice, such as 2d6"

    def read(self, raw: Json, at: Place) -> Dice:
        try:
            return parse_dice(str(raw))
        except ValueError as error:
            raise at.flaw(str(error)) from None

    def schema(self) -> Schema:
        return {"type": "string", "pattern": _DICE}


class FlagSlot(Slot):
    """Slot for a flag: yes or no."""

    description = "true or false"

    def read(self, raw: Json, at: Place) -> bool:
        if not isinstance(raw, bool):
            raise at.flaw("true or false needed here")
        return raw

    def schema(self) -> Schema:
        return {"type": "boolean"}


class IntegerSlot(Slot):
    """Slot for a constant integer."""

    description = "a whole number"

    def read(self, raw: Json, at: Place) -> int:
        return read_integer(raw, at)

    def schema(self) -> Schema:
        return INTEGER
