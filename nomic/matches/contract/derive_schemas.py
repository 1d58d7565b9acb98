"""JSON Schemas of a game's input and views, derived from the types of its engine. Plain Python."""

import inspect
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import Struct

Schema = dict[str, Any]


def schema_of(structs: Sequence[type[Struct]], refs: str) -> tuple[Schema, dict[str, Schema]]:
    """Return the schema of the union of these structs, and the schemas of their parts by name.

    `refs` is the pattern with which the schema refers to the parts: "#/…/{name}".
    """
    union: Any = reduce(or_, structs)
    (schema,), parts = msgspec.json.schema_components([union], ref_template=refs)
    return _for_clients(schema), _for_clients(parts)


def _for_clients(schema: Any) -> Any:
    """Return a schema adapted to the limitations of client generators.

    Indentation in multi-line docstrings is removed. `items: false` at the end of a tuple is removed, because some
    generators do not accept it as a schema; the length alone ends the tuple.
    """
    if isinstance(schema, dict):
        if schema.get("default") == "" and schema.get("minLength"):  # may be left out, which an empty text cannot say
            schema = {key: part for key, part in schema.items() if key != "default"}
        is_tuple = schema.get("items") is False and schema.get("maxItems") == len(schema.get("prefixItems", ()))
        return {key: _for_clients(part) for key, part in schema.items() if not (is_tuple and key == "items")}
    if isinstance(schema, list):
        return [_for_clients(part) for part in schema]
    return inspect.cleandoc(schema) if isinstance(schema, str) and "\n" in schema else schema


def moves_schema(engine: Any) -> Schema:
    """Return the schema of an engine's moves, with all its parts under `$defs`."""
    schema, parts = schema_of(engine.moves, "#/$defs/{name}")
    return {**schema, "$defs": parts}


def view_type(engine: Any) -> type[Struct]:
    """Return the type of an engine's view: the declared return type of its method `view`."""
    declared: type[Struct] = inspect.signature(engine.view).return_annotation
    return declared
