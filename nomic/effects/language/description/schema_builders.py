"""Building blocks of JSON Schema (2020-12) for the description of the language."""

import re
from collections.abc import Sequence

from nomic.effects.language.bounds import MAX_LIST, MAX_NUMBER
from nomic.effects.language.nodes.base import NODES, Expression, Kind, Node, default_of, is_required
from nomic.effects.language.world import Value

Schema = dict[str, object]

REFERENCE = re.compile(r"\$([a-z][a-z0-9_]{0,30})(?:\.([a-z]{1,10}))?", re.ASCII)
PRINTABLE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u2028\\u2029]*$"
INTEGER: Schema = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
REFERRED: Schema = {"type": "string", "pattern": f"^{REFERENCE.pattern}$"}
WORD: Schema = {
    "allOf": [
        {"type": "string", "minLength": 1, "maxLength": 60, "pattern": PRINTABLE},
        {"not": {"pattern": "^\\$"}},
    ]
}
ANY_KIND: tuple[Kind, ...] = ("number", "truth", "cards", "players", "names", "proposals")


def defined(name: str) -> Schema:
    """Return a schema that refers to the entry `name` of `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list of these items, up to the language's maximum length."""
    return {"type": "array", "items": items, "maxItems": MAX_LIST}


def exactly(*parts: Schema) -> Schema:
    """Return the schema of a list with exactly these elements, in order."""
    return {"type": "array", "prefixItems": list(parts), "minItems": len(parts), "maxItems": len(parts)}


def map_of(properties: dict[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of an object with these properties and no others. The ones in `required` must be present."""
    needed: Schema = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


def any_node(category: type[Node], kinds: tuple[Kind, ...] = ANY_KIND) -> Schema:
    """Return the schema of any node of a category.

    An expression matches only if its value can have one of these kinds.
    """
    fitting = [
        defined(f"node-{head}")
        for head, node in sorted(NODES.items())
        if issubclass(node, category) and (not issubclass(node, Expression) or _kind_of(node) in (None, *kinds))
    ]
    return {"anyOf": fitting}


def values_of(kinds: tuple[Kind, ...], *, lists: bool = True) -> list[Schema]:
    """Return the schemas of values of these kinds. If `lists` is false, lists of names or numbers are excluded."""
    plain = [defined("reference")]
    if "number" in kinds:
        plain.append(INTEGER)
    if "names" in kinds:
        plain.append(defined("word"))
    if "names" in kinds and lists:
        plain.append(list_of({"anyOf": [INTEGER, defined("word")]}))
    return [*plain, any_node(Expression, kinds)]


def _kind_of(node: type[Expression[Value]]) -> Kind | None:
    """Return the kind of a node's value, or None if it depends on the node's parts."""
    kind: Kind | None = None if is_required(node, "kind") else default_of(node, "kind")
    return kind
