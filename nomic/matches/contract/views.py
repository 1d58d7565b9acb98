"""A viewer's view of a match as JSON data."""

from typing import Any

from msgspec import Struct, json


def view_data(view: Struct) -> dict[str, Any]:
    """Return a view as the JSON data sent to API clients."""
    data: dict[str, Any] = json.decode(json.encode(view))
    return data
