"""The state of a cycle as plain data, and its digest. Every room says here what of its tables is state."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from nomic.cycles.models import Cycle

Export = Callable[[Cycle], Any]

_exports: dict[str, Export] = {}


def register(name: str, export: Export) -> None:
    """`export(cycle)` gives a room's state as JSON data, sorted, without database ids."""
    known = _exports.get(name)
    if known is not None and known is not export:
        raise ValueError(f"the state {name!r} is exported already")
    _exports[name] = export


def state_of(cycle: Cycle) -> dict[str, Any]:
    """The whole state of a cycle."""
    return {name: export(cycle) for name, export in sorted(_exports.items())}


def canonical(data: Any) -> str:
    """The one way to write JSON data that digests are taken of."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_of(state: dict[str, Any]) -> str:
    """SHA-256 of a state, in hexadecimal."""
    return hashlib.sha256(canonical(state).encode()).hexdigest()
