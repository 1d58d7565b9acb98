"""Size and depth of parsed JSON data."""

import json

from nomic.law.schema.json_reader import Json


def size_of(value: Json) -> int:
    """Return the size in bytes of a value as stored JSON, in which all characters beyond ASCII are escaped."""
    return len(json.dumps(value))


def depth_of(value: Json) -> int:
    """Return the depth of nested objects and lists, including the value itself; 0 for a scalar."""
    deepest, waiting = 0, [(value, 0)]
    while waiting:
        inner, depth = waiting.pop()
        if isinstance(inner, dict | list):
            deepest = max(deepest, depth + 1)
            waiting += [(part, depth + 1) for part in (inner.values() if isinstance(inner, dict) else inner)]
    return deepest
