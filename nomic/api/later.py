"""Deferred effects of rules, as the API sends them."""

from datetime import datetime

from pydantic import Field

from nomic.api.shapes import Shape, TextOrNone


class RuleLater(Shape):
    """A deferred effect: something that a rule will do once, at an instant or at the next event of a kind."""

    code: str
    rule: TextOrNone = Field(description="the id of the rule that said so, while there is one")
    title: str = Field(description="what the rule is called")
    at: datetime | None = Field(description="when it is due, where that is known")
    event: TextOrNone = Field(description="what it waits for, where it does")
    when: str = Field(description="what it waits for, in words")
    words: str = Field(description="what is done; nothing of what is secret")
    players: list[str] = Field(description="of whom it speaks")
