"""Schema of the clause for an office: how many seats, how they are filled, and when the term ends."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.clause_models import AmountJson, EventKind
from nomic.effects.checking.effects_in_sections import ConditionJson, ValueJson
from nomic.effects.language.bounds import MAX_HOURS
from nomic.effects.language.operations.governance.electing import MAX_SEATS
from nomic.inventory.law_section import ItemName
from nomic.law.document.sections import SectionModel
from nomic.law.schema.text_types import LawName

MAX_TITLE = 40  # characters of an office, whose values have longer names
OfficeName = Annotated[LawName, StringConstraints(max_length=MAX_TITLE)]
RANKED = ("ranked", "transferable", "borda")


class Term(SectionModel):
    """The end of a term: after hours, days or phases, counting the running phase as the first, or at the next event.

    A number may be an expression, which is evaluated when the term begins.
    """

    hours: Annotated[int, Field(ge=1, le=MAX_HOURS)] | ValueJson | None = Field(
        default=None, title="After a number of hours"
    )
    days: Annotated[int, Field(ge=1, le=MAX_HOURS // 24)] | ValueJson | None = Field(
        default=None, title="After a number of days"
    )
    phases: Annotated[int, Field(ge=1, le=1_000)] | ValueJson | None = Field(
        default=None, title="After a number of phases"
    )
    at: EventKind | None = Field(default=None, title="When something happens")

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        """Check that exactly one of hours, days, phases and event is given. Raises ValueError otherwise."""
        if len(self.said) != 1:
            raise ValueError("say hours, days, phases or at, and only one of them")
        return self

    @property
    def said(self) -> dict[str, int | str | dict[str, Any]]:
        """The one field that is set, with its value."""
        parts = {"hours": self.hours, "days": self.days, "phases": self.phases, "at": self.at}
        return {unit: part for unit, part in parts.items() if part is not None}


class Election(SectionModel):
    """An election: who can stand (`$me`), whose votes count (`$it`), how long it lasts and how votes are counted.

    It begins when the first candidate stands. Ballots are `open`, `sealed` until they are counted, or `secret` for
    good. If `against` is set, voters vote for or against each candidate.
    """

    stand: ConditionJson | None = Field(default=None, title="Who can stand")
    votes: ConditionJson | None = Field(default=None, title="Whose votes count")
    counted: Literal["plurality", "approval", "ranked", "transferable", "borda"] = Field(title="How votes are counted")
    ties: Literal["none", "lot", "earliest"] = Field(title="How ties are broken")
    ends: Term = Field(title="When it ends")
    ballots: Literal["open", "sealed", "secret"] = Field(default="open", title="Who sees the ballots")
    against: bool = Field(default=False, title="Votes can also be against a candidate")


class Lot(SectionModel):
    """Filling a vacant office by lot at an event. `among` is a condition on the candidates (`$it`)."""

    at: EventKind = Field(title="When")
    among: ConditionJson | None = Field(default=None, title="Among which players")


class FilledBy(SectionModel):
    """The ways to fill an office.

    If a `price` is given, a vacant office can be bought. A holder may be allowed to hand it over.
    """

    election: Election | None = Field(default=None, title="By election")
    lot: Lot | None = Field(default=None, title="By lot")
    price: dict[ItemName, AmountJson] = Field(default={}, max_length=20, title="For a price, while it is vacant")
    handed_over: bool = Field(default=False, title="Its holder can hand it over")


class OfficeClause(Clause):
    """An office with one holder, or with as many holders as `seats`: how it is filled, and how a term ends.

    The holder is a value with the name of the office. `until` is the end of a term; `removed_by` is the number of
    players who together can remove a holder. If the host has an office with this name, the clause fills that office.
    """

    word: ClassVar[str] = "office"

    office: OfficeName = Field(title="What the office is called")
    seats: int = Field(default=1, ge=1, le=MAX_SEATS, title="How many seats")
    filled_by: FilledBy = Field(default=FilledBy(), title="How it is filled")
    until: Term | None = Field(default=None, title="When a term ends")
    removed_by: Annotated[int, Field(ge=1, le=100)] | ValueJson | None = Field(
        default=None, title="How many players can remove a holder"
    )
    resigns: bool = Field(default=True, title="A holder can resign")
