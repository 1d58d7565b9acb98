"""Proposals that end together, in the order in which they would take effect, and which keep which from it (R13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nomic.law.amendments.patch import AlreadyThere, AmendmentsDoNotApply, GuardFails, amended
from nomic.law.document.sections import Document, Law, LawInvalid
from nomic.law.labels.format import place_in, said, words_at
from nomic.proposals.allowed_changes import BeyondItsClass, check_proposal
from nomic.proposals.models import Proposal

MAX_BATCH = 30
MAX_WORDS = 80  # characters of a value that is told


@dataclass(frozen=True, slots=True)
class Place:
    """Where a proposal comes among others, and whether it could take effect there if all before it did.

    `why` it could not; `because_of` is the number of the one after which it no longer applies, 0 where it does not
    apply to the law as it is.
    """

    number: int
    title: str
    applies: bool = True
    why: str = ""
    because_of: int = 0


def ending_with(proposal: Proposal) -> list[Proposal]:
    """The proposals whose votes are counted at the instant of this one, with it, in the order in which they are."""
    together = Proposal.objects.filter(cycle_id=proposal.cycle_id, status=proposal.status, ends_at=proposal.ends_at)
    found = list(together.order_by("number")[:MAX_BATCH])
    return found if any(each.pk == proposal.pk for each in found) else [*found, proposal]


def in_order(document: Document, proposals: Sequence[Proposal]) -> tuple[list[Place], Document]:
    """How each stands if those before it take effect as far as they can; and the law that is left in the end."""
    laws: list[tuple[int, Document]] = [(0, document)]  # after which proposal
    places = []
    for proposal in proposals:
        why = _misfit(laws[-1][1], proposal)
        if why:
            first = next(number for number, law in laws if _misfit(law, proposal))
            places.append(Place(proposal.number, proposal.title, False, why, first))
            continue
        if proposal.amendments:
            laws.append((proposal.number, amended(laws[-1][1], proposal.amendments)))
        places.append(Place(proposal.number, proposal.title))
    return places, laws[-1][1]


def _misfit(document: Document, proposal: Proposal) -> str:
    """Why the proposal cannot take effect on this law; empty where it can."""
    try:
        after = amended(document, proposal.amendments) if proposal.amendments else document
        check_proposal(Law(document), proposal, after)
    except GuardFails as error:
        return _in_words(document, error)
    except AlreadyThere as error:
        return f"it adds {words_at(document, error.path)}, and by then that is there already"
    except (AmendmentsDoNotApply, LawInvalid, BeyondItsClass) as error:
        return str(error)
    return ""


def _in_words(document: Document, failed: GuardFails) -> str:
    """What a proposal expects of the law, and what stands there by then; a long text is told of, not told."""
    law, path = Law(document), place_in(document, failed.path)
    if not path:
        return "it expects the whole law to be as it was, and by then it is otherwise"
    found, expected = said(law, path, failed.found), said(law, path, failed.expected)
    name = words_at(document, failed.path)
    if max(len(found), len(expected)) > MAX_WORDS or found == expected:
        return f"it expects {name} to be as it was, and by then it is otherwise"
    return f"it expects {name} to be {expected}, and by then it is {found}"
