"""Descriptions of the values that a schema accepts: "a whole number from 1 to 10", "a list of texts"."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec
from msgspec import UNSET, Struct, field
from msgspec.structs import replace
from pydantic import BaseModel

from nomic.law.schema.json_reader import Json

Place = tuple[str | int, ...]  # of a part of some data: keys and indexes from its root

MAX_CHOICES = 12  # names that are listed before the rest is only counted
WITHOUT = re.compile(r"\^\[\^(?P<characters>.+)\]\+\$")
WORKED_OUT = {"value": "a calculated value", "condition": "a condition", "effect": "a list of steps"}
PLURALS = {"integer": "whole numbers", "number": "numbers", "string": "texts", "boolean": "true or false"}


class Form(Struct, frozen=True, rename="camel"):
    """One alternative for a value: the part of pydantic's JSON schema that can be described."""

    type: str = ""
    const: Any = UNSET
    enum: list[Any] | None = None
    examples: list[Any] = []
    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: int | float | None = None
    exclusive_maximum: int | float | None = None
    format: str = ""
    names: str = ""  # "references" if the entry refers to these values by name, with a dollar sign
    given: list[str] = []  # the names from which a number may be computed
    answers: bool = field(name="x-answers", default=False)  # asked for one by one, once an act is sent
    title: str = ""
    description: str = ""
    default: Any = UNSET
    pattern: str = ""
    min_length: int = 0
    max_length: int = 0
    items: "Form | None" = None
    prefix_items: "list[Form] | None" = None
    min_items: int = 0
    max_items: int = 0
    properties: "dict[str, Form]" = {}
    required: list[str] = []
    additional_properties: "Form | bool" = True
    pattern_properties: "dict[str, Form]" = {}
    property_names: "Form | None" = None
    min_properties: int | None = None
    max_properties: int | None = None
    any_of: "list[Form]" = []
    one_of: "list[Form]" = []
    all_of: "list[Form]" = []
    ref: str = field(name="$ref", default="")
    defs: "dict[str, Form]" = field(name="$defs", default={})

    @property
    def entries(self) -> "list[Form]":
        """The forms of values under keys that are not fixed fields."""
        others = [self.additional_properties] if isinstance(self.additional_properties, Form) else []
        return [*self.pattern_properties.values(), *others]


class Expectation:
    """Describes the values that a schema accepts at each place."""

    def __init__(self, root: Form) -> None:
        self._root = root

    def at(self, place: Place, given: Json = None) -> str:
        """Return a description of the values accepted at a place.

        If the schema has alternatives for this place, only those that the `given` data satisfies are considered.
        """
        return self._one_of(self.forms_at(place, given))

    def name_at(self, place: Place) -> str:
        """Return a description of the keys accepted at a place."""
        for form in self.forms_at(place):
            names = replace(form.property_names or Form(), type="string")
            for pattern in form.pattern_properties:
                return _text(replace(names, pattern=pattern))
            if form.property_names is not None:
                return _text(names)
        return "text"

    def fields_at(self, place: Place) -> list[str]:
        """Return the possible fields at a place, sorted by name."""
        return sorted({name for form in self.forms_at(place) for name in form.properties})

    def below(self, forms: Sequence[Form], part: str | int) -> list[Form]:
        """Return the possible forms of the value under a key, given the possible forms of its parent."""
        return [form for each in forms for inner in _below(each, part) for form in self._forms(inner)]

    def blank(self, form: Form) -> Json:
        """Return a blank value of a form. An object gets its required fields."""
        if form.const is not UNSET:
            return cast("Json", form.const)
        if form.enum:
            return cast("Json", form.enum[0])
        if form.type == "object":
            return {name: self._blank_of(form.properties[name]) for name in form.properties if name in form.required}
        blanks: dict[str, Json] = {"integer": int(max(form.minimum or 0, 1)), "boolean": False, "array": []}
        return blanks.get(form.type, "")

    def _blank_of(self, schema: Form) -> Json:
        return next((self.blank(form) for form in self._forms(schema)), "")

    def said(self, forms: Sequence[Form]) -> str:
        """Return a description of the values that at least one of these forms accepts."""
        return self._one_of(forms)

    def forms_at(self, place: Place, given: Json = None) -> list[Form]:
        """Return the possible forms of a value at a place.

        If `given` is not None, only the forms that match this data are returned.
        """
        here = list(self._forms(self._root))
        for part in place:
            here = self.below(matching_forms(here, given) if isinstance(given, Mapping) else here, part)
            given = part_of(given, part)
        return here

    def _forms(self, schema: Form) -> Iterator[Form]:
        """Yield the forms of a value.

        References are resolved, alternatives are split, and null is left out.
        """
        if schema.ref:
            yield from self._forms(self._root.defs[schema.ref.rsplit("/", 1)[-1]])
        elif alternatives := schema.any_of or schema.one_of or schema.all_of:
            for each in alternatives:
                for form in self._forms(each):
                    yield replace(form, given=schema.given) if schema.given else form
        elif schema.type != "null":
            yield schema

    def _one_of(self, forms: Sequence[Form]) -> str:
        words = list(dict.fromkeys(self._one(form) for form in forms))
        return " or ".join(words) if words else "something else"

    def _one(self, form: Form) -> str:
        if form.const is not UNSET:
            return _shown(form.const)
        if form.enum is not None:
            return f"one of {listed([_shown(each) for each in form.enum])}"
        if form.format in WORKED_OUT:
            return f"{WORKED_OUT[form.format]}{_so_many(form)}"
        match form.type:
            case "integer":
                return f"a whole number{_bounds(form)}"
            case "number":
                return f"a number{_bounds(form)}"
            case "boolean":
                return "true or false"
            case "string":
                return _text(form)
            case "array":
                return self._list(form)
            case "object":
                return self._object(form)
        return "something else"

    def _list(self, form: Form) -> str:
        if form.prefix_items is not None:
            parts = [self._one_of(list(self._forms(each))) for each in form.prefix_items]
            return f"a list of {len(parts)}: {', then '.join(parts)}"
        inner = list(self._forms(form.items or Form()))
        words = f"a list of {_plural(inner)}{_so_many(form)}"
        example = _example(inner)
        return words if example is None else f"{words}, such as {json.dumps([example] * max(form.min_items, 1))}"

    def _object(self, form: Form) -> str:
        if form.properties:
            required = [name for name in form.properties if name in form.required]
            optional = [name for name in form.properties if name not in form.required]
            words = [f"with {listed(required)}"] * bool(required) + [f"perhaps {listed(optional)}"] * bool(optional)
            return f"fields: {', '.join(words)}"
        if not form.entries:
            return "fields with their values" + (f", such as {_shown(form.examples[0])}" if form.examples else "")
        entry = self._one_of([form for each in form.entries for form in self._forms(each)])
        return f"{_how_many_names(form)}, each with {entry}"


def _so_many(form: Form) -> str:
    """Return the bounds on a list's length as text, or "" if there are none."""
    least, most = form.min_items, form.max_items
    if least and most:
        return f", {least:,} of them" if least == most else f", {least:,} to {most:,} of them"
    if least:
        return f", at least {least:,}"
    return f", at most {most:,}" if most else ""


def part_of(value: Json, part: str | int) -> Json:
    """Return the data under a key or at an index, or None if there is none."""
    if isinstance(value, Mapping):
        return value.get(str(part))
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else None


def title_in(forms: Sequence[Form], key: str) -> str:
    """Return a field's title, or "" if it equals the field's name."""
    for form in forms:
        held = form.properties.get(key)
        if held is not None and held.title.lower() != key.replace("_", " ").lower():
            return held.title
    return ""


def description_in(forms: Sequence[Form], key: str) -> str:
    """Return a field's description in the schema, or an empty string."""
    return next((said for form in forms if key in form.properties and (said := form.properties[key].description)), "")


def default_in(forms: Sequence[Form], key: str) -> str:
    """Return a field's default if it is a simple value, or else an empty string."""
    for form in forms:
        default = form.properties[key].default if key in form.properties else UNSET
        if isinstance(default, bool):
            return "yes" if default else "no"
        if isinstance(default, int | str):
            return str(default)
    return ""


def kind_in(form: Form) -> str:
    """Return the constant that distinguishes a form from its alternatives, or "" if there is none."""
    return next((str(_fixed(held)[0]) for held in form.properties.values() if len(_fixed(held)) == 1), "")


def matching_forms(forms: Sequence[Form], data: Mapping[str, Json]) -> list[Form]:
    """Return the forms of objects whose constant fields match the data, or all forms if none matches."""
    found = [form for form in forms if form.properties and _has_its_words(form, data)]
    return found or list(forms)


def _has_its_words(form: Form, data: Mapping[str, Json]) -> bool:
    fixed = {name: _fixed(held) for name, held in form.properties.items()}
    return all(data.get(name) in words for name, words in fixed.items() if words and name in form.required)


def _fixed(form: Form) -> list[Any]:
    """Return the constants that a field allows, or an empty list."""
    return [form.const] if form.const is not UNSET else form.enum or []


@lru_cache(maxsize=512)
def expectation_for(schema: type[BaseModel]) -> Expectation:
    """Return the expectation of a schema. It is computed once per schema."""
    return Expectation(msgspec.convert(schema.model_json_schema(), Form))


def listed(names: Sequence[str]) -> str:
    """Return names joined as "a, b and c". Long lists are cut."""
    if len(names) > MAX_CHOICES:
        return f"{', '.join(names[:MAX_CHOICES])} and {len(names) - MAX_CHOICES} more"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _below(form: Form, part: str | int) -> list[Form]:
    """Return the possible forms under a key or at an index."""
    if isinstance(part, int):
        first = form.prefix_items or []
        return [first[part]] if part < len(first) else [form.items] if form.items is not None else []
    return [form.properties[part]] if part in form.properties else form.entries


def _bounds(form: Form) -> str:
    least, most = form.minimum, form.maximum
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f" of at least {least:,}"
    if most is not None:
        return f" of at most {most:,}"
    if form.exclusive_minimum is not None:
        return f" above {form.exclusive_minimum:,}"
    return "" if form.exclusive_maximum is None else f" below {form.exclusive_maximum:,}"


def _text(form: Form) -> str:
    if form.format == "date-time":
        return "a date and time, such as 2024-05-01T12:00:00Z"
    words = "text"
    if form.max_length:
        length = f"{form.min_length} to" if form.min_length else "at most"
        words += f" of {length} {form.max_length:,} characters"
    elif form.min_length:
        words += f" of at least {form.min_length} characters"
    if without := WITHOUT.fullmatch(form.pattern):
        words += f" without any of {' '.join(without['characters'].replace(chr(92), ''))}"
    if form.examples:
        words += f", such as {_shown(form.examples[0])}"
    return words


def _plural(forms: Sequence[Form]) -> str:
    words = {
        f"entries of {listed([_shown(each) for each in form.enum])}"
        if form.enum is not None
        else PLURALS.get(form.type, "lists" if form.type == "array" else "entries")
        for form in forms
    }
    return " or ".join(sorted(words)) or "entries"


def _example(forms: Sequence[Form]) -> Json:
    """Return an example of a list element, or None if it has no simple form."""
    for form in forms:
        shown: list[Json] = form.examples if form.enum is None else form.enum
        if shown:
            return shown[0]
        if form.type == "integer":
            return 3 if form.minimum is None else max(3, form.minimum)
    return None


def _how_many_names(form: Form) -> str:
    least, most = form.min_properties, form.max_properties
    if least is None and most is None:
        return "names"
    return f"{least or 0} to {most} names" if most is not None else f"at least {least} names"


def _shown(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
