"""Replay of a journal in an empty fork, which checks that the journal determines the cycle's state."""

import json
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from nomic.chance.random_tokens import fresh_hex
from nomic.chance.seeds import new_seed
from nomic.cycles.actions.registry import action_named
from nomic.cycles.caching import write_cache
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.actor import SYSTEM, Actor
from nomic.cycles.domain.events import ClockAdvanced, NeverWas
from nomic.cycles.history.reseed import NEW_SEEDS, is_performed_again
from nomic.cycles.history.seeds_of_repeated_acts import Spare, own_seed, recorded_seeds
from nomic.cycles.journal.append import ReplaySource, apply_act, lock_cycle, save_cycle
from nomic.cycles.journal.failures import AWAY
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule.settle import settle_locked
from nomic.cycles.sealed_arguments import salts_of, typed_args
from nomic.cycles.state_digest import canonical_json, digest_of, state_of
from nomic.db import unit_of_work
from nomic.law.models import Revision, document_at

CHUNK = 200  # acts per transaction, so that a replay does not lock a laptop's database for long
AT_ONCE = 2000  # rows compared at a time


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay. `difference` describes how fork and original differ, or is empty."""

    fork: Cycle
    entries: int
    original_digest: str
    digest: str
    difference: str

    @property
    def same(self) -> bool:
        return self.digest == self.original_digest and not self.difference


class RecordedSources:
    """Recorded ids and salts of deadlines, so that a deadline draws the same dice in the fork.

    A deadline that failed in the original fails again.
    """

    def __init__(self, entries: list[Entry], unknown: ReplaySource, spare: Spare | None = None) -> None:
        self._unknown = unknown if spare is None else replace(unknown, seeds=spare.of())
        self._spare = spare
        self._origins: dict[tuple[str, str, datetime], deque[ReplaySource]] = defaultdict(deque)
        self._given: list[tuple[deque[ReplaySource], ReplaySource]] = []
        self.add(entries)

    def add(self, entries: list[Entry]) -> None:
        """Record the sources of those entries that deadlines made."""
        for entry in entries:
            if not is_performed_again(entry):
                given = {name: value for name, value in entry.args.items() if name not in entry.sealed}
                self._origins[entry.action, canonical_json(given), entry.at].append(recorded_source(entry, self._spare))

    def __call__(self, deadline: Deadline) -> ReplaySource:
        """Return the recorded source of this deadline, or the default source if only the fork has the deadline."""
        action = action_named(deadline.action)
        args = canonical_json(action.read(deadline.args).as_json())
        origins = self._origins.get((deadline.action, args, deadline.at))
        if not origins:
            return self._unknown
        self._given.append((origins, origins[0]))
        return origins.popleft()

    @contextmanager
    def unless_it_fails(self) -> Iterator[None]:
        """Context manager that restores the sources taken inside it if an exception is raised."""
        self._given = []
        try:
            yield
        except Exception:
            for origins, origin in reversed(self._given):
                origins.appendleft(origin)
            raise


def recorded_source(entry: Entry, spare: Spare | None = None) -> ReplaySource:
    """Return the replay source of an entry: its id and salts, whether it failed, and whether a reroll made it void.

    `spare` provides another seed if one is needed (R142). Only rewrites of the history have one.
    """
    failed = entry if entry.failure is not None else None
    is_void = any(NeverWas.among(entry.events))
    return ReplaySource(
        entry.key,
        salts_of(entry),
        seed=own_seed(entry),
        original=entry,
        failed=failed,
        seeds=recorded_seeds(entry) if spare is None else spare.of(entry),
        is_void=is_void,
        event_kinds=frozenset(str(event.get("kind")) for event in entry.events),
        is_rewrite=spare is not None,
    )


def replay_journal(cycle: Cycle) -> Replayed:
    """Replay the journal of a cycle in an empty fork, and compare states and entries of both.

    The fork is kept if all acts could be performed; `discard_fork` removes it. The original may continue meanwhile,
    because the comparison uses its state at the start.
    """
    with transaction.atomic():
        cycle = lock_cycle(cycle.slug)
        original_state = state_of(cycle)
        entries = list(cycle.entries.order_by("seq"))
        fork = fork_with(cycle, entries)
    try:
        return _replayed(fork, entries, original_state)
    except Exception:  # Only this function knows of the fork.
        discard_fork(fork)
        raise


def _replayed(fork: Cycle, entries: list[Entry], original_state: Any) -> Replayed:
    """Replay all these entries in the fork, and return how the fork differs from the expected state."""
    origin_of = RecordedSources(entries[1:], ReplaySource(seed=fork.fork_seed))
    acts = [entry for entry in entries if is_performed_again(entry)]
    for start in range(0, len(acts), CHUNK):
        fork = _go_on(fork, acts[start : start + CHUNK], origin_of)
    with transaction.atomic():
        fork = lock_cycle(fork.slug, fork=True)
        settle_locked(fork, entries[-1].at, most=len(entries) - fork.seq, origin_of=origin_of)
        save_cycle(fork)
    state = state_of(fork)
    return Replayed(
        fork=fork,
        entries=len(entries),
        original_digest=digest_of(original_state),
        digest=digest_of(state),
        difference=_first_difference(entries, fork) or _state_difference(original_state, state),
    )


def _go_on(fork: Cycle, acts: list[Entry], origin_of: RecordedSources) -> Cycle:
    """Replay these acts in one transaction, in a unit of work. Returns the fork's row.

    If anything fails there, the acts are replayed one by one.
    """
    try:
        with origin_of.unless_it_fails(), unit_of_work() as uow:
            fork = lock_cycle(fork.slug, fork=True)
            write_cache.load_cache(fork, uow)
            _repeat_all(fork, acts, origin_of)
    except AWAY:
        raise
    except Exception:  # Either the error is raised again, or the act fails now as it did in the original.
        with transaction.atomic():
            fork = lock_cycle(fork.slug, fork=True)
            _repeat_all(fork, acts, origin_of)
    else:
        write_cache.store_cache(fork, uow)
    return fork


def _repeat_all(fork: Cycle, acts: list[Entry], origin_of: RecordedSources) -> None:
    for entry in acts:
        # A backup may have been made between actions due at the same instant. The others were then performed after
        # the restore.
        most = entry.seq - 1 - fork.seq if entry.action == NEW_SEEDS else None
        settle_locked(fork, entry.at, most=most, origin_of=origin_of)
        repeat_act(fork, entry)
        settle_locked(fork, entry.at, origin_of=origin_of)
    save_cycle(fork)


def empty_fork(cycle: Cycle) -> Cycle:
    """Create and return a fork in the state of the cycle before its first entry."""
    with_offset = cycle.clock_offset - _advanced(cycle)
    return create_cycle_row(
        document_at(cycle.book_id, 0),
        template=cycle.book.template,
        slug=f"{cycle.slug[:60]}~{fresh_hex(6)}",
        starts_at=cycle.starts_at,
        practice=cycle.practice,
        owner_name=cycle.owner_name,
        clock_offset=with_offset,
        fork_of=cycle,
        fork_seed=new_seed(),
        own_seed=cycle.own_seed,
    )


def fork_with(cycle: Cycle, entries: list[Entry]) -> Cycle:
    """Create a fork in which only the first of these entries is replayed, and return the fork."""
    fork = empty_fork(cycle)
    begin_cycle(fork, recorded_source(entries[0]))
    save_cycle(fork)
    return fork


def _advanced(cycle: Cycle) -> timedelta:
    """Return by how much acts have advanced the clock since the cycle began."""
    seconds = 0.0
    for events in Entry.objects.filter(cycle=cycle, action="advance-clock").values_list("events", flat=True):
        seconds += sum(advanced.seconds for advanced in ClockAdvanced.among(events))
    return timedelta(seconds=seconds)


def repeat_act(fork: Cycle, entry: Entry, at: datetime | None = None, spare: Spare | None = None) -> Entry:
    """Perform a recorded act again with its recorded id, and return its new entry.

    The act keeps its instant unless `at` is given.
    """
    action = action_named(entry.action, fork.law)
    args = action.read(typed_args(entry))
    return apply_act(fork, action, args, actor_of(entry), at or entry.at, recorded_source(entry, spare))


def actor_of(entry: Entry) -> Actor:
    """Return the actor who performs an entry's act again in a replay."""
    return SYSTEM if entry.actor_kind == "system" else Actor(entry.actor, is_admin=entry.actor_kind == "admin")


def _first_difference(entries: list[Entry], fork: Cycle) -> str:
    original = entries[0].cycle_id
    for wrote, copied in zip(_written(original, len(entries)), _written(fork.pk, fork.seq), strict=False):
        if wrote != copied and _as_data(wrote) != _as_data(copied):
            return f"entry {wrote[0]} ({wrote[1]}) differs from the fork's {copied[0]} ({copied[1]})"
    if fork.seq != len(entries):
        return f"the original has {len(entries)} entries, the fork {fork.seq}"
    return ""


PLAIN = ("seq", "action", "key", "actor_kind", "actor", "revision", "phase", "digest")
SAID = ("args", "words", "events")  # Compared as the database's text, so that most of them need not be parsed.


def _written(cycle_id: int, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield the entries of a cycle up to the number `most`, with their JSON as text."""
    as_text = [Cast(name, TextField()) for name in ("at", "draws", *SAID)]
    rows = Entry.objects.filter(cycle_id=cycle_id, seq__lte=most).order_by("seq")
    return rows.values_list(*PLAIN, *as_text).iterator(chunk_size=AT_ONCE)


def _as_data(row: tuple[Any, ...]) -> list[Any]:
    """Return an entry's row in a form in which JSON is compared by content."""
    return [*row[: -len(SAID)], *(canonical_json(json.loads(said or "null")) for said in row[-len(SAID) :])]


def _state_difference(original: dict[str, Any], state: dict[str, Any]) -> str:
    differing = [name for name in original if original[name] != state.get(name)]
    return f"the state differs in: {', '.join(differing)}" if differing else ""


def discard_fork(fork: Cycle) -> None:
    """Delete a fork with all its data. Raises ValueError for a cycle that is not a fork."""
    if fork.fork_of_id is None:
        raise ValueError("only a fork can be discarded")
    with transaction.atomic():
        _delete_with_book(fork)


def erase_practice_cycle(cycle: Cycle) -> None:
    """Delete a practice cycle with its forks and all its data. Raises ValueError for a real cycle or a fork."""
    if not cycle.practice or cycle.fork_of_id is not None:
        raise ValueError("only a practice cycle can be erased")
    with transaction.atomic():
        for fork in Cycle.objects.filter(fork_of=cycle):
            _delete_with_book(fork)
        _delete_with_book(cycle)


def _delete_with_book(cycle: Cycle) -> None:
    book = cycle.book
    cycle.delete()
    Revision.objects.filter(book=book).delete()
    book.delete()


def discard_if_exists(slug: str) -> None:
    """Delete the fork with this slug, if it exists.

    A fork is left over if its promotion or deletion was rolled back.
    """
    fork = Cycle.objects.filter(slug=slug, fork_of__isnull=False).first()
    if fork is not None:
        discard_fork(fork)
