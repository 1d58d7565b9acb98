"""Tagged unions: structs with a kind, parsed from JSON where it enters the program. Plain Python."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct

from nomic.effects.asking.refusals import IllegalMove
from nomic.law.schema.json_reader import Json

T = TypeVar("T", bound="Tagged")
MAX_SHOWN = 40  # characters of a submitted name that an error message quotes
MAX_TOLD = 200  # characters of the description of an invalid value


class Tagged(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    """A member of a tagged union.

    Its JSON holds its `kind` and its fields, except fields with their default values.
    """

    @property
    def kind(self) -> str:
        """The kind as it appears in JSON."""
        return kind_of(type(self))


def kind_of(struct: type[Tagged]) -> str:
    """Return the kind of a struct as it appears in JSON."""
    return str(struct.__struct_config__.tag)


def read_tagged(structs: Sequence[type[T]], data: Mapping[str, Json], called: str, rule: str = "") -> T:
    """Parse a tagged struct from JSON. `called` is the noun for error messages, such as "a move".

    Raises IllegalMove with the code "unknown-move" for an unknown kind, "missing-field", "unknown-field", or
    "bad-field" for an invalid value. The message contains the path.
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
    """Return the fields of a struct by their names in JSON."""
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}


def tagged_data(value: Tagged) -> dict[str, Json]:
    """Return the struct as JSON data."""
    # msgspec cannot write integers of every size.
    data: dict[str, Json] = json.loads(json.dumps(msgspec.to_builtins(value)))
    return data


def _path_first(message: str) -> str:
    """Return msgspec's message about a value with the path first: "column: Expected `int`, got `str`."."""
    why, _, path = message.partition(" - at `$")
    return f"{path.strip('.`')}: {why}"[:MAX_TOLD] + "."
