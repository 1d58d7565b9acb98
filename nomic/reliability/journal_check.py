"""Check of the host's own journals by the public verification script."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

from django.conf import settings

from nomic.cycles.history.export import proof
from nomic.cycles.models import Cycle

SCRIPT = Path(settings.BASE_DIR) / "static" / "verify_draws.py"


def wrong_with_the_proof(cycle: Cycle) -> list[str]:
    """Return the script's error messages about a cycle's journal: its chain, ids, draws and seals."""
    failures: list[str] = _script().verify(json.loads("".join(proof(cycle)))).failures
    return failures


def _script() -> ModuleType:
    name = "verify_draws"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, SCRIPT)
        if spec is None or spec.loader is None:
            raise RuntimeError(f"{SCRIPT} cannot be read")
        sys.modules[name] = importlib.util.module_from_spec(spec)  # required by its dataclasses
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
