"""What somebody sees of a match, as JSON data."""

from typing import Any

from msgspec import json

from nomic.tables.contract.game import AnyView


def view_data(view: AnyView) -> dict[str, Any]:
    """A view as callers know it."""
    data: dict[str, Any] = json.decode(json.encode(view))
    return data
