"""The law's section on proposals. Their classes are clauses (`nomic.clauses.proposal_classes`)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.clauses.checks.prices import number_flaws
from nomic.clauses.clause_index import secrets_of, vocabulary_of
from nomic.effects.checking.effects_in_sections import ValueJson
from nomic.effects.language import scopes
from nomic.inventory.effect_label_factories import amount_said, amount_sentence
from nomic.law.document.sections import Flaw, Law, Section, SectionModel
from nomic.law.schema.section_label import Label

ClassName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=30), Field(examples=["urgent"])
]


MAX_OPEN = 1_000


class ProposalRules(SectionModel):
    """The maximum number of a player's open proposals, which may be an expression for the player ($me)."""

    most_open: Annotated[int, Field(ge=1, le=MAX_OPEN)] | ValueJson = Field(
        default=20, description="the maximum number of open proposals of one player"
    )


def proposal_rules(law: Law) -> ProposalRules:
    """Return the law's settings for proposals, or the defaults."""
    return law.section_or_none("proposals", ProposalRules) or ProposalRules()


def _agrees(law: Law) -> Iterator[Flaw]:
    most = law.section("proposals", ProposalRules).most_open
    yield from number_flaws("/proposals/most_open", most, vocabulary_of(law), secrets_of(law))


LABELS = (
    Label(
        "most_open",
        "how many proposals a player may have open at once",
        "proposal|proposals",
        "limit most maximum number submit",
        amount_said(scopes.WHO_ACTS, "proposal|proposals"),
        sentence=amount_sentence(
            scopes.WHO_ACTS,
            "proposal|proposals",
            "You may have up to {value} open at once.",
            "The number of proposals that you may have open at once is {value}.",
        ),
    ),
)
SECTION = Section("proposals", "Proposals", ProposalRules, agrees=_agrees, labels=LABELS)
