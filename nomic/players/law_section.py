"""The law's section on membership."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.cycles.actions.registry import action_or_none, action_title
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.labels.value_statements import enumerated
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import NAMED_ONCE

MAX_HOURS = 24 * 366
ActionName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=120)]


class Membership(SectionModel):
    """The settings of R5, R6 and R8; times are in hours.

    `no_activity` lists actions that do not make a player active.
    """

    rejoin_after_hours: int = Field(ge=0, le=MAX_HOURS)
    reputable_after_hours: int = Field(ge=0, le=MAX_HOURS)
    founders_within_hours: int = Field(ge=0, le=MAX_HOURS)
    declarations_needed: int = Field(ge=1, le=100)
    no_activity: Annotated[list[ActionName], NAMED_ONCE] = Field(
        default=["vote"], max_length=50, description="actions that do not count as activity (R8)"
    )


def _not_active(law: Law, path: Path, names: Sequence[str]) -> str:
    """Return a sentence with the titles of the actions that do not make a player active."""
    titles = [_title(law, name) for name in names]
    return f"{enumerated(titles)} {'do' if len(titles) > 1 else 'does'} not count as activity."


def _title(law: Law, name: str) -> str:
    return f"“{action_title(name, law)}”"


LABELS = (
    Label(
        "rejoin_after_hours",
        "how long a player who left must wait before joining again",
        "hours",
        "rejoin leave left quit come back return players time days week",
    ),
    Label(
        "reputable_after_hours",
        "how long a player plays before becoming reputable",
        "hours",
        "reputation player becoming time days week",
    ),
    Label(
        "founders_within_hours",
        "how long after the beginning of the cycle new players are reputable at once",
        "hours",
        "reputation founders founding early start join time days",
    ),
    Label(
        "declarations_needed",
        "how many declarations by other players make a player reputable",
        "declaration|declarations",
        "reputation vouch players",
    ),
    Label(
        "no_activity",
        "the actions that do not count as activity",
        also="activity active inactive acts votes actions",
        sentence=_not_active,
    ),
)


def _agrees(law: Law) -> Iterator[Flaw]:
    for place, name in enumerate(membership_of(law).no_activity):
        action = action_or_none(name, law)
        if action is None or action.is_system or action.is_admin:
            yield Flaw(pointer("membership", "no_activity", place), f"there is no action called {name!r}")


SECTION = Section("membership", "Membership", Membership, agrees=_agrees, required=True, labels=LABELS)


def membership_of(law: Law) -> Membership:
    """Return the law's settings for membership."""
    return law.section("membership", Membership)
