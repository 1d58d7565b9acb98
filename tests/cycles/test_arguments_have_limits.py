"""Whatever an action takes has an end: every text, list, number and piece of data of every declared action."""

from collections.abc import Iterator
from typing import Any

import pytest

from nomic import limits
from nomic.cycles.actions.registry import Action, all_actions
from nomic.cycles.domain.exceptions import BadArguments

Schema = dict[str, Any]
# What is data of a form of its own, and is measured by whoever knows that form.
MEASURED = {
    "amendments": 3 * limits.AMENDMENT_BYTES,
    "move": 10_000,
    "order": 10_000,
    "effects": 10_000,
    "edits": limits.LAW_BYTES,
}


def actions() -> list[Any]:
    return [pytest.param(action, id=action.name) for action in sorted(all_actions(), key=lambda action: action.name)]


def parts(schema: Schema, root: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Every part of a schema that can hold something, with its place."""
    if "$ref" in schema:
        yield from parts(root["$defs"][schema["$ref"].rpartition("/")[2]], root, path)
        return
    for either in ("anyOf", "oneOf", "allOf"):
        for option in schema.get(either, ()):
            yield from parts(option, root, path)
    if "type" in schema:
        yield path, schema
    if isinstance(schema.get("items"), dict):
        yield from parts(schema["items"], root, f"{path}/0")
    for name, inner in schema.get("properties", {}).items():
        yield from parts(inner, root, f"{path}/{name}")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from parts(schema["additionalProperties"], root, f"{path}/*")
    for inner in schema.get("patternProperties", {}).values():
        yield from parts(inner, root, f"{path}/*")


def has_an_end(part: Schema) -> bool:
    kind = part["type"]
    if "enum" in part or "const" in part or kind in ("boolean", "null"):
        return True
    if kind == "object":
        # Either its names are told, or they are any, so many and so long at most.
        any_names = "maxProperties" in part and "maxLength" in part.get("propertyNames", {})
        return part.get("additionalProperties") is False or any_names
    wanted = {"string": ("maxLength",), "array": ("maxItems",)}.get(kind, ("minimum", "maximum"))
    return all(name in part for name in wanted)


@pytest.mark.parametrize("action", actions())
def test_every_argument_has_a_maximum(action: Action) -> None:
    """In its schema, so that forms, the API and bots know it; data of its own form is measured below."""
    schema = action.schema()
    endless = {path.split("/")[1] for path, part in parts(schema, schema) if path and not has_an_end(part)}
    assert endless <= MEASURED.keys()


@pytest.mark.parametrize("action", actions())
def test_what_is_longer_is_refused_by_its_name(action: Action) -> None:
    """A text of one character more than the maximum, a list of one part more, a number that is greater by one."""
    schema = action.schema()
    for path, part in parts(schema, schema):
        name, *below = path.split("/")[1:] or [""]
        if not name or below or "enum" in part or "const" in part:
            continue
        too_much = {
            "string": lambda part=part: "a" * (part["maxLength"] + 1),
            "array": lambda part=part: ["a"] * (part["maxItems"] + 1),
            "integer": lambda part=part: part["maximum"] + 1,
        }.get(part["type"])
        if too_much is None:
            continue
        with pytest.raises(BadArguments) as refused:
            action.read({name: too_much()})
        assert name in {error.field.split("/")[0] for error in refused.value.errors}


@pytest.mark.parametrize("action", actions())
def test_data_of_a_form_of_its_own_is_measured(action: Action) -> None:
    """A megabyte of it, in one text or in many parts, deep or flat, is refused before anything is done with it."""
    names = set(action.schema().get("properties", {})) & MEASURED.keys()
    for name in names - {"amendments"}:  # those are looked at with the law that they change
        for data in ({"x": "y" * MEASURED[name]}, {str(count): count for count in range(MEASURED[name])}):
            with pytest.raises(BadArguments) as refused:
                action.read({name: data})
            assert name in {error.field.split("/")[0] for error in refused.value.errors}
