"""The read set of a condition, derived from its text. It shows which acts can change the condition's result."""

from dataclasses import dataclass

from nomic.clauses.store.values import changes_so_far
from nomic.clauses.vocabulary.player_facts import have_changed
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged, PhaseBegan
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes import arithmetic, conditions, picking, selectors, values
from nomic.effects.language.nodes.base import Node
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.people import Acted
from nomic.inventory.ledger import changed_holdings, touched_items
from nomic.players.events import Joined, Left

# Nodes that only combine their children.
JOINING = (
    conditions.All,
    conditions.Any_,
    conditions.Is,
    conditions.Member,
    conditions.Not,
    conditions.Some,
    values.Count,
    values.Literal,
    values.Sum,
    values.Times,
    arithmetic.Minus,
    arithmetic.Smallest,
    arithmetic.Greatest,
    arithmetic.SumOf,
    arithmetic.Worth,
    picking.Together,
)


@dataclass(frozen=True, slots=True)
class Reads:
    """The items and values that a condition reads, and the actions on which it depends.

    If `more` is true, the condition may also read anything else.
    """

    items: frozenset[str]
    values: frozenset[str]
    more: bool
    acts: frozenset[str] = frozenset()

    def can_be_another(self, act: ActionContext) -> bool:
        """Return whether an act may have changed the result of the condition.

        Every condition is assumed to depend on the law and the list of players.
        """
        facts = have_changed(act)
        if act.emitted_any((LawChanged, Joined, Left)) or act.action.name in self.acts:
            return True
        changes = changes_so_far(act)
        changed = {name for name, _, _ in changes.changed} if changes is not None else set()
        if self.more:
            # A new phase changes which players are active (R8).
            return bool(facts or changed or changed_holdings(act) or act.emitted(PhaseBegan))
        return bool(self.items & touched_items(act) or self.values & changed)


def reads(condition: Node) -> Reads:
    """Return the read set of a condition or a number."""
    items, kept, acts, more = set[str](), set[str](), set[str](), False
    for _, node in walk(condition):
        if isinstance(node, Acted) and node.act is not None:
            acts.add(node.act)
        if isinstance(node, Stock) and isinstance(node.stock, values.Literal):
            items.update(str(name) for name in node.stock.members)
        elif name := node.value_read():
            kept.add(name)
        elif not _reads_nothing(node):
            more = True
    return Reads(frozenset(items), frozenset(kept), more, frozenset(acts))


def _reads_nothing(node: Node) -> bool:
    """Return whether a node itself reads no state except the list of players."""
    if isinstance(node, values.Ref):
        return not node.part
    return isinstance(node, JOINING) or (isinstance(node, selectors.PlayersWho) and node.players == "players")
