"""Interface to proposals. The app `proposals` registers its implementation here, because clauses must not import it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, TypeVar, cast

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.models import ALPHABET, Cycle
from nomic.effects.language.world import Members, Value
from nomic.effects.running.run import Run

T = TypeVar("T", bound=int | tuple[str, ...])
LIKE_A_CODE = re.compile(f"[{ALPHABET}]{{8}}")


class ChargedWorld(ABC):
    """The `World` of a clause that asks about proposals. The steps that an answer takes are charged to it."""

    moment: ReadContext

    @abstractmethod
    def run(self, me: str, label: str) -> Run:
        """Return a run for a player whose steps count towards the act's limit."""

    @abstractmethod
    def spend(self, steps: int) -> None:
        """Charge steps to the budget. Raises TooLong if too few are left."""

    @abstractmethod
    def remark(self, sentence: str) -> None:
        """Add a sentence to the entry, unless it was added before."""


class ProposalSource(Protocol):
    """What effects and conditions of rules can read about proposals and do with them."""

    def listed(self, moment: ReadContext, state: str) -> Members:
        """Return the codes of the proposals in a state, oldest first."""

    def code_of(self, moment: ReadContext, reference: str) -> str:
        """Return the code of the proposal with this number or code, or "" if there is none."""

    def part(self, world: ChargedWorld, code: str, part: str) -> Value:
        """Return a property of a proposal, or an empty value if there is no such proposal. Raises TooLong."""

    def changes(self, world: ChargedWorld, code: str, rule: str, place: str) -> bool:
        """Return whether a proposal changes a rule or a place of the law.

        If both are "", whether it changes the law at all.
        """

    def labels(self, cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
        """Return labels such as "proposal 12, Lamps" by code. Codes that no proposal of the cycle has are left out."""

    def close(self, act: ActionContext, code: str, how: str, by: str, rule: str) -> tuple[bool, str]:
        """End a proposal that is not decided yet. `by` is the player who does it, if any.

        Returns whether anything changed, and a sentence for the journal.
        """


_sources: list[ProposalSource] = []


def register_proposals(source: ProposalSource) -> None:
    """Register the implementation. A second call with the same one has no effect."""
    if source not in _sources:
        _sources.append(source)


def proposal_source() -> ProposalSource:
    """Return the registered implementation."""
    return _sources[0]


def labels_of(cycle: Cycle, texts: Iterable[object]) -> Mapping[str, str]:
    """Return the labels of those texts that are codes of proposals. Sends no query if no text looks like a code."""
    codes = {text for text in texts if isinstance(text, str) and LIKE_A_CODE.fullmatch(text)}
    return proposal_source().labels(cycle, codes) if codes and _sources else {}


def with_labels(kept: T, labels: Mapping[str, str]) -> T:
    """Return a copy of a value's content in which codes of proposals are replaced by their labels."""
    if not labels or not isinstance(kept, tuple):
        return kept
    return cast(T, tuple(labels.get(str(each), str(each)) for each in kept))
