"""The language as a JSON Schema (2020-12), derived from the nodes themselves.

The schema covers the structure of pieces. Only the parser checks the rest: that names are bound before use and have the
right kind, and the limits on the number and depth of nodes.
"""

from functools import cache

from nomic.effects.language.bounds import MAX_DEPTH, MAX_NODES
from nomic.effects.language.description.schema_builders import (
    REFERRED,
    WORD,
    Schema,
    any_node,
    defined,
    list_of,
    map_of,
)
from nomic.effects.language.nodes.base import NODES, Condition, Node, Operation, fields_of, is_required, word_of
from nomic.effects.language.parser import slots_of


def language() -> Schema:
    """Return the schema of an effect; conditions are under `$defs`."""
    nodes = {f"node-{head}": _node(node) for head, node in NODES.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The effect language",
        "description": f"An effect: operations in their order. At most {MAX_NODES} nodes, {MAX_DEPTH} deep.",
        "$ref": "#/$defs/effect",
        "$defs": {
            "effect": list_of(defined("operation")),
            "operation": any_node(Operation),
            "condition": {"anyOf": [defined("reference"), any_node(Condition)]},
            "word": WORD,
            "reference": REFERRED,
            **nodes,
        },
    }


@cache
def _node(node: type[Node]) -> Schema:
    held = slots_of(node)
    fields = {
        word_of(field): {"description": held[field].description, **held[field].schema()} for field in fields_of(node)
    }
    head, *others = fields_of(node)
    required = [word_of(field) for field in (head, *(field for field in others if is_required(node, field)))]
    return {"description": " ".join((node.__doc__ or "").split()), **map_of(fields, required)}
