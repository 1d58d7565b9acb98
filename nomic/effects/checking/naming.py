"""Names that an effect uses and no law has."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.language import values
from nomic.effects.language.conditions import PARITY, Has
from nomic.effects.language.nodes import Condition, Effect, Expression, Node
from nomic.effects.language.operations import ActAs, ChangeCards, Choose, Each, Grant, Let, Play, Revoke
from nomic.effects.language.reading import EffectFlaw
from nomic.effects.language.selectors import Values
from nomic.effects.language.values import CardSpec, Ref, Stock
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.walking import walk

Piece = Effect | Condition
_HAS: Mapping[str, str] = {
    "species": "species",
    "suit": "suits",
    "colour": "colours",
    "type_": "types",
    "modifier": "modifiers",
    "flag": "flags",
}
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


def unknown_names(piece: Piece, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    """A flaw for every name that the law does not have, where it stands."""
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
        for field, kind in _HAS.items():
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


def acts_as(piece: Piece, vocabulary: Vocabulary) -> frozenset[str]:
    """As which modifiers a piece can have its card act."""
    listed = _lists_of(piece, vocabulary)
    found: set[str] = set()
    for _, node in walk(piece):
        if isinstance(node, ActAs):
            found.update(_possible(node.act_as, listed) or vocabulary.modifiers)
    return frozenset(found)
