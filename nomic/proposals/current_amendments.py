"""Adapts a proposal's amendments to the current law. The vote prevails over changes that rules have made since.

The guards of a proposal protect changes by other votes (R13). A value that only rules have changed since the proposal
was written, such as an automatically adjusted price, is replaced with the value that was voted for.
"""

from typing import Any

from nomic.clauses.runtime.law_changes import BY_RULE
from nomic.cycles.models import Cycle
from nomic.law.amendments.patch import with_current_guards
from nomic.law.document.sections import Document
from nomic.law.models import Revision
from nomic.proposals.models import Proposal

Operations = list[dict[str, Any]]


def current_amendments(cycle: Cycle, proposal: Proposal, document: Document | None = None) -> Operations:
    """Return the amendments of a proposal, with guards updated to changes that rules have made since it was written.

    `document` is the law to which they apply, the current one by default. If rules have changed something, raises
    AmendmentsDoNotApply or LawInvalid as `amend_document` does.
    """
    operations: Operations = proposal.amendments
    if not operations or proposal.base_revision >= cycle.revision:
        return operations
    since = Revision.objects.filter(
        book_id=cycle.book_id, number__gt=proposal.base_revision, number__lte=cycle.revision
    ).values_list("reason", "amendments")
    by_rules, by_votes = set[str](), set[str]()
    for reason, amendments in since:
        (by_rules if reason.startswith(BY_RULE) else by_votes).update(_paths(amendments))
    if not by_rules:
        return operations
    return with_current_guards(
        cycle.law.document if document is None else document,
        operations,
        lambda path: _touched(path, by_rules) and not _touched(path, by_votes),
    )


def _paths(amendments: Operations) -> set[str]:
    return {operation["path"] for operation in amendments if operation["op"] != "test"}


def _touched(path: str, changed: set[str]) -> bool:
    """Return whether one of the changed places is this place, or is within it or around it."""
    return any(path == each or path.startswith(f"{each}/") or each.startswith(f"{path}/") for each in changed)
