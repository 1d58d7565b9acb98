"""Acts made ready: on the page of an action, a button each for what people most often want of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action


@dataclass(frozen=True, slots=True)
class ReadyAct:
    """An act with its arguments filled in, as a form sends them: what its button says, more about it, and until when.

    An argument can be sent several times, as a list.
    """

    label: str
    fields: Sequence[tuple[str, str]]
    detail: str = ""
    at: datetime | None = None


Make = Callable[[Moment], Sequence[ReadyAct]]

_makers: dict[str, Make] = {}


def make_ready(action: str, make: Make) -> None:
    """Have these buttons on the page of that action, wherever it can be done."""
    _makers[action] = make


def ready_acts(action: Action, moment: Moment) -> Sequence[ReadyAct]:
    """The buttons of an action that can be done now."""
    make = _makers.get(action.name)
    return () if make is None else make(moment)
