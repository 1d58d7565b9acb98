"""The law's section on membership."""

from pydantic import Field

from nomic.law.sections import Law, Section, SectionModel

MOST_HOURS = 24 * 366


class Membership(SectionModel):
    """R5 and R6, times in hours."""

    rejoin_after_hours: int = Field(ge=0, le=MOST_HOURS)
    reputable_after_hours: int = Field(ge=0, le=MOST_HOURS)
    founders_within_hours: int = Field(ge=0, le=MOST_HOURS)
    declarations_needed: int = Field(ge=1, le=100)


SECTION = Section("membership", "Membership", Membership, required=True)


def membership_of(law: Law) -> Membership:
    """The rules of membership in force."""
    return law.section("membership", Membership)
