"""The law's section about Heads: how many heads win."""

from pydantic import Field

from nomic.law.sections import Section, SectionModel


class HeadsRules(SectionModel):
    """How many heads win."""

    heads: int = Field(ge=1, le=100)


SECTION = Section("heads", "Heads", HeadsRules)
