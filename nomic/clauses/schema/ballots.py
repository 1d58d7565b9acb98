"""Schema of a ballot: the options of a vote on a proposal, and how votes for them are counted."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from nomic.law.document.sections import SectionModel
from nomic.law.schema.text_types import LawName

MAX_OPTIONS = 20
MAX_OPTION = 60  # characters
RANKED = ("ranked", "transferable", "borda")  # counting rules for which the order of a ballot matters
Option = Annotated[LawName, StringConstraints(max_length=MAX_OPTION)]


class ClassBallot(SectionModel):
    """The options of a vote, how votes for them are counted, how ties are settled, and how many options are chosen.

    A vote for a proposal names options, the first preference first. Counting rules and ties are those of `elect`. A
    proposal passes only if an option is chosen.
    """

    options: list[Option] = Field(min_length=2, max_length=MAX_OPTIONS, title="The options")
    counted: Literal["plurality", "approval", "ranked", "transferable", "borda"] = Field(title="How votes are counted")
    ties: Literal["all", "none", "lot", "earliest"] = Field(title="How ties are broken")
    seats: int = Field(default=1, ge=1, le=MAX_OPTIONS - 1, title="How many options are chosen")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        """Check that options are distinct and that the number of seats is possible. Raises ValueError otherwise."""
        if len(set(self.options)) < len(self.options):
            raise ValueError("an option is named twice")
        if self.seats >= len(self.options):
            raise ValueError("fewer options are chosen than there are")
        if self.seats > 1 and self.counted == "ranked":
            raise ValueError("an instant run-off chooses one option: say transferable for several")
        return self

    @property
    def most(self) -> int:
        """The maximum number of options that a count can choose."""
        return len(self.options) if self.ties == "all" else self.seats

    @property
    def choices(self) -> int:
        """The maximum number of options that one vote can name."""
        return 1 if self.counted == "plurality" else len(self.options)

    @property
    def is_ranked(self) -> bool:
        """True if the order of the options in a vote matters."""
        return self.counted in RANKED
