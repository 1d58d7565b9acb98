"""What somebody sees of a match, as JSON data."""

from typing import Any

from msgspec import Struct, json


def view_data(view: Struct) -> dict[str, Any]:
    """A view as callers know it."""
    data: dict[str, Any] = json.decode(json.encode(view))
    return data
