"""The order in which proposals that end together would take effect, and their conflicts (R13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from nomic.law.amendments.patch import AlreadyThere, AmendmentsDoNotApply, GuardFails, amend_document
from nomic.law.document.sections import Document, Law, LawInvalid
from nomic.law.labels.value_labels import place_in, value_text, words_at
from nomic.proposals.allowed_changes import BeyondItsClass, check_proposal
from nomic.proposals.models import Proposal

MAX_BATCH = 30
MAX_WORDS = 80  # characters of a value in a message


@dataclass(frozen=True, slots=True)
class EnactmentPlace:
    """A proposal's place in the order, and whether it could take effect there after all proposals before it.

    `why` is the reason if it could not. `because_of` is the number of the proposal that makes it inapplicable, or 0 if
    it does not apply to the current law either.
    """

    number: int
    title: str
    applies: bool = True
    why: str = ""
    because_of: int = 0


def ending_with(proposal: Proposal) -> list[Proposal]:
    """Return the proposals whose votes are counted together with this proposal's, including itself, by number."""
    together = Proposal.objects.filter(cycle_id=proposal.cycle_id, status=proposal.status, ends_at=proposal.ends_at)
    found = list(together.order_by("number")[:MAX_BATCH])
    return found if any(each.pk == proposal.pk for each in found) else [*found, proposal]


def in_order(document: Document, proposals: Sequence[Proposal]) -> tuple[list[EnactmentPlace], Document]:
    """Return the place of each proposal, and the final law.

    Each place assumes that the proposals before it take effect as far as possible.
    """
    laws: list[tuple[int, Document]] = [(0, document)]  # after which proposal
    places = []
    for proposal in proposals:
        why = _misfit(laws[-1][1], proposal)
        if why:
            first = next(number for number, law in laws if _misfit(law, proposal))
            places.append(EnactmentPlace(proposal.number, proposal.title, False, why, first))
            continue
        if proposal.amendments:
            laws.append((proposal.number, amend_document(laws[-1][1], proposal.amendments)))
        places.append(EnactmentPlace(proposal.number, proposal.title))
    return places, laws[-1][1]


def _misfit(document: Document, proposal: Proposal) -> str:
    """Return the reason why the proposal cannot take effect on this law, or an empty string."""
    try:
        after = amend_document(document, proposal.amendments) if proposal.amendments else document
        check_proposal(Law(document), proposal, after)
    except GuardFails as error:
        return _in_words(document, error)
    except AlreadyThere as error:
        return f"it adds {words_at(document, error.path)}, but that will already exist by then"
    except (AmendmentsDoNotApply, LawInvalid, BeyondItsClass) as error:
        return str(error)
    return ""


def _in_words(document: Document, failed: GuardFails) -> str:
    """Return the expected and the actual value of a failed guard.

    Long texts are mentioned, not quoted.
    """
    law, path = Law(document), place_in(document, failed.path)
    if not path:
        return "it expects the whole law to be unchanged, but it will have changed by then"
    found, expected = value_text(law, path, failed.found), value_text(law, path, failed.expected)
    name = words_at(document, failed.path)
    if max(len(found), len(expected)) > MAX_WORDS or found == expected:
        return f"it expects {name} to be unchanged, but it will have changed by then"
    return f"it expects {name} to be {expected}, but by then it will be {found}"
