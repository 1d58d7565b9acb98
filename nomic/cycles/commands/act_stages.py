"""The stages of an act under the lock: acquire, deduplicate, settle, perform, flush, notify.

`nomic/cycles/commands/perform.py` has the earlier stages: authorise, parse and precheck. *Perform* is
`nomic/cycles/journal/append.py::apply_act`: it checks the preconditions, runs the action, dispatches its events and
appends the entry.

All acts pass `_run`, which takes a batch. A single act is a batch of one. Each act is stamped, checked and recorded in
order, as if it were alone. There are three attempts, each more careful than the one before:

- CACHED: in a unit of work (`nomic/db/unit.py`) with this process's cached row of the cycle. Nothing is locked. The
  write fails if the row has changed.
- LOCKED: in a unit of work with the locked row. Rows are written at the end, and acts have no savepoints.
- ALONE: a single act, after all due actions, in a plain transaction with savepoints.

An act that is refused before it has changed or drawn anything is left out of its batch. After any other error, or if an
action is due, the transaction is rolled back and the next attempt follows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import InterfaceError, OperationalError, connection, transaction

from nomic import limits
from nomic.cycles import work_budget
from nomic.cycles.actions.registry import action_named, declared_action
from nomic.cycles.caching import read_cache, write_cache
from nomic.cycles.caching.write_cache import CachedCycle
from nomic.cycles.commands.idempotency import IdempotentRequest, find_answers
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.journal.append import apply_act, lock_cycle, save_at_flush
from nomic.cycles.journal.failures import AWAY
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import MAX_AT_ONCE, settle_locked, settle_piece
from nomic.db import UnitOfWork, unit_of_work

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PerformedAct:
    """An accepted act: its entry, and whether it had already been performed under the same idempotency key."""

    entry: Entry
    is_repeated: bool = False


@dataclass(slots=True, eq=False)
class PendingCommand:
    """An act and its outcome. A command without an outcome is open, and another attempt has to follow."""

    sent: IdempotentRequest
    performed: PerformedAct | None = None
    error: BaseException | None = None

    @property
    def is_open(self) -> bool:
        return self.performed is None and self.error is None

    def result(self) -> PerformedAct | None:
        """Return the accepted act, or None if the command is open.

        Raises the command's error, in the caller's thread: another one may have performed the batch.
        """
        error, self.error = self.error, None
        if error is None:
            return self.performed
        try:
            raise error
        finally:
            del error  # The error refers to this frame and to the request. Neither may keep the other alive.


def perform_batch(batch: Sequence[PendingCommand], join: Callable[[], None] = lambda: None) -> None:
    """Run the stages for acts on one cycle, and store each outcome on its command. Never raises.

    The first attempt uses the cached row, if there is one. After an error, which a stale row may have caused, a second
    attempt locks the row. Waiting for the lock may take long, so `join` then adds the acts queued meanwhile.

    An error leaves everything unchanged. Its commands stay open, and the caller must perform them alone.
    """
    slug = batch[0].sent.slug
    cached = None if connection.in_atomic_block else write_cache.take_cycle(slug)
    is_tried_again = True
    while is_tried_again:
        failed: BaseException | None = None
        is_tried_again = False
        try:
            return _run(batch, cached=cached, join=join)
        except AWAY as error:  # A commit may have succeeded despite the error. Only a caller that knows may retry.
            failed = error
        except Exception as error:  # The error is raised again when its act is performed alone.
            is_tried_again = cached is not None and not isinstance(error, _NeedsOwnTransaction)
            logger.info("batch_undone", cycle=slug, acts=len(batch), why=repr(error.__cause__ or error))
        except BaseException as error:
            failed = error
        for command in batch:
            command.performed, command.error = None, failed
        cached = None


def perform_alone(command: PendingCommand) -> None:
    """Perform a single act after all due actions, and store its outcome on the command.

    If too much is due for one transaction, only a part is settled and the command remains open. Raises an error that is
    not a refusal.
    """
    try:
        _run([command], is_alone=True)
    except _CannotSettle:
        settle_piece(command.sent.slug)


def _run(
    batch: Sequence[PendingCommand],
    *,
    is_alone: bool = False,
    cached: CachedCycle | None = None,
    join: Callable[[], None] = lambda: None,
) -> None:
    """Run all stages in one transaction. If an error is raised, nothing has changed.

    Leaving `opened` flushes and commits: the stages before only queue rows.
    """
    # In a plain transaction, savepoints can undo acts.
    opened: AbstractContextManager[UnitOfWork | None] = transaction.atomic() if is_alone else unit_of_work()
    with opened as uow:
        cycle = _acquire(batch, uow, cached, join)
        before, steps = read_cache.sign_of(cycle), work_budget.steps_done(cycle)
        _deduplicate(batch, cycle, uow)
        for command in batch:
            if work_budget.steps_done(cycle) - steps >= limits.ACT_STEPS:
                # Rules have done much work. The remaining acts are performed singly, so that other threads can act in
                # between.
                break
            if command.is_open:
                at = cycle.instant_of_act()
                if _settle(cycle, at, uow):
                    _perform(command, cycle, at, uow, is_first=command is batch[0])
        if read_cache.sign_of(cycle) != before:
            save_at_flush(cycle)
    if uow is not None:
        write_cache.store_cache(cycle, uow)
        read_cache.invalidate_after_act(before, cycle, uow.write_set)


def _acquire(
    batch: Sequence[PendingCommand], uow: UnitOfWork | None, cached: CachedCycle | None, join: Callable[[], None]
) -> Cycle:
    """Return the cycle's row: the cached row without a lock, or else the row from the database, locked.

    In the latter case, other cached rows of the cycle are loaded if they are still valid.
    """
    if uow is not None and cached is not None:
        return write_cache.use_cycle(cached, uow)
    cycle = lock_cycle(batch[0].sent.slug, mark=batch[0].sent.mark)
    if uow is not None:
        join()
        write_cache.load_cache(cycle, uow)
    return cycle


def _deduplicate(batch: Sequence[PendingCommand], cycle: Cycle, uow: UnitOfWork | None) -> None:
    """Set the outcome of commands whose keys were used before. Nothing has been written yet.

    The query that locked the cycle has already looked for the first command's key, but before it waited for the lock.
    An act alone looks again. In a batch, the unique index detects the rare act that was sent twice at the same time.
    """
    is_first_new = uow is not None and cycle.answered is None
    asked = batch[1:] if is_first_new else batch
    answers = find_answers([command.sent for command in asked])
    for command in batch:
        _answer(command, answers)


def _answer(command: PendingCommand, answers: Mapping[int, Entry]) -> None:
    """Set the outcome of a command whose key was used before.

    The outcome is the earlier entry, or the error that the key was reused for another act.
    """
    try:
        earlier = command.sent.earlier_entry(answers)
    except Refusal as refusal:
        command.error = refusal
    else:
        if earlier is not None:
            command.performed, command.error = PerformedAct(earlier, is_repeated=True), None


def _settle(cycle: Cycle, at: datetime, uow: UnitOfWork | None) -> bool:
    """Perform due actions before an act, as many as fit into one transaction. Return whether nothing is left.

    Inside a unit of work, raise _NeedsOwnTransaction if anything is due.
    """
    if cycle.due_at is None or cycle.due_at > at:
        return True
    if uow is not None:
        raise _NeedsOwnTransaction("something is due")
    try:
        settle_locked(cycle, at, most=MAX_AT_ONCE, in_pieces=True)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        raise _CannotSettle from error
    return cycle.due_at is None or cycle.due_at > at


def _perform(command: PendingCommand, cycle: Cycle, at: datetime, uow: UnitOfWork | None, *, is_first: bool) -> None:
    """Perform an act, or store its refusal on the command.

    A refused act has changed nothing; due actions stay settled.
    """
    before = cycle.snapshot()
    try:
        with transaction.atomic() if uow is None else _unchanged_if_refused(uow):
            command.performed = PerformedAct(_apply_now(command.sent, cycle, at))
    except Refusal as refusal:
        cycle.restore(before)
        command.error = refusal
        if is_first and uow is not None:  # Another process may have performed it during the wait for the lock.
            _answer(command, find_answers([command.sent]))


@contextmanager
def _unchanged_if_refused(uow: UnitOfWork) -> Iterator[None]:
    """Guard an act in a unit of work, which cannot undo the act's changes.

    Raises _NeedsOwnTransaction if the act is refused after a change, otherwise the refusal itself.
    """
    changes, callbacks = uow.changes, len(connection.run_on_commit)
    try:
        yield
    except Refusal as refusal:
        if uow.changes != changes:
            raise _NeedsOwnTransaction from refusal
        uow.ensure_locked()  # Check that the state that caused the refusal is current.
        uow.invalidate()
        del connection.run_on_commit[callbacks:]
        raise


def _apply_now(sent: IdempotentRequest, cycle: Cycle, at: datetime) -> Entry:
    """Apply an act under the current law, and settle its immediate consequences. Return its entry."""
    action, args = sent.action, sent.args
    if sent.seen is not None and sent.seen != cycle.head:
        raise MovedOn("moved-on", "The game has gone on since you looked. Look at it again.")
    if declared_action(action.name) is None:  # Use the current law, now that everything due is settled.
        action = action_named(action.name, cycle.law)
        args = action.read(args.as_json())
    try:
        entry = apply_act(cycle, action, args, sent.actor, at, used=sent.used, price_seen=sent.price_seen)
    except Refused as refused:
        refused.name_in(cycle.law)
        raise
    settle_locked(cycle, at, most=MAX_AT_ONCE, in_pieces=True)
    return entry


class MovedOn(Refused):
    """Raised if the journal has new entries since the actor saw the act's preview."""


class _NeedsOwnTransaction(Exception):
    """Raised if the acts of a batch have to be performed one by one. The batch has changed nothing."""


class _CannotSettle(Exception):
    """Raised if a due action failed, as opposed to the act itself."""
