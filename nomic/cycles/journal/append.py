"""`apply_act`, through which every change of a cycle goes and which appends the entry; and the lock of a cycle's row.

Acts, deadlines, corrections and replays all use `apply_act`.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet, Subquery

from nomic import limits
from nomic.chance.draw_scheme import Drawn
from nomic.chance.seeds import commitment
from nomic.chance.verifiable_draws import salt_of, seed_of_secret_draws
from nomic.cycles import event_bus
from nomic.cycles.actions.context import ActionContext, Declared, SeedsOfAnAct
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.events import MoreDice, NeverWas, OwnDice, SecretDraws
from nomic.cycles.domain.exceptions import NoSuchAction, NoSuchCycle
from nomic.cycles.domain.in_memory_state import TransientState
from nomic.cycles.journal import failures, hash_chain
from nomic.cycles.models import NO_MARK, Cycle, Entry, UsedKey
from nomic.db import Prepared, insert, on_flush, take_page, update, update_rows, version_of
from nomic.law.schema.json_size import size_of

Json = dict[str, Any]

STATE_FIELDS = (
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
    "draw_key",
    "clock_offset",
    "outages",
    "awaited",
)


_locked = Prepared(
    lambda slug, mark: (
        Cycle.objects.select_for_update()
        .order_by()
        .filter(slug=slug, fork_of__isnull=True)
        .annotate(
            locked_version=version_of(Cycle),
            answered_by=Subquery(Entry.objects.filter(mark=mark).order_by().values("pk")),
        )
    ),
    str,
    int,
)
_locked_fork = Prepared(
    lambda slug: Cycle.objects.select_for_update().order_by().filter(slug=slug, fork_of__isnull=False), str
)


MAX_PURPOSE = 200  # characters of a draw's purpose
MAX_RECENT = 100  # entries whose events are kept in memory while a cycle is locked
AS_ADMINS = ("admin", "practice", "corrections", "system")  # channels in which admins act as admins


@dataclass(frozen=True, slots=True)
class ReplaySource:
    """Data that an entry in a fork takes over: the original's id and salts, or the fork's own seed.

    Entries of a live cycle use `LIVE`, which has no such data.

    - `key`, `salts`: id and salts of the original entry.
    - `seed`: the fork's own seed, for an entry that only the fork has.
    - `original`: the original entry, whose words are kept if nothing else differs.
    - `failed`: the original entry, if it failed.
    - `branch`: distinguishes the ids in a rewritten journal from earlier ids at the same place.
    - `seeds(act)`: returns the seeds of the act's draws, if they do not all use one (R142).
    - `is_void`: a reroll has undone the things to which the act refers (R134).
    - `event_kinds`: the kinds of events of the original entry.
    - `is_rewrite`: the fork is to become the history, so that what happens in it may differ from the original.
    - `foreseen`: the act has an id of the fork and was never accepted anywhere.
    """

    key: str = ""
    salts: Mapping[str, str] = field(default_factory=dict)
    seed: str = ""
    original: Entry | None = None
    failed: Entry | None = None
    branch: str = ""
    seeds: Callable[[ActionContext], SeedsOfAnAct] | None = None
    is_void: bool = False
    event_kinds: Container[str] | None = None
    is_rewrite: bool = False
    foreseen: bool = False


LIVE = ReplaySource()


def entries_that_fit(entries: QuerySet[Entry], most: int) -> tuple[list[Entry], bool]:
    """Return the first entries that fit into a page, and whether there are more.

    A page has at most `most` entries and a limited size, because one entry may be as long as a proposal.
    """
    rows = entries[: most + 1].iterator(chunk_size=20)
    return take_page(rows, most, limits.PAGE_BYTES, lambda entry: size_of([entry.args, entry.words, entry.events]))


def lock_cycle(slug: str, *, fork: bool = False, mark: int = NO_MARK) -> Cycle:
    """Return the cycle's row, locked until the transaction ends. Raises NoSuchCycle if there is no such cycle.

    Its attribute `answered` is the primary key of the entry with the key hash `mark`, or None. That entry is looked up
    before the wait for the lock begins. Only replays pass `fork`, because nobody acts in a fork.
    """
    cycle = _locked_fork.first(slug) if fork else _locked.first(slug, mark)
    if cycle is None:
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    annotated = vars(cycle)
    cycle.version, cycle.answered = annotated.pop("locked_version", ""), annotated.pop("answered_by", None)
    return cycle


def save_cycle(cycle: Cycle) -> None:
    """Write the cycle's own columns to the database."""
    update_rows([cycle], STATE_FIELDS)


def save_at_flush(cycle: Cycle) -> None:
    """Write the cycle's own columns, inside a unit of work only once, when it ends."""
    on_flush(once_as=("save cycle", cycle.pk), do=partial(update, cycle, STATE_FIELDS))


def apply_act(
    cycle: Cycle,
    action: Action,
    args: Args,
    actor: Actor,
    at: datetime,
    origin: ReplaySource = LIVE,
    *,
    must_stand: bool = False,
    used: UsedKey | None = None,
    price_seen: Mapping[str, int] | None = None,
) -> Entry:
    """Change the cycle and append the entry. All acts, deadlines, corrections and replays go through this function.

    The cycle's row must be locked. Its own columns are changed in memory, and the caller saves them. The entry's id
    derives from the head of the chain, unless `origin` has a recorded id. The entry answers the idempotency key `used`.
    The act is refused if it costs more than `price_seen` of an item. An act that fails after a draw is recorded as
    failed (R126). If `must_stand` is set, so is one that fails before any draw.

    Raises:
        NoSuchAction: the law has no section for the action.
        Refused, BadArguments, Unanswered: the act is not accepted, and nothing was drawn. The caller must roll back.
    """
    if action.section is not None and not cycle.law.has(action.section):
        raise NoSuchAction(f"The law of this cycle does not know the action {action.name!r}.")
    revision, phase = cycle.revision, cycle.phase
    missed: dict[str, str] = {}
    while True:
        act = _new_act(cycle, action, actor, at, origin)
        act.used = used
        act.price_seen = price_seen or {}
        act.args = args
        act.know(failures.MISSED, missed)
        if origin.failed is not None:
            return _append_failed_again(act, origin.failed)
        with failures.Attempt(act, must_stand=must_stand) as attempt:
            if not act.is_void:  # A void act was allowed at the time when the things to which it refers existed.
                action.check(act)
                event_bus.dispatch_before(act)
            action.run(act, args)
            event_bus.dispatch(act)
            entry = _append(act, args.as_json(), revision, phase, origin.original)
            act.entry_saved(entry)
            return entry
        if attempt.missed is None:
            break
        missed[attempt.missed.key] = attempt.missed.reason
    act = failures.failed_act(act, attempt.failure)
    event_bus.dispatch_failure(act)
    return _append(act, args.as_json(), revision, phase)


def _new_act(cycle: Cycle, action: Action, actor: Actor, at: datetime, origin: ReplaySource) -> ActionContext:
    """Create the act with the id of its entry."""
    branch = origin.branch or (commitment(origin.seed) if origin.seed else "")
    key = origin.key or hash_chain.entry_id(
        cycle.head, _actor_kind(action, actor), actor.name, action.name, branch=branch
    )
    return ActionContext(
        cycle,
        action,
        actor,
        at,
        key,
        origin.seed,
        origin.salts,
        event_bus.dispatch_now,
        is_replay=bool(origin.key) and not origin.foreseen,
        seeds=origin.seeds,
        is_void=origin.is_void,
        recorded_kinds=origin.event_kinds,
        is_rewrite=origin.is_rewrite,
    )


def _append(act: ActionContext, args: Json, revision: int, phase: int, original: Entry | None = None) -> Entry:
    """Append the entry of an act that has run, with its draws. `args` are the arguments to record.

    `original` is the entry that is replayed.
    """
    act.events += _seeds_named(act)
    if act.is_void:
        act.events.append(NeverWas())
    if act.hidden is not None:
        act.events.append(SecretDraws(_commitment_to_secret_draws(act)))
    entry = Entry(
        args=args | act.recorded | {name: sealed.commitment for name, sealed in act.sealed.items()},
        sealed={name: sealed.as_json() for name, sealed in act.sealed.items()},
        revision=revision,
        phase=phase,
        words=act.words,
        events=[event.as_json() for event in act.events],
        moved=list(act.moved),
    )
    entry.reply = act.reply
    return _append_entry(act, entry, original)


def _seeds_named(act: ActionContext) -> list[OwnDice | MoreDice]:
    """Return the events that name the seeds of the act's draws, other than the seed of its phase."""
    if not act.drew or not act.chance.drawn:
        return []
    own = [OwnDice(commitment(act.seed))] if act.seed else []
    return [*own, *(MoreDice(commitment(seed), draws) for seed, draws in act.chance.by_other_seeds.items())]


def _commitment_to_secret_draws(act: ActionContext) -> str:
    """Return the SHA-256 of the secret draws of an act, with a salt that follows from their seed."""
    salt = salt_of(seed_of_secret_draws(act.cycle.own_seed, act.key))
    return hash_chain.digest([salt, secret_draws(act)])


def secret_draws(act: ActionContext) -> list[Json]:
    """Return the secret draws of an act so far, as its commitment covers them."""
    drawn = act.unseen.drawn if "unseen" in act.__dict__ else []
    return hash_chain.draws_as_json(_recorded(each) for each in drawn)


def _append_failed_again(act: ActionContext, failed: Entry) -> Entry:
    """Append the entry of an act that failed in the original. It fails again, whatever the act would do now."""
    failures.draw_again(act, failed)
    event_bus.dispatch_failure(failures.failed_again(act, failed))
    same = ("args", "sealed", "revision", "phase", "words")
    said = [event for event in failed.events if event["kind"] not in (OwnDice.kind(), MoreDice.kind())]
    events = said + [event.as_json() for event in _seeds_named(act)]
    return _append_entry(act, Entry(**{name: getattr(failed, name) for name in same}, events=events))


def _append_entry(act: ActionContext, entry: Entry, original: Entry | None = None) -> Entry:
    """Insert an entry as the journal's next, with the act's random draws, linked into the hash chain.

    If only the words differ from the entry `original`, which is replayed, its words are kept: a later version of the
    program may say the same otherwise, and the history must not change by an upgrade.
    """
    cycle = entry.cycle = act.cycle
    cycle.seq += 1
    cycle.last_at = act.at
    entry.seq, entry.key, entry.at = cycle.seq, act.key, act.at
    entry.actor_kind, entry.actor, entry.action = _actor_kind(act.action, act.actor), act.actor.name, act.action.name
    entry.draws = [_recorded(drawn) for drawn in act.chance.drawn] if act.drew else []
    if act.used is not None:
        entry.mark, entry.fingerprint = act.used
    link = hash_chain.link_of(entry, entry.draws, cycle.head)
    if original is not None and entry.words != original.words:
        as_recorded = {**link, "words": original.words}
        if hash_chain.digest(as_recorded) == original.digest:
            entry.words, link = original.words, as_recorded
    cycle.head = entry.digest = hash_chain.digest(link)
    insert([entry])
    if entry.events:
        cycle.transient(RecentEvents).add(entry)
    return entry


class RecentEvents(TransientState):
    """The events of the newest entries, in memory.

    Consequences usually read them at once, even before the entry is written.
    """

    def __init__(self) -> None:
        self._by_key: dict[str, list[Json]] = {}

    def add(self, entry: Entry) -> None:
        """Keep the events of an entry, and drop those of the oldest one if there are too many."""
        self._by_key[entry.key] = entry.events
        if len(self._by_key) > MAX_RECENT:
            del self._by_key[next(iter(self._by_key))]

    def of(self, key: str) -> list[Json] | None:
        """Return the events of the entry with this key, or None if they are no longer in memory."""
        return self._by_key.get(key)


def event_at(cycle: Cycle, key: str, place: int) -> dict[str, Any]:
    """Return the event at the position `place` of the entry with this key.

    Raises Entry.DoesNotExist if there is no such entry.
    """
    kept = cycle.transient(RecentEvents).of(key)
    events = Entry.objects.get(cycle=cycle, key=key).events if kept is None else kept
    event: dict[str, Any] = events[place]
    return event


def _recorded(drawn: Drawn) -> Drawn:
    """Return a draw as the journal stores it, with its purpose cut to `MAX_PURPOSE`."""
    return drawn if len(drawn.purpose) <= MAX_PURPOSE else replace(drawn, purpose=drawn.purpose[:MAX_PURPOSE])


def _actor_kind(action: Declared, actor: Actor) -> str:
    """Return the role in which the actor acted: "system", "admin" or "person".

    In a replay it comes from the journal, not from the current list of admins.
    """
    if actor.is_system:
        return "system"
    return "admin" if actor.is_admin and action.channel in AS_ADMINS else "person"
