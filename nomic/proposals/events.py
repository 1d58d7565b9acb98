"""What happens to proposals. Each is named by its code and its number."""

from typing import ClassVar

from nomic.cycles.domain.events import Event


class ProposalEvent(Event, frozen=True):
    """Something that became of a proposal itself."""

    proposal: str
    number: int


class ProposalSubmitted(ProposalEvent, frozen=True, tag="proposal-submitted"):
    """Somebody proposed something."""

    whenever: ClassVar[str] = "a proposal is submitted"
    title: str


class ProposalEdited(ProposalEvent, frozen=True, tag="proposal-edited"):
    """Its author edited it: it will never take effect (R12)."""

    whenever: ClassVar[str] = "the author of a proposal edits it"


class ProposalWithdrawn(ProposalEvent, frozen=True, tag="proposal-withdrawn"):
    """Its author withdrew it (R12)."""

    whenever: ClassVar[str] = "a proposal is withdrawn"


class ProposalFailed(ProposalEvent, frozen=True, tag="proposal-failed"):
    """Its votes were counted, and were not enough."""

    whenever: ClassVar[str] = "a proposal fails"
    by_player: ClassVar[bool] = False


class ProposalEnacted(ProposalEvent, frozen=True, tag="proposal-enacted"):
    """It took effect; that is the law's revision since."""

    whenever: ClassVar[str] = "a proposal is enacted"
    by_player: ClassVar[bool] = False
    revision: int


class ProposalNeedsHand(ProposalEvent, frozen=True, tag="proposal-needs-hand"):
    """It is popular, and somebody has to enact it by hand."""

    whenever: ClassVar[str] = "a proposal has to be enacted by hand"
    by_player: ClassVar[bool] = False


class ProposalDidNothing(ProposalEvent, frozen=True, tag="proposal-did-nothing"):
    """What an enacted proposal was to do once failed; it stays enacted."""

    whenever: ClassVar[str] = "what an enacted proposal was to do fails"
    by_player: ClassVar[bool] = False


class Voted(Event, frozen=True, tag="voted"):
    """Somebody voted on a proposal, or took their vote back: then `vote` is "none"."""

    whenever: ClassVar[str] = "a player votes on a proposal, or takes a vote back"
    proposal: str
    number: int
    vote: str
