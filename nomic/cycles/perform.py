"""The one way in: an act of somebody, after all that was due, in one transaction."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from nomic.cycles.actions import Action, Args, action_named
from nomic.cycles.actor import Actor
from nomic.cycles.journal import apply, lock, save
from nomic.cycles.models import Answer, Cycle, Entry
from nomic.cycles.preparing import when_prepared
from nomic.cycles.refusals import Failed, KeyReused, NoSuchAction, NotAllowed, Refusal, Refused
from nomic.cycles.settle import settle_locked

MOST_KEY = 120


@dataclass(frozen=True, slots=True)
class Performed:
    """An accepted act: its entry, and whether it had been performed before under the same idempotency key."""

    entry: Entry
    again: bool = False


def new_idempotency_key() -> str:
    """A fresh key for a form, so that it is performed once however often it is sent."""
    return secrets.token_hex(16)


def perform(
    slug: str, actor: Actor, name: str, args: dict[str, Any], *, idempotency_key: str | None = None
) -> Performed:
    """Perform an action for somebody: all that was due first (R2), then this, in one transaction under its lock.

    The act is stamped when it holds the lock (R3). Raises NoSuchCycle, NoSuchAction, NotAllowed, BadArguments,
    Refused, KeyReused, or Unanswered where the act asks something first; then nothing was drawn and nothing of the act
    has changed anything, while what was due stays settled. Raises Failed where the act fails after it has drawn: then
    its entry stands, with its draws (R126).
    """
    action = action_named(name)
    typed = _authorised(action, actor).read(args)
    return _perform(slug, actor, action, typed, idempotency_key)


def perform_form(
    slug: str, actor: Actor, name: str, fields: dict[str, Any], *, idempotency_key: str | None = None
) -> Performed:
    """As `perform`, with arguments from the strings of a form."""
    action = action_named(name)
    typed = _authorised(action, actor).read_form(fields)
    return _perform(slug, actor, action, typed, idempotency_key)


def _authorised(action: Action, actor: Actor) -> Action:
    if action.is_system:
        raise NoSuchAction(f"There is no action {action.name!r}.")
    if not actor.name:
        raise NotAllowed("Log in to act.")
    if action.is_admin and not actor.is_admin:
        raise NotAllowed(f"Only an admin may {action.title.lower()}.")
    return action


def _perform(slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None) -> Performed:
    performed = _prepared(slug, actor, action, args, idempotency_key)
    failure = performed.entry.failure
    if failure is not None:
        raise Failed(failure["reason"], performed.entry.seq, again=performed.again)
    return performed


def _prepared(slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None) -> Performed:
    """What costs much is done before the lock is taken; an act that was performed already is not prepared again."""

    def was_performed() -> bool:
        mine = Answer.objects.filter(cycle__slug=slug, cycle__fork_of=None, person_id=actor.person_id or 0)
        return idempotency_key is not None and mine.filter(key=idempotency_key[:MOST_KEY]).exists()

    if action.prepare is None:
        return _entered(slug, actor, action, args, idempotency_key)
    try:
        if not was_performed():
            return when_prepared(
                slug, actor, action, args, lambda ready: _entered(slug, actor, ready, args, idempotency_key)
            )
    except Refused:  # perhaps because of the very same act, sent twice at once
        if not was_performed():
            raise
    return _entered(slug, actor, action, args, idempotency_key)


def _entered(slug: str, actor: Actor, action: Action, args: Args, idempotency_key: str | None) -> Performed:
    """What the journal has of the act once it is committed, failed or not."""
    refusal: Refusal
    with transaction.atomic():
        cycle = lock(slug)
        if idempotency_key is not None:
            earlier = _earlier_answer(cycle, actor, action, args, idempotency_key)
            if earlier is not None:
                return Performed(earlier, again=True)
        at = cycle.instant_of_act()
        settled = settle_locked(cycle, at)
        if not settled:
            return Performed(_accept(cycle, actor, action, args, at, idempotency_key))
        # What was due stays settled even if the act is refused: roll back to here only.
        save(cycle)
        try:
            with transaction.atomic():
                return Performed(_accept(cycle, actor, action, args, at, idempotency_key))
        except Refusal as caught:
            refusal = caught
    raise refusal


def _accept(cycle: Cycle, actor: Actor, action: Action, args: Args, at: datetime, idempotency_key: str | None) -> Entry:
    entry = apply(cycle, action, args, actor, at)
    if idempotency_key is not None and actor.person_id is not None:
        Answer.objects.create(
            cycle=cycle,
            person_id=actor.person_id,
            key=idempotency_key,
            fingerprint=_fingerprint(action, args),
            entry=entry,
        )
    settle_locked(cycle, cycle.now())  # what follows from the act at once, and what a moved clock made due
    save(cycle)
    return entry


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
