"""Validation errors for people: the place in the data, and the expected value.

pydantic names its own internals ("values/list[constrained-int]: Input should be a valid list"). Here the place is one
in the data, and the text comes from the schema: "a list of whole numbers, as [3, 4]".
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from nomic.law.schema.expectations import Expectation, Place, expectation_for, listed
from nomic.law.schema.json_reader import Json

MAX_COUNT = 20  # errors in one piece of data
MAX_SHOWN = 40  # characters of the given value
OF_A_KEY = "[key]"  # pydantic appends it if the name of an entry is wrong, not the entry
OURS = "value_error"  # raised by a validator of this project
OF_NO_KIND = ("union_tag_invalid", "union_tag_not_found")  # the tag fits none of the alternatives


@dataclass(frozen=True, slots=True)
class ValidationMessage:
    """One error: its place in the data, as keys and indexes from the root, and its description."""

    place: Place
    detail: str


def validation_messages(schema: type[BaseModel], error: ValidationError, given: Json) -> list[ValidationMessage]:
    """Return the messages of a validation error for `given`, one for each place and at most twenty."""
    found: dict[Place, ErrorDetails] = {}
    for problem in error.errors(include_url=False):
        found.setdefault(_place(problem["loc"], given), problem)
    # If a value can have several forms, the form with the deepest error is assumed to be the intended one.
    around = {place[:depth] for place in found for depth in range(len(place))}
    kept = [place for place in found if place not in around]
    return [
        ValidationMessage(place, _detail(expectation_for(schema), found[place], place, given))
        for place in kept[:MAX_COUNT]
    ]


def _place(loc: Sequence[str | int], given: Json) -> Place:
    """Return the part of pydantic's location that exists in the data.

    The labels of the alternatives that pydantic tried are left out.
    """
    place: list[str | int] = []
    here = given
    for number, part in enumerate(loc):
        if isinstance(here, Mapping) and part in here:
            here = here[str(part)]
        elif isinstance(here, list | tuple) and isinstance(part, int) and part < len(here):
            here = here[part]
        elif not (isinstance(here, Mapping) and number == len(loc) - 1 and _may_be_a_field(part)):
            continue
        place.append(part)
    return tuple(place)


def _may_be_a_field(part: str | int) -> bool:
    """Return whether a part of a location can be the name of a missing field.

    The labels of alternatives contain brackets.
    """
    return isinstance(part, str) and "[" not in part


def _detail(wanted: Expectation, problem: ErrorDetails, place: Place, given: Json) -> str:
    if problem["type"] == OURS:
        return problem["msg"].removeprefix("Value error, ")
    if problem["loc"] and problem["loc"][-1] == OF_A_KEY:
        return f"its name must be {wanted.name_at(place[:-1])}"
    if problem["type"] in OF_NO_KIND:
        word = problem["ctx"]["discriminator"].split(" | ")[-1]
        kinds = problem["ctx"].get("expected_tags", "")
        return f"{word} must say which kind it is{f': {kinds}' if kinds else ''}"
    if problem["type"] == "extra_forbidden":
        fields = wanted.fields_at(place[:-1])
        return f"there is no such field here, only {listed(fields)}" if fields else "there is no such field here"
    if problem["type"] == "too_long" and isinstance(problem["input"], Mapping):
        return f"at most {problem['ctx']['max_length']} here, not {len(problem['input'])}"
    if problem["type"] == "missing":
        return f"is missing: {wanted.at(place, given)}"
    return f"{wanted.at(place, given)}{_not_this(problem['input'])}"


def _not_this(given: object) -> str:
    """Return the given value as an addition to a message, or "" if it is a collection."""
    if isinstance(given, Mapping | list | tuple | set):
        return ""
    if given is None or given == "":
        return ", not empty"
    try:
        text = json.dumps(given, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(given)
    return f", not {text}" if len(text) <= MAX_SHOWN else f", not {text[:MAX_SHOWN]}…"
