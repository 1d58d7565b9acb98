"""OpenAPI schemas of each game's moves, standing orders and views, generated from the engines' types."""

from collections.abc import Sequence

from msgspec import Struct

from nomic.matches.contract.derive_schemas import Schema, schema_of, view_type
from nomic.matches.hosting.registry import HostedGame, all_games

COMPONENTS = "#/components/schemas/"
MOVE, ORDER, VIEW = "Move", "Order", "View"
IN_SHAPES = {  # fields of requests and answers that hold a move, a standing order or a view
    MOVE: (("MoveBody", "move"), ("LegalMoveShape", "move"), ("BarredMoveShape", "move")),
    ORDER: (("OrderBody", "order"), ("OwnOrderShape", "order")),
    VIEW: (("MatchDetail", "view"),),
}


def describe_games(schemas: dict[str, Schema]) -> None:
    """Add schemas of each game, such as `Move.tetromic`, and their union `Move`.

    All fields that hold such a value then refer to the union.
    """
    for what, fields in IN_SHAPES.items():
        games = [game for game in all_games() if _structs(what, game)]
        for game in games:
            schemas |= _named(f"{what}.{game.name}", _structs(what, game))
        schemas[what] = {"anyOf": [_ref(f"{what}.{game.name}") for game in games]}
        for shape, field in fields:
            schemas[shape]["properties"][field] = _ref(what)


def _structs(what: str, game: HostedGame) -> Sequence[type[Struct]]:
    engine = game.engine
    found: dict[str, Sequence[type[Struct]]]
    found = {MOVE: engine.moves, ORDER: engine.orders, VIEW: (view_type(engine),)}
    return found[what]


def _named(name: str, structs: Sequence[type[Struct]]) -> dict[str, Schema]:
    """Return the schema called `name` of a union of structs, and the schemas of its parts.

    A part has a name such as `Move.tetromic.Place`. A single struct gets `name` itself, because some client generators
    would make a second class of a second name.
    """
    schema, parts = schema_of(structs, f"{COMPONENTS}{name}.{{name}}")
    alone = schema.get("$ref", "").removeprefix(f"{COMPONENTS}{name}.")
    if alone in parts:
        schema = parts.pop(alone)
    return {name: schema, **{f"{name}.{part}": found for part, found in parts.items()}}


def _ref(name: str) -> Schema:
    return {"$ref": COMPONENTS + name}
