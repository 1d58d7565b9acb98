"""Law templates: folders `laws/NAME/` of installed apps, with one YAML file per section."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from django.apps import apps

from nomic.law.document.sections import check, registered
from nomic.law.document.string_keys import NonStringKey, check_keys_are_strings


class NoSuchTemplate(LookupError):
    """Raised when no installed app ships a law template of that name."""


def templates() -> dict[str, Path]:
    """Return the folder of every law template that an installed app ships, by name."""
    return {
        folder.name: folder
        for config in apps.get_app_configs()
        for folder in sorted(Path(config.path).glob("laws/*/"))
        if any(folder.glob("*.yaml"))
    }


def document_of(name: str) -> dict[str, Any]:
    """Return a template's law document.

    Raises NoSuchTemplate, or LawInvalid or ValueError for an author's mistake.
    """
    folder = templates().get(name)
    if folder is None:
        raise NoSuchTemplate(f"no law template {name!r}; there are: {', '.join(sorted(templates())) or 'none'}")
    document = {path.stem: _read(path) for path in sorted(folder.glob("*.yaml"))}
    for section in registered().values():
        for key in section.ordered_maps:
            content = document.get(section.name)
            _give_places(content.get(key) if key and isinstance(content, dict) else content)
    check(document)
    return document


@dataclass(frozen=True, slots=True)
class Described:
    """A law template in a list of choices."""

    name: str
    title: str
    summary: str


def described() -> list[Described]:
    """Return all law templates by name, with the title and summary of each."""
    return [_described(name, folder) for name, folder in sorted(templates().items())]


def _described(name: str, folder: Path) -> Described:
    path = folder / "cycle.yaml"
    said = _read(path) if path.exists() else {}
    return Described(name, str(said.get("title", name)), str(said.get("summary", "")))


class _Loader(yaml.CSafeLoader):
    """Safe YAML loader in C, ten times as fast as the one in Python."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        check_keys_are_strings(node)
        return super().construct_mapping(node, deep)


def _read(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506 - a SafeLoader, and stricter
    except (yaml.YAMLError, NonStringKey) as error:
        raise ValueError(f"{path.name}: {error}") from error


def _give_places(entries: Any) -> None:
    """Store the order of the entries as the author wrote them, because JSON objects have no order.

    Entries that are not maps are left for the check of the document.
    """
    for count, entry in enumerate(entries.values() if isinstance(entries, dict) else (), 1):
        if isinstance(entry, dict):
            entry.setdefault("place", 10 * count)
