"""Sections of the law. The app that uses a section owns its schema and registers it here.

A document is valid when every section is known, fits its schema, and agrees with the other sections.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from jsonpointer import EndOfList, JsonPointerException, resolve_pointer
from pydantic import BaseModel, ConfigDict, ValidationError

from nomic import limits
from nomic.law.schema.label import Label
from nomic.law.schema.messages import validation_messages
from nomic.law.schema.size import depth_of, size_of

Document = Mapping[str, Any]
Model = TypeVar("Model", bound=BaseModel)
Made = TypeVar("Made")

MAX_FLAWS = 20


class SectionModel(BaseModel):
    """What every schema of a section builds on: unknown fields are refused, nothing changes once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a document: where (a JSON pointer) and what."""

    path: str
    detail: str

    def __str__(self) -> str:
        return f"{self.path}: {self.detail}"


class LawInvalid(Exception):
    """A document that cannot be law; `flaws` lists everything wrong with it."""

    def __init__(self, flaws: list[Flaw]) -> None:
        self.flaws = flaws
        super().__init__("; ".join(str(flaw) for flaw in flaws[:5]))


@dataclass(frozen=True)
class Section:
    """A part of the law: its key in the document, the schema, what it is called, and how it must agree with the rest.

    `agrees` looks at the whole document, every section of which already fits its schema, and yields flaws.
    `required` sections stand in every law. One that `quotes` the others, as rules do with their tables, is looked at
    only where all others agree. `called`: what its values are called, the first that fits; where none does, by keys.
    """

    name: str
    title: str
    schema: type[BaseModel]
    agrees: Callable[["Law"], Iterator[Flaw]] | None = None
    required: bool = False
    quotes: bool = False
    # The text a template's author writes as a list of entries keeps its order through each entry's `place`.
    ordered_maps: tuple[str, ...] = field(default=())
    called: tuple[Label, ...] = ()


Agreement = Callable[["Law"], Iterator[Flaw]]

_sections: dict[str, Section] = {}
_agreements: list[Agreement] = []


def register(section: Section) -> None:
    """Make a section known; a second section of the same name is a programming error."""
    known = _sections.get(section.name)
    if known is not None and known != section:
        raise ValueError(f"the section {section.name!r} is owned already")
    _sections[section.name] = section


def call_within(name: str, *called: Label) -> None:
    """What values are called within a section that another room reads: they come before what the section says."""
    section = _sections[name]
    new = tuple(each for each in called if each not in section.called)
    _sections[name] = replace(section, called=(*new, *section.called))


def registered() -> Mapping[str, Section]:
    """All known sections by name."""
    return _sections


def register_agreement(agrees: Agreement) -> Agreement:
    """What has to hold of every law, whichever sections it has: so that taking one away cannot leave others behind.

    `agrees` looks at a document every section of which fits its schema, and yields flaws.
    """
    if agrees not in _agreements:
        _agreements.append(agrees)
    return agrees


class Law:
    """A law document read through the schemas of its sections. Never changed; read once per revision and shared."""

    def __init__(self, document: Document, *, number: int = 0) -> None:
        self.document = document
        self.number = number
        self._read: dict[str, BaseModel] = {}
        self._made: dict[Hashable, Any] = {}

    def has(self, name: str) -> bool:
        """Whether the law has this section: a feature whose section is missing is not in force."""
        return name in self.document

    def section(self, name: str, schema: type[Model]) -> Model:
        """The section read through `schema`. Raises KeyError where the law has no such section."""
        read = self._read.get(name)
        if read is None:
            read = self._read[name] = schema.model_validate(self.document[name])
        if not isinstance(read, schema):
            raise TypeError(f"the section {name!r} is read through another schema")
        return read

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` gave the first time that `key` was asked for: something that follows from this law alone."""
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def section_or_none(self, name: str, schema: type[Model]) -> Model | None:
        """As `section`, or None where the law has no such section."""
        return self.section(name, schema) if name in self.document else None


def pointer(*parts: str | int) -> str:
    """A JSON pointer (RFC 6901) from unescaped parts."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def value_at(document: Any, path: str) -> Any:
    """The value at a JSON pointer. Raises LookupError, saying so, where the document has nothing there."""
    try:
        value = resolve_pointer(document, path)
    except (JsonPointerException, ValueError):  # ValueError: a number of more digits than Python reads
        value = EndOfList(None)
    if isinstance(value, EndOfList):  # "-", the place after a list's last element
        raise LookupError(f"the law has nothing at {path}")
    return value


def flaws_of(document: Any) -> list[Flaw]:
    """Everything wrong with a document, the first twenty; an empty list means that it can be law."""
    if not isinstance(document, dict):
        return [Flaw("", "the law is a JSON object with a key for each section")]
    if depth_of(document) > limits.LAW_DEEP:
        return [Flaw("", f"the law is nested more than {limits.LAW_DEEP} deep")]
    flaws = [
        Flaw(pointer(name), "no part of the system knows this section") for name in document if name not in _sections
    ]
    flaws += [
        Flaw(pointer(section.name), f"every law has the section {section.title!r}")
        for section in _sections.values()
        if section.required and section.name not in document
    ]
    for name, content in document.items():
        if name in _sections:
            flaws += _schema_flaws(name, _sections[name].schema, content)
    if not flaws and (size := size_of(document)) > limits.LAW_BYTES:
        flaws = [Flaw("", f"this law would have {size} bytes; at most {limits.LAW_BYTES} are allowed")]
    if not flaws:
        law = Law(document)
        for agrees in (*_agreements_in(document, quoting=False), *_agreements):
            flaws += agrees(law)
        for agrees in _agreements_in(document, quoting=True) if not flaws else ():
            flaws += agrees(law)
    return flaws[:MAX_FLAWS]


def _agreements_in(document: Document, *, quoting: bool) -> list[Agreement]:
    """How the sections of a document must agree with the rest: those that quote the others, or those that do not."""
    sections = (_sections[name] for name in document)
    return [section.agrees for section in sections if section.agrees is not None and section.quotes is quoting]


def fits_its_schemas(document: Document) -> bool:
    """Whether a document has what every law has and all of it can be read, though its sections need not agree."""
    return all(section.name in document for section in _sections.values() if section.required) and all(
        name in _sections and not _schema_flaws(name, _sections[name].schema, content)
        for name, content in document.items()
    )


def _schema_flaws(name: str, schema: type[BaseModel], content: Any) -> list[Flaw]:
    try:
        schema.model_validate(content)
    except ValidationError as error:
        return [Flaw(pointer(name, *each.place), each.detail) for each in validation_messages(schema, error, content)]
    return []


# A law is checked as it is composed, submitted, enacted and replayed: those that were found good lately are known.
_good: deque[bytes] = deque(maxlen=64)


def check(document: Any) -> None:
    """Raises LawInvalid, naming every flaw, where the document cannot be law."""
    known_by = digest_of(document)
    if known_by in _good:
        return
    flaws = flaws_of(document)
    if flaws:
        raise LawInvalid(flaws)
    _good.append(known_by)


def digest_of(document: Any) -> bytes:
    """What tells a document from every other, and from itself where other sections are known.

    Raises LawInvalid where it is nested too deep to tell.
    """
    try:
        return hashlib.blake2b(repr((document, tuple(_sections))).encode(), digest_size=16).digest()
    except RecursionError:
        raise LawInvalid([Flaw("", "the law is nested too deep")]) from None
