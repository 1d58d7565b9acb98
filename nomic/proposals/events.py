"""What happens to proposals. Each is named by its code and its number."""

from nomic.cycles.events import Event


class ProposalEvent(Event, frozen=True):
    """Something that became of a proposal itself."""

    proposal: str
    number: int


class ProposalSubmitted(ProposalEvent, frozen=True, tag="proposal-submitted"):
    """Somebody proposed something."""

    title: str


class ProposalEdited(ProposalEvent, frozen=True, tag="proposal-edited"):
    """Its author edited it: it will never take effect (R12)."""


class ProposalWithdrawn(ProposalEvent, frozen=True, tag="proposal-withdrawn"):
    """Its author withdrew it (R12)."""


class ProposalFailed(ProposalEvent, frozen=True, tag="proposal-failed"):
    """Its votes were counted, and were not enough."""


class ProposalEnacted(ProposalEvent, frozen=True, tag="proposal-enacted"):
    """It took effect; that is the law's revision since."""

    revision: int


class ProposalNeedsHand(ProposalEvent, frozen=True, tag="proposal-needs-hand"):
    """It is popular, and somebody has to enact it by hand."""


class ProposalDidNothing(ProposalEvent, frozen=True, tag="proposal-did-nothing"):
    """What an enacted proposal was to do once failed; it stays enacted."""


class Voted(Event, frozen=True, tag="voted"):
    """Somebody voted on a proposal, or took their vote back: then `vote` is "none"."""

    proposal: str
    number: int
    vote: str
