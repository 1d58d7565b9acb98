"""Sections of the law. The app that uses a section owns its schema and registers it here.

A document is valid if every section is known, fits its schema and is consistent with the other sections.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeVar

from jsonpointer import EndOfList, JsonPointerException, resolve_pointer
from pydantic import BaseModel, ConfigDict, ValidationError

from nomic import limits
from nomic.law.schema.json_size import depth_of, size_of
from nomic.law.schema.section_label import Label
from nomic.law.schema.text_types import TO_ADOPT
from nomic.law.schema.validation_messages import validation_messages

Document = Mapping[str, Any]
Model = TypeVar("Model", bound=BaseModel)
Made = TypeVar("Made")

MAX_FLAWS = 20


class SectionModel(BaseModel):
    """Base class of the schemas of all sections. Unknown fields are refused, and instances are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True, slots=True)
class Flaw:
    """One error in a document: a JSON pointer and a description."""

    path: str
    detail: str

    def __str__(self) -> str:
        return f"{self.path}: {self.detail}"


class LawInvalid(Exception):
    """Raised when a document is not a valid law. `flaws` lists the errors."""

    def __init__(self, flaws: list[Flaw]) -> None:
        self.flaws = flaws
        super().__init__("; ".join(str(flaw) for flaw in flaws[:5]))


@dataclass(frozen=True)
class Section:
    """A part of the law: its key in the document, its title, its schema and its consistency check.

    `agrees` takes a law in which every section fits its schema, and yields flaws. Every law must have the `required`
    sections. If `quotes` is true, the section quotes others, as the rules do in tables, and is checked only if all
    others are consistent. `labels` lists the labels of its values; the first that matches is used. Values without a
    label are named by their keys.
    """

    name: str
    title: str
    schema: type[BaseModel]
    agrees: Callable[["Law"], Iterator[Flaw]] | None = None
    required: bool = False
    quotes: bool = False
    # A template's author writes entries in an order, which each entry's `place` preserves.
    ordered_maps: tuple[str, ...] = field(default=())
    labels: tuple[Label, ...] = ()


Agreement = Callable[["Law"], Iterator[Flaw]]

_sections: dict[str, Section] = {}
_agreements: list[Agreement] = []


def register(section: Section) -> None:
    """Register a section. Raises ValueError if another section has the same name."""
    known = _sections.get(section.name)
    if known is not None and known != section:
        raise ValueError(f"the section {section.name!r} is owned already")
    _sections[section.name] = section


def add_labels(name: str, *labels: Label) -> None:
    """Add labels for values of a section that another app owns. They take precedence over the section's own."""
    section = _sections[name]
    new = tuple(each for each in labels if each not in section.labels)
    _sections[name] = replace(section, labels=(*new, *section.labels))


def registered_sections() -> Mapping[str, Section]:
    """Return all known sections by name."""
    return _sections


def register_agreement(agrees: Agreement) -> Agreement:
    """Register a consistency check for every law, whatever its sections, and return the check.

    Such a check can find inconsistencies after the removal of a section. `agrees` takes a law in which every section
    fits its schema, and yields flaws.
    """
    if agrees not in _agreements:
        _agreements.append(agrees)
    return agrees


class Law:
    """A law document parsed through the schemas of its sections. Immutable, parsed once per revision and shared."""

    def __init__(self, document: Document, *, number: int = 0) -> None:
        self.document = document
        self.number = number
        self._read: dict[str, BaseModel] = {}
        self._made: dict[Hashable, Any] = {}

    def has(self, name: str) -> bool:
        """Return whether the law has this section. A feature whose section is missing is not in force."""
        return name in self.document

    def section(self, name: str, schema: type[Model]) -> Model:
        """Return the section parsed through `schema`. Raises KeyError if the law has no such section."""
        read = self._read.get(name)
        if read is None:
            read = self._read[name] = schema.model_validate(self.document[name])
        if not isinstance(read, schema):
            raise TypeError(f"the section {name!r} is read through another schema")
        return read

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the cached result of `make` for a key.

        The result is computed once per law, and must depend only on this law.
        """
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def section_or_none(self, name: str, schema: type[Model]) -> Model | None:
        """Return the section parsed through `schema`, or None if the law has no such section."""
        return self.section(name, schema) if name in self.document else None


def pointer(*parts: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of unescaped parts."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def value_at(document: Any, path: str) -> Any:
    """Return the value at a JSON pointer. Raises LookupError with a message if the document has no such path."""
    try:
        value = resolve_pointer(document, path)
    except (JsonPointerException, ValueError):  # ValueError: a number of more digits than Python reads
        value = EndOfList(None)
    if isinstance(value, EndOfList):  # "-", the place after a list's last element
        raise LookupError(f"the law has nothing at {path}")
    return value


def has_value_at(document: Any, path: str) -> bool:
    """Return whether the document has a value at a JSON pointer."""
    try:
        value_at(document, path)
    except LookupError:
        return False
    return True


def flaws_of(document: Any) -> list[Flaw]:
    """Return up to twenty flaws of a document. A document without flaws is a valid law."""
    if not isinstance(document, dict):
        return [Flaw("", "the law is a JSON object with a key for each section")]
    if depth_of(document) > limits.LAW_DEEP:
        return [Flaw("", f"the law is nested more than {limits.LAW_DEEP} deep")]
    flaws = [Flaw(pointer(name), "there is no section of this name") for name in document if name not in _sections]
    flaws += [
        Flaw(pointer(section.name), f"every law has the section {section.title!r}")
        for section in _sections.values()
        if section.required and section.name not in document
    ]
    for name, content in document.items():
        if name in _sections:
            flaws += _schema_flaws(name, _sections[name].schema, content)
    flaws = flaws or [*islice(_alike(document), MAX_FLAWS)]
    if not flaws and (size := size_of(document)) > limits.LAW_BYTES:
        flaws = [Flaw("", f"this law would have {size} bytes; at most {limits.LAW_BYTES} are allowed")]
    if not flaws:
        law = Law(document)
        for agrees in (*_agreements_in(document, quoting=False), *_agreements):
            flaws += agrees(law)
        for agrees in _agreements_in(document, quoting=True) if not flaws else ():
            flaws += agrees(law)
    return flaws[:MAX_FLAWS]


def _alike(document: Document) -> Iterator[Flaw]:
    """Yield a flaw for each name that differs from a sibling only in capitals.

    Readers would confuse them, and so would every case-insensitive lookup.
    """
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list):
            waiting += [((*path, place), each) for place, each in enumerate(value) if isinstance(each, list | dict)]
        elif isinstance(value, dict):
            first: dict[str, str] = {}
            for name, each in value.items():
                if (other := first.setdefault(name.casefold(), name)) != name:
                    flaw = f"{other!r} already exists; the names differ only in capital letters"
                    yield Flaw(pointer(*path, name), flaw)
                if isinstance(each, list | dict):
                    waiting.append(((*path, name), each))


def _agreements_in(document: Document, *, quoting: bool) -> list[Agreement]:
    """Return the checks of the sections that quote others, or the checks of all other sections."""
    sections = (_sections[name] for name in document)
    return [section.agrees for section in sections if section.agrees is not None and section.quotes is quoting]


def fits_its_schemas(document: Document) -> bool:
    """Return whether a document has all required sections and every section fits its schema.

    The sections may still be inconsistent with each other.
    """
    return all(section.name in document for section in _sections.values() if section.required) and all(
        name in _sections and not _schema_flaws(name, _sections[name].schema, content)
        for name, content in document.items()
    )


def _schema_flaws(name: str, schema: type[BaseModel], content: Any) -> list[Flaw]:
    try:
        schema.model_validate(content, context=TO_ADOPT)
    except ValidationError as error:
        return [Flaw(pointer(name, *each.place), each.detail) for each in validation_messages(schema, error, content)]
    return []


# A law is checked when composed, submitted, enacted and replayed, so recently accepted documents are cached.
MAX_GOOD = 1_000
_good: deque[bytes] = deque(maxlen=MAX_GOOD)


def check_document(document: Any) -> None:
    """Raise LawInvalid with the document's flaws if it is not a valid law."""
    known_by = digest_of(document)
    if known_by in _good:
        return
    flaws = flaws_of(document)
    if flaws:
        raise LawInvalid(flaws)
    _good.append(known_by)


def digest_of(document: Any) -> bytes:
    """Return a digest of a document and of the known section names.

    Raises LawInvalid if the document is nested too deep for that.
    """
    try:
        return hashlib.blake2b(repr((document, tuple(_sections))).encode(), digest_size=16).digest()
    except RecursionError:
        raise LawInvalid([Flaw("", "the law is nested too deep")]) from None
