"""Deferred effects of rules, as the API sends them."""

from collections.abc import Iterable
from datetime import datetime

from pydantic import Field

from nomic.api.shapes import Shape
from nomic.clauses.views.deferred import ShownLater


class RuleLater(Shape):
    """A deferred effect: something that a rule will do once, at an instant or at the next event of a kind."""

    code: str
    rule: str | None = Field(description="the id of the rule that scheduled it, while it exists")
    title: str = Field(description="the title of the rule")
    at: datetime | None = Field(description="when it is due, if known")
    event: str | None = Field(description="the event that it waits for, if any")
    when: str = Field(description="that event in words")
    words: str = Field(description="the effect, without its secrets")
    players: list[str] = Field(description="the players that it names")


def sent_later(found: Iterable[ShownLater]) -> list[RuleLater]:
    """Convert deferred effects to the shape that is sent."""
    return [
        RuleLater(
            code=each.code,
            rule=each.rule or None,
            title=each.title,
            at=each.at,
            event=each.event or None,
            when=each.when,
            words=each.words,
            players=list(each.players),
        )
        for each in found
    ]
