"""Events of proposals. They identify a proposal by its code and its number."""

from collections.abc import Callable
from typing import ClassVar

from nomic.cycles.domain.events import Event, NamedProposal, Topic
from nomic.law.document.sections import Law
from nomic.law.rules.tree import rules_of


def classes_ask_for_seconds(law: Law) -> bool:
    """Return whether the law has a class whose proposals need seconds."""
    return any("seconds" in clause for rule in rules_of(law).values() for clause in rule.clauses.values())


class ProposalEvent(Event, frozen=True):
    """Base of the events about a proposal."""

    about: ClassVar[Topic] = "Proposals and votes"
    proposal: NamedProposal
    number: int


class ProposalSubmitted(ProposalEvent, frozen=True, tag="proposal-submitted"):
    """A player submitted a proposal."""

    whenever: ClassVar[str] = "a proposal is submitted"
    title: str


class ProposalEdited(ProposalEvent, frozen=True, tag="proposal-edited"):
    """The author edited a proposal, so it will never take effect (R12)."""

    whenever: ClassVar[str] = "the author of a proposal edits it"


class ProposalWithdrawn(ProposalEvent, frozen=True, tag="proposal-withdrawn"):
    """The author withdrew a proposal (R12)."""

    whenever: ClassVar[str] = "a proposal is withdrawn"


class ProposalSeconded(ProposalEvent, frozen=True, tag="proposal-seconded"):
    """A player seconded a proposal before its vote, or withdrew their second."""

    whenever: ClassVar[str] = "a player seconds a proposal, or takes that back"
    emitted_under: ClassVar[Callable[[Law], bool]] = classes_ask_for_seconds
    taken_back: bool


class ProposalOpened(ProposalEvent, frozen=True, tag="proposal-opened"):
    """A proposal had enough seconds, and the vote on it began."""

    whenever: ClassVar[str] = "the vote opens on a proposal that was waiting for supporters"
    emitted_under: ClassVar[Callable[[Law], bool]] = classes_ask_for_seconds


class ProposalLapsed(ProposalEvent, frozen=True, tag="proposal-lapsed"):
    """A proposal lapsed before its votes were counted: by a rule, or because it lacked seconds."""

    whenever: ClassVar[str] = "a proposal lapses"
    by_player: ClassVar[bool] = False


class ProposalVetoed(ProposalEvent, frozen=True, tag="proposal-vetoed"):
    """A rule vetoed a proposal before its votes were counted."""

    whenever: ClassVar[str] = "a proposal is vetoed"


class ProposalFailed(ProposalEvent, frozen=True, tag="proposal-failed"):
    """The votes on a proposal were counted and did not suffice."""

    whenever: ClassVar[str] = "a proposal fails"
    by_player: ClassVar[bool] = False


class ProposalEnacted(ProposalEvent, frozen=True, tag="proposal-enacted"):
    """A proposal took effect; `revision` is the law's revision since then."""

    whenever: ClassVar[str] = "a proposal is enacted"
    by_player: ClassVar[bool] = False
    revision: int


class ProposalNeedsHand(ProposalEvent, frozen=True, tag="proposal-needs-hand"):
    """A proposal is popular, but has to be enacted by hand."""

    whenever: ClassVar[str] = "a proposal has to be enacted by hand"
    by_player: ClassVar[bool] = False


class ProposalDidNothing(ProposalEvent, frozen=True, tag="proposal-did-nothing"):
    """The one-time effects of an enacted proposal failed; it stays enacted."""

    whenever: ClassVar[str] = "an enacted proposal's effect fails"
    by_player: ClassVar[bool] = False


class Voted(Event, frozen=True, tag="voted"):
    """A person voted on a proposal, or withdrew their vote, in which case `vote` is "none".

    If votes are sealed, `vote` is always "sealed", even for a withdrawal.
    """

    whenever: ClassVar[str] = "a player votes on a proposal, or takes a vote back"
    about: ClassVar[Topic] = "Proposals and votes"
    proposal: NamedProposal
    number: int
    vote: str


# Events by which the parts of proposals that rules read can change.
CHANGES = (
    ProposalSubmitted,
    ProposalEdited,
    ProposalWithdrawn,
    ProposalSeconded,
    ProposalOpened,
    ProposalLapsed,
    ProposalVetoed,
    ProposalFailed,
    ProposalEnacted,
    ProposalNeedsHand,
)
