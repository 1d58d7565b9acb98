"""What is wrong with data that does not fit its schema, said to people: where it stands and what is wanted there.

pydantic names its own machinery ("values/list[constrained-int]: Input should be a valid list"). Here the place is one
of the data, and the words come from the schema: "a list of whole numbers, as [3, 4]".
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from nomic.law.schema.expectations import Expectation, Place, expectation_for, listed
from nomic.law.schema.json_reader import Json

MAX_COUNT = 20  # complaints about one piece of data
MAX_SHOWN = 40  # characters of what was given
OF_A_KEY = "[key]"  # what pydantic appends where the name of an entry is wrong, not the entry
OURS = "value_error"  # a sentence of a schema of ours
OF_NO_KIND = ("union_tag_invalid", "union_tag_not_found")  # of several forms, told apart by one word, none is meant


@dataclass(frozen=True, slots=True)
class ValidationMessage:
    """Where in the data, as keys and numbers from its root, and what is wrong there."""

    place: Place
    detail: str


def validation_messages(schema: type[BaseModel], error: ValidationError, given: Json) -> list[ValidationMessage]:
    """What `error`, raised as `given` was read through `schema`, complains of: each place once, twenty at the most."""
    found: dict[Place, ErrorDetails] = {}
    for problem in error.errors(include_url=False):
        found.setdefault(_place(problem["loc"], given), problem)
    # Of several forms that a value can have, the one that was followed deepest is the one that was meant.
    around = {place[:depth] for place in found for depth in range(len(place))}
    kept = [place for place in found if place not in around]
    return [
        ValidationMessage(place, _detail(expectation_for(schema), found[place], place, given))
        for place in kept[:MAX_COUNT]
    ]


def _place(loc: Sequence[str | int], given: Json) -> Place:
    """The part of pydantic's location that is one of the data; labels of the forms it tried are left out."""
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
    """Whether what is missing could be called so; the labels of forms hold brackets."""
    return isinstance(part, str) and "[" not in part


def _detail(wanted: Expectation, problem: ErrorDetails, place: Place, given: Json) -> str:
    if problem["type"] == OURS:
        return problem["msg"].removeprefix("Value error, ")
    if problem["loc"] and problem["loc"][-1] == OF_A_KEY:
        return f"its name is wanted as {wanted.name_at(place[:-1])}"
    if problem["type"] in OF_NO_KIND:
        word = problem["ctx"]["discriminator"].split(" | ")[-1]
        kinds = problem["ctx"].get("expected_tags", "")
        return f"{word} says of which kind it is{f': {kinds}' if kinds else ''}"
    if problem["type"] == "extra_forbidden":
        fields = wanted.fields_at(place[:-1])
        return f"there is no such field here, only {listed(fields)}" if fields else "there is no such field here"
    if problem["type"] == "too_long" and isinstance(problem["input"], Mapping):
        return f"at most {problem['ctx']['max_length']} here, not {len(problem['input'])}"
    if problem["type"] == "missing":
        return f"is missing: {wanted.at(place, given)}"
    return f"{wanted.at(place, given)}{_not_this(problem['input'])}"


def _not_this(given: object) -> str:
    """What was given instead, where it is short enough to be recognised."""
    if isinstance(given, Mapping | list | tuple | set):
        return ""
    if given is None or given == "":
        return ", not nothing"
    try:
        text = json.dumps(given, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(given)
    return f", not {text}" if len(text) <= MAX_SHOWN else f", not {text[:MAX_SHOWN]}…"
