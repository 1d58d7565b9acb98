"""Nouns for the names that an event gives its effects, such as "the winners" for `$winners`.

A higher layer registers them, because effects do not import apps.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import Effect, Expression, Node
from nomic.effects.language.nodes.conditions import Not, Some
from nomic.effects.language.nodes.selectors import PlayersWho
from nomic.effects.language.nodes.values import Count, Ref, Times
from nomic.effects.language.operations.control_flow import Each
from nomic.effects.language.operations.values import PlayersIn, Reveal
from nomic.effects.prose.context import Context, NameMeaning

Given = Callable[[str, Effect, bool], Mapping[str, NameMeaning]]
_callers: list[Given] = []


def register_given(call: Given) -> None:
    """Register a function that returns the nouns for the names of an event.

    Its arguments are the event's word in the law, what is done at the event, and whether other players are named
    before. The nouns must distinguish the event's player from the other players.
    """
    if call not in _callers:
        _callers.append(call)


def knowing_event(word: str, do: Effect, context: Context) -> Context:
    """Return the context with the names that an event provides, which shadow equal names."""
    is_named = any(
        meant.sort == "player" and meant.noun is not None and not meant.noun.is_you for meant in context.names.values()
    )
    for call in _callers:
        for name, meant in call(word, do, is_named).items():
            context = context.knowing(name, meant)
    return context


def names_others(pieces: Iterable[Node | Effect], own: Collection[str]) -> bool:
    """Return whether pieces concern players other than those with these names.

    "That player" would then be ambiguous. The number of all players of a kind concerns nobody in particular, and
    neither does "there is no Seller". The name of a loop over a player denotes that player.
    """
    nodes = [node for piece in pieces for _, node in walk(piece)]
    own = {*own}
    for node in nodes:
        if isinstance(node, Each) and _is_own(node.in_, own):
            own.add(node.each)
    counted = [inner for node in nodes if isinstance(node, Count) for _, inner in walk(node.count)]
    nobody = {id(inner) for inner in counted if _is_plain(inner)}
    nobody |= {id(node.not_.some) for node in nodes if isinstance(node, Not) and isinstance(node.not_, Some)}
    return any(_is_of_players(node) and id(node) not in nobody and not _is_own(node, own) for node in nodes)


def names_other_numbers(pieces: Iterable[Node | Effect], name: str) -> bool:
    """Return whether another number is named before the last use of a number with this name.

    "That number" would then be ambiguous. A number that is computed from this one counts as another.
    """
    used = [_use_of_number(node, name) for piece in pieces for node in _numbers_in(piece)]
    last = max((place for place, use in enumerate(used) if use), default=0)
    return any(use != "itself" for use in used[:last])


def _use_of_number(node: Node | None, name: str) -> str:
    if node is None:
        return ""
    is_negative = (
        isinstance(node, Times) and len(node.times) == 2 and constant_value(node.times[0]) == -1
    )  # "decreases by"
    if _is_own(node.times[1] if isinstance(node, Times) and is_negative else node, {name}):
        return "itself"
    return "worked out" if any(_is_own(inner, {name}) for _, inner in walk(node)) else ""


def _numbers_in(piece: Node | Effect) -> Iterator[Node | None]:
    """Yield the numbers of a piece in sentence order, and None for a step about a single thing."""
    if isinstance(piece, tuple):
        for step in piece:
            yield from _numbers_in(step)
        return
    if isinstance(piece, Expression) and piece.kind == "number":
        yield piece
        return
    if getattr(piece, "n", piece) is None:
        yield None
    for _, child in piece.children(""):
        yield from _numbers_in(child)


def _is_plain(node: Node) -> bool:
    if isinstance(node, Ref):
        return node.name == "all"
    if isinstance(node, PlayersIn):
        return node.of is None
    return isinstance(node, PlayersWho) and node.where is None and node.except_ is None


def _is_of_players(node: Node) -> bool:
    return (isinstance(node, Expression) and node.kind == "players") or (isinstance(node, Reveal) and node.of is None)


def _is_own(node: Node, own: Collection[str]) -> bool:
    return isinstance(node, Ref) and node.name in own and not node.part
