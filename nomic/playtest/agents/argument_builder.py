"""Generates arguments for an offered action, from its current choices and the schema of each argument."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from nomic.playtest.client.session import Json

LEFT_OUT = ("answers", "expected_version")  # given only when they are asked for
OPTIONAL_ONCE_IN = 4
A_FEW = 4
WORDS = ("As I see it, yes.", "Nothing ventured, nothing gained.", "For the record.", "The hall is wide.")


def random_arguments(offer: Json, luck: random.Random) -> Json | None:
    """Return random arguments for an offered action.

    Returns None if a required argument currently has no possible value.
    """
    schema, choices, bounds = offer["arguments"], offer["choices"] or {}, offer.get("bounds") or {}
    values: Json = {}
    for name, wanted in schema.get("properties", {}).items():
        needed = name in schema.get("required", ())
        if name in LEFT_OUT or not (needed or choices.get(name) or luck.randrange(OPTIONAL_ONCE_IN) == 0):
            continue
        shape = _resolved(wanted, schema)
        if name in bounds:
            shape = {**shape, "minimum": bounds[name]["least"], "maximum": bounds[name]["most"]}
        offered = [choice["value"] for choice in choices[name]] if name in choices else None
        value = _one_of(offered, shape, luck) if offered is not None else _any(shape, luck)
        if value is not None:
            values[name] = value
        elif needed:
            return None
    return values


def _resolved(shape: Json, schema: Json) -> Json:
    """Resolve the references in a schema.

    Of several alternatives, only the first useful one is kept.
    """
    for _ in range(5):
        if "$ref" in shape:
            shape = schema["$defs"][shape["$ref"].rsplit("/", 1)[1]]
        elif "anyOf" in shape:
            shape = next(each for each in shape["anyOf"] if each.get("type") != "null")
    return shape


def _one_of(offered: Sequence[Any], shape: Json, luck: random.Random) -> Any:
    if shape.get("type") != "array":
        return luck.choice(offered) if offered else None
    least = max(shape.get("minItems", 1), 1)
    if len(offered) < least:
        return None
    most = min(shape.get("maxItems", least + 1), least + 2, len(offered))
    return luck.sample(list(offered), luck.randint(least, max(most, least)))


def _any(shape: Json, luck: random.Random) -> Any:
    if "enum" in shape:
        return luck.choice(shape["enum"])
    least = int(shape.get("minimum", shape.get("exclusiveMinimum", 0) + 1))
    made: Mapping[str, Any] = {
        "integer": luck.randint(least, max(least, min(int(shape.get("maximum", least + A_FEW)), least + A_FEW))),
        "boolean": luck.random() < 0.5,
        "string": luck.choice(WORDS)[: shape.get("maxLength", 100)],
        "array": [],
        "object": {},
    }
    return made.get(shape.get("type", ""))


def random_answer(question: Json, luck: random.Random) -> list[str | int]:
    """Return a random answer to a question, with an allowed number of options."""
    options = [option["value"] for option in question["options"]]
    least = min(question["least"], len(options))
    most = min(question["most"], len(options), least + 3)
    return luck.sample(options, luck.randint(least, max(most, least)))
