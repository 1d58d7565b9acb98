"""Proposals that installed apps bring with them: what could be voted into the cycles of a law, to begin with.

A file `proposals/LAW.yaml` in an app's folder holds one for cycles of the law template LAW, as an action takes it:
`title`, `text`, `amendments`.
"""

from pathlib import Path
from typing import Any

import yaml
from django.apps import apps


def proposals_for(template: str) -> list[dict[str, Any]]:
    """The proposals made for cycles of a law template, in the order of the apps that bring them."""
    files = [Path(config.path) / "proposals" / f"{template}.yaml" for config in apps.get_app_configs()]
    return [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files if file.is_file()]
