"""Acts that fail after they have drawn: *refused means nothing was drawn* (R126).

A draw that somebody has seen cannot be undone. If an act that is refused or breaks after its first draw left no
trace, players could choose dice by trying again. So its entry remains, with its draws, and records the failure;
nothing else of the act remains. If a rule counts entries (once a phase, say), a failed one counts too, so that there
is no second try. It is not activity (R8). The same applies to a deadline that fails, even without a draw, because a
refusal would reach nobody.
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
from nomic.db import current_unit

logger = structlog.get_logger(__name__)

T = TypeVar("T")
BROKEN = "broken"
# The database is away, full, or has a problem with this connection. Nothing can be written now.
AWAY = (OperationalError, InterfaceError, InternalError, ProgrammingError)


class HasDrawn(Exception):
    """An act in a unit of work failed after a draw. It has to be repeated outside and recorded as failed."""


def whole_or_failed(act: Act, do: Callable[[], T], *, must_stand: bool) -> T | ActFailed:
    """Run an act. If it fails after a draw, roll back to its start and return the reason.

    With `must_stand`, also if it fails without a draw. Raises what `do` raises if the act may be refused, and
    database outages. Inside a unit of work it raises every error.
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
    # A refusal may be quoted. What this act seals must stay secret.
    return ActFailed(error.code, "Why is sealed with what it said." if act.sealed else error.detail)


def failed_act(act: Act, failure: ActFailed) -> Act:
    """Return the act as it is recorded after its failure: what it sealed, named and drew, and that it failed."""
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
    """Return a failed act for the subscribers to failures, when its entry is appended again."""
    again = Act(act.cycle, act.action, act.actor, act.at, act.key)
    again.recorded = dict(entry.args)
    for failed in ActFailed.among(entry.events):
        again.emit(failed)
    return again


def draw_again(act: Act, entry: Entry) -> None:
    """Repeat the draws of a failed entry, which stays failed whatever the current program would do."""
    for draw in entry.draws:
        act.chance.below(draw.sides, draw.label, draw.purpose)


def snapshot(cycle: Cycle) -> dict[str, Any]:
    """Copy the cycle's attributes, including its unsaved columns and cached values."""
    return {name: copy(value) if isinstance(value, set | list) else value for name, value in cycle.__dict__.items()}


def restore(cycle: Cycle, before: dict[str, Any]) -> None:
    cycle.__dict__.clear()
    cycle.__dict__.update(before)
