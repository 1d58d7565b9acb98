"""Deferred effects of rules in the API."""

from datetime import datetime

from pydantic import Field

from nomic.api.shapes import Shape, TextOrNone


class RuleLater(Shape):
    """A deferred effect: an effect that a rule causes once, at an instant or at the next event of a kind."""

    code: str
    rule: TextOrNone = Field(description="the id of the rule that scheduled it, while it exists")
    title: str = Field(description="the title of the rule")
    at: datetime | None = Field(description="when it is due, if known")
    event: TextOrNone = Field(description="the event that it waits for, if any")
    when: str = Field(description="that event in words")
    words: str = Field(description="the effect, without its secrets")
    players: list[str] = Field(description="the players that it names")
