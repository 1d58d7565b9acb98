"""Law templates that installed apps ship, each in YAML: a folder `laws/NAME/` with a file per section, or one file.

A law in one file, `laws/NAME.yaml`, has its sections as keys. A second YAML document after `---` can declare what
implements its sentences (`nomic/law/rules/sentences.py`). Both forms give the same document.

Beside either, `laws/NAME.practice.yaml` can hold the entries that differ in practice cycles, such as a smaller goal.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from django.apps import apps

from nomic.law.document.sections import check_document, registered_sections
from nomic.law.document.yaml_loader import NonStringKey, documents_in

SENTENCES, PRACTICE = ".sentences.yaml", ".practice.yaml"  # the ends of the names of files that are no laws
MAX_PARTS = 2


class NoSuchTemplate(LookupError):
    """Raised when no installed app ships a law template with that name."""


def law_templates() -> dict[str, Path]:
    """Return the law templates that installed apps ship: each template's folder or file, by name.

    Raises ValueError if an app has both for one name.
    """
    found: dict[str, Path] = {}
    for config in apps.get_app_configs():
        laws = Path(config.path) / "laws"
        folders = {folder.name: folder for folder in laws.glob("*/") if any(folder.glob("*.yaml"))}
        files = {file.stem: file for file in laws.glob("*.yaml") if not f".{file.name}".endswith((SENTENCES, PRACTICE))}
        if both := sorted(folders.keys() & files.keys()):
            raise ValueError(f"{laws}: the law {both[0]!r} is a folder and a file; remove one of them")
        found |= dict(sorted({**folders, **files}.items()))
    return found


def document_of(name: str, *, practice: bool = False) -> dict[str, Any]:
    """Return a template's law document, with its overrides for practice cycles if `practice` is true.

    Raises NoSuchTemplate if there is none with that name, and LawInvalid or ValueError if it has a mistake.
    """
    template = law_templates().get(name)
    if template is None:
        raise NoSuchTemplate(
            f"there is no law template {name!r}; choose one of: {', '.join(sorted(law_templates())) or 'none'}"
        )
    document = _read(template, MAX_PARTS) if template.is_file() else _read_folder(template)
    if practice and isinstance(document, dict):
        document = _merged(document, practice_in(template) or {})
    for section in registered_sections().values() if isinstance(document, dict) else ():
        for key in section.ordered_maps:
            content = document.get(section.name)
            _give_places(content.get(key) if key and isinstance(content, dict) else content)
    check_document(document)
    checked: dict[str, Any] = document
    return checked


def section_in(template: Path, name: str) -> Any:
    """Return a section of a template as its author wrote it, or None. `template` is a value of `law_templates`."""
    if template.is_file():
        document = _read(template, MAX_PARTS)
        return document.get(name) if isinstance(document, dict) else None
    path = template / f"{name}.yaml"
    return _read(path) if path.exists() else None


def sentences_in(template: Path) -> Any:
    """Return the data of a law's own table of sentences, or None if it has none.

    It is the second part of the law's file or, if the law is a folder, a file beside the folder.
    """
    if template.is_file():
        return _parts(template, MAX_PARTS)[1]
    path = template.with_name(f"{template.name}{SENTENCES}")
    return _read(path) if path.exists() else None


def practice_in(template: Path) -> Any:
    """Return a law's overrides for practice cycles, or None if it has none."""
    path = template.with_name(f"{template.stem if template.is_file() else template.name}{PRACTICE}")
    return _read(path) if path.exists() else None


def _merged(entries: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """Return `entries` with the values of `others` in place of theirs. A map in both is merged entry by entry."""
    merged = {
        key: _merged(entries[key], other) if isinstance(other, dict) and isinstance(entries.get(key), dict) else other
        for key, other in others.items()
    }
    return {**entries, **merged}


@dataclass(frozen=True, slots=True)
class Described:
    """A law template as a choice: its name, the title of its game, and its summary."""

    name: str
    title: str
    summary: str


def described_templates() -> list[Described]:
    """Return all law templates, sorted by name.

    The title is the game's if the law names its game, otherwise the cycle's.
    """
    return [_described(name, folder) for name, folder in sorted(law_templates().items())]


def _described(name: str, template: Path) -> Described:
    said = section_in(template, "cycle")
    said = said if isinstance(said, dict) else {}
    return Described(name, str(said.get("game") or said.get("title", name)), str(said.get("summary", "")))


def _read_folder(folder: Path) -> dict[str, Any]:
    return {path.stem: _read(path) for path in sorted(folder.glob("*.yaml"))}


def _read(path: Path, most: int = 1) -> Any:
    """Return the content of a law's or a section's file."""
    return _parts(path, most)[0]


def _parts(path: Path, most: int) -> tuple[Any, Any]:
    """Return two YAML documents of a file, each None if it is missing. Raises ValueError if it has more than `most`."""
    try:
        found = documents_in(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, NonStringKey) as error:
        raise ValueError(f"{path.name}: {error}") from error
    if len(found) > most:
        raise ValueError(f"{path.name}: {len(found)} YAML documents, divided by `---`; at most {most} can be here")
    first, second = (*found, None, None)[:MAX_PARTS]
    return first, second


def _give_places(entries: Any) -> None:
    """Give each entry a `place` in the author's order, because JSON objects have no order.

    Entries that are not maps are left for the check of the document.
    """
    for count, entry in enumerate(entries.values() if isinstance(entries, dict) else (), 1):
        if isinstance(entry, dict):
            entry.setdefault("place", 10 * count)
