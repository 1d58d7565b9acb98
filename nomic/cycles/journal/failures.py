"""Acts that fail after they have drawn. The principle is that *refused means nothing was drawn* (R126).

A draw that somebody has seen cannot be undone. An act may be refused or break after its first draw. If it left no
trace, players could choose dice by trying again. So its entry remains, with its draws, and records the failure. The act
has no other effect. If a rule counts entries, for example once a phase, a failed one counts too, so that there is no
second try. It does not count as activity (R8). The same applies to a deadline that fails even without a draw, because
nobody would receive a refusal.
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
    """Raised if an act fails in a unit of work after a draw.

    The act has to run again outside the unit of work, where it is recorded as failed.
    """


class BeforeFailed(Exception):
    """Raised if a rule's reaction before an act fails. The act is then attempted again without that reaction."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key
        self.reason = reason


MISSED = "failed before the act"  # the key under which an act knows what has failed before it: reasons by key


class Attempt:
    """Context manager that runs an act. If the act fails after a draw, its other changes are rolled back.

    The exception is then suppressed and `failure` holds the reason. If a rule's reaction before the act fails, `missed`
    holds the reason. If `must_stand` is set, an act that fails without a draw is treated the same way. Otherwise an
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
        """Undo the act, and return True so that it is attempted again.

        Inside a unit of work, return False, because the act cannot be undone there.
        """
        if self._savepoint is None:
            return False
        self._act.cycle.restore(self._before)
        self.missed = error
        return True


def _failure(act: ActionContext, error: Exception) -> ActFailed:
    if not isinstance(error, Refusal):
        logger.exception("act_failed", cycle=act.cycle.slug, action=act.action.name, key=act.key)
        return ActFailed(BROKEN, f"Something went wrong in the program ({type(error).__name__}).")
    # A refusal may be quoted. Sealed arguments of this act must stay secret.
    return ActFailed(error.code, "The reason is sealed together with what was entered." if act.sealed else error.detail)


def failed_act(act: ActionContext, failure: ActFailed) -> ActionContext:
    """Return the context that is recorded for a failed act.

    It contains the act's sealed arguments, recorded arguments and draws, and the failure.
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
    """Return a context for the subscribers to failures, when the entry of a failed act is appended again."""
    again = ActionContext(act.cycle, act.action, act.actor, act.at, act.key)
    again.recorded = dict(entry.args)
    for failed in ActFailed.among(entry.events):
        again.emit(failed)
    return again


def draw_again(act: ActionContext, entry: Entry) -> None:
    """Repeat the recorded draws of a failed entry, even if the act would draw differently now."""
    for draw in entry.draws:
        act.chance.below(draw.sides, draw.label, draw.purpose)
