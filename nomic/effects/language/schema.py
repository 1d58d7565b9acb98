"""The language as a JSON Schema (2020-12), made from the nodes themselves.

It says how pieces are built. What it cannot say, only the reader checks: that names are bound before they are used
and of which kind they are, how many nodes there are and how deep they lie.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from nomic.effects.language.nodes import (
    Condition,
    Description,
    Expression,
    Heads,
    Json,
    Kind,
    Node,
    Operation,
    Slot,
    fields_of,
    head_of,
    word_of,
)
from nomic.effects.language.reading import (
    BINDING,
    EVERYBODY,
    MOST_DEPTH,
    MOST_LIST,
    MOST_NODES,
    MOST_NUMBER,
    REFERENCE,
    RELATIONS,
    TRAITS,
    is_required,
    slots_of,
)
from nomic.effects.language.selectors import Extreme

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
NUMBERS = Slot("expression", "a number", ("number", "names"))
NAMES = Slot("expression", "names", ("names",))
PLAYERS = Slot("expression", "players", ("players",))
NAMES_OR_NUMBERS = Slot("expression", "names or numbers", ("names", "number"))
ANY_KIND: tuple[Kind, ...] = ("number", "truth", "cards", "players", "names")


def language() -> dict[str, Json]:
    """The schema of an effect; conditions are under `$defs`."""
    nodes = {f"node-{head_of(node)}": _node(node) for node in Heads.known.values()}
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


def _ref(name: str) -> dict[str, Json]:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: Json, most: int = MOST_LIST) -> dict[str, Json]:
    return {"type": "array", "items": items, "maxItems": most}


def _row(*parts: Json) -> dict[str, Json]:
    """A list of exactly these."""
    return {"type": "array", "prefixItems": list(parts), "minItems": len(parts), "maxItems": len(parts)}


def _any_node(category: type[Node], kinds: tuple[Kind, ...] = ANY_KIND) -> dict[str, Json]:
    fitting = [
        _ref(f"node-{head}")
        for head, node in sorted(Heads.known.items())
        if issubclass(node, category) and (not issubclass(node, Expression) or _kind(node) in (None, *kinds))
    ]
    return {"anyOf": fitting}


def _kind(node: type[Expression]) -> Kind | None:
    """The kind of a node's value; None where its parts settle it."""
    if issubclass(node, Extreme):
        return None
    kind: Kind = dict(zip(node.__struct_fields__[::-1], node.__struct_defaults__[::-1], strict=False))["kind"]
    return kind


@cache
def _node(node: type[Node]) -> dict[str, Json]:
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


def _field(slot: Slot) -> dict[str, Json]:
    return {"description": slot.says, **_WAYS[slot.reads](slot)}


def _expression(slot: Slot) -> dict[str, Json]:
    return {"anyOf": [*_plain(slot.accepts), _any_node(Expression, slot.accepts)]}


def _plain(accepts: tuple[Kind, ...]) -> list[Json]:
    """Values that are no nodes: references, numbers, names and lists of them."""
    plain: list[Json] = [_ref("reference")]
    if "number" in accepts:
        plain.append(INTEGER)
    if "names" in accepts:
        plain += [_ref("word"), _list({"anyOf": [INTEGER, _ref("word")]})]
    return plain


def _how_many(slot: Slot) -> dict[str, Json]:
    number = _expression(NUMBERS)
    plain = [part for part in number["anyOf"] if part.get("type") != "array"]
    return {"anyOf": [{"const": "all"}, *plain, _row(number, number)]}


def _enumeration(slot: Slot) -> dict[str, Json]:
    number = _expression(NUMBERS)
    ends = {"from": number, "to": number}
    reach = {"type": "object", "properties": ends, "required": ["from", "to"], "additionalProperties": False}
    return {"anyOf": [_ref("word"), reach, _list(_expression(NAMES_OR_NUMBERS))]}


def _traits(slot: Slot) -> dict[str, Json]:
    names = _expression(NAMES)
    modifiers = {"anyOf": [{"const": "all"}, *names["anyOf"]]}
    traits = {trait: modifiers if trait == "modifiers" else names for trait in TRAITS}
    return {"type": "object", "properties": traits, "additionalProperties": False}


def _offers(slot: Slot) -> dict[str, Json]:
    option = {"say": _text(slot), "needs": {"anyOf": [_ref("condition"), {"type": "null"}]}, "do": _ref("effect")}
    shape = {"type": "object", "properties": option, "required": ["say", "do"], "additionalProperties": False}
    return _list(shape)


def _turn(slot: Slot) -> dict[str, Json]:
    players = _expression(PLAYERS)
    changes = [
        {"type": "object", "properties": {change: players}, "required": [change], "additionalProperties": False}
        for change in ("skip", "again")
    ]
    return {"anyOf": [{"const": "reverse"}, *changes]}


def _text(slot: Slot) -> dict[str, Json]:
    return {"type": "string", "minLength": 1, "maxLength": 200, "pattern": PRINTABLE}


def _binding(slot: Slot) -> dict[str, Json]:
    own = [*EVERYBODY, "mod", "event"]
    return {"allOf": [{"type": "string", "pattern": f"^{BINDING.pattern}$"}, {"not": {"enum": own}}]}


_PER_CENT = {"type": "integer", "minimum": 0, "maximum": 100}
_WAYS: dict[str, Callable[[Slot], dict[str, Json]]] = {
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
    "chooser": lambda slot: {"anyOf": [{"const": "chance"}, *_expression(slot)["anyOf"]]},
    "traits": _traits,
    "spec": lambda slot: _any_node(Description),
    "rows": lambda slot: _list(_row(INTEGER, INTEGER, _ref("effect"))),
    "offers": _offers,
    "turn": _turn,
    "chances": lambda slot: _list(_row(_ref("word"), _PER_CENT)),
}


def _anything() -> dict[str, Any]:
    return _expression(Slot("expression", "any value", ANY_KIND))
