"""The state of a cycle as plain data, and its digest. Every app registers its part of the state."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from operator import attrgetter
from typing import Any

from nomic.cycles.models import Cycle

Export = Callable[[Cycle], Any]

_exports: dict[str, Export] = {}


def register(name: str, export: Export) -> None:
    """Register a part of the state. `export(cycle)` returns it as sorted JSON data without primary keys.

    It contains no sentence that the program composes: a later version may word it otherwise, and a replay of an older
    journal would then differ from the cycle. Where code decides by a reason, the reason has a code.

    Raises ValueError if the name is taken.
    """
    known = _exports.get(name)
    if known is not None and known is not export:
        raise ValueError(f"the state {name!r} is exported already")
    _exports[name] = export


def state_of(cycle: Cycle) -> dict[str, Any]:
    """Return the complete state of a cycle: each registered part by name."""
    return {name: export(cycle) for name, export in sorted(_exports.items())}


def row_as_json(row: object, names: str) -> list[Any]:
    """Return columns of a row as JSON data. `names` is like "code title request.code"; a dot follows a relation."""
    values = [attrgetter(name)(row) for name in names.split()]
    return [value.isoformat() if isinstance(value, datetime) else value for value in values]


def canonical_json(data: Any) -> str:
    """Return JSON data as the canonical text that is digested."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_of(state: dict[str, Any]) -> str:
    """Return the SHA-256 of a state, in hexadecimal."""
    return hashlib.sha256(canonical_json(state).encode()).hexdigest()
