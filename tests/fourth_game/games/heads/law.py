"""The law's section about Heads: how many heads win."""

from pydantic import Field

from nomic.law.document.sections import Section, SectionModel
from nomic.law.schema.section_label import Label

MAX_HEADS = 100


class HeadsRules(SectionModel):
    """How many heads win."""

    heads: int = Field(ge=1, le=MAX_HEADS)


LABELS = (Label("heads", "how many heads win", also="victory coins tosses number"),)
SECTION = Section("heads", "Heads", HeadsRules, labels=LABELS)
