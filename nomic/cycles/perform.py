"""The one way in: every change of a cycle is performed here, live and in a replay alike."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from nomic.cycles import watch
from nomic.cycles.actions import Action, Args, action_named
from nomic.cycles.actor import Actor
from nomic.cycles.models import Answer, Cycle, Draw, Entry
from nomic.cycles.moment import Act
from nomic.cycles.refusals import KeyReused, NoSuchAction, NoSuchCycle, NotAllowed, Refusal

MOST_KEY = 120
STATE_FIELDS = [
    "title",
    "revision",
    "status",
    "phase",
    "phase_kind",
    "phase_title",
    "phase_started_at",
    "phase_ends_at",
    "due_at",
    "seq",
    "ended_at",
    "winner",
    "clock_offset",
]


@dataclass(frozen=True, slots=True)
class Performed:
    """An accepted act: its entry, and whether it had been performed before under the same idempotency key."""

    entry: Entry
    again: bool = False


def new_key() -> str:
    """A fresh random id for an entry, 32 hexadecimal digits."""
    return secrets.token_hex(16)


def lock(slug: str, *, fork: bool = False) -> Cycle:
    """The cycle's row, locked until the transaction ends. Raises NoSuchCycle.

    Only a replay knows of forks, and says so: nobody acts in one.
    """
    try:
        return Cycle.objects.select_for_update().order_by().get(slug=slug, fork_of__isnull=not fork)
    except Cycle.DoesNotExist:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.") from None


def save(cycle: Cycle) -> None:
    """Write the cycle's own state back."""
    cycle.save(update_fields=STATE_FIELDS)


def perform(
    slug: str, actor: Actor, name: str, args: dict[str, Any], *, idempotency_key: str | None = None
) -> Performed:
    """Perform an action for somebody: all that was due first (R2), then this, in one transaction under its lock.

    The act is stamped when it holds the lock (R3). Raises NoSuchCycle, NoSuchAction, NotAllowed, BadArguments,
    Refused or KeyReused; then nothing of the act has changed anything, while what was due stays settled.
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
    from nomic.cycles.settle import settle_locked

    refusal: Refusal
    with transaction.atomic():
        cycle = lock(slug)
        if idempotency_key is not None:
            earlier = _earlier_answer(cycle, actor, action, args, idempotency_key)
            if earlier is not None:
                return Performed(earlier, again=True)
        at = cycle.now()
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
    from nomic.cycles.settle import settle_locked

    entry = apply(cycle, action, args, actor, at, new_key())
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


def apply(
    cycle: Cycle, action: Action, args: Args, actor: Actor, at: datetime, key: str, seed: str | None = None
) -> Entry:
    """Change the cycle and write the entry. The one function for acts, deadlines, corrections and replays.

    The cycle's row is locked; its own columns are changed in memory and saved by the caller. `seed` replaces the
    phase's seed for an entry that only a fork has. Raises Refused or BadArguments; the caller rolls back.
    """
    if action.section is not None and not cycle.law.has(action.section):
        raise NoSuchAction(f"The law of this cycle does not know the action {action.name!r}.")
    act = Act(cycle, action, actor, at, key, seed)
    revision, phase = cycle.revision, cycle.phase
    action.check(act)
    action.run(act, args)
    watch.tell(act)
    cycle.seq += 1
    entry = Entry(
        cycle=cycle,
        seq=cycle.seq,
        key=key,
        at=at,
        actor_kind=_actor_kind(action, actor),
        actor=actor.name,
        action=action.name,
        args=args.as_json() | act.named,
        revision=revision,
        phase=phase,
        words=act.words,
        events=act.events,
    )
    entry.save(force_insert=True)
    draws = [
        Draw(
            entry=entry,
            place=place,
            label=drawn.label,
            index=drawn.index,
            sides=drawn.sides,
            value=drawn.value,
            purpose=drawn.purpose[:200],
        )
        for place, drawn in enumerate(act.chance.drawn if act.drew else [])
    ]
    if draws:
        Draw.objects.bulk_create(draws)
    entry.keep_fresh_draws(draws)
    act.written(entry)
    return entry


def _actor_kind(action: Action, actor: Actor) -> str:
    """In what capacity somebody acted; a replay asks the journal, not the list of admins as it is then."""
    if actor.is_system:
        return "system"
    return "admin" if actor.is_admin and action.channel in ("admin", "practice") else "person"


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
