"""Base class of the schemas of clauses."""

from typing import ClassVar

from pydantic import Field

from nomic.law.document.sections import SectionModel
from nomic.law.schema.text_types import LawText

SAYS = "Shown in lists and on buttons. If you leave it empty, a sentence is made for you."


class Clause(SectionModel):
    """A clause. `place` is its position among the clauses of its rule; equal places are sorted by name.

    `says` is its short sentence for people, shown on buttons, forms and lists. It can contain values of the law as
    rules do. `nomic/clauses/schema/short_sentences.py` limits its length; older laws may have longer ones.
    """

    word: ClassVar[str]  # The key that names its kind.

    place: int = Field(default=0, ge=-1_000_000, le=1_000_000, title="Its place among the clauses of the rule")
    says: LawText = Field(default="", title="In one short sentence", description=SAYS)
