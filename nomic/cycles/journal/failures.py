"""Acts that fail after they have drawn: *refused means nothing was drawn* (R126).

Whoever has seen a draw has seen it: an act that is refused or breaks after its first draw cannot be as if it had never
been, or dice could be chosen by trying again. Its entry stands, with its draws, and says that it failed; nothing else
of it does. Where a rule counts entries (once a phase, say) a failed one counts too, so no second try comes of it; it is
no activity (R8). So also with a deadline that fails, whether it has drawn or not: nobody could be told of a refusal.
"""

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar

import structlog
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError, transaction

from nomic.cycles.actions.context import Act
from nomic.cycles.domain.events import ActFailed
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle, Entry
from nomic.db.unit_of_work import current_unit

logger = structlog.get_logger(__name__)

T = TypeVar("T")
BROKEN = "broken"
# The database is away, full, or in trouble with this connection: nothing could be written down now.
AWAY = (OperationalError, InterfaceError, InternalError, ProgrammingError)


class HasDrawn(Exception):
    """An act was refused, in haste, that stands as failed: it is done again without."""


def whole_or_failed(act: Act, do: Callable[[], T], *, must_stand: bool) -> T | ActFailed:
    """Do all of an act; where it fails after a draw, roll back to before it and say why.

    With `must_stand` also where it has drawn nothing. Raises what `do` raises where the act may be refused, and
    whatever says that the database does not answer. In haste it raises whatever fails.
    """
    if current_unit() is not None:
        try:
            return do()
        except Refusal as refusal:
            if act.drew or must_stand:
                raise HasDrawn from refusal
            raise
    before = snapshot(act.cycle)
    try:
        with transaction.atomic():
            return do()
    except AWAY:
        raise
    except Exception as error:
        if not (act.drew or must_stand):
            raise
        restore(act.cycle, before)
        return _failure(act, error)


def _failure(act: Act, error: Exception) -> ActFailed:
    if not isinstance(error, Refusal):
        logger.exception("act_failed", cycle=act.cycle.slug, action=act.action.name, key=act.key)
        return ActFailed(BROKEN, f"The program has made a mistake ({type(error).__name__}).")
    # What is refused may be quoted, and what this act seals is nobody's business.
    return ActFailed(error.code, "Why is sealed with what it said." if act.sealed else error.detail)


def failed_act(act: Act, failure: ActFailed) -> Act:
    """The act as it stands in the journal: what it sealed, named and drew, and that it failed."""
    failed = Act(act.cycle, act.action, act.actor, act.at, act.key, act.seed)
    failed.recorded, failed.sealed, failed.used = act.recorded, act.sealed, act.used
    if act.drew:
        failed.__dict__["chance"] = act.chance
    failed.emit(failure)
    has_drawn = " after it had drawn" if act.drew else ""
    whose = "" if act.actor.is_system else f", by {act.actor.name},"
    failed.message(f"“{act.action.title}”{whose} failed{has_drawn}, and changed nothing: {failure.reason}")
    return failed


def failed_again(act: Act, entry: Entry) -> Act:
    """A failed act as those hear of it who listen for failures, when its entry is written once more."""
    again = Act(act.cycle, act.action, act.actor, act.at, act.key)
    again.recorded = dict(entry.args)
    for failed in ActFailed.among(entry.events):
        again.emit(failed)
    return again


def draw_again(act: Act, entry: Entry) -> None:
    """Draw what a failed entry has drawn: what failed has failed, whatever the program would make of it today."""
    for draw in entry.draws:
        act.chance.below(draw.sides, draw.label, draw.purpose)


def snapshot(cycle: Cycle) -> dict[str, Any]:
    """A copy of the cycle's attributes, its unsaved columns and what is cached on it too."""
    return {name: copy(value) if isinstance(value, set | list) else value for name, value in cycle.__dict__.items()}


def restore(cycle: Cycle, before: dict[str, Any]) -> None:
    cycle.__dict__.clear()
    cycle.__dict__.update(before)
