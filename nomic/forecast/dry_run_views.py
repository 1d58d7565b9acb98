"""Dry runs for pages and the API, cached for each state of a cycle."""

from nomic.cycles.models import Cycle
from nomic.forecast.dry_run import Foreseen, dry_run
from nomic.forecast.enactment_order import ending_with, in_order
from nomic.law.diff.law_differences import Differences, differences
from nomic.law.document.sections import Law
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.proposals.diff import MAY_TAKE_EFFECT
from nomic.proposals.models import Proposal


def can_be_tried(cycle: Cycle, proposal: Proposal) -> bool:
    """Return whether the proposal can still take effect, so that a dry run of it makes sense."""
    return cycle.is_running and proposal.status in MAY_TAKE_EFFECT and not proposal.is_waiting


def cached_dry_run(cycle: Cycle, proposal: Proposal, *, together: bool = False) -> Foreseen:
    """Return the dry run of a proposal or, with `together`, of all proposals whose votes are counted together with it.

    The result is cached until the next entry of the journal. Must not be called while the cycle is locked.
    """
    proposals = ending_with(proposal) if together else [proposal]
    made_of = ["dry-run", cycle.pk, cycle.head, [each.code for each in proposals]]
    return cached_for_a_day("dry-run-3", made_of, lambda: dry_run(cycle.slug, proposals))


def law_foreseen(cycle: Cycle, proposal: Proposal, *, together: bool = False) -> Law:
    """Return the law after the proposals of `foreseen`, or the current law if none of them could take effect."""
    _, document = in_order(cycle.law.document, ending_with(proposal) if together else [proposal])
    return Law(document)


def law_changes_foreseen(cycle: Cycle, proposal: Proposal, *, together: bool = False) -> Differences:
    """Return the differences between the law in force and the result of `law_foreseen`."""
    made_of = ["law-foreseen", cycle.pk, cycle.head, proposal.code, together]
    return cached_for_a_day(
        "law-foreseen-1",
        made_of,
        lambda: differences(cycle.law.document, law_foreseen(cycle, proposal, together=together).document),
    )
