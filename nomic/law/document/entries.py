"""Entries of the law: named values in a map of a section, such as a species of card, a modifier or an offer.

People write them as YAML, like the law's templates.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import yaml
from pydantic import BaseModel, RootModel
from pydantic_core import PydanticUndefined
from yaml.events import AliasEvent

from nomic import limits
from nomic.law.document.sections import Document, Section, pointer, registered_sections
from nomic.law.document.yaml_loader import check_keys_are_strings
from nomic.law.schema.json_reader import Json

Entry = dict[str, Any]  # the entry's fields by name

PLACE = "place"  # the field that stores the order in which entries are read
STEP = 10  # between the places of neighbouring entries
MAX_TEXT = limits.ENTRY_TEXT


class NotAnEntry(ValueError):
    """Raised if a text is not an entry. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Entries:
    """A map of entries: its section, and its key in the section, or "" if the section itself is the map."""

    section: Section
    key: str

    @property
    def path(self) -> str:
        """The JSON pointer to the map."""
        return pointer(self.section.name, self.key) if self.key else pointer(self.section.name)

    @property
    def title(self) -> str:
        return f"{self.section.title}: {self.key}" if self.key else self.section.title

    def of(self, document: Document) -> dict[str, Entry]:
        """Return the entries of the map in a law, sorted by their places."""
        held = document[self.section.name]
        entries = held[self.key] if self.key else held
        return dict(sorted(entries.items(), key=lambda pair: (place_of(pair[1]), pair[0])))

    def blank(self) -> Entry:
        """Return a blank entry: every field except the place, with its default or an empty value."""
        model = self._model()
        return {} if model is None else dict(_blank_fields(model))

    def fields(self) -> dict[str, str]:
        """Return the descriptions of an entry's fields.

        A field without a description in its schema is left out.
        """
        model = self._model()
        described = {} if model is None else model.model_fields
        return {field.alias or name: field.description for name, field in described.items() if field.description}

    def next_place(self, document: Document) -> int:
        """Return the `place` that puts a new entry at the end of the map."""
        return max(map(place_of, self.of(document).values()), default=0) + STEP

    def schema_place(self, name: str) -> tuple[str, ...]:
        """Return the path of an entry within the section, for lookups in the section's schema."""
        return (self.key, name) if self.key else (name,)

    def added(self, document: Document, name: str, new: Entry) -> dict[str, Any]:
        """Return the operation that adds an entry at the end of its map."""
        value = {**new, PLACE: self.next_place(document)}
        return {"op": "add", "path": f"{self.path}{pointer(name)}", "value": value}

    def _model(self) -> type[BaseModel] | None:
        schema: Any = self.section.schema
        if self.key:
            held = schema.model_fields[self.key].annotation
        else:
            held = schema.model_fields["root"].annotation if issubclass(schema, RootModel) else None
        model = get_args(held)[-1] if get_args(held) else None
        return model if isinstance(model, type) and issubclass(model, BaseModel) else None


def place_of(entry: Json) -> int:
    """Return the `place` of an entry, by which it is sorted, or 0 if it has none."""
    place = entry.get(PLACE, 0) if isinstance(entry, Mapping) else 0
    return place if isinstance(place, int) else 0


def entries_of(document: Document) -> list[Entries]:
    """Return every map of entries that a law has."""
    return [
        Entries(section, key)
        for name, section in sorted(registered_sections().items())
        if name in document and name != "rules"
        for key in section.ordered_maps
    ]


def _blank_fields(model: type[BaseModel]) -> Iterator[tuple[str, Json]]:
    for name, field in model.model_fields.items():
        if name == PLACE:
            continue
        if field.default is not PydanticUndefined:
            value = field.default
        elif field.default_factory is not None:
            value = field.get_default(call_default_factory=True)
        else:
            value = _blank_of(field.annotation)
        yield field.alias or name, value.model_dump(by_alias=True) if isinstance(value, BaseModel) else value


def _blank_of(annotation: Any) -> Json:
    """Return an empty value for a field's type annotation."""
    text = str(annotation)
    for word, blank in (("list", []), ("dict", {}), ("bool", False), ("int", 0)):
        if word in text:
            return blank
    return ""


def entry_as_yaml(entry: Json) -> str:
    """Return an entry as YAML, without its place."""
    shown = {key: value for key, value in entry.items() if key != PLACE} if isinstance(entry, dict) else entry
    return str(yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None))


class _PlainLoader(yaml.SafeLoader):
    """YAML loader that refuses aliases, deep nesting and repeated names, so that a short text cannot cost much work.

    It refuses tags too, because PyYAML raises errors of all kinds for values that do not fit their tag.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._deep = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(AliasEvent):
            raise NotAnEntry("aliases (*) cannot be used here")
        if getattr(self.peek_event(), "tag", None) is not None:  # type: ignore[no-untyped-call]  # PyYAML
            raise NotAnEntry("tags (!) cannot be used here: put text that begins with ! in quotes")
        if self._deep > limits.AMENDMENT_DEEP:  # the parser's work grows faster than the depth
            raise NotAnEntry(f"an entry is nested at most {limits.AMENDMENT_DEEP} deep")
        self._deep += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._deep -= 1

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        check_keys_are_strings(node)
        names: set[str] = set()
        for name, _ in node.value:
            if isinstance(name.value, str):
                if name.value in names:
                    line = name.start_mark.line + 1
                    raise NotAnEntry(f"the name {name.value[:60]!r} appears twice, the second time on line {line}")
                names.add(name.value)
        return super().construct_mapping(node, deep)


def read_data(text: str) -> Json:
    """Parse a user's YAML or JSON text.

    Raises NotAnEntry if the text is too long, malformed or not plain data.
    """
    if len(text) > MAX_TEXT:
        raise NotAnEntry(f"an entry has at most {MAX_TEXT} characters")
    try:
        data = yaml.load(text, Loader=_PlainLoader)  # noqa: S506 - a SafeLoader, and stricter
        plain: Json = json.loads(json.dumps(data, allow_nan=False))
    except (yaml.YAMLError, RecursionError, ArithmeticError, TypeError, ValueError) as error:
        raise NotAnEntry(str(error) or "this cannot be read") from None
    if plain != data:
        raise NotAnEntry("an entry is a list of “field: value”, with names as fields and plain values")
    return plain


def read_entry(text: str) -> Entry:
    """Parse an entry from a user's YAML text. Raises NotAnEntry if the text is not a map of plain data."""
    plain = read_data(text)
    if not isinstance(plain, dict):
        raise NotAnEntry("an entry is a list of “field: value”, with names as fields and plain values")
    return plain
