"""Checks for effects on players or things that no longer exist when an event occurs, such as a player who has left."""

from collections.abc import Collection, Iterator

from nomic.effects.language.event_names import gone_at, scope_of_event
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.deferred import At

NOBODY_ACTS = "no player does this, so $who is nobody"


def uses_of_departed(piece: Piece, gone: Collection[str]) -> Iterator[EffectFlaw]:
    """Yield a flaw for each use of a name in `gone`, whose value effects cannot use. Texts may still use such names."""
    inner = [(f"{path}/do/", scope_of_event(node.at) or {}) for path, node in walk(piece) if isinstance(node, At)]
    for path, node in walk(piece):
        if not isinstance(node, Ref) or any(path.startswith(below) and node.name in given for below, given in inner):
            continue
        if node.name in gone:
            yield EffectFlaw(path, _why(node.name))


def deferred_uses_of_departed(piece: Piece) -> Iterator[EffectFlaw]:
    """Yield a flaw for each deferred use of a name that effects cannot use at the event that triggers them.

    Texts may use it.
    """
    for path, node in walk(piece):
        if isinstance(node, At):
            for flaw in uses_of_departed(node.do, gone_at(node.at)):
                yield EffectFlaw(f"{path}/do{flaw.path}", flaw.detail)


def _why(name: str) -> str:
    if name == "who":
        return NOBODY_ACTS
    return f"${name} is gone by then: nothing can be done with it, but a message can still name it"
