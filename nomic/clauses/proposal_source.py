"""Proposals as things of the law. The app that has them registers itself here, because clauses do not import it."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.models import ALPHABET, Cycle
from nomic.effects.language.world import Members, Value

if TYPE_CHECKING:
    from nomic.clauses.runtime.world import HallSeen

T = TypeVar("T", bound=int | tuple[str, ...])
LIKE_A_CODE = re.compile(f"[{ALPHABET}]{{8}}")


class ProposalSource(Protocol):
    """What rules can learn of proposals, and do to them."""

    def listed(self, moment: Moment, state: str) -> Members:
        """Return the codes of the proposals in a state, oldest first."""

    def code_of(self, moment: Moment, reference: str) -> str:
        """Return the code of the proposal with this number or code, or "" if there is none."""

    def part(self, hall: "HallSeen", code: str, part: str) -> Value:
        """Return a part of a proposal; empty if there is no such proposal. Raises TooLong."""

    def changes(self, hall: "HallSeen", code: str, rule: str, place: str) -> bool:
        """Return whether a proposal changes a rule, or a place of the law; anything of it if both are empty."""

    def labels(self, cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
        """Return "proposal 12, Lamps" for each of the codes that a proposal of the cycle has."""

    def close(self, act: Act, code: str, how: str, by: str, rule: str) -> tuple[bool, str]:
        """End an open or waiting proposal. `by` is the player, if one acts.

        Returns whether anything changed, and a sentence for the journal.
        """


_sources: list[ProposalSource] = []


def register_proposals(source: ProposalSource) -> None:
    """Register the app that has proposals. A second call with the same source has no effect."""
    if source not in _sources:
        _sources.append(source)


def proposal_source() -> ProposalSource:
    """Return the app that has proposals."""
    return _sources[0]


def labels_of(cycle: Cycle, texts: Iterable[object]) -> Mapping[str, str]:
    """Return the labels of those texts that are codes of proposals. Sends no query if none looks like one."""
    codes = {text for text in texts if isinstance(text, str) and LIKE_A_CODE.fullmatch(text)}
    return proposal_source().labels(cycle, codes) if codes and _sources else {}


def with_labels(kept: T, labels: Mapping[str, str]) -> T:
    """Return the content of a value in which the codes of proposals are replaced by their labels."""
    if not labels or not isinstance(kept, tuple):
        return kept
    return cast(T, tuple(labels.get(str(each), str(each)) for each in kept))
