"""Which ruling or enacted proposal asked for a correction, and which corrections followed one."""

from dataclasses import dataclass

from nomic.corrections.models import Correction
from nomic.court.lookup import find_ruling
from nomic.court.models import Ruling
from nomic.cycles.actions.context import Moment
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import shortened
from nomic.proposals.lookup import find_proposal
from nomic.proposals.models import Proposal, ProposalStatus

MAX_WORDS = 300
ENACTED = (ProposalStatus.ENACTED, ProposalStatus.BY_HAND)


@dataclass(frozen=True, slots=True)
class AskedBy:
    """The codes of what asked for a correction, by "ruling" and "proposal", and their names in words."""

    codes: dict[str, str]
    names: tuple[str, ...]

    def said(self, words: str) -> str:
        """What it follows as a text: what is named, and what else is said of it."""
        return shortened(" and ".join([*self.names, words] if words else self.names), MAX_WORDS)


def what_asked(moment: Moment, ruling: str, proposal: str) -> AskedBy:
    """A ruling that stands and a proposal that was enacted, by numbers or codes. Raises BadArguments for others."""
    codes: dict[str, str] = {}
    names = []
    if ruling:
        found = find_ruling(moment, ruling)
        if not found.stands:
            raise BadArguments.on("ruling", f"ruling {found.number} was overturned: nothing follows from it")
        codes["ruling"] = found.code
        names.append(f"ruling {found.number}")
    if proposal:
        enacted = find_proposal(moment, proposal)
        if enacted.status not in ENACTED:
            raise BadArguments.on("proposal", f"proposal {enacted.number} was not enacted")
        codes["proposal"] = enacted.code
        names.append(f"proposal {enacted.number}")
    return AskedBy(codes, tuple(names))


def asked_as_they_are(row: Correction) -> tuple[Ruling | None, Proposal | None]:
    """What asked for a correction, as it stands now; None where it is in this history no more. Two queries at most."""
    ruling = proposal = None
    if row.ruling:
        ruling = Ruling.objects.filter(cycle=row.cycle_id, code=row.ruling).select_related("request").first()
    if row.proposal:
        proposal = Proposal.objects.filter(cycle=row.cycle_id, code=row.proposal).first()
    return ruling, proposal


def corrections_after(cycle: Cycle, proposal: str) -> list[Correction]:
    """The corrections that a proposal, by its code, asked for, the newest first."""
    return list(Correction.objects.filter(cycle=cycle, proposal=proposal).defer("difference", "impossible", "edits"))


def corrections_after_rulings(cycle: Cycle, rulings: list[str]) -> dict[str, list[Correction]]:
    """By the codes of rulings, the corrections that they asked for. One query."""
    found: dict[str, list[Correction]] = {}
    for row in Correction.objects.filter(cycle=cycle, ruling__in=rulings).defer("difference", "impossible", "edits"):
        found.setdefault(row.ruling, []).append(row)
    return found
