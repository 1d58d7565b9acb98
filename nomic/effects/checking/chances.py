"""Check of chances that are worked out: the record of draws tells each of them, so none reads a secret."""

from collections.abc import Iterator

from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Node, Operation
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.cards import ChangeCards
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.walk import Piece, walk


def chances_that_tell(piece: Piece, vocabulary: Vocabulary) -> Iterator[EffectFlaw]:
    """Yield a flaw for each chance of a collection that depends on a secret value."""
    if not vocabulary.secrets:
        return
    nodes = list(walk(piece))
    called = _called_by_secrets([node for _, node in nodes], vocabulary.secrets)
    for path, node in nodes:
        for place, chance in enumerate(node.collections or () if isinstance(node, CardSpec | ChangeCards) else ()):
            for below, part in walk(chance.per_cent, f"{path}/collections/{place}/1"):
                if _tells(part, vocabulary.secrets, called):
                    yield EffectFlaw(below, "the draws would tell a secret by this chance")


def _called_by_secrets(nodes: list[Node], secrets: frozenset[str]) -> frozenset[str]:
    """Return the names that operations bind to something secret, directly or by other such names."""
    bound = [found for node in nodes if isinstance(node, Operation) and (found := node.binds()) is not None]
    called: frozenset[str] = frozenset()
    while True:
        more = {
            each.name for each in bound if any(_tells(part, secrets, called) for _, part in walk(each.value))
        } | called
        if more == called:
            return called
        called = frozenset(more)


def _tells(node: Node, secrets: frozenset[str], called: frozenset[str]) -> bool:
    return node.value_read() in secrets or (isinstance(node, Ref) and node.name in called)
