"""How large JSON data is, and how deep it is nested; of data that is no larger than memory already has."""

import json

from nomic.law.schema.json_reader import Json


def size_of(value: Json) -> int:
    """The bytes of a value as JSON, as it is stored: everything beyond ASCII escaped."""
    return len(json.dumps(value))


def depth_of(value: Json) -> int:
    """How many objects and lists lie within each other, the value itself counted; 0 for a single value."""
    deepest, waiting = 0, [(value, 0)]
    while waiting:
        inner, depth = waiting.pop()
        if isinstance(inner, dict | list):
            deepest = max(deepest, depth + 1)
            waiting += [(part, depth + 1) for part in (inner.values() if isinstance(inner, dict) else inner)]
    return deepest
