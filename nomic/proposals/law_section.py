"""The law's section on proposals. Their classes are clauses (`nomic.clauses.proposal_classes`)."""

from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.law.document.sections import Law, Section, SectionModel
from nomic.law.schema.label import Label

ClassName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=30), Field(examples=["urgent"])
]


class ProposalRules(SectionModel):
    """The limit of a player's open proposals."""

    most_open: int = Field(default=20, ge=1, le=1000, description="the maximum number of open proposals of one player")


def proposal_rules(law: Law) -> ProposalRules:
    """Return the rules of proposals in force."""
    return law.section_or_none("proposals", ProposalRules) or ProposalRules()


LABELS = (
    Label(
        "most_open",
        "how many open proposals a player may have at once",
        "proposal|proposals",
        "limit most maximum number submit",
    ),
)
SECTION = Section("proposals", "Proposals", ProposalRules, labels=LABELS)
