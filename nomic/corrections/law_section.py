"""The law's section on corrections: who may correct the past, and how players take back their own acts."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from nomic.law.document.sections import Law, Section, SectionModel
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import NAMED_ONCE

Who = Literal["admins", "judge"]
Own = Literal["never", "asked", "free"]


class Corrections(SectionModel):
    """Settings for corrections of the past.

    `who` may correct the past. `own_acts` says how players take back acts from which nothing followed: never, by
    asking, or freely.
    """

    who: Annotated[list[Who], NAMED_ONCE] = Field(default=["admins"], min_length=1, max_length=2)
    own_acts: Own = "asked"


def _who_may(law: Law, path: Path, who: Sequence[Who]) -> str:
    """Return the sentence that says who may correct the past."""
    words = [words for each, words in (("admins", "admins"), ("judge", "the Judge")) if each in who]
    said = " and ".join(words)
    return f"{said[0].upper()}{said[1:]} may correct past mistakes."


LABELS = (
    Label(
        "who",
        "who may correct the past",
        also="correction corrections undo mistake journal judge admins",
        sentence=_who_may,
    ),
    Label(
        "own_acts",
        "whether players can undo their own acts",
        also="undo take back void mistake own act consent",
        sentence={
            "never": "You cannot undo your own acts.",
            "asked": "You may ask for one of your own acts to be undone, unless a later act depends on it.",
            "free": "You may undo one of your own acts without asking, unless a later act depends on it.",
        },
    ),
)
SECTION = Section("corrections", "Corrections", Corrections, labels=LABELS)
BEFORE = Corrections()  # the default for a law without this section


def corrections_of(law: Law) -> Corrections:
    """Return the law's correction settings, or the defaults (admins only) if it has no such section."""
    return law.section("corrections", Corrections) if law.has("corrections") else BEFORE
