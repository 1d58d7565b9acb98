"""The law's section about the cycle itself."""

from nomic.law.sections import Section, SectionModel
from nomic.law.text import LawText, LawTitle


class Description(SectionModel):
    """What the cycle is called and what it is about."""

    title: LawTitle
    summary: LawText = ""


SECTION = Section("cycle", "The cycle", Description, required=True)
