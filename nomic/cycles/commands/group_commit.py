"""Acts that wait for the same cycle in this process are performed together: one transaction, one lock, one commit.

Whoever comes while nobody of this process is at work on the cycle performs what waits, their own act first, and then
lets the next who waits do the same: nobody works long for others. Each act is stamped, checked and journalled in
order, as it would be alone, and each caller gets the answer to their own, after the commit.

All is done in haste (`nomic/db/unit_of_work.py`): rows are written together at the end, and no act has a savepoint. An
act that is refused before it has changed or drawn anything is left out. Where anything else goes wrong, or anything is
due, nothing of the burst has happened, and each of its acts is performed alone (`nomic/cycles/commands/single.py`).
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
from nomic.db.unit_of_work import UnitOfWork, current_unit, unit_of_work, update

logger = structlog.get_logger(__name__)

MAX_BATCH = MAX_KEYS_PER_QUERY  # acts in one transaction: as many as one query asks about


@dataclass(slots=True, eq=False)
class PendingCommand:
    """An act that waits, and what became of it: neither `performed` nor `error` where it has to be tried alone."""

    sent: IdempotentRequest
    performed: Performed | None = None
    error: BaseException | None = None
    is_leader: bool = False
    called: threading.Event = field(default_factory=threading.Event)  # it is done, or its caller is the leader now


_waiting: dict[str, deque[PendingCommand]] = {}  # by slug, of the cycles on which somebody is at work
_order = threading.Lock()


def perform_with_others(sent: IdempotentRequest) -> Performed | None:
    """As `perform_unless_more_is_due`, together with what else waits for the cycle in this process.

    Within a transaction of the caller's nobody is waited for: it may hold what they need.
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
            del error  # it knows this function, and what was sent: neither is to keep the other
    if turn.performed is None:
        return perform_unless_more_is_due(sent)
    settle_if_clock_moved(turn.performed.entry.cycle)
    return turn.performed


def _in_turn(turn: PendingCommand) -> None:
    """Have the act be performed by whoever leads, or lead."""
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
    """Perform what waits, and hand over to the next."""
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
    """Have those who wait come along, as many as are performed together; of an act sent twice the second waits on."""
    with _order:
        marks = {turn.sent.mark for turn in together} - {NO_MARK}
        for turn in tuple(line):
            mark = turn.sent.mark
            if len(together) < MAX_BATCH and mark not in marks:
                marks |= {mark} - {NO_MARK}
                line.remove(turn)
                together.append(turn)


class _NeedsOwnTransaction(Exception):
    """These acts have to be performed one by one: nothing of them has happened."""


def _perform(
    together: list[PendingCommand], join: Callable[[], None] = lambda: None, *, asks_first: bool = False
) -> None:
    """Perform acts of one cycle in one transaction, and set what became of each. Raises nothing.

    Once the cycle is locked, for which one may have waited for another process, `join` lets join who came since.
    Nothing is locked where the cycle is believed to be as this process left it; if anything goes wrong then, all begins
    anew, and `asks_first`.
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
    except AWAY as error:  # perhaps at the commit, which may have come about: only who knows may try again
        failed = error
    except Exception as error:  # it comes out again where the act that brought it is performed alone
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
    """Perform what can be performed, note what is refused, and save the cycle. Raises where it must be done alone."""
    first_is_known = cycle.__dict__.pop("answered") is None
    asked = [turn.sent for turn in together[1 if first_is_known else 0 :]]
    answers = find_answers(asked)  # before anything waits to be written
    for turn in together:
        _answer_again(turn, answers)
    before, steps = uow.changes, work_budget.steps_done(cycle)
    for turn in together:
        if work_budget.steps_done(cycle) - steps >= limits.ACT_STEPS:
            break  # rules have done much already: the others are performed one by one, and others come in between
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
        uow.ensure_locked()  # what it was refused by is so
        restore(cycle, before)
        uow.invalidate()
        del connection.run_on_commit[callbacks:]
        turn.error = refusal
        if is_first:  # another process may have performed the very act while this one waited for the lock
            _answer_again(turn, find_answers([turn.sent]))
