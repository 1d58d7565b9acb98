"""What is wrong with data that does not fit its schema, said to people: where it stands and what is wanted there.

pydantic names its own machinery ("values/list[constrained-int]: Input should be a valid list"). Here the place is one
of the data, and the words come from the schema: "a list of whole numbers, as [3, 4]".
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ValidationError

Json = Any
Place = tuple[str | int, ...]

MOST = 20  # complaints about one piece of data
MOST_CHOICES = 12  # names that are listed before the rest is only counted
MOST_SHOWN = 40  # characters of what was given
OF_A_KEY = "[key]"  # what pydantic appends where the name of an entry is wrong, not the entry
OURS = "value_error"  # a sentence of a schema of ours
WITHOUT = re.compile(r"\^\[\^(?P<characters>.+)\]\+\$")


@dataclass(frozen=True, slots=True)
class Complaint:
    """Where in the data, as keys and numbers from its root, and what is wrong there."""

    place: Place
    detail: str


def complaints(schema: type[BaseModel], error: ValidationError, given: Json) -> list[Complaint]:
    """What `error`, raised as `given` was read through `schema`, complains of: each place once, twenty at the most."""
    found: dict[Place, str] = {}
    problems = error.errors(include_url=False)
    for problem in problems:
        place = _place(problem["loc"], given)
        found.setdefault(place, _detail(schema, problem, place))
    # Of several forms that a value can have, the one that was followed deepest is the one that was meant.
    kept = [place for place in found if not any(other[: len(place)] == place != other for other in found)]
    return [Complaint(place, found[place]) for place in kept[:MOST]]


def _place(loc: Sequence[str | int], given: Json) -> Place:
    """The part of pydantic's location that is one of the data; labels of the forms it tried are left out."""
    place: list[str | int] = []
    here = given
    for number, part in enumerate(loc):
        if _stands_in(part, here):
            here = here[part]
        elif not (isinstance(here, Mapping) and number == len(loc) - 1 and _may_be_a_field(part)):
            continue
        place.append(part)
    return tuple(place)


def _stands_in(part: str | int, here: Json) -> bool:
    if isinstance(here, Mapping):
        return part in here
    return isinstance(here, list | tuple) and isinstance(part, int) and part < len(here)


def _may_be_a_field(part: str | int) -> bool:
    """Whether what is missing could be called so; the labels of forms hold brackets."""
    return isinstance(part, str) and "[" not in part


def _detail(schema: type[BaseModel], problem: Mapping[str, Any], place: Place) -> str:
    if problem["type"] == OURS:
        return str(problem["msg"]).removeprefix("Value error, ")
    root = _schema_of(schema)
    if problem["loc"] and problem["loc"][-1] == OF_A_KEY:
        return f"its name is wanted as {_key_wanted(root, place[:-1])}"
    if problem["type"] == "extra_forbidden":
        fields = sorted({name for each in _at(root, place[:-1]) for name in each.get("properties", ())})
        return f"there is no such field here, only {_listed(fields)}" if fields else "there is no such field here"
    wanted = _wanted_of(root, _at(root, place))
    if problem["type"] == "missing":
        return f"is missing: {wanted}"
    return f"{wanted}{_not_this(problem.get('input'))}"


def _not_this(given: Json) -> str:
    """What was given instead, where it is short enough to be recognised."""
    if isinstance(given, Mapping | list | tuple | set):
        return ""
    if given is None:
        return ", not nothing"
    try:
        text = json.dumps(given, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(given)
    return f", not {text}" if len(text) <= MOST_SHOWN else f", not {text[:MOST_SHOWN]}…"


@lru_cache(maxsize=512)
def _schema_of(schema: type[BaseModel]) -> dict[str, Json]:
    """The JSON schema, made once."""
    made: dict[str, Json] = schema.model_json_schema()
    return made


def _forms(root: Json, schema: Json) -> Iterator[dict[str, Json]]:
    """The forms that a value can have: references followed, alternatives taken apart, "or nothing" left out."""
    if "$ref" in schema:
        yield from _forms(root, root["$defs"][schema["$ref"].rsplit("/", 1)[-1]])
        return
    alternatives = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if alternatives is None:
        if schema.get("type") != "null":
            yield schema
        return
    for each in alternatives:
        yield from _forms(root, each)


def _at(root: Json, place: Place) -> list[dict[str, Json]]:
    """The forms of what stands at a place of the data."""
    here = list(_forms(root, root))
    for part in place:
        here = [form for each in here for inner in _below(each, part) for form in _forms(root, inner)]
    return here


def _below(schema: dict[str, Json], part: str | int) -> Iterator[Json]:
    if isinstance(part, int):
        first = schema.get("prefixItems", [])
        if part < len(first):
            yield first[part]
        elif "items" in schema:
            yield schema["items"]
    elif part in schema.get("properties", ()):
        yield schema["properties"][part]
    else:
        yield from schema.get("patternProperties", {}).values()
        if isinstance(schema.get("additionalProperties"), dict):
            yield schema["additionalProperties"]


def _key_wanted(root: Json, place: Place) -> str:
    for form in _at(root, place):
        names = {**form.get("propertyNames", {}), "type": "string"}
        for pattern in form.get("patternProperties", {}):
            return _text({**names, "pattern": pattern})
        if len(names) > 1:
            return _text(names)
    return "a text"


def _wanted_of(root: Json, forms: Sequence[dict[str, Json]]) -> str:
    words = list(dict.fromkeys(_one(root, form) for form in forms))
    return " or ".join(words) if words else "something else"


def _one(root: Json, form: dict[str, Json]) -> str:
    """One such value, in words."""
    if "const" in form:
        return _shown(form["const"])
    if "enum" in form:
        return f"one of {_listed([_shown(each) for each in form['enum']])}"
    kind = form.get("type")
    if kind in ("integer", "number"):
        return f"a {'whole ' if kind == 'integer' else ''}number{_bounds(form)}"
    if kind == "boolean":
        return "true or false"
    if kind == "string":
        return _text(form)
    if kind == "array":
        return _list(root, form)
    if kind == "object":
        return _entries(root, form)
    return "something else"


def _bounds(form: dict[str, Json]) -> str:
    least, most = form.get("minimum"), form.get("maximum")
    above, below = form.get("exclusiveMinimum"), form.get("exclusiveMaximum")
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f" of at least {least:,}"
    if most is not None:
        return f" of at most {most:,}"
    if above is not None:
        return f" above {above:,}"
    return "" if below is None else f" below {below:,}"


def _text(form: dict[str, Json]) -> str:
    if form.get("format") == "date-time":
        return "an instant, as 2024-05-01T12:00:00Z"
    words = "a text"
    if most := form.get("maxLength"):
        words += f" of {form.get('minLength') or 0} to {most:,} characters"
    elif least := form.get("minLength"):
        words += f" of at least {least} characters"
    if without := WITHOUT.fullmatch(form.get("pattern", "")):
        words += f" without any of {' '.join(without['characters'].replace(chr(92), ''))}"
    if examples := form.get("examples"):
        words += f", as {_shown(examples[0])}"
    return words


def _list(root: Json, form: dict[str, Json]) -> str:
    if "prefixItems" in form:
        parts = [_wanted_of(root, list(_forms(root, each))) for each in form["prefixItems"]]
        return f"a list of {len(parts)}: {', then '.join(parts)}"
    inner = list(_forms(root, form.get("items", {})))
    least, most = form.get("minItems"), form.get("maxItems")
    words = f"a list of {_plural(inner)}"
    if least and most:
        words += f", {least} of them" if least == most else f", {least} to {most} of them"
    elif least:
        words += f", at least {least}"
    elif most:
        words += f", at most {most}"
    example = _example(inner)
    return words if example is None else f"{words}, as {json.dumps([example] * max(least or 0, 1))}"


def _plural(forms: Sequence[dict[str, Json]]) -> str:
    names = {"integer": "whole numbers", "number": "numbers", "string": "texts", "boolean": "true or false"}
    words = {
        f"entries of {_listed([_shown(each) for each in form['enum']])}"
        if "enum" in form
        else names.get(str(form.get("type")), "lists" if form.get("type") == "array" else "entries")
        for form in forms
    }
    return " or ".join(sorted(words)) or "entries"


def _example(forms: Sequence[dict[str, Json]]) -> Json:
    """A value that could stand in a list, where it is simple enough to show."""
    for form in forms:
        if "enum" in form:
            return form["enum"][0]
        if examples := form.get("examples"):
            return examples[0]
        if form.get("type") == "integer":
            least = form.get("minimum")
            return max(3, least) if least is not None else 3
    return None


def _entries(root: Json, form: dict[str, Json]) -> str:
    if properties := form.get("properties"):
        required = [name for name in properties if name in form.get("required", ())]
        optional = [name for name in properties if name not in required]
        words = [f"with {_listed(required)}"] * bool(required) + [f"perhaps {_listed(optional)}"] * bool(optional)
        return f"fields: {', '.join(words)}"
    inner = [*form.get("patternProperties", {}).values()]
    if isinstance(form.get("additionalProperties"), dict):
        inner.append(form["additionalProperties"])
    if not inner:
        return "fields with their values"
    entry = _wanted_of(root, [each for one in inner for each in _forms(root, one)])
    return f"{_names_wanted(form)}, each with {entry}"


def _names_wanted(form: dict[str, Json]) -> str:
    least, most = form.get("minProperties"), form.get("maxProperties")
    if least is None and most is None:
        return "names"
    return f"{least or 0} to {most} names" if most is not None else f"at least {least} names"


def _shown(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(names: Sequence[str]) -> str:
    """ "a, b and c", the longest lists cut."""
    if len(names) > MOST_CHOICES:
        return f"{', '.join(names[:MOST_CHOICES])} and {len(names) - MOST_CHOICES} more"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
