"""The journal: the one function that changes a cycle and writes the entry, and the lock under which it does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from nomic.chance.seeds import commitment
from nomic.config.prepared import Prepared
from nomic.cycles import chain, watch
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
    "head",
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


@dataclass(frozen=True, slots=True)
class Origin:
    """What an entry in a fork has from elsewhere: the recorded id and salts of the original's, or the fork's own seed.

    An entry of a cycle that is played has nothing of the kind.
    """

    key: str = ""
    salts: Mapping[str, str] = field(default_factory=dict)
    seed: str = ""


PLAYED = Origin()


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
    origin: Origin = PLAYED,
) -> Entry:
    """Change the cycle and write the entry. The one function for acts, deadlines, corrections and replays.

    The cycle's row is locked; its own columns are changed in memory and saved by the caller. The entry's id follows
    from the head of the chain, unless it was recorded. Raises Refused, BadArguments or Unanswered; the caller rolls
    back.
    """
    if action.section is not None and not cycle.law.has(action.section):
        raise NoSuchAction(f"The law of this cycle does not know the action {action.name!r}.")
    kind = _actor_kind(action, actor)
    key = origin.key or chain.entry_id(
        cycle.head, kind, actor.name, action.name, branch=commitment(origin.seed) if origin.seed else ""
    )
    act = Act(cycle, action, actor, at, key, origin.seed, origin.salts)
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
        actor_kind=kind,
        actor=actor.name,
        action=action.name,
        args=args.as_json() | act.named | {name: sealed.commitment for name, sealed in act.sealed.items()},
        sealed={name: sealed.as_json() for name, sealed in act.sealed.items()},
        revision=revision,
        phase=phase,
        words=act.words,
        events=act.events,
    )
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
    cycle.head = entry.digest = chain.digest(chain.link_of(entry, draws, cycle.head))
    entry.save(force_insert=True)
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
