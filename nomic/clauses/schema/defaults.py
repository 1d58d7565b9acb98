"""Templates for new clauses of each kind: the required keys, to be filled in by the author."""

from collections.abc import Mapping
from typing import Any

BLANKS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "action": ("something that players can do", {"action": "", "do": []}),
    "when": ("something that happens by itself", {"when": "phase-begins", "do": []}),
    "value": ("something that is counted or kept", {"value": "", "of": "cycle", "is": "number", "starts": 0}),
    "forbid": ("something that is forbidden", {"forbid": "", "because": ""}),
    "wins": ("a way to win", {"wins": {}, "alone": True}),
    "class": (
        "a class of proposals",
        {"class": "", "lasts": {"phases": 1}, "passes": {"is": ["$for", "more_than", "$against"]}},
    ),
    "outcome": ("something that can happen by chance", {"outcome": "", "of": "", "do": []}),
}
