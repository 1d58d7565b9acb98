"""Checks that public numbers do not depend on secrets."""

from collections.abc import Iterator

from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import Node, Operation
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.ask_everybody import Everybody
from nomic.effects.language.operations.cards import ChangeCards
from nomic.effects.language.operations.choosing import Choose, Offer
from nomic.effects.language.vocabulary import Vocabulary


def leaking_numbers(piece: Piece, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    """Yield a flaw for each public number that depends on a secret value.

    Public numbers are the chances of collections, shown in the record of draws, and time limits of questions, shown in
    the journal.
    """
    if not vocabulary.secrets:
        return
    nodes = list(walk(piece))
    called = _called_by_secrets([node for _, node in nodes], vocabulary.secrets)
    for path, node in nodes:
        for place, number, why in _seen_by_all(node):
            for below, part in walk(number, f"{path}{place}"):
                if _discloses(part, vocabulary.secrets, called):
                    yield EffectFlaw(below, why)


def _seen_by_all(node: Node) -> Iterator[tuple[str, Node, str]]:
    """Yield the publicly visible numbers of a node as (place, number, message of the flaw)."""
    if isinstance(node, CardSpec | ChangeCards):
        for place, chance in enumerate(node.collections or ()):
            yield f"/collections/{place}/1", chance.per_cent, "this chance would reveal a secret"
    elif isinstance(node, Choose | Offer | Everybody) and node.hours is not None:
        yield "/hours", node.hours, "the time limit would reveal a secret"


def _called_by_secrets(nodes: list[Node], secrets: frozenset[str]) -> frozenset[str]:
    """Return the names that operations bind to a secret value, directly or through other such names."""
    bound = [found for node in nodes if isinstance(node, Operation) and (found := node.binds()) is not None]
    called: frozenset[str] = frozenset()
    while True:
        more = {
            each.name for each in bound if any(_discloses(part, secrets, called) for _, part in walk(each.value))
        } | called
        if more == called:
            return called
        called = frozenset(more)


def _discloses(node: Node, secrets: frozenset[str], called: frozenset[str]) -> bool:
    return node.value_read() in secrets or (isinstance(node, Ref) and node.name in called)
