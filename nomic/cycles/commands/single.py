"""One act in a transaction of its own, after all that was due before it."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import InterfaceError, OperationalError, transaction

from nomic.cycles.actions.registry import action_named, declared_action
from nomic.cycles.commands.idempotency import IdempotentRequest
from nomic.cycles.domain.exceptions import NotCurrent, Refusal, Refused
from nomic.cycles.journal.append import apply, lock, save
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import MAX_AT_ONCE, MAX_PIECES, is_due, settle, settle_locked, settle_piece


@dataclass(frozen=True, slots=True)
class Performed:
    """An accepted act: its entry, and whether it had been performed before under the same idempotency key."""

    entry: Entry
    replayed: bool = False


class _CannotSettle(Exception):
    """What was due failed, not the act."""


def perform_unless_more_is_due(sent: IdempotentRequest) -> Performed | None:
    """The act after what was due; None, with a piece of that settled, where it was too much for one transaction.

    Raises whatever the act may be refused for.
    """
    refusal: Refusal | None = None
    try:
        with transaction.atomic():
            cycle = lock(sent.slug)
            earlier = sent.earlier()
            if earlier is not None:
                return Performed(earlier, replayed=True)
            at = cycle.instant_of_act()
            settled = _settle(cycle, at)
            if settled:
                save(cycle)
            if cycle.due_at is not None and cycle.due_at <= at:
                return None
            if not settled:
                entry = _perform_and_save(sent, cycle, at)
            else:
                # What was due stays settled even if the act is refused: roll back to here only.
                try:
                    with transaction.atomic():
                        entry = _perform_and_save(sent, cycle, at)
                except Refusal as caught:
                    refusal = caught
    except _CannotSettle:
        settle_piece(sent.slug)
        return None
    if refusal is not None:
        try:
            raise refusal
        finally:
            del refusal  # as in a burst: it knows this function, and so what was sent
    settle_if_clock_moved(cycle)
    return Performed(entry)


def _settle(cycle: Cycle, at: datetime) -> int:
    try:
        return settle_locked(cycle, at, most=MAX_AT_ONCE, in_pieces=True)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        raise _CannotSettle from error


def _perform_and_save(sent: IdempotentRequest, cycle: Cycle, at: datetime) -> Entry:
    entry = perform_locked(sent, cycle, at)
    save(cycle)
    return entry


def perform_locked(sent: IdempotentRequest, cycle: Cycle, at: datetime) -> Entry:
    """Write the act's entry, and settle what follows from it at once. The cycle's row is locked, and saved later."""
    action, args = sent.action, sent.args
    if declared_action(action.name) is None:  # by the law in force now that everything due is settled
        action = action_named(action.name, cycle.law)
        args = action.read(args.as_json())
    try:
        entry = apply(cycle, action, args, sent.actor, at, used=sent.used)
    except Refused as refused:
        refused.name_in(cycle.law)
        raise
    settle_locked(cycle, at, most=MAX_AT_ONCE, in_pieces=True)
    return entry


def settle_if_clock_moved(cycle: Cycle) -> None:
    """Settle what an act has made due by moving the clock of its cycle: the act stands whatever comes of it."""
    if is_due(cycle):
        with suppress(NotCurrent):
            settle(cycle.slug, pieces=MAX_PIECES)
