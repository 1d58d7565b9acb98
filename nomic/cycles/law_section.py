"""The law's section that describes the cycle itself."""

from nomic.law.document.sections import Section, SectionModel
from nomic.law.schema.section_label import Label
from nomic.law.schema.text_types import LawText, LawTitle


class Description(SectionModel):
    """The cycle's title and its description, with the name of the game if the title does not say it."""

    title: LawTitle
    game: LawTitle = ""
    summary: LawText = ""


LABELS = (
    Label("title", "the name of the cycle", also="name title"),
    Label("game", "the name of the game, if it differs from the cycle's", also="name game"),
    Label("summary", "what the cycle is about", also="summary description introduction game"),
)
SECTION = Section("cycle", "The cycle", Description, required=True, labels=LABELS)
