"""Sections of the law that are edited and removed as one value, such as the calendar, unlike maps of entries."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nomic.law.document.entries import Entries, Entry
from nomic.law.document.sections import Document, Law, pointer, registered_sections
from nomic.law.schema.expectations import expectation_for
from nomic.law.schema.json_reader import Json


@dataclass(frozen=True, slots=True)
class WholeSection(Entries):
    """A section presented as a map whose only entry has the section's name."""

    @property
    def path(self) -> str:
        return ""

    @property
    def title(self) -> str:
        return "a part of the law"

    def of(self, document: Document) -> dict[str, Entry]:
        """Return the section as its only entry, or an empty map if the law lacks the section."""
        held = document.get(self.section.name)
        return {self.section.name: held} if isinstance(held, dict) else {}

    def blank(self) -> Entry:
        return {}

    def fields(self) -> dict[str, str]:
        described = self.section.schema.model_fields
        return {field.alias or name: field.description for name, field in described.items() if field.description}

    def schema_place(self, name: str) -> tuple[str, ...]:
        return ()


def whole_sections(law: Law) -> Iterator[WholeSection]:
    """Yield the sections of a law that are edited as one value."""
    for name, section in registered_sections().items():
        if name != "rules" and "" not in section.ordered_maps and isinstance(law.document.get(name), dict):
            yield WholeSection(section, "")


@dataclass(frozen=True, slots=True)
class NewSection(WholeSection):
    """A section that a law does not have yet, with its required fields left blank."""

    @property
    def title(self) -> str:
        return "a new part of the law"

    def of(self, document: Document) -> dict[str, Entry]:
        wanted = expectation_for(self.section.schema)
        blank: Json = next((wanted.blank(form) for form in wanted.forms_at(())), {})
        return {self.section.name: blank if isinstance(blank, dict) else {}}

    def added(self, document: Document, name: str, new: Entry) -> dict[str, Any]:
        return {"op": "add", "path": pointer(self.section.name), "value": new}


@dataclass(frozen=True, slots=True)
class FirstEntry(Entries):
    """A map of entries that a law does not have yet. Adding the first entry creates the map."""

    def of(self, document: Document) -> dict[str, Entry]:
        return {}

    def added(self, document: Document, name: str, new: Entry) -> dict[str, Any]:
        made = super(FirstEntry, self).added(document, name, new)
        return {**made, "path": self.path, "value": {name: made["value"]}}


def new_sections(law: Law) -> Iterator[NewSection | FirstEntry]:
    """Yield the sections that a law does not have yet."""
    for name, section in registered_sections().items():
        if name not in law.document:
            yield FirstEntry(section, "") if "" in section.ordered_maps else NewSection(section, "")
