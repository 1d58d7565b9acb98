"""Differences of the law before and after a proposal."""

from collections.abc import Iterable

from nomic.cycles.models import Cycle
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.diff.law_differences import Differences, differences
from nomic.law.diff.revision_differences import differences_between
from nomic.law.document.sections import Law, LawInvalid
from nomic.law.models import Revision, law_at
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.proposals.allowed_changes import BeyondItsClass, check_proposal
from nomic.proposals.current_amendments import current_amendments
from nomic.proposals.models import Proposal, ProposalStatus

MAY_TAKE_EFFECT = (ProposalStatus.WAITING, ProposalStatus.OPEN, ProposalStatus.BY_HAND)


def effect_of(cycle: Cycle, proposal: Proposal) -> tuple[Differences | None, str]:
    """Return the diff of a proposal, and the reason why it no longer applies.

    The diff of an enacted proposal is the change that it made. If a proposal may still take effect, the diff is against
    the current law. Otherwise it is against the law for which the proposal was written. It is None if the proposal has
    no amendments, or if they do not apply to any known law.

    The reason is "" unless the proposal may still take effect and its amendments do not apply to the current law, or
    exceed the proposal's class (R131).
    """
    if proposal.status == ProposalStatus.ENACTED:
        number = proposal.enacted_revision or 0
        if not _made_by(cycle, proposal, number):
            return None, ""
        return differences_between(cycle.book_id, number - 1, number), ""
    if not proposal.amendments:
        return None, ""
    book, may_take_effect = str(cycle.book_id), proposal.status in MAY_TAKE_EFFECT
    made_of = [book, proposal.base_revision, may_take_effect and cycle.revision, proposal.amendments]
    made_of += [proposal.class_name, bool(proposal.effects)]
    return cached_for_a_day("effect-7", made_of, lambda: _effect_of(cycle, proposal))


def law_after(cycle: Cycle, proposal: Proposal) -> Law | None:
    """Return the law that a proposal results in, or None if its amendments do not apply.

    For an enacted proposal this is the law that it made. For others, the amendments are applied to the current law, or
    else to the law for which the proposal was written.
    """
    if proposal.status == ProposalStatus.ENACTED:
        number = proposal.enacted_revision or 0
        return law_at(cycle.book_id, number) if _made_by(cycle, proposal, number) else None
    revisions = [cycle.revision] * (proposal.status in MAY_TAKE_EFFECT) + [proposal.base_revision]
    for revision in revisions:
        try:
            now = revision == cycle.revision
            amendments = current_amendments(cycle, proposal) if now else proposal.amendments
            return Law(amend_document(law_at(cycle.book_id, revision).document, amendments))
        except (AmendmentsDoNotApply, LawInvalid):
            continue
    return None


def _made_by(cycle: Cycle, proposal: Proposal, number: int) -> bool:
    """Return whether the proposal made this revision.

    A proposal enacted in words only stores a revision that it did not make.
    """
    made = Revision.objects.filter(book_id=cycle.book_id, number=number, number__gt=0).values_list("reason", flat=True)
    return (made.first() or "").startswith(f"proposal {proposal.number}, ")


def proposals_that_made(cycle: Cycle, revisions: Iterable[int]) -> dict[int, int]:
    """Return the numbers of the proposals that made these revisions, by revision. Sends two queries.

    Proposals enacted without changing the law are left out.
    """
    made = Revision.objects.filter(book_id=cycle.book_id, number__in=revisions, number__gt=0)
    reasons = dict(made.values_list("number", "reason"))
    enacted = Proposal.objects.filter(cycle=cycle, enacted_revision__in=list(reasons))
    return {
        revision: number
        for revision, number in enacted.values_list("enacted_revision", "number")
        if revision is not None and reasons[revision].startswith(f"proposal {number}, ")
    }


def _effect_of(cycle: Cycle, proposal: Proposal) -> tuple[Differences | None, str]:
    conflict = ""
    if proposal.status in MAY_TAKE_EFFECT:
        try:
            after = amend_document(cycle.law.document, current_amendments(cycle, proposal))
            check_proposal(cycle.law, proposal, after)
            return differences(cycle.law.document, after), ""
        except (AmendmentsDoNotApply, LawInvalid, BeyondItsClass) as error:
            conflict = str(error)
    try:
        return _difference(law_at(cycle.book_id, proposal.base_revision), proposal), conflict
    except (AmendmentsDoNotApply, LawInvalid):
        return None, conflict


def _difference(law: Law, proposal: Proposal) -> Differences:
    return differences(law.document, amend_document(law.document, proposal.amendments))
