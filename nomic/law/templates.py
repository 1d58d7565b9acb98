"""Law templates: folders `laws/NAME/` of installed apps, one YAML file per section."""

from pathlib import Path
from typing import Any

import yaml
from django.apps import apps

from nomic.law.sections import check, registered


class NoSuchTemplate(LookupError):
    """No installed app ships a law template of that name."""


def templates() -> dict[str, Path]:
    """The folder of every law template that an installed app ships, by name."""
    return {
        folder.name: folder
        for config in apps.get_app_configs()
        for folder in sorted(Path(config.path).glob("laws/*/"))
        if any(folder.glob("*.yaml"))
    }


def document_of(name: str) -> dict[str, Any]:
    """The law document of a template. Raises NoSuchTemplate, or LawInvalid where its author made a mistake."""
    folder = templates().get(name)
    if folder is None:
        raise NoSuchTemplate(f"no law template {name!r}; there are: {', '.join(sorted(templates())) or 'none'}")
    document = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))}
    for section in registered().values():
        for key in section.ordered_maps:
            content = document.get(section.name, {})
            _give_places(content[key] if key else content)
    check(document)
    return document


def _give_places(entries: dict[str, Any]) -> None:
    """Keep the order in which the author wrote the entries: JSON objects have none of their own."""
    for count, entry in enumerate(entries.values(), 1):
        entry.setdefault("place", 10 * count)
