"""The JSON Schema of what games take and show, from the types of their engines. Plain Python."""

import inspect
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import Struct

Schema = dict[str, Any]


def schema_of(structs: Sequence[type[Struct]], refs: str) -> tuple[Schema, dict[str, Schema]]:
    """The schema of whatever is one of these; and by name those of its parts, which `refs` refers to: "#/…/{name}"."""
    union: Any = reduce(or_, structs)
    (schema,), parts = msgspec.json.schema_components([union], ref_template=refs)
    return _without_indents(schema), _without_indents(parts)


def _without_indents(schema: Any) -> Any:
    """The same, without the indents that descriptions of several lines have as docstrings in the code."""
    if isinstance(schema, dict):
        return {key: _without_indents(part) for key, part in schema.items()}
    if isinstance(schema, list):
        return [_without_indents(part) for part in schema]
    return inspect.cleandoc(schema) if isinstance(schema, str) and "\n" in schema else schema


def moves_schema(engine: Any) -> Schema:
    """The schema of an engine's moves, whole in itself."""
    schema, parts = schema_of(engine.moves, "#/$defs/{name}")
    return {**schema, "$defs": parts}


def view_type(engine: Any) -> type[Struct]:
    """The type of what an engine shows: what its `view` is declared to give."""
    declared: type[Struct] = inspect.signature(engine.view).return_annotation
    return declared
