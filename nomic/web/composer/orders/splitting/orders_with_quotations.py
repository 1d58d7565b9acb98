"""The orders of a text and their quotations, which the orders refer to by numbered marks."""

import re
from dataclasses import dataclass, field

from nomic.web.composer.orders.order_words import CLOSE, OPEN

IN_DOUBT = "a sentence below may belong to its text, or be an order of its own"
MARK = re.compile(f"{OPEN}(\\d+){CLOSE}")


@dataclass
class OrderText:
    """The orders of a text in reading order, and the quotations that they refer to by number."""

    orders: list[str] = field(default_factory=list)
    quotations: list[str] = field(default_factory=list)
    as_written: dict[str, str] = field(default_factory=dict)  # what the text says, by an order in other words
    sentences: dict[str, str] = field(default_factory=dict)  # the sentence of each order, with what comes before it
    remarks: list[str] = field(default_factory=list)  # paragraphs at the ends of texts that may be no part of them
    asides: list[str] = field(default_factory=list)  # paragraphs in brackets, which are left out as remarks
    talk: list[str] = field(default_factory=list)  # sentences that order nothing
    headings: set[str] = field(default_factory=set)  # orders that only name what may be the rule of those below
    claims: dict[str, str] = field(default_factory=dict)  # sentences that order nothing, with what they state
    corrected: set[str] = field(default_factory=set)  # claims whose number a later order changes: "… Make it 4."
    taken_back: set[str] = field(default_factory=set)  # orders that the next sentence takes back: "Just kidding."
    unclear: dict[int, str] = field(default_factory=dict)  # quotations of which it is not clear where they end, and why
    doubts: dict[int, list[str]] = field(default_factory=dict)  # the sentences before which such a text may end

    def in_doubt(self, quotation: int, sentences: list[str]) -> None:
        """Record the sentences before which a quotation may end."""
        self.doubts[quotation] = sentences
        self.unclear[quotation] = IN_DOUBT

    def resolved(self, text: str, left: str = "", right: str = "") -> str:
        """Return a text with its marks replaced with the quotations, between `left` and `right`."""
        return MARK.sub(lambda found: f"{left}{self.quotations[int(found[1])]}{right}", text)
