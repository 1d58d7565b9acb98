"""The interface through which clauses use proposals.

Clauses must not import the app `proposals`, which registers its implementation here.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, TypeVar, cast

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.models import ALPHABET, Cycle
from nomic.effects.language.world import Members, Value
from nomic.effects.running.interpreter import Run

T = TypeVar("T", bound=int | tuple[str, ...])
LIKE_A_CODE = re.compile(f"[{ALPHABET}]{{8}}")


class ChargedWorld(ABC):
    """A `World` that charges the steps of reading proposals to its budget."""

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
    """What effects and conditions of rules can read and change about proposals."""

    def listed(self, ctx: ReadContext, state: str) -> Members:
        """Return the codes of the proposals in this state, oldest first; empty if there are none."""

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

    def labels(self, cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
        """Return labels such as "proposal 12, Lamps", by code. Codes without a proposal in the cycle are left out."""

    def close(self, act: ActionContext, code: str, how: str, by: str, rule: str) -> tuple[bool, str]:
        """End a proposal that is open or waiting. Return whether anything changed, and a sentence for the journal.

        `how` is its new status. `by` is the player whose act ends it, or "", and `rule` the rule that does so.
        """


_sources: list[ProposalSource] = []


def register_proposals(source: ProposalSource) -> None:
    """Register the implementation of `ProposalSource`. Registering the same one again has no effect."""
    if source not in _sources:
        _sources.append(source)


def proposal_source() -> ProposalSource:
    """Return the registered implementation of `ProposalSource`."""
    return _sources[0]


def labels_of(cycle: Cycle, texts: Iterable[object]) -> Mapping[str, str]:
    """Return the labels of proposals by code, for the texts that are codes of proposals.

    Sends no query if no text looks like a code.
    """
    codes = {text for text in texts if isinstance(text, str) and LIKE_A_CODE.fullmatch(text)}
    return proposal_source().labels(cycle, codes) if codes and _sources else {}


def with_labels(kept: T, labels: Mapping[str, str]) -> T:
    """Return the content of a value with codes of proposals replaced with their labels."""
    if not labels or not isinstance(kept, tuple):
        return kept
    return cast(T, tuple(labels.get(str(each), str(each)) for each in kept))
