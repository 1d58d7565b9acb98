"""A single act in its own transaction, after everything that was due before it."""

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
    """An accepted act: its entry, and whether it had already been performed under the same idempotency key."""

    entry: Entry
    replayed: bool = False


class _CannotSettle(Exception):
    """A due action failed, not the act."""


def perform_unless_more_is_due(sent: IdempotentRequest) -> Performed | None:
    """Perform the act after everything that is due.

    Returns None, with a part of the due actions settled, if there are too many for one transaction. Raises any
    refusal of the act.
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
                # Due actions stay settled even if the act is refused, so roll back to this point only.
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
            del refusal  # As in a batch: it refers to this frame, and so to the request.
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
    """Write the act's entry and settle what is due as a result.

    The cycle's row must be locked; the caller saves it.
    """
    action, args = sent.action, sent.args
    if declared_action(action.name) is None:  # Use the current law, now that everything due is settled.
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
    """Settle what became due because an act moved the cycle's clock. The act remains valid whatever the result."""
    if is_due(cycle):
        with suppress(NotCurrent):
            settle(cycle.slug, pieces=MAX_PIECES)
