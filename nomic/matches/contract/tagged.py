"""Data that says of what kind it is, a struct for each kind: read from JSON once, at the door. Plain Python."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct

from nomic.effects.asking.refusals import IllegalMove
from nomic.law.schema.json_reader import Json

T = TypeVar("T", bound="Tagged")
MAX_SHOWN = 40  # characters of a name that somebody sent, in the words that refuse it
MAX_TOLD = 200  # characters of what is wrong with a value


class Tagged(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    """Something of a kind. In JSON it has its `kind` and its fields, without those that are at their defaults."""

    @property
    def kind(self) -> str:
        """The kind, as JSON says it."""
        return kind_of(type(self))


def kind_of(struct: type[Tagged]) -> str:
    """The kind for which there is this struct."""
    return str(struct.__struct_config__.tag)


def read_tagged(structs: Sequence[type[T]], data: Mapping[str, Json], called: str, rule: str = "") -> T:
    """What JSON stands for; `called` is that in refusals, as "a move".

    Raises IllegalMove: "unknown-move" for another kind, "missing-field", "unknown-field", and "bad-field" for a value
    that no such field can have, with the path to it.
    """
    noun = called.split()[-1]
    kinds = {kind_of(struct): struct for struct in structs}
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise IllegalMove(f"unknown-{noun}", f"{called.capitalize()} is one of these: {', '.join(kinds)}.", rule)
    fields = _fields_of(kinds[kind])
    for name, field in fields.items():
        if field.required and name not in data:
            raise IllegalMove("missing-field", f"This {noun} needs {name!r} too.", rule)
    for name in data:
        if name != "kind" and name not in fields:
            raise IllegalMove("unknown-field", f"This {noun} has no {str(name)[:MAX_SHOWN]!r}.", rule)
    try:
        return msgspec.convert(data, kinds[kind])
    except msgspec.ValidationError as error:
        raise IllegalMove("bad-field", _path_first(str(error)), rule) from None


@cache
def _fields_of(struct: type[Tagged]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """By their names in JSON."""
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}


def tagged_data(value: Tagged) -> dict[str, Json]:
    """The JSON that stands for it."""
    data: dict[str, Json] = json.loads(json.dumps(msgspec.to_builtins(value)))  # msgspec writes no number of any size
    return data


def _path_first(told: str) -> str:
    """What msgspec says of a value, as "column: Expected `int`, got `str`."."""
    why, _, path = told.partition(" - at `$")
    return f"{path.strip('.`')}: {why}"[:MAX_TOLD] + "."
