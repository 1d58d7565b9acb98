"""Check of the trait of luck (R19): the law's section `luck` names the trait that a reroll costs."""

from collections.abc import Iterator, Mapping

from nomic.clauses.schema.clause_models import ActionClause
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.operations.play_again import Reroll
from nomic.effects.language.parser import read_effect
from nomic.inventory.law_section import Luck
from nomic.law.document.sections import Flaw, Law

PATH = "/luck/trait"


def idle_trait(law: Law, actions: Mapping[str, tuple[ActionClause, Scope]]) -> Iterator[Flaw]:
    """Yield a flaw if the law has rerolls, but none of them costs the trait named in the section `luck`."""
    luck = law.section_or_none("luck", Luck)
    again = [clause for clause, scope in actions.values() if _rolls_again(clause, scope)]
    if luck is None or not again or any(clause.costs.get(luck.trait) for clause in again):
        return
    titles = " or ".join(f"“{clause.action}”" for clause in again)
    why = f"no reroll costs {luck.trait}: change the price of {titles} as well, or remove the section"
    yield Flaw(PATH, why)


def _rolls_again(clause: ActionClause, scope: Scope) -> bool:
    return any(isinstance(node, Reroll) for _, node in walk(read_effect(clause.do, scope)))
