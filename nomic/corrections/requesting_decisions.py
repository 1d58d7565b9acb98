"""Links between corrections and the rulings or enacted proposals that asked for them."""

from dataclasses import dataclass

from nomic.corrections.models import Correction
from nomic.court.lookup import find_ruling
from nomic.court.models import Ruling
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import shortened
from nomic.proposals.lookup import find_proposal
from nomic.proposals.models import Proposal, ProposalStatus

MAX_WORDS = 300
ENACTED = (ProposalStatus.ENACTED, ProposalStatus.BY_HAND)


@dataclass(frozen=True, slots=True)
class AskedBy:
    """The grounds of a correction: codes by the keys "ruling" and "proposal", and their names."""

    codes: dict[str, str]
    names: tuple[str, ...]

    def said(self, words: str) -> str:
        """Return the names and `words`, joined by "and" and shortened."""
        return shortened(" and ".join([*self.names, words] if words else self.names), MAX_WORDS)


def what_asked(ctx: ReadContext, ruling: str, proposal: str) -> AskedBy:
    """Return the ruling and the proposal with these numbers or codes; an empty reference is skipped.

    Raises BadArguments if there is no such decision, the ruling was overturned, or the proposal was not enacted.
    """
    codes: dict[str, str] = {}
    names = []
    if ruling:
        found = find_ruling(ctx, ruling)
        if not found.stands:
            raise BadArguments.on("ruling", f"ruling {found.number} was overturned: nothing follows from it")
        codes["ruling"] = found.code
        names.append(f"ruling {found.number}")
    if proposal:
        enacted = find_proposal(ctx, proposal)
        if enacted.status not in ENACTED:
            raise BadArguments.on("proposal", f"proposal {enacted.number} was not enacted")
        codes["proposal"] = enacted.code
        names.append(f"proposal {enacted.number}")
    return AskedBy(codes, tuple(names))


def asked_as_they_are(row: Correction) -> tuple[Ruling | None, Proposal | None]:
    """Return the current rows of the ruling and the proposal that asked for a correction.

    A row is None if this history has none. Sends at most two queries.
    """
    ruling = proposal = None
    if row.ruling:
        ruling = Ruling.objects.filter(cycle=row.cycle_id, code=row.ruling).select_related("request").first()
    if row.proposal:
        proposal = Proposal.objects.filter(cycle=row.cycle_id, code=row.proposal).first()
    return ruling, proposal


def corrections_after(cycle: Cycle, proposal: str) -> list[Correction]:
    """Return the corrections that a proposal asked for, newest first. `proposal` is its code."""
    return list(Correction.objects.filter(cycle=cycle, proposal=proposal).defer("difference", "impossible", "edits"))


def corrections_after_rulings(cycle: Cycle, rulings: list[str]) -> dict[str, list[Correction]]:
    """Return the corrections that rulings asked for, by the rulings' codes. Sends one query."""
    found: dict[str, list[Correction]] = {}
    for row in Correction.objects.filter(cycle=cycle, ruling__in=rulings).defer("difference", "impossible", "edits"):
        found.setdefault(row.ruling, []).append(row)
    return found
