"""Acts that fail after they have drawn. The principle is that *refused means nothing was drawn* (R126).

A draw that somebody has seen cannot be undone. An act may be refused or break after its first draw. If it left no
trace, players could choose dice by trying again. So its entry remains, with its draws, and records the failure. The act
has no other effect. If a rule counts entries, for example once a phase, a failed one counts too, so that there is no
second try. It is not activity (R8). The same applies to a deadline that fails, even without a draw, because nobody
would receive a refusal.
"""

from types import TracebackType
from typing import Self

import structlog
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError, transaction

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import ActFailed
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Entry
from nomic.db import current_unit

logger = structlog.get_logger(__name__)

BROKEN = "broken"
# The database is unavailable, full, or has a problem with this connection. Nothing can be written now.
AWAY = (OperationalError, InterfaceError, InternalError, ProgrammingError)


class HasDrawn(Exception):
    """An act in a unit of work failed after a draw.

    It has to run again outside the unit of work, where it is recorded as failed.
    """


class BeforeFailed(Exception):
    """A reaction of a rule before the act failed. The act is attempted again without that reaction."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key
        self.reason = reason


MISSED = "failed before the act"  # the key under which an act knows what has failed before it: reasons by key


class Attempt:
    """Context manager that runs an act. If the act fails after a draw, the changes made in the block are rolled back.

    It then suppresses the exception and stores the reason in `failure`. If a rule's reaction before the act fails,
    `missed` has the reason. With `must_stand`, an act that fails without a draw is treated the same way. Otherwise an
    error before any draw is raised, and database outages always are. In a unit of work, which has no savepoints, every
    error is raised.
    """

    def __init__(self, act: ActionContext, *, must_stand: bool) -> None:
        self.failure = ActFailed(BROKEN, "")
        self.missed: BeforeFailed | None = None  # The act has to be attempted again without this.
        self._act = act
        self._must_stand = must_stand

    def __enter__(self) -> Self:
        self._savepoint = None if current_unit() is not None else transaction.atomic()
        if self._savepoint is not None:
            self._before = self._act.cycle.snapshot()
            self._savepoint.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if self._savepoint is not None:
            self._savepoint.__exit__(kind, error, trace)
        if isinstance(error, BeforeFailed):
            return self._is_attempted_again(error)
        is_recorded = self._act.drew or self._must_stand
        if not is_recorded or not isinstance(error, Exception) or isinstance(error, AWAY):
            return False
        if self._savepoint is None:
            if isinstance(error, Refusal):
                raise HasDrawn from error
            return False
        self._act.cycle.restore(self._before)
        self.failure = _failure(self._act, error)
        return True

    def _is_attempted_again(self, error: BeforeFailed) -> bool:
        """Undo the act, so that it can be attempted again. Inside a unit of work the error is raised instead."""
        if self._savepoint is None:
            return False
        self._act.cycle.restore(self._before)
        self.missed = error
        return True


def _failure(act: ActionContext, error: Exception) -> ActFailed:
    if not isinstance(error, Refusal):
        logger.exception("act_failed", cycle=act.cycle.slug, action=act.action.name, key=act.key)
        return ActFailed(BROKEN, f"The program has made a mistake ({type(error).__name__}).")
    # A refusal may be quoted. Sealed arguments of this act must stay secret.
    return ActFailed(error.code, "Why is sealed with what it said." if act.sealed else error.detail)


def failed_act(act: ActionContext, failure: ActFailed) -> ActionContext:
    """Return the act in the form that is recorded after its failure.

    It has the sealed arguments, codes, draws, and the failure.
    """
    failed = ActionContext(act.cycle, act.action, act.actor, act.at, act.key, act.seed)
    failed.recorded, failed.sealed, failed.used = act.recorded, act.sealed, act.used
    if act.drew:
        failed.__dict__["chance"] = act.chance
    failed.emit(failure)
    has_drawn = " after it had drawn" if act.drew else ""
    whose = "" if act.actor.is_system else f", by {act.actor.name},"
    failed.message(f"“{act.action.title}”{whose} failed{has_drawn}, and changed nothing: {failure.reason}")
    return failed


def failed_again(act: ActionContext, entry: Entry) -> ActionContext:
    """Return a failed act for the subscribers to failures, when its entry is appended again."""
    again = ActionContext(act.cycle, act.action, act.actor, act.at, act.key)
    again.recorded = dict(entry.args)
    for failed in ActFailed.among(entry.events):
        again.emit(failed)
    return again


def draw_again(act: ActionContext, entry: Entry) -> None:
    """Repeat the draws of a failed entry, which stays failed regardless of the current program."""
    for draw in entry.draws:
        act.chance.below(draw.sides, draw.label, draw.purpose)
