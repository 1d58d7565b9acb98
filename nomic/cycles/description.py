"""The law's section about the cycle itself."""

from nomic.law.called import Called
from nomic.law.sections import Section, SectionModel
from nomic.law.text import LawText, LawTitle


class Description(SectionModel):
    """What the cycle is called and what it is about."""

    title: LawTitle
    summary: LawText = ""


CALLED = (
    Called("title", "what the cycle is called", also="name title game"),
    Called("summary", "what the cycle is about", also="summary description introduction game"),
)
SECTION = Section("cycle", "The cycle", Description, required=True, called=CALLED)
