"""The law's section about Heads: how many heads win."""

from pydantic import Field

from nomic.law.called import Called
from nomic.law.sections import Section, SectionModel


class HeadsRules(SectionModel):
    """How many heads win."""

    heads: int = Field(ge=1, le=100)


CALLED = (Called("heads", "how many heads win", also="victory coins tosses number"),)
SECTION = Section("heads", "Heads", HeadsRules, called=CALLED)
