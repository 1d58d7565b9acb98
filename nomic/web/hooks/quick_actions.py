"""Quick actions: buttons on an action's page that fill in its most frequent arguments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action


@dataclass(frozen=True, slots=True)
class ReadyAct:
    """An act with arguments filled in as form values, and its button's label, details, and time.

    An argument with several values occurs once for each value. `bot` is the bot whose face appears beside the button,
    if any. `to` is the instant to which the act advances the cycle's clock, if it does.
    """

    label: str
    fields: Sequence[tuple[str, str]]
    detail: str = ""
    at: datetime | None = None
    bot: str = ""
    to: datetime | None = None


Make = Callable[[ReadContext], Sequence[ReadyAct]]

_makers: dict[str, Make] = {}


def make_ready(action: str, make: Make) -> None:
    """Register the quick actions of an action, shown whenever the action is available."""
    _makers[action] = make


def ready_acts(action: Action, ctx: ReadContext) -> Sequence[ReadyAct]:
    """Return the quick actions of an available action."""
    make = _makers.get(action.name)
    return () if make is None else make(ctx)
