"""The one way in: an act of somebody, after all that was due."""

import hashlib
import json
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet

from nomic.chance.fresh import fresh_hex
from nomic.cycles.actions import Action, Args, action_named, declared_action
from nomic.cycles.actor import Actor
from nomic.cycles.journal import apply, lock, save
from nomic.cycles.models import Answer, Cycle, Entry
from nomic.cycles.preparing import when_prepared
from nomic.cycles.progress import how_far
from nomic.cycles.reaching_back import ReachesBack
from nomic.cycles.refusals import (
    Failed,
    KeyReused,
    NoSuchAction,
    NotAllowed,
    NotCurrent,
    Refusal,
    Refused,
    StillSettling,
)
from nomic.cycles.retelling import retell
from nomic.cycles.settle import (
    MOST_AT_ONCE,
    MOST_PIECES,
    PAUSE,
    current,
    is_due,
    settle,
    settle_locked,
    settle_piece,
)
from nomic.cycles.telling import Overtaken
from nomic.law.models import law_at

MOST_KEY = 120


@dataclass(frozen=True, slots=True)
class Performed:
    """An accepted act: its entry, and whether it had been performed before under the same idempotency key."""

    entry: Entry
    again: bool = False


def new_idempotency_key() -> str:
    """A fresh key for a form, so that it is performed once however often it is sent."""
    return fresh_hex(16)


def perform(
    slug: str, actor: Actor, name: str, args: dict[str, Any], *, idempotency_key: str | None = None
) -> Performed:
    """Perform an action for somebody: all that was due first (R2), then this, in one transaction under its lock.

    The act is stamped when it holds the lock (R3). Raises NoSuchCycle, NoSuchAction, NotAllowed, BadArguments,
    Refused, KeyReused, NotCurrent where what is due is too much or cannot be done, or Unanswered where the act asks
    something first; then nothing was drawn and nothing of the act has changed anything, while what was due stays
    settled. Raises Failed where the act fails after it has drawn: then its entry stands, with its draws (R126).
    """
    action = _action(slug, actor, name, idempotency_key)
    typed = _authorised(action, actor).read(args)
    return _perform_typed(slug, actor, action, typed, idempotency_key)


def perform_form(
    slug: str, actor: Actor, name: str, fields: dict[str, Any], *, idempotency_key: str | None = None
) -> Performed:
    """As `perform`, with arguments from the strings of a form."""
    action = _action(slug, actor, name, idempotency_key)
    typed = _authorised(action, actor).read_form(fields)
    return _perform_typed(slug, actor, action, typed, idempotency_key)


def _action(slug: str, actor: Actor, name: str, idempotency_key: str | None) -> Action:
    """The action of that name: a declared one, or one that the cycle's law brings, as soon as it is due.

    An act that was performed already is read by the law of that time. Raises NoSuchAction, NoSuchCycle and NotCurrent.
    """
    declared = declared_action(name)
    if declared is not None:
        return declared
    earlier = _answers(slug, actor, idempotency_key).filter(entry__action=name).select_related("entry__cycle").first()
    if earlier is not None:
        return action_named(name, law_at(earlier.entry.cycle.book_id, earlier.entry.revision))
    return action_named(name, current(slug).law)


def _authorised(action: Action, actor: Actor) -> Action:
    if action.is_system:
        raise NoSuchAction(f"There is no action {action.name!r}.")
    if not actor.name:
        raise NotAllowed("Log in to act.")
    if action.is_admin and not actor.is_admin:
        raise NotAllowed(f"Only an admin may {action.title.lower()}.")
    return action


def _perform_typed(slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None) -> Performed:
    """As `perform`, with arguments that are read, by an actor who may. Raises Failed for an entry that failed."""
    performed = _prepare_and_perform(slug, actor, action, args, idempotency_key)
    failure = performed.entry.failure
    if failure is not None:
        raise Failed(failure["reason"], performed.entry.seq, again=performed.again)
    return performed


def _prepare_and_perform(slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None) -> Performed:
    """Make the costly checks before the lock is taken, and perform; what was performed already is not checked again."""
    if action.prepare is None:
        return _settle_and_perform(slug, actor, action, args, idempotency_key)
    try:
        if not was_performed(slug, actor, idempotency_key):
            return when_prepared(
                slug, actor, action, args, lambda ready: _settle_and_perform(slug, actor, ready, args, idempotency_key)
            )
    except Refused:  # perhaps because of the very same act, sent twice at once
        if not was_performed(slug, actor, idempotency_key):
            raise
    return _settle_and_perform(slug, actor, action, args, idempotency_key)


def was_performed(slug: str, actor: Actor, idempotency_key: str | None) -> bool:
    """Whether an act of this person has been performed under this key."""
    return idempotency_key is not None and _answers(slug, actor, idempotency_key).exists()


def _answers(slug: str, actor: Actor, idempotency_key: str | None) -> QuerySet[Answer]:
    mine = Answer.objects.filter(cycle__slug=slug, cycle__fork_of=None, person_id=actor.person_id or 0)
    return mine.none() if idempotency_key is None else mine.filter(key=idempotency_key[:MOST_KEY])


def _settle_and_perform(slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None) -> Performed:
    """Settle what is due, in as many transactions as it takes, and perform the act; its entry may be one that failed.

    Raises StillSettling where more is due than anybody should wait for, OutOfOrder where it cannot be settled at all,
    and Refused where the past is told anew by others again and again while it is for this act.
    """
    is_overtaken = False
    for _ in range(MOST_PIECES):
        try:
            performed = _perform_unless_more_is_due(slug, actor, action, args, idempotency_key)
        except ReachesBack as past:
            told = args if past.arguments is None else past.arguments
            with suppress(Overtaken):  # then the act is tried again, on the history that there is now
                sent = _Sent(actor, action, args, idempotency_key)
                return Performed(retell(slug, actor, action, told, past, sent))
            is_overtaken = True
            continue
        if performed is not None:
            return performed
        time.sleep(PAUSE)
    if is_overtaken:
        raise Refused("overtaken", "Others change what has happened at the same time: try again.", action.rule)
    raise StillSettling(slug, how_far(Cycle.objects.get(slug=slug)))


@dataclass(frozen=True, slots=True)
class _Sent:
    """An act as it was sent, under its idempotency key."""

    actor: Actor
    action: Action
    args: Args
    key: str | None

    def is_performed(self, cycle: Cycle) -> bool:
        return self.key is not None and _earlier_answer(cycle, self.actor, self.action, self.args, self.key) is not None

    def keep(self, cycle: Cycle, entry: Entry) -> None:
        _note_answer(cycle, self.actor, self.action, self.args, self.key, entry)


class _CannotSettle(Exception):
    """What was due failed, not the act."""


def _perform_unless_more_is_due(
    slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None
) -> Performed | None:
    """The act after what was due; None, with a piece of that settled, where it was too much for one transaction."""
    refusal: Refusal | None = None
    try:
        with transaction.atomic():
            cycle = lock(slug)
            if idempotency_key is not None:
                earlier = _earlier_answer(cycle, actor, action, args, idempotency_key)
                if earlier is not None:
                    return Performed(earlier, again=True)
            at = cycle.instant_of_act()
            settled = _settle(cycle, at)
            if settled:
                save(cycle)
            if cycle.due_at is not None and cycle.due_at <= at:
                return None
            if not settled:
                entry = _apply_and_settle(cycle, actor, action, args, at, idempotency_key)
            else:
                # What was due stays settled even if the act is refused: roll back to here only.
                try:
                    with transaction.atomic():
                        entry = _apply_and_settle(cycle, actor, action, args, at, idempotency_key)
                except Refusal as caught:
                    refusal = caught
    except _CannotSettle:
        settle_piece(slug)
        return None
    if refusal is not None:
        raise refusal
    if is_due(cycle):
        _settle_after_clock_moved(slug)
    return Performed(entry)


def _settle(cycle: Cycle, at: datetime) -> int:
    try:
        return settle_locked(cycle, at, most=MOST_AT_ONCE)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        raise _CannotSettle from error


def _settle_after_clock_moved(slug: str) -> None:
    """Settle what an act has made due by moving the clock of its cycle: the act stands whatever comes of it."""
    with suppress(NotCurrent):
        settle(slug, pieces=MOST_PIECES)


def _apply_and_settle(
    cycle: Cycle, actor: Actor, action: Action, args: Args, at: datetime, idempotency_key: str | None
) -> Entry:
    """Write the act's entry, and settle what follows from it at once."""
    if declared_action(action.name) is None:  # by the law in force now that everything due is settled
        action = action_named(action.name, cycle.law)
        args = action.read(args.as_json())
    try:
        entry = apply(cycle, action, args, actor, at)
    except Refused as refused:
        refused.name_in(cycle.law)
        raise
    _note_answer(cycle, actor, action, args, idempotency_key, entry)
    settle_locked(cycle, at, most=MOST_AT_ONCE)
    save(cycle)
    return entry


def _note_answer(cycle: Cycle, actor: Actor, action: Action, args: Args, key: str | None, entry: Entry) -> None:
    if key is not None and actor.person_id is not None:
        Answer.objects.create(
            cycle=cycle,
            person_id=actor.person_id,
            key=key,
            fingerprint=_fingerprint(action, args),
            entry=entry,
        )


def _fingerprint(action: Action, args: Args) -> str:
    text = json.dumps([action.name, args.as_json()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _earlier_answer(cycle: Cycle, actor: Actor, action: Action, args: Args, key: str) -> Entry | None:
    if not 0 < len(key) <= MOST_KEY or not key.isprintable():
        raise KeyReused(f"An idempotency key has 1 to {MOST_KEY} printable characters.")
    mine = Answer.objects.select_related("entry").filter(cycle=cycle, person_id=actor.person_id or 0, key=key)
    answer = mine.first()
    if answer is None:
        return None
    if answer.fingerprint != _fingerprint(action, args):
        raise KeyReused("This idempotency key came before with another action or other arguments.")
    return answer.entry
