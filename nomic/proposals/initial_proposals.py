"""Proposals that installed apps provide for new cycles.

A file `proposals/LAW.yaml` in an app's folder has one proposal for cycles of the law template LAW. It contains the
arguments of the action: `title`, `text`, `amendments`.
"""

from pathlib import Path
from typing import Any

import yaml
from django.apps import apps


def proposals_for(template: str) -> list[dict[str, Any]]:
    """Return the proposals with which cycles of this law template begin, in the order of the apps that provide them.

    The list is empty if no app has one.
    """
    files = [Path(config.path) / "proposals" / f"{template}.yaml" for config in apps.get_app_configs()]
    return [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files if file.is_file()]
