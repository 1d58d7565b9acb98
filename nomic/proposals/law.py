"""The law's section on proposals."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from nomic.inventory.law import ItemName, unknown_items
from nomic.law.called import Called
from nomic.law.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.text import LawTitle

ClassName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]{0,30}$", max_length=31), Field(examples=["urgent"])]


class ProposalClass(SectionModel):
    """A class of proposals: its voting period, when it is popular, and who may submit one (R9, R11).

    Period "next-phase": the whole phase that starts next; "hours": so many from submission. Popular
    "more-for-than-against", or "few-against": at most `most_against` against. Submitters "permitted": whoever has the
    trait `permit`, which a submission uses up.
    """

    title: LawTitle
    period: Literal["next-phase", "hours"]
    hours: int | None = Field(default=None, ge=1, le=24 * 56)
    popular: Literal["more-for-than-against", "few-against"]
    most_against: int | None = Field(default=None, ge=0, le=1_000_000)
    submitters: Literal["players", "reputable", "permitted"]
    permit: ItemName | None = None
    place: int = 0

    def is_popular(self, votes_for: int, votes_against: int) -> bool:
        """Whether a proposal with these votes takes effect; an unclear vote counts against (R10)."""
        if self.popular == "few-against":
            return votes_against <= (self.most_against or 0)
        return votes_for > votes_against


class ProposalRules(SectionModel):
    """The classes of proposals, and how many of a player's can be open at once."""

    classes: dict[ClassName, ProposalClass] = Field(min_length=1, max_length=50)
    default: ClassName = "standard"
    most_open: int = Field(default=20, ge=1, le=1000, description="open proposals of one player at a time")


def proposal_rules(law: Law) -> ProposalRules:
    """The rules of proposals in force."""
    return law.section("proposals", ProposalRules)


def _agrees(law: Law) -> Iterator[Flaw]:
    rules = proposal_rules(law)
    if rules.default not in rules.classes:
        yield Flaw(pointer("proposals", "default"), f"there is no class {rules.default!r}")
    for name, class_ in rules.classes.items():
        where = ("proposals", "classes", name)
        if (class_.period == "hours") is (class_.hours is None):
            yield Flaw(pointer(*where, "hours"), "a number of hours exactly where the period is counted in hours")
        if (class_.popular == "few-against") is (class_.most_against is None):
            yield Flaw(pointer(*where, "most_against"), "a number exactly where being popular means few against")
        if (class_.submitters == "permitted") is (class_.permit is None):
            yield Flaw(pointer(*where, "permit"), "a trait exactly where submitters need a permission")
        if class_.permit is not None:
            yield from unknown_items(law, (pointer(*where, "permit"), class_.permit))


CALLED = (
    Called("default", "the class of a proposal that names none", also="default usual standard"),
    Called(
        "most_open",
        "how many open proposals a player may have at once",
        "proposal|proposals",
        "limit most maximum number submit",
    ),
    Called("classes/*", "the class {0} of proposals"),
    Called("classes/*/title", "what the class {0} of proposals is called", also="name title"),
    Called(
        "classes/*/period",
        "whether the vote on a proposal of the class {0} lasts a phase or hours",
        also="voting period long time when counted end",
    ),
    Called(
        "classes/*/hours",
        "how long the vote on a proposal of the class {0} lasts",
        "hours",
        "voting period time days duration end counted",
    ),
    Called(
        "classes/*/popular",
        "which votes make a proposal of the class {0} popular",
        also="voting pass passes majority count win needed",
    ),
    Called(
        "classes/*/most_against",
        "how many votes against a proposal of the class {0} it may have and pass",
        "vote|votes",
        "voting limit most popular majority",
    ),
    Called("classes/*/submitters", "who may submit a proposal of the class {0}", also="players reputable permission"),
    Called("classes/*/permit", "what a proposal of the class {0} uses up", also="permit permission trait item cost"),
)
SECTION = Section(
    "proposals",
    "Proposals",
    ProposalRules,
    agrees=_agrees,
    required=True,
    ordered_maps=("classes",),
    called=CALLED,
)
