"""Checks for names that the law does not have."""

from collections.abc import Iterable, Iterator, Mapping

from nomic.effects.language.event_names import DOES
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import Expression, Listed, Operation
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.selectors import Values
from nomic.effects.language.operations.cards import ActAs, ChangeCards
from nomic.effects.language.vocabulary import KEY_OF, ONE_OF, Vocabulary
from nomic.effects.language.world import Members

_ONE: Mapping[str, str] = {
    "species": "species",
    "modifiers": "modifier",
    "collections": "collection",
    "items": "item",
    "suits": "suit",
    "colours": "colour",
    "types": "type",
    "flags": "flag",
    "values_of_cycle": "value of the cycle",
    "values_of_players": "value of players",
    "offices": "office",
    "names_of_cycle": "kept name of the cycle",
    "names_of_players": "kept name of players",
    "players_of_cycle": "kept player of the cycle",
    "players_of_players": "kept player of players",
    "proposals_of_cycle": "kept proposal of the cycle",
    "proposals_of_players": "kept proposal of players",
    "codes_of_cycle": "kept name or proposal of the cycle",
    "codes_of_players": "kept name or proposal of players",
    "classes": "class of proposals",
    "rules": "rule",
    "kept_for_cycle": "value of the cycle",
    "kept_for_players": "value of players",
    "lists": "list of several",
    "secrets": "secret value",
    "pools": "pool of outcomes",
    "keepings_of_cycle": "keeping of the cycle",
    "keepings_of_players": "keeping of players",
    "listed_for_cycle": "table, or value of the cycle for each of several,",
    "listed_for_players": "value of players for each of several",
}
_OTHERWISE: Mapping[str, str] = {
    "kept by players": "{} is not kept for each player",
    "kept by names": "{} is not kept for each name",
    "kept without keys": "{} is kept for each player or name: say for which, as in for: $it",
    "changeable": "{} is a column of a table, which only a vote changes",
}


def names_in(piece: Piece, vocabulary: Vocabulary) -> Iterator[tuple[str, str, int | str]]:
    """Yield every name of the law that a piece uses, with its place and its kind."""
    listed = _listed(piece, vocabulary)
    for path, node in walk(piece):
        for below, kind, named in node.law_names(listed):
            yield f"{path}{below}", kind, named


def unknown_names(names: Iterable[tuple[str, str, int | str]], vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    """Yield a flaw for every name that the law does not have."""
    for path, kind, named in names:
        if not vocabulary.has(kind, named):
            yield EffectFlaw(path, _unknown(kind, named))


def _unknown(kind: str, named: int | str) -> str:
    if kind.startswith(ONE_OF):
        return f"{kind.removeprefix(ONE_OF)} is never {named!r}"
    if kind.startswith(KEY_OF):
        return f"{kind.removeprefix(KEY_OF)} is never kept for {named!r}"
    if kind in _OTHERWISE:
        return _OTHERWISE[kind].format(repr(named))
    if kind == "acts":
        return f"there is no action called {named!r}"
    if kind == "events":
        if named == DOES:
            return "say which action, such as at: does, act: …; until cannot wait for one"
        return f"under this law {named!r} never happens"
    return f"there is no {_ONE[kind]} {named!r}"


def _listed(piece: Piece, vocabulary: Vocabulary) -> Listed:
    """Return the possible values of the names bound in a piece, for bindings to a list or a collection."""
    found: dict[str, Members] = {}
    for _, node in walk(piece):
        binding = (node.binds() or node.binds_within()) if isinstance(node, Operation) else None
        if binding is not None:
            named = binding.value.possible_names({})
            if isinstance(binding.value, Values) and binding.value.collection:
                named = vocabulary.collections.get(binding.value.collection, ())
            found[binding.name] = (*found.get(binding.name, ()), *named)
    return found


def modifiers_given(piece: Piece, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the modifiers that a piece can give to cards, including cards that it creates."""
    listed = _listed(piece, vocabulary)
    found: set[str] = set()
    for _, node in walk(piece):
        if isinstance(node, ChangeCards):
            gained = (node.gain or {}).get("modifiers")
            if isinstance(gained, Expression):
                found.update(str(name) for name in gained.possible_names(listed) or vocabulary.modifiers)
        if isinstance(node, ChangeCards | CardSpec):
            rolled = [each.collection for each in node.collections or ()]
            found.update(name for each in rolled for name in vocabulary.collections.get(each, ()))
        if isinstance(node, CardSpec):
            found.update(node.with_)
            if node.is_random and node.collections is None:
                found |= vocabulary.modifiers
    return frozenset(found)


def acts_as(piece: Piece, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the modifiers that a piece can make its card act as."""
    listed = _listed(piece, vocabulary)
    found: set[str] = set()
    for _, node in walk(piece):
        if isinstance(node, ActAs):
            found.update(str(name) for name in node.act_as.possible_names(listed) or vocabulary.modifiers)
    return frozenset(found)
