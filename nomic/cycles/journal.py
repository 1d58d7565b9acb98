"""The journal: the one function that changes a cycle and writes the entry, and the lock under which it does."""

import secrets
from collections.abc import Mapping
from datetime import datetime

from nomic.config.prepared import Prepared
from nomic.cycles import watch
from nomic.cycles.actions import Action, Args
from nomic.cycles.actor import Actor
from nomic.cycles.models import Cycle, Draw, Entry
from nomic.cycles.moment import Act
from nomic.cycles.refusals import NoSuchAction, NoSuchCycle

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
    "last_at",
    "ended_at",
    "winner",
    "clock_offset",
]


_locked = {
    fork: Prepared(
        lambda slug, fork=fork: (
            Cycle.objects.select_for_update().order_by().filter(slug=slug, fork_of__isnull=not fork)
        ),
        str,
    )
    for fork in (False, True)
}


def new_key() -> str:
    """A fresh random id for an entry, 32 hexadecimal digits."""
    return secrets.token_hex(16)


def lock(slug: str, *, fork: bool = False) -> Cycle:
    """The cycle's row, locked until the transaction ends. Raises NoSuchCycle.

    Only a replay knows of forks, and says so: nobody acts in one.
    """
    cycle = _locked[fork].first(slug)
    if cycle is None:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    return cycle


def save(cycle: Cycle) -> None:
    """Write the cycle's own state back."""
    cycle.save(update_fields=STATE_FIELDS)


def apply(
    cycle: Cycle,
    action: Action,
    args: Args,
    actor: Actor,
    at: datetime,
    key: str,
    seed: str | None = None,
    salts: Mapping[str, str] | None = None,
) -> Entry:
    """Change the cycle and write the entry. The one function for acts, deadlines, corrections and replays.

    The cycle's row is locked; its own columns are changed in memory and saved by the caller. `seed` replaces the
    phase's seed for an entry that only a fork has; `salts` are those that the entry had when it was first written.
    Raises Refused, BadArguments or Unanswered; the caller rolls back.
    """
    if action.section is not None and not cycle.law.has(action.section):
        raise NoSuchAction(f"The law of this cycle does not know the action {action.name!r}.")
    act = Act(cycle, action, actor, at, key, seed, salts)
    revision, phase = cycle.revision, cycle.phase
    action.check(act)
    action.run(act, args)
    watch.tell(act)
    cycle.seq += 1
    cycle.last_at = at
    entry = Entry(
        cycle=cycle,
        seq=cycle.seq,
        key=key,
        at=at,
        actor_kind=_actor_kind(action, actor),
        actor=actor.name,
        action=action.name,
        args=args.as_json() | act.named | {name: sealed.commitment for name, sealed in act.sealed.items()},
        sealed={name: sealed.as_json() for name, sealed in act.sealed.items()},
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
    entry.reply = act.reply
    act.written(entry)
    return entry


def _actor_kind(action: Action, actor: Actor) -> str:
    """In what capacity somebody acted; a replay asks the journal, not the list of admins as it is then."""
    if actor.is_system:
        return "system"
    return "admin" if actor.is_admin and action.channel in ("admin", "practice") else "person"
