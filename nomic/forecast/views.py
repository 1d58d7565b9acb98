"""Dry runs as pages and programs are shown them: made once for each state of a cycle."""

from nomic.cycles.models import Cycle
from nomic.forecast.dry_run import Foreseen, dry_run
from nomic.forecast.order import ending_with, in_order
from nomic.law.diff.laws import Differences, differences
from nomic.law.document.sections import Law
from nomic.proposals.diff import MAY_TAKE_EFFECT
from nomic.proposals.models import Proposal
from nomic.ratelimit.fail_open_cache import kept


def can_be_tried(cycle: Cycle, proposal: Proposal) -> bool:
    """Whether the proposal may still take effect."""
    return cycle.is_running and proposal.status in MAY_TAKE_EFFECT


def foreseen(cycle: Cycle, proposal: Proposal, *, together: bool = False) -> Foreseen:
    """What would come of a proposal now, alone or with all that end together with it.

    The cycle's state is what its journal says, so what was seen at its newest entry holds until the next. Must not be
    called under the lock of the cycle.
    """
    proposals = ending_with(proposal) if together else [proposal]
    made_of = ["dry-run", cycle.pk, cycle.head, [each.code for each in proposals]]
    return kept("dry-run-1", made_of, lambda: dry_run(cycle.slug, proposals))


def law_foreseen(cycle: Cycle, proposal: Proposal, *, together: bool = False) -> Law:
    """The law as it would be then; as it is where none of them could take effect."""
    _, document = in_order(cycle.law.document, ending_with(proposal) if together else [proposal])
    return Law(document)


def law_changes_foreseen(cycle: Cycle, proposal: Proposal, *, together: bool = False) -> Differences:
    """What would be otherwise in that law than in the one in force."""
    made_of = ["law-foreseen", cycle.pk, cycle.head, proposal.code, together]
    return kept(
        "law-foreseen-1",
        made_of,
        lambda: differences(cycle.law.document, law_foreseen(cycle, proposal, together=together).document),
    )
