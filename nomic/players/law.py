"""The law's section on membership."""

from pydantic import Field

from nomic.law.called import Called
from nomic.law.sections import Law, Section, SectionModel

MOST_HOURS = 24 * 366


class Membership(SectionModel):
    """R5 and R6, times in hours."""

    rejoin_after_hours: int = Field(ge=0, le=MOST_HOURS)
    reputable_after_hours: int = Field(ge=0, le=MOST_HOURS)
    founders_within_hours: int = Field(ge=0, le=MOST_HOURS)
    declarations_needed: int = Field(ge=1, le=100)


CALLED = (
    Called(
        "rejoin_after_hours",
        "how long somebody who stopped playing waits before they may join again",
        "hours",
        "rejoin leave left quit come back return players time days week",
    ),
    Called(
        "reputable_after_hours",
        "how long somebody plays before they are reputable",
        "hours",
        "reputation player becoming time days week",
    ),
    Called(
        "founders_within_hours",
        "how long after the beginning of the cycle whoever joins is reputable at once",
        "hours",
        "reputation founders founding early start join time days",
    ),
    Called(
        "declarations_needed",
        "how many other players declare somebody reputable",
        "declaration|declarations",
        "reputation vouch players",
    ),
)
SECTION = Section("membership", "Membership", Membership, required=True, called=CALLED)


def membership_of(law: Law) -> Membership:
    """The rules of membership in force."""
    return law.section("membership", Membership)
