"""The law's section on corrections of the past: who may make them, and how one takes back an act of one's own."""

from typing import Literal

from pydantic import Field

from nomic.law.document.sections import Law, Section, SectionModel
from nomic.law.schema.label import Label

Who = Literal["admins", "judge"]
Own = Literal["never", "asked", "free"]


class Corrections(SectionModel):
    """Who corrects the past. `own_acts`: whether an act that nothing has followed can be taken back by who did it."""

    who: list[Who] = Field(default=["admins"], min_length=1, max_length=2)
    own_acts: Own = "asked"


CALLED = (
    Label("who", "who may correct the past", also="correction corrections undo mistake journal judge admins"),
    Label(
        "own_acts",
        "how one takes back an act of one's own that nothing has followed",
        also="undo take back void mistake own act consent",
    ),
)
SECTION = Section("corrections", "Corrections", Corrections, called=CALLED)
BEFORE = Corrections()  # of a law that says nothing of corrections


def corrections_of(law: Law) -> Corrections:
    """What the law says of corrections; where it says nothing, admins make them."""
    return law.section("corrections", Corrections) if law.has("corrections") else BEFORE
