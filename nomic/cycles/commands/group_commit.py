"""Group commit: acts queued for one cycle in this process share a lock, a transaction and a commit.

If no thread of this process works on the cycle, the caller becomes the leader. It performs the queued acts, its own
first, and then hands over to the next queued caller, so that nobody works long for others. Each act is stamped,
checked and recorded in order, as if it were alone. Each caller gets its own result after the commit.

The batch runs in a unit of work (`nomic/db/unit.py`): rows are written at the end, and acts have no
savepoints. An act refused before it has changed or drawn anything is left out. If anything else goes wrong, or if
anything is due, the batch is rolled back and each act is performed alone (`nomic/cycles/commands/single.py`).
"""

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import structlog
from django.db import connection

from nomic import limits
from nomic.cycles import work_budget
from nomic.cycles.caching import read_cache, write_cache
from nomic.cycles.commands.idempotency import MAX_KEYS_PER_QUERY, IdempotentRequest, find_answers
from nomic.cycles.commands.single import Performed, perform_locked, perform_unless_more_is_due, settle_if_clock_moved
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.journal.append import STATE_FIELDS, lock, save
from nomic.cycles.journal.failures import AWAY, restore, snapshot
from nomic.cycles.models import NO_MARK, Cycle, Entry
from nomic.db import UnitOfWork, current_unit, unit_of_work, update

logger = structlog.get_logger(__name__)

MAX_BATCH = MAX_KEYS_PER_QUERY  # acts in one transaction: as many as one query of keys covers


@dataclass(slots=True, eq=False)
class PendingCommand:
    """A queued act and its outcome. With neither `performed` nor `error`, it has to be retried alone."""

    sent: IdempotentRequest
    performed: Performed | None = None
    error: BaseException | None = None
    is_leader: bool = False
    # Set when the act is done, or when its caller becomes the leader.
    called: threading.Event = field(default_factory=threading.Event)


_waiting: dict[str, deque[PendingCommand]] = {}  # by slug, for the cycles that have a leader
_order = threading.Lock()


def perform_with_others(sent: IdempotentRequest) -> Performed | None:
    """Like `perform_unless_more_is_due`, but batched with the other acts queued for the cycle in this process.

    Inside a transaction of the caller it does not wait for others, because the transaction may hold what they need.
    """
    if current_unit() is not None:
        return perform_unless_more_is_due(sent)
    turn = PendingCommand(sent)
    if connection.in_atomic_block:
        _perform([turn])
    else:
        _in_turn(turn)
    error, turn.error = turn.error, None
    if error is not None:
        try:
            raise error
        finally:
            del error  # It refers to this frame and to the request. Neither may keep the other alive.
    if turn.performed is None:
        return perform_unless_more_is_due(sent)
    settle_if_clock_moved(turn.performed.entry.cycle)
    return turn.performed


def _in_turn(turn: PendingCommand) -> None:
    """Queue the act and wait until the leader has performed it, or become the leader."""
    with _order:
        line = _waiting.get(turn.sent.slug)
        if line is None:
            line = _waiting[turn.sent.slug] = deque()
            turn.is_leader = True
        line.append(turn)
    if not turn.is_leader:
        turn.called.wait()
    if turn.is_leader:
        _lead(turn.sent.slug, line)


def _lead(slug: str, line: deque[PendingCommand]) -> None:
    """Perform the queued acts, then hand over to the next leader."""
    together: list[PendingCommand] = []
    _take(line, together)
    try:
        _perform(together, lambda: _take(line, together))
    finally:
        with _order:
            if line:
                line[0].is_leader = True
                line[0].called.set()
            else:
                del _waiting[slug]
        for turn in together:
            turn.called.set()


def _take(line: deque[PendingCommand], together: list[PendingCommand]) -> None:
    """Move queued acts into the batch, up to its limit. Of two requests with the same key the second stays queued."""
    with _order:
        marks = {turn.sent.mark for turn in together} - {NO_MARK}
        for turn in tuple(line):
            mark = turn.sent.mark
            if len(together) < MAX_BATCH and mark not in marks:
                marks |= {mark} - {NO_MARK}
                line.remove(turn)
                together.append(turn)


class _NeedsOwnTransaction(Exception):
    """These acts have to be performed one by one. Nothing of the batch has happened."""


def _perform(
    together: list[PendingCommand], join: Callable[[], None] = lambda: None, *, asks_first: bool = False
) -> None:
    """Run the queued acts in one transaction and store each result or error on its command. Never raises.

    Locking the cycle may have waited for another process. Then `join` adds the acts queued meanwhile. With a cached
    row of the cycle nothing is locked. If anything goes wrong in that case, the batch starts again with `asks_first`.
    """
    failed: BaseException | None = None
    may_believe = not (asks_first or connection.in_atomic_block)
    begins_anew = False
    try:
        with unit_of_work() as uow:
            cycle = write_cache.cached_cycle(together[0].sent.slug, uow) if may_believe else None
            begins_anew = cycle is not None
            if cycle is None:
                cycle = lock(together[0].sent.slug, mark=together[0].sent.mark)
                join()
                write_cache.load_cache(cycle, uow)
            before = read_cache.sign_of(cycle)
            _perform_each(together, cycle, uow)
    except AWAY as error:  # The error may come from a commit that succeeded. Only a caller that knows may retry.
        failed = error
    except Exception as error:  # The error is raised again when its act is performed alone.
        begins_anew = begins_anew and not isinstance(error, _NeedsOwnTransaction)
        if not begins_anew:
            why = repr(error.__cause__ or error)
            logger.info("burst_undone", cycle=together[0].sent.slug, acts=len(together), why=why)
    except BaseException as error:
        failed = error
    else:
        write_cache.store_cache(cycle, uow)
        read_cache.invalidate_after_act(before, cycle, uow.write_set)
        return
    for turn in together:
        turn.performed, turn.error = None, failed
    if begins_anew and failed is None:
        _perform(together, join, asks_first=True)


def _perform_each(together: Sequence[PendingCommand], cycle: Cycle, uow: UnitOfWork) -> None:
    """Perform each act, record refusals, and save the cycle. Raises if the acts must be performed alone."""
    first_is_known = cycle.__dict__.pop("answered") is None
    asked = [turn.sent for turn in together[1 if first_is_known else 0 :]]
    answers = find_answers(asked)  # before any write is queued
    for turn in together:
        _answer_again(turn, answers)
    before, steps = uow.changes, work_budget.steps_done(cycle)
    for turn in together:
        if work_budget.steps_done(cycle) - steps >= limits.ACT_STEPS:
            # Rules have done much work. The other acts are performed one by one, so that others can act in between.
            break
        if turn.performed is None and turn.error is None:
            _perform_or_refuse(turn, cycle, uow, is_first=turn is together[0])
    if uow.changes != before:
        uow.on_flush(save, partial(update, cycle, STATE_FIELDS))


def _answer_again(turn: PendingCommand, answers: Mapping[int, Entry]) -> None:
    try:
        earlier = turn.sent.earlier_among(answers)
    except Refusal as refusal:
        turn.error = refusal
    else:
        if earlier is not None:
            turn.performed, turn.error = Performed(earlier, replayed=True), None


def _perform_or_refuse(turn: PendingCommand, cycle: Cycle, uow: UnitOfWork, *, is_first: bool) -> None:
    at = cycle.instant_of_act()
    if cycle.due_at is not None and cycle.due_at <= at:
        raise _NeedsOwnTransaction
    before, changes, callbacks = snapshot(cycle), uow.changes, len(connection.run_on_commit)
    try:
        turn.performed = Performed(perform_locked(turn.sent, cycle, at))
    except Refusal as refusal:
        if uow.changes != changes:
            raise _NeedsOwnTransaction from refusal
        uow.ensure_locked()  # Check that the state that caused the refusal is current.
        restore(cycle, before)
        uow.invalidate()
        del connection.run_on_commit[callbacks:]
        turn.error = refusal
        if is_first:  # Another process may have performed this very act while this one waited for the lock.
            _answer_again(turn, find_answers([turn.sent]))
