"""The language as a JSON Schema (2020-12), made from the nodes themselves.

It says how pieces are built. What it cannot say, only the reader checks: that names are bound before they are used
and of which kind they are, how many nodes there are and how deep they lie.
"""

from collections.abc import Callable
from functools import cache

from nomic.effects.language.bounds import MOST_DEPTH, MOST_LIST, MOST_NODES, MOST_NUMBER
from nomic.effects.language.nodes import (
    NODES,
    Condition,
    Description,
    Expression,
    Kind,
    Node,
    Operation,
    default_of,
    fields_of,
    head_of,
    is_required,
    word_of,
)
from nomic.effects.language.reading import (
    BINDING,
    NAMES,
    NAMES_OR_NUMBERS,
    NUMBER,
    PLAYERS,
    REFERENCE,
    RELATIONS,
    TRAITS,
    slots_of,
)
from nomic.effects.language.slots import Slot
from nomic.effects.language.values import EVERYBODY
from nomic.effects.language.world import Value

Schema = dict[str, object]

PRINTABLE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u2028\\u2029]*$"
DICE = "^\\s*(0?[0-9]{1,2}|100)d(?!0+( |$))(0?[0-9]{1,6}|1000000)( target [0-9]{1,7})?\\s*$"
INTEGER = {"type": "integer", "minimum": -MOST_NUMBER, "maximum": MOST_NUMBER}
REFERRED = {"type": "string", "pattern": f"^{REFERENCE.pattern}$"}
WORD = {
    "allOf": [
        {"type": "string", "minLength": 1, "maxLength": 60, "pattern": PRINTABLE},
        {"not": {"pattern": "^\\$"}},
    ]
}
ANY_KIND: tuple[Kind, ...] = ("number", "truth", "cards", "players", "names")


def language() -> Schema:
    """The schema of an effect; conditions are under `$defs`."""
    nodes = {f"node-{head_of(node)}": _node(node) for node in NODES.values()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The effect language",
        "description": f"An effect: operations in their order. At most {MOST_NODES} nodes, {MOST_DEPTH} deep.",
        "$ref": "#/$defs/effect",
        "$defs": {
            "effect": _list(_ref("operation"), MOST_LIST),
            "operation": _any_node(Operation),
            "condition": {"anyOf": [{"const": "$event.where"}, _any_node(Condition)]},
            "word": WORD,
            "reference": REFERRED,
            **nodes,
        },
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: Schema, most: int = MOST_LIST) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _row(*parts: Schema) -> Schema:
    """A list of exactly these."""
    return {"type": "array", "prefixItems": list(parts), "minItems": len(parts), "maxItems": len(parts)}


def _any_node(category: type[Node], kinds: tuple[Kind, ...] = ANY_KIND) -> Schema:
    fitting = [
        _ref(f"node-{head}")
        for head, node in sorted(NODES.items())
        if issubclass(node, category) and (not issubclass(node, Expression) or _kind(node) in (None, *kinds))
    ]
    return {"anyOf": fitting}


def _kind(node: type[Expression[Value]]) -> Kind | None:
    """The kind of a node's value; None where its parts settle it."""
    kind: Kind | None = None if is_required(node, "kind") else default_of(node, "kind")
    return kind


@cache
def _node(node: type[Node]) -> Schema:
    held = slots_of(node)
    return {
        "type": "object",
        "description": " ".join((node.__doc__ or "").split()),
        "properties": {word_of(field): _field(held[field]) for field in fields_of(node)},
        "required": [
            word_of(field) for place, field in enumerate(fields_of(node)) if place == 0 or is_required(node, field)
        ],
        "additionalProperties": False,
    }


def _field(slot: Slot) -> Schema:
    return {"description": slot.says, **_WAYS[slot.reads](slot)}


def _expression(slot: Slot) -> Schema:
    return {"anyOf": _values(slot)}


def _values(slot: Slot) -> list[Schema]:
    return [*_plain(slot.accepts), _any_node(Expression, slot.accepts)]


def _plain(accepts: tuple[Kind, ...]) -> list[Schema]:
    """Values that are no nodes: references, numbers, names and lists of them."""
    plain: list[Schema] = [_ref("reference")]
    if "number" in accepts:
        plain.append(INTEGER)
    if "names" in accepts:
        plain += [_ref("word"), _list({"anyOf": [INTEGER, _ref("word")]})]
    return plain


def _how_many(slot: Slot) -> Schema:
    number = _expression(NUMBER)
    plain = [part for part in _values(NUMBER) if part.get("type") != "array"]
    return {"anyOf": [{"const": "all"}, *plain, _row(number, number)]}


def _enumeration(slot: Slot) -> Schema:
    number = _expression(NUMBER)
    ends = {"from": number, "to": number}
    reach = {"type": "object", "properties": ends, "required": ["from", "to"], "additionalProperties": False}
    return {"anyOf": [_ref("word"), reach, _list(_expression(NAMES_OR_NUMBERS))]}


def _traits(slot: Slot) -> Schema:
    names, modifiers = _expression(NAMES), {"anyOf": [{"const": "all"}, *_values(NAMES)]}
    traits = {trait: modifiers if trait == "modifiers" else names for trait in TRAITS}
    return {"type": "object", "properties": traits, "additionalProperties": False}


def _offers(slot: Slot) -> Schema:
    option = {"say": _text(slot), "needs": {"anyOf": [_ref("condition"), {"type": "null"}]}, "do": _ref("effect")}
    shape = {"type": "object", "properties": option, "required": ["say", "do"], "additionalProperties": False}
    return _list(shape)


def _turn(slot: Slot) -> Schema:
    players = _expression(PLAYERS)
    changes = [
        {"type": "object", "properties": {change: players}, "required": [change], "additionalProperties": False}
        for change in ("skip", "again")
    ]
    return {"anyOf": [{"const": "reverse"}, *changes]}


def _text(slot: Slot) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": 200, "pattern": PRINTABLE}


def _binding(slot: Slot) -> Schema:
    own = [*EVERYBODY, "mod", "event"]
    return {"allOf": [{"type": "string", "pattern": f"^{BINDING.pattern}$"}, {"not": {"enum": own}}]}


_PER_CENT = {"type": "integer", "minimum": 0, "maximum": 100}
_WAYS: dict[str, Callable[[Slot], Schema]] = {
    "expression": _expression,
    "condition": lambda slot: _ref("condition"),
    "conditions": lambda slot: _list(_ref("condition")),
    "list": lambda slot: _list(_expression(slot)),
    "pair": lambda slot: _row(_expression(slot), _expression(slot)),
    "comparison": lambda slot: _row(_anything(), {"enum": list(RELATIONS)}, _anything()),
    "enumeration": _enumeration,
    "effect": lambda slot: _ref("effect"),
    "binding": _binding,
    "word": lambda slot: _ref("word"),
    "words": lambda slot: _list(_ref("word")),
    "text": _text,
    "dice": lambda slot: {"type": "string", "pattern": DICE},
    "flag": lambda slot: {"type": "boolean"},
    "integer": lambda slot: INTEGER,
    "choice": lambda slot: {"enum": list(slot.words)},
    "how-many": _how_many,
    "chooser": lambda slot: {"anyOf": [{"const": "chance"}, *_values(slot)]},
    "traits": _traits,
    "spec": lambda slot: _any_node(Description),
    "rows": lambda slot: _list(_row(INTEGER, INTEGER, _ref("effect"))),
    "offers": _offers,
    "turn": _turn,
    "chances": lambda slot: _list(_row(_ref("word"), _PER_CENT)),
}


def _anything() -> Schema:
    return _expression(Slot("expression", "any value", ANY_KIND))
