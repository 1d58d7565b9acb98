"""What can be wrong with an effect that reads well: unknown names, what its place does not allow, too much work.

Places of flaws are JSON pointers within the piece.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from nomic.effects import values
from nomic.effects.conditions import PARITY, Has, Playable
from nomic.effects.cost import CARDS, MOST_COST, PLAYERS, UNBOUNDED, Sizes, bound_sizes, cost, plays, upper
from nomic.effects.nodes import Condition, Effect, Expression, Node
from nomic.effects.operations import (
    ActAs,
    Add,
    ChangeCards,
    Choose,
    Each,
    Finish,
    Grant,
    Let,
    Offer,
    Play,
    Revoke,
    Take,
    Turn,
    Wait,
)
from nomic.effects.reading import EffectFlaw
from nomic.effects.selectors import CardsIn, PlayersWho, Values
from nomic.effects.values import CardSpec, Ref, Roll, Stock, Tally
from nomic.effects.vocabulary import Vocabulary
from nomic.effects.walking import children, walk

# Where a piece stands: in a play; in what decides whether a card can be played; where the game begins or ends; at a
# card by itself; in the hall; where something is gained there.
Moment = Literal["play", "legality", "table", "card", "hall", "gain"]
Piece = Effect | Condition
MOST_PLAYS = 8
MOST_MADE = 100

_TURNS = (Turn, Finish, Play, ActAs, Wait, Playable)
_FORBIDDEN: Mapping[Moment, tuple[type[Node], ...]] = {
    "play": (),
    "legality": (Playable, Roll),
    "table": (*_TURNS, Offer),
    "card": (*_TURNS, Offer, Take, Tally),
    "hall": (*_TURNS, Take, Tally),
    "gain": (*_TURNS, Take, Tally, Offer),
}
_WHERE: Mapping[Moment, str] = {
    "play": "in a play",
    "legality": "in what decides whether a card can be played",
    "table": "where a game begins or ends",
    "card": "at a card by itself",
    "hall": "in the hall",
    "gain": "in what is gained in the hall",
}
# Where nobody can be asked: only chance chooses.
UNASKED: tuple[Moment, ...] = ("table", "card", "gain")
EVERYWHERE = ("hand", "deck", "pile", "inventory", "cycle", "copies")
_PLACES: Mapping[Moment, tuple[str, ...]] = {
    "play": EVERYWHERE,
    "legality": EVERYWHERE,
    "table": EVERYWHERE,
    "card": ("inventory", "cycle", "copies"),
    "hall": ("inventory", "cycle", "copies"),
    "gain": ("inventory", "cycle", "copies"),
}
_OF: Mapping[str, str] = {"hand": "players", "deck": "players", "inventory": "players", "copies": "cards"}
_HAS: Mapping[str, str] = {"species": "species", "suit": "suits", "colour": "colours", "type_": "types"}
_HAS_ALSO: Mapping[str, str] = {"modifier": "modifiers", "flag": "flags"}
_ONE: Mapping[str, str] = {
    "species": "species",
    "modifiers": "modifier",
    "collections": "collection",
    "items": "item",
    "suits": "suit",
    "colours": "colour",
    "types": "type",
    "flags": "flag",
}


def flaws_of(piece: Piece, vocabulary: Vocabulary, moment: Moment) -> Iterator[EffectFlaw]:
    """Everything wrong with a piece that reads well."""
    yield from _unknown_names(piece, vocabulary)
    yield from _out_of_place(piece, moment)
    yield from _too_many(piece)
    steps = cost(piece)
    if steps > MOST_COST:
        with_so_many = f"with {PLAYERS} players of {CARDS} cards each"
        yield EffectFlaw("", f"this may take {steps} steps {with_so_many}; at most {MOST_COST} are allowed")
    if isinstance(piece, tuple) and plays(piece) > MOST_PLAYS:
        yield EffectFlaw("", f"this may play {plays(piece)} cards; at most {MOST_PLAYS} are allowed")


def reads(piece: Piece) -> frozenset[str]:
    """What a piece looks at outside its own game: stock, players, active, inventory, cycle, copies."""
    found = set()
    for _, node in walk(piece):
        if isinstance(node, Stock):
            found.add("stock")
        elif isinstance(node, PlayersWho) and node.players in ("players", "active"):
            found.add(node.players)
        elif isinstance(node, CardsIn) and node.cards in ("inventory", "cycle", "copies"):
            found.add(node.cards)
        elif isinstance(node, Ref) and (node.name, node.part) == ("mod", "by"):
            found.add("players")
    return frozenset(found)


# ── names


def _unknown_names(piece: Piece, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    listed = _lists_of(piece, vocabulary)
    for path, node in walk(piece):
        for below, kind, named in _names_in(node, listed):
            if named not in getattr(vocabulary, kind):
                yield EffectFlaw(f"{path}{below}", f"there is no {_ONE[kind]} {named!r}")
        if isinstance(node, Has) and node.value_ is not None:
            yield from _bad_values(path, node.value_)
        if isinstance(node, Stock) and isinstance(node.of, values.Literal) and node.of.source != ("pool",):
            yield EffectFlaw(f"{path}/of", "whose: players, or pool")


def _bad_values(path: str, wanted: Expression) -> Iterator[EffectFlaw]:
    for named in _literals(wanted):
        if isinstance(named, str) and named not in PARITY:
            yield EffectFlaw(f"{path}/value", f"a value is a number, odd or even, not {named!r}")


def _names_in(node: Node, listed: Mapping[str, tuple[Any, ...]]) -> Iterator[tuple[str, str, Any]]:
    """Every name of the law that a node has: where, of what kind, which."""
    if isinstance(node, Has):
        for field, kind in (*_HAS.items(), *_HAS_ALSO.items()):
            held = getattr(node, field)
            if held is not None:
                yield from ((f"/{field.rstrip('_')}", kind, named) for named in _possible(held, listed))
    elif isinstance(node, CardSpec):
        yield from _spec_names(node)
    elif isinstance(node, Stock):
        yield "/stock", "items", node.stock
    elif isinstance(node, Grant | Revoke):
        yield (("/grant", "items", node.grant) if isinstance(node, Grant) else ("/revoke", "items", node.revoke))
    elif isinstance(node, ChangeCards):
        yield from _trait_names(node, listed)
    elif isinstance(node, Play):
        yield from ((f"/without/{place}", "modifiers", named) for place, named in enumerate(node.without))
    elif isinstance(node, ActAs):
        yield from (("/act_as", "modifiers", named) for named in _possible(node.act_as, listed))
    elif isinstance(node, Values) and isinstance(node.values, str):
        yield "/values", "collections", node.values


def _spec_names(spec: CardSpec) -> Iterator[tuple[str, str, Any]]:
    if not spec.is_random:
        yield "/card", "species", spec.card
    yield from ((f"/with/{place}", "modifiers", named) for place, named in enumerate(spec.with_))
    yield from ((f"/types/{place}", "types", named) for place, named in enumerate(spec.types))
    for place, (named, _) in enumerate(spec.collections or ()):
        yield f"/collections/{place}/0", "collections", named


def _trait_names(change: ChangeCards, listed: Mapping[str, tuple[Any, ...]]) -> Iterator[tuple[str, str, Any]]:
    for word in ("gain", "lose"):
        for trait, names in (getattr(change, word) or {}).items():
            if isinstance(names, tuple):
                yield from ((f"/{word}/{trait}", trait, named) for named in _possible(names[0], listed))
    for place, (named, _) in enumerate(change.collections or ()):
        yield f"/collections/{place}/0", "collections", named


def _literals(node: Expression) -> tuple[Any, ...]:
    if not isinstance(node, values.Literal):
        return ()
    return node.source if isinstance(node.source, tuple) else (node.source,)


def _possible(node: Expression, listed: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """The names that an expression can stand for, as far as that is written down."""
    if isinstance(node, Ref) and not node.part:
        return listed.get(node.name, ())
    if isinstance(node, Values) and not isinstance(node.values, str | dict):
        return tuple(named for part in node.values for named in _literals(part))
    return _literals(node)


def _lists_of(piece: Piece, vocabulary: Vocabulary) -> dict[str, tuple[Any, ...]]:
    """What names bound anywhere in a piece stand for, where they come out of a list or a collection."""
    found: dict[str, tuple[Any, ...]] = {}
    for _, node in walk(piece):
        name, source = _binding(node)
        if isinstance(source, Values) and isinstance(source.values, str):
            found[name] = found.get(name, ()) + tuple(vocabulary.collections.get(source.values, ()))
        elif source is not None:
            found[name] = found.get(name, ()) + _possible(source, {})
    return found


def _binding(node: Node) -> tuple[str, Expression | None]:
    if isinstance(node, Choose):
        return node.choose, node.from_
    if isinstance(node, Let):
        return node.let, node.be
    return (node.each, node.in_) if isinstance(node, Each) else ("", None)


# ── place


def _out_of_place(piece: Piece, moment: Moment) -> Iterator[EffectFlaw]:
    for path, node in walk(piece):
        if isinstance(node, _FORBIDDEN[moment]):
            yield EffectFlaw(path, f"{next(iter(node.raw))!r} cannot stand {_WHERE[moment]}")
        elif isinstance(node, CardsIn) and node.cards not in _PLACES[moment]:
            yield EffectFlaw(f"{path}/cards", f"there is no {node.cards} {_WHERE[moment]}")
        elif isinstance(node, CardsIn) and (needed := _OF.get(node.cards)) != (node.of.kind if node.of else None):
            yield EffectFlaw(
                f"{path}/of", f"a {node.cards} is of {needed}" if needed else f"the {node.cards} is nobody's"
            )
        elif isinstance(node, Add) and moment in ("card", "hall", "gain") and node.to != "inventory":
            yield EffectFlaw(f"{path}/to", f"there is no {node.to} {_WHERE[moment]}")
        elif (
            isinstance(node, PlayersWho) and moment in ("hall", "gain") and node.players in ("participants", "entered")
        ):
            yield EffectFlaw(f"{path}/players", f"nobody is in a game {_WHERE[moment]}: say players or active")
        elif isinstance(node, Choose) and moment in UNASKED and node.by != "chance" and node.n != "all":
            yield EffectFlaw(path, f"nobody can be asked {_WHERE[moment]}: only chance can choose")


# ── amounts


def _too_many(piece: Piece) -> Iterator[EffectFlaw]:
    """Cards drawn, made and chosen: from none to a hundred at a time."""
    yield from _amounts(piece, "", {})


def _amounts(piece: Any, path: str, sizes: Sizes) -> Iterator[EffectFlaw]:
    known = dict(sizes)
    if isinstance(piece, tuple):
        for place, step in enumerate(piece):
            yield from _amounts(step, f"{path}/{place}", known)
            known |= bound_sizes(step, known)
        return
    for word, number in _counts(piece):
        most = upper(number, known)
        if isinstance(number, values.Literal) and isinstance(number.source, int) and number.source < 0:
            yield EffectFlaw(f"{path}/{word}", "at least 0")
        elif most > MOST_MADE:
            may = f"this may be {most}; " if most < UNBOUNDED else "nothing bounds this number; "
            yield EffectFlaw(f"{path}/{word}", f"{may}at most {MOST_MADE} at a time")
    yield from _amounts_within(piece, path, known)


def _amounts_within(node: Node, path: str, sizes: Sizes) -> Iterator[EffectFlaw]:
    if isinstance(node, Each):
        yield from _amounts(
            node.do, f"{path}/do", {**sizes, node.each: 1, f"number {node.each}": upper(node.in_, sizes)}
        )
        return
    known = dict(sizes)
    for below, child in children(node, path):
        yield from _amounts(child, below, known)
        known |= bound_sizes(child, known)


def _counts(node: Node) -> Iterator[tuple[str, Expression]]:
    if isinstance(node, Take):
        yield "take", node.take
    elif (isinstance(node, Add) and node.n is not None) or (
        isinstance(node, Choose) and isinstance(node.n, values.Literal)
    ):
        yield "n", node.n


# ── modifiers that act as others


def acts_as(piece: Piece, vocabulary: Vocabulary) -> frozenset[str]:
    """As which modifiers a piece can have its card act."""
    listed = _lists_of(piece, vocabulary)
    found: set[str] = set()
    for _, node in walk(piece):
        if isinstance(node, ActAs):
            found.update(_possible(node.act_as, listed) or vocabulary.modifiers)
    return frozenset(found)


def circle(graph: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Modifiers that act as each other in a circle, in order; empty where there are none such."""
    done: set[str] = set()
    for start in graph:
        found = _circle_from(start, graph, done)
        if found:
            return found
    return ()


def _circle_from(start: str, graph: Mapping[str, frozenset[str]], done: set[str]) -> tuple[str, ...]:
    """The first circle on any way from `start`; what leads into none is added to `done`."""
    way: dict[str, None] = {}
    left: list[list[str]] = [[start]]
    while left:
        if not left[-1]:
            left.pop()
            if way:
                done.add(way.popitem()[0])
            continue
        name = left[-1].pop()
        if name in way:
            return tuple(way)[list(way).index(name) :]
        if name not in done:
            way[name] = None
            left.append(sorted(graph.get(name, frozenset()), reverse=True))
    return ()
