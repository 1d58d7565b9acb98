"""The interface through which clauses use proposals.

Clauses must not import the app `proposals`, which registers its implementation here.
"""

from abc import ABC, abstractmethod
from typing import Protocol

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.effects.language.world import Members, Value
from nomic.effects.running.interpreter import Run


class ChargedWorld(ABC):
    """A `World` that charges the steps of evaluating proposals to its budget."""

    ctx: ReadContext

    @abstractmethod
    def run(self, me: str, label: str) -> Run:
        """Return a runner for conditions in which the player `me` acts. Its steps are charged to this world's budget.

        `label` names the condition in errors and in the labels of draws.
        """

    @abstractmethod
    def spend(self, steps: int) -> None:
        """Charge steps to the budget. Raises TooLong if too few are left."""

    @abstractmethod
    def remark(self, sentence: str) -> None:
        """Add a sentence to the entry's messages, unless it was added before."""


class ProposalSource(Protocol):
    """Interface by which effects and conditions of rules read and change proposals."""

    def listed(self, ctx: ReadContext, state: str) -> Members:
        """Return the codes of the proposals in this state, oldest first."""

    def code_of(self, ctx: ReadContext, reference: str) -> str:
        """Return the code of the proposal with this number or code, or "" if there is none."""

    def part(self, world: ChargedWorld, code: str, part: str) -> Value:
        """Return the property `part` of a proposal, or an empty value if there is no such proposal.

        Raises TooLong if the world's budget is too small.
        """

    def changes(self, world: ChargedWorld, code: str, rule: str, place: str) -> bool:
        """Return whether a proposal changes this rule, or the law at this place.

        If both are "", return whether it changes the law at all.
        """

    def close(self, act: ActionContext, code: str, how: str, by: str, rule: str) -> tuple[bool, str]:
        """End a proposal that is open or waiting. Return whether anything changed, and a sentence for the journal.

        `how` is its new status. `by` is the player whose act ends it, or "", and `rule` is the rule that ends it.
        """


_sources: list[ProposalSource] = []


def register_proposals(source: ProposalSource) -> None:
    """Register the implementation of `ProposalSource`. Registering the same one again has no effect."""
    if source not in _sources:
        _sources.append(source)


def proposal_source() -> ProposalSource:
    """Return the registered implementation of `ProposalSource`."""
    return _sources[0]
