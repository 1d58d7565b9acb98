"""The law's section on the court, with the numbers of R14 and R15.

Removal and election of the Judge are clauses of the court's rule (R14, R16).
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law, Section, SectionModel
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import NAMED_ONCE, LawTitle

Hours = Annotated[int, Field(ge=1, le=24 * 56)]


class CourtRules(SectionModel):
    """Settings of the court: the limit on open requests per person, the verdicts, and how rulings are overturned."""

    open_requests: int = Field(default=5, ge=1, le=100, description="the maximum number of open requests of one person")
    verdicts: Annotated[list[LawTitle], NAMED_ONCE] = Field(default=["true", "false"], min_length=1, max_length=10)
    confidence_within_hours: Hours = Field(
        default=96, description="the time after a ruling in which a vote can be opened"
    )
    confidence_lasts_hours: Hours = Field(default=48, description="how long a vote of confidence runs")
    unclear: Literal["affirm", "overturn", "nothing"] = Field(default="affirm", description="how unclear votes count")
    second_thoughts_hours: Hours = Field(
        default=168, description="the time in which the Judge can overturn their own ruling"
    )


def court_rules(law: Law) -> CourtRules:
    """Return the court's settings in the current law.

    If the law has no court, return the defaults, which running votes then use.
    """
    return law.section_or_none("court", CourtRules) or CourtRules()


def _verdicts(law: Law, path: Path, verdicts: Sequence[str]) -> str:
    """Return a sentence with the possible answers to a statement."""
    return f"The answer to a statement is {listed([f'“{verdict}”' for verdict in verdicts], 'or')}."


LABELS = (
    Label(
        "open_requests",
        "how many requests one person may have open at a time",
        "request|requests",
        "limit most",
        sentence="You may have up to {value} to the court open at once.",
    ),
    Label("verdicts", "the possible verdicts on a statement", also="truth values true false", sentence=_verdicts),
    Label(
        "confidence_within_hours",
        "how long after a ruling a vote of confidence can be opened",
        "hours",
        "judge overturn time vote",
    ),
    Label("confidence_lasts_hours", "how long a vote of confidence lasts", "hours", "vote confidence overturn time"),
    Label(
        "unclear",
        "how an unclear vote on a ruling counts",
        also="affirm overturn confidence vote",
        sentence={
            "affirm": "In a vote of confidence on a ruling, unclear votes count for the ruling.",
            "overturn": "In a vote of confidence on a ruling, unclear votes count against the ruling.",
            "nothing": "In a vote of confidence on a ruling, unclear votes do not count.",
        },
    ),
    Label("second_thoughts_hours", "how long the Judge can overturn their own ruling", "hours", "time"),
)
SECTION = Section("court", "The court", CourtRules, labels=LABELS)
