"""Checks that a proposal stays within its class (R131), at submission and again when it takes effect."""

from typing import Any

from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.clauses.schema.allowed_changes import beyond
from nomic.clauses.views.proposal_classes import reach_in_words
from nomic.law.document.sections import MAX_FLAWS, Document, Flaw, Law, pointer
from nomic.proposals.models import Proposal


class BeyondItsClass(Exception):
    """Raised if a proposal exceeds the permissions of its class.

    `changes` holds the reason if it concerns places in the law, `effects` if it concerns one-time effects.
    """

    def __init__(self, changes: list[Flaw], effects: list[Flaw]) -> None:
        self.changes, self.effects = changes, effects
        super().__init__("; ".join(str(flaw) if flaw.path else flaw.detail for flaw in [*changes, *effects][:5]))


def check_reach(law: Law, class_: ProposalClass, document: Document, effects: list[dict[str, Any]]) -> None:
    """Raise BeyondItsClass if the class does not permit these changes or effects.

    `document` is the law after the changes.
    """
    may = class_.clause.may
    if may is None:
        return
    which = f"a proposal of the class {class_.title} may not"
    rule = f"the rule “{class_.placed.title}” says: {' '.join(reach_in_words(class_.clause, law))}"
    changes = [] if may.change is None else list(beyond(may.change, law.document, document))[:MAX_FLAWS]
    flaws = [
        Flaw(pointer(*each.path), f"{which} change this{f', because {each.why}' if each.why else ''}; {rule}")
        for each in changes
    ]
    once = [Flaw("", f"{which} do this when it passes; {rule}")] if effects and not may.once else []
    if flaws or once:
        raise BeyondItsClass(flaws, once)


def check_proposal(law: Law, proposal: Proposal, document: Document) -> None:
    """Raise BeyondItsClass if a proposal's class, under the current law, does not permit its changes or effects.

    `document` is the law after the changes. A proposal whose class no longer exists is not limited, because an admin
    decides whether it takes effect (R13).
    """
    class_ = classes_of(law).get(proposal.class_name)
    if class_ is not None:
        check_reach(law, class_, document, proposal.effects)
