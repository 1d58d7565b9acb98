"""Sections of the law that are no maps of entries, as the calendar: each is written and taken out as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass

from nomic.law.entries import Entries, Entry
from nomic.law.sections import Document, Law, registered


@dataclass(frozen=True, slots=True)
class WholeSection(Entries):
    """A section as the one entry of its kind, by its own name."""

    @property
    def path(self) -> str:
        return ""

    @property
    def title(self) -> str:
        return "a part of the law"

    def of(self, document: Document) -> dict[str, Entry]:
        """The section, where a law has it."""
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
    """The sections of a law that can be opened as a whole: rules and maps of entries are opened piece by piece."""
    for name, section in registered().items():
        if name != "rules" and "" not in section.ordered_maps and isinstance(law.document.get(name), dict):
            yield WholeSection(section, "")
